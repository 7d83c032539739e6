import { sqlite } from "db/client.server"
import { messageReports, messages } from "db/schema/communication"
import { emails } from "db/schema/foundation-mail"
import { beforeEach, expect, test } from "vitest"
import { gatherFamily } from "~/models/overview/family-data/family-zip.server"
import { Browser, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { signedIn } from "../../support/family"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// A reader reports a message: the office looks into it, or the platform's staff where the office wrote it.

let school: ReturnType<typeof openSchool>
let office: Browser
let teacher: Browser
let ida: Browser
let familyId: string

beforeEach(async () => {
  school = openSchool()
  office = await Browser.of(school.userId)
  teacher = await Browser.of(addMember(school.actor, "teacher", "Jonas Haddad").userId)
  const { guardianIds, ...family } = openFamily(school.actor, {
    name: "Weiss",
    adults: [{ name: "Ida Weiss", email: `ida.${school.actor.school.id}@mail.example`, payerShare: 10_000 }],
  })
  const login = signedIn(school.actor, "guardian", guardianIds[0] ?? "")
  ida = await Browser.of(login.userId)
  familyId = family.familyId
})

const reports = "/messaging/reports"
/** The newest message of the school, and where it is reported. */
function newest() {
  const row = sqlite()
    .prepare(
      "select id, conversation_id as talk from messages where school_id = ? order by created_at desc, id desc",
    )
    .get(school.actor.school.id) as { id: string; talk: string }
  return { at: `/messaging/${row.talk}`, report: `/messaging/${row.talk}/report/${row.id}`, talk: row.talk }
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
  expect(await ida.read(at)).toContain("Report")
  expect((await ida.submit(report, { note: "Please look" })).status).toBe(400)
  for (const _ of [1, 2])
    expect((await ida.submit(report, { reason: "insult", note: "This hurts." })).status).toBe(303)
  expect(reportsMade()).toBe(1)
  expect(await ida.read(at)).toContain("Reported")
  expect(await ida.read(report)).toContain("The office is looking into it.")
  expect((await teacher.visit(reports)).status).toBe(302)
  expect(await office.read("/dashboard")).toContain("1 message report")
  const seen = await office.read(reports)
  for (const text of ["Ida Weiss reported this", "This hurts.", "You are hopeless.", "Insult or bullying"])
    expect(seen).toContain(text)

  // Copies that wait don't carry it, and Undo brings it back.
  const waiting = () =>
    rowsOf(emails, { schoolId: school.actor.school.id, template: "new-message" }).map(
      ({ data }) => JSON.parse(data).body,
    )
  expect((await office.submit(reports, { intent: "hide", reportId: reportId() })).status).toBe(303)
  expect(await ida.read(at)).toContain("The office hid this message.")
  expect(await ida.read(at)).not.toContain("hopeless")
  expect(await ida.read("/messaging?search=hopeless")).not.toContain("Homework")
  expect(waiting()).toEqual(["The office hid this message."])
  expect((await office.submit(reports, { intent: "show", reportId: reportId() })).status).toBe(303)
  expect(await ida.read(at)).toContain("hopeless")
  expect(waiting()).toEqual(["You are hopeless."])

  const answer = { intent: "close", reportId: reportId(), body: "We talked to them." }
  expect((await office.submit(reports, answer)).status).toBe(303)
  expect(await ida.read(newest().at)).toContain("We talked to them.")
  expect(await ida.read(report)).toContain("The office has closed the report.")
  expect(await office.read(reports)).toContain("No reported messages.")
  expect(await office.read(`${reports}?view=closed`)).toContain("Ida Weiss reported this")
  // Pressed again it is answered once.
  await office.submit(reports, answer)
  expect(waiting().filter((body) => body === "We talked to them.")).toHaveLength(1)
})

test("of the office goes to the platform’s staff, and the office sees nothing of it", async () => {
  const letter = { subject: "Fees", body: "Pay or else.", to: "families", shown: "1" }
  await office.submit("/messaging/new", letter)
  const { report } = newest()
  for (const _ of [1, 2]) expect((await ida.submit(report, { reason: "threat" })).status).toBe(303)
  expect(await office.read(reports)).toContain("No reported messages.")
  expect((await office.submit(reports, { intent: "hide", reportId: reportId() })).status).toBe(404)
  const [said, ...more] = sqlite()
    .prepare("select content from support_messages where content like 'Report of%'")
    .pluck()
    .all() as string[]
  expect([said, more]).toEqual([expect.stringContaining("Pay or else."), []])
  expect(said).toMatch(/wrote “Fees” on .*2026/)
  expect(await ida.read(report)).toContain("Tutti’s staff are looking into it")
})

test("is there for who can read the message alone, and never for one’s own", async () => {
  await ida.submit("/messaging/new", { subject: "Hello", body: "Hi", to: "office", shown: "1" })
  const { at, report } = newest()
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  for (const by of [ida, teacher, stranger, office]) {
    expect((await by.visit(report)).status).toBe(404)
    expect((await by.submit(report, { reason: "spam" })).status).toBe(404)
  }
  expect(await ida.read(at)).not.toContain("Report")
  expect(reportsMade()).toBe(0)
})

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

/** A message that the office sends and that becomes one of the teacher, who is in its conversation. */
async function fromTeacher(fields: Record<string, string | File> = {}) {
  const letter = { subject: "Homework", body: "You are hopeless.", shown: "1", to: "families" }
  await office.submit("/messaging/new", { ...letter, ...fields })
  const schoolId = school.actor.school.id
  const theirs = "(select id from members where school_id = ? and role = 'teacher')"
  sqlite().prepare(`update messages set member_id = ${theirs} where school_id = ?`).run(schoolId, schoolId)
  sqlite()
    .prepare(`update participants set member_id = ${theirs} where school_id = ? and why = 'Sender'`)
    .run(schoolId, schoolId)
  sqlite().prepare("update conversations set kind = 'conversation' where school_id = ?").run(schoolId)
  return newest()
}
const insult = { reason: "insult", note: "" }

test("of the office stays out of the files that the office downloads", async () => {
  await office.submit("/messaging/new", { subject: "Fees", body: "Pay or else.", to: "families", shown: "1" })
  await ida.submit(newest().report, { reason: "threat", note: "Help me." })
  expect(reportsMade()).toBe(1)
  const family = JSON.stringify(await gatherFamily(school.actor, familyId))
  expect(family).toContain("Pay or else.")
  expect(family).not.toContain("Help me.")
})

test("keeps the words and the file of when it was made, whatever its author makes of them", async () => {
  const { at, report } = await fromTeacher({ file: new File([png], "sheet.png", { type: "image/png" }) })
  await ida.submit(report, insult)
  const edit = report.replace("/report/", "/edit/")
  expect((await teacher.submit(edit, { body: "You are great.", removesFile: "on" })).status).toBe(303)
  expect(await ida.read(at)).toContain("You are great.")
  const seen = await office.read(reports)
  for (const text of ["You are hopeless.", "Reported file sheet.webp", "It now says: You are great."])
    expect(seen).toContain(text)
  const file = `${report.replace("/report/", "/files/")}?report=${reportId()}`
  expect((await office.visit(file)).headers.get("Content-Type")).toBe("image/webp")
  for (const by of [ida, teacher, await Browser.of(openSchool({ name: "Crescendo" }).userId)])
    expect((await by.visit(file)).status).toBe(404)
  // The activity names neither the reporter nor, of a conversation, its words.
  const activity = JSON.stringify(
    sqlite()
      .prepare("select * from events where noun = 'conversation' and school_id = ?")
      .all(school.actor.school.id),
  )
  expect(activity).not.toMatch(/hopeless|You are great|Ida Weiss|"report"/)
})

test("of a message that is only a file shows its name to who reports it", async () => {
  const file = new File([png], "sheet.png", { type: "image/png" })
  const { report } = await fromTeacher({ body: "", file })
  expect(await ida.read(report)).toContain("File: sheet.webp")
})

test("is answered by one of the office: what another one writes is kept on the page", async () => {
  const { report } = await fromTeacher()
  await ida.submit(report, insult)
  const other = await Browser.of(addMember(school.actor, "admin", "Noa Levi").userId)
  const answer = (body: string) => ({ intent: "close", reportId: reportId(), body })
  expect((await office.submit(reports, answer("We talked."))).status).toBe(303)
  expect((await office.submit(reports, answer("We talked."))).status).toBe(303)
  expect((await other.submit(reports, answer(""))).status).toBe(303)
  const late = await other.submit(reports, answer("We will talk."))
  expect(late.status).toBe(409)
  expect(await late.clone().text()).toContain("We will talk.")
  expect(await textOf(late)).toContain("Someone closed this report already. Nothing was sent.")
  expect(rowsOf(messages, { body: "We will talk." })).toEqual([])
})

test("hides the copies of that message alone, and says how many emails had left", async () => {
  const { at, report, talk } = await fromTeacher()
  await teacher.submit(at, { entryId: crypto.randomUUID(), body: "You are hopeless." })
  const [first, second] = rowsOf(
    emails,
    { schoolId: school.actor.school.id, template: "new-message" },
    { by: "id" },
  )
  addRows(emails, { ...(first as typeof emails.$inferSelect), id: "tried", attempts: 1 })
  addRows(emails, { ...(first as typeof emails.$inferSelect), id: "left", state: "sent" })
  await ida.submit(report, insult)
  await office.submit(reports, { intent: "hide", reportId: reportId() })
  expect(await office.read(reports)).toContain("1 email with it had left already.")
  const waiting = (id = "") => rowOf(emails, { id })
  expect(waiting(first?.id)?.data).toContain("The office hid this message.")
  expect(waiting(second?.id)?.data).toContain("You are hopeless.")
  expect(waiting("tried")?.state).toBe("withheld")
  expect(waiting("left")?.state).toBe("sent")
  // Nor does the family's file have its words, nor what a later reply by email repeats.
  changeRows(messages, { conversationId: talk }, { cut: "> You are hopeless." })
  const rows = (await gatherFamily(school.actor, familyId))?.find(({ name }) => name === "messages")?.rows
  expect(rows?.map(({ body, cut }) => [body, cut])).toEqual([
    ["", null],
    ["You are hopeless.", null],
  ])
  expect(await ida.read(at)).not.toContain("> You are hopeless.")
  expect(await office.read(reports)).not.toContain("The subject stays.")
})

test("are shown a page at a time", async () => {
  const { report } = await fromTeacher()
  await ida.submit(report, insult)
  const [row] = rowsOf(messageReports, { id: reportId() })
  const copies = Array.from({ length: 31 }, (_, n) => {
    const id = `copy${n}`
    const [message] = rowsOf(messages, { id: row?.messageId ?? "" })
    addRows(messages, { ...(message as typeof messages.$inferSelect), id })
    return { ...(row as typeof messageReports.$inferSelect), id, messageId: id }
  })
  addRows(messageReports, copies)
  expect(await office.read(reports)).toContain("1–30 of 32")
  expect(await office.read(`${reports}?page=2`)).toContain("31–32 of 32")
  expect(await office.read("/dashboard")).toContain("32 message reports")
})
