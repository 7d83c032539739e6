import { db, sqlite } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { and, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { Browser, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { signedIn } from "../../support/family"
import { addMember, openSchool } from "../../support/school"

// A reader reports a message: the office looks into it, or the platform's staff where the office wrote it.

let school: ReturnType<typeof openSchool>
let office: Browser
let teacher: Browser
let ida: Browser

beforeEach(async () => {
  school = openSchool()
  office = await Browser.of(school.userId)
  teacher = await Browser.of(addMember(school.actor, "teacher", "Jonas Haddad").userId)
  const { guardianIds } = openFamily(school.actor, {
    name: "Weiss",
    adults: [{ name: "Ida Weiss", email: `ida.${school.actor.school.id}@mail.example`, payerShare: 10_000 }],
  })
  const login = signedIn(school.actor, "guardian", guardianIds[0] ?? "")
  ida = await Browser.of(login.userId)
})

const reports = "/messaging/reports"
const page = async (by: Browser, path: string) => textOf(await by.visit(path))
/** The newest message of the school, and where it is reported. */
function newest() {
  const row = sqlite()
    .prepare(
      "select id, conversation_id as talk from messages where school_id = ? order by created_at desc, id desc",
    )
    .get(school.actor.school.id) as { id: string; talk: string }
  return { at: `/messaging/${row.talk}`, report: `/messaging/${row.talk}/report/${row.id}` }
}
const reportsMade = () =>
  sqlite()
    .prepare("select count(*) from message_reports where school_id = ?")
    .pluck()
    .get(school.actor.school.id)
const reportId = () =>
  (
    sqlite().prepare("select id from message_reports where school_id = ?").get(school.actor.school.id) as {
      id: string
    }
  ).id

test("is looked into by the office, counts once, and its sender doesn’t learn of it", async () => {
  const letter = { subject: "Homework", body: "You are hopeless.", shown: "1" }
  // A teacher writes to the families they teach alone: the message is made theirs.
  await office.submit("/messaging/new", { ...letter, to: "families" })
  const { at, report } = newest()
  sqlite()
    .prepare(
      "update messages set member_id = (select id from members where school_id = ? and role = 'teacher') where school_id = ?",
    )
    .run(school.actor.school.id, school.actor.school.id)
  expect(await page(ida, at)).toContain("Report")
  expect((await ida.submit(report, { note: "Please look" })).status).toBe(400)
  for (const _ of [1, 2])
    expect((await ida.submit(report, { reason: "insult", note: "This hurts." })).status).toBe(303)
  expect(reportsMade()).toBe(1)
  expect(await page(ida, at)).toContain("Reported")
  expect(await page(ida, report)).toContain("The office looks into it.")
  expect((await teacher.visit(reports)).status).toBe(302)
  expect(await page(office, "/dashboard")).toContain("1 reported message")
  const seen = await page(office, reports)
  for (const text of ["Ida Weiss reported this", "This hurts.", "You are hopeless.", "Insult or bullying"])
    expect(seen).toContain(text)

  // Copies that wait don't carry it, and Undo brings it back.
  const waiting = () =>
    db()
      .select({ data: emails.data })
      .from(emails)
      .where(and(eq(emails.schoolId, school.actor.school.id), eq(emails.template, "new-message")))
      .all()
      .map(({ data }) => JSON.parse(data).body)
  expect((await office.submit(reports, { intent: "hide", reportId: reportId() })).status).toBe(303)
  expect(await page(ida, at)).toContain("The office hid this message.")
  expect(await page(ida, at)).not.toContain("hopeless")
  expect(await page(ida, "/messaging?search=hopeless")).not.toContain("Homework")
  expect(waiting()).toEqual(["The office hid this message."])
  expect((await office.submit(reports, { intent: "show", reportId: reportId() })).status).toBe(303)
  expect(await page(ida, at)).toContain("hopeless")
  expect(waiting()).toEqual(["You are hopeless."])

  const answer = { intent: "close", reportId: reportId(), body: "We talked to them." }
  expect((await office.submit(reports, answer)).status).toBe(303)
  expect(await page(ida, newest().at)).toContain("We talked to them.")
  expect(await page(ida, report)).toContain("The office has closed the report.")
  expect(await page(office, reports)).toContain("No reported messages.")
  expect(await page(office, `${reports}?view=closed`)).toContain("Ida Weiss reported this")
  // Pressed again it is answered once.
  await office.submit(reports, answer)
  expect(waiting().filter((body) => body === "We talked to them.")).toHaveLength(1)
})

test("of the office goes to the platform’s staff, and the office sees nothing of it", async () => {
  const letter = { subject: "Fees", body: "Pay or else.", to: "families", shown: "1" }
  await office.submit("/messaging/new", letter)
  const { report } = newest()
  for (const _ of [1, 2]) expect((await ida.submit(report, { reason: "threat" })).status).toBe(303)
  expect(await page(office, reports)).toContain("No reported messages.")
  expect((await office.submit(reports, { intent: "hide", reportId: reportId() })).status).toBe(404)
  const [said, ...more] = sqlite()
    .prepare("select content from support_messages where content like 'Report of%'")
    .pluck()
    .all() as string[]
  expect([said, more]).toEqual([expect.stringContaining("Pay or else."), []])
  expect(await page(ida, report)).toContain("Our staff look into it")
})

test("is there for who can read the message alone, and never for one’s own", async () => {
  await ida.submit("/messaging/new", { subject: "Hello", body: "Hi", to: "office", shown: "1" })
  const { at, report } = newest()
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  for (const by of [ida, teacher, stranger, office]) {
    expect((await by.visit(report)).status).toBe(404)
    expect((await by.submit(report, { reason: "spam" })).status).toBe(404)
  }
  expect(await page(ida, at)).not.toContain("Report")
  expect(reportsMade()).toBe(0)
})
