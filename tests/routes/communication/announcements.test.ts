import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { and, asc, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { testNow } from "../../support/clock"
import { signedIn } from "../../support/family"
import { openSchool } from "../../support/school"

// An announcement that asks to be confirmed, stays on home pages for a while, and reminds those who haven't read it.

const home = "/student/dashboard"
let school: ReturnType<typeof openSchool>
let office: Browser
let ida: Browser
let ben: Browser
let idaId: string
let benId: string

beforeEach(async () => {
  school = openSchool()
  office = await Browser.of(school.userId)
  const families = ["Ida Weiss", "Ben Okafor", "Noa Levi"].map((name) =>
    openFamily(school.actor, {
      name,
      adults: [
        {
          name,
          email: `${name.slice(0, 3).toLowerCase()}.${school.actor.school.id}@mail.example`,
          payerShare: 10_000,
        },
      ],
    }),
  )
  const [first, second] = families.map(({ guardianIds: [id = ""] }) => id)
  idaId = signedIn(school.actor, "guardian", first ?? "").userId
  benId = signedIn(school.actor, "guardian", second ?? "").userId
  ida = await Browser.of(idaId)
  ben = await Browser.of(benId)
})

async function announce(fields: Record<string, string> = {}) {
  const letter = { subject: "Recital", body: "Bring your music stand.", to: "families", shown: "3" }
  const answer = await office.submit("/messaging/new", { ...letter, ...fields })
  expect(answer.status).toBe(303)
  return answer.headers.get("Location")?.replace(/#.*/, "") ?? ""
}
const mails = () =>
  db()
    .select({ recipient: emails.recipient, data: emails.data })
    .from(emails)
    .where(and(eq(emails.schoolId, school.actor.school.id), eq(emails.template, "new-message")))
    .orderBy(asc(emails.createdAt))
    .all()
    .map(({ recipient, data }) => {
      const { subject, isReminder } = JSON.parse(data)
      return `${recipient.slice(0, 3)}: ${isReminder ? "again " : ""}${subject}`
    })
const page = async (by: Browser, path: string) => textOf(await by.visit(path))
const press = async (by: Browser, path: string, intent: string) => (await by.submit(path, { intent })).status

test("who is asked confirms once, and its sender sees who has", async () => {
  const at = await announce({ asksReceipt: "on" })
  expect(await page(ida, at)).toContain("I’ve read this")
  expect(await page(office, at)).toContain("3 people, not read yet, 0 have confirmed")
  expect(await press(ida, at, "confirm")).toBe(303)
  const confirmed = await page(ida, at)
  expect(confirmed).toMatch(/You confirmed on .+ that you’ve read this\./)
  fixClock(testNow + 3_600_000)
  expect(await press(ida, at, "confirm")).toBe(303)
  expect(await page(ida, at)).toContain(/You confirmed on .+ that you’ve read this\./.exec(confirmed)?.[0])
  const seen = await page(office, at)
  expect(seen).toContain("3 people, 1 has read it, 1 has confirmed")
  expect(seen).toContain("Remind 1 person who hasn’t confirmed it")
})

test("no one confirms what asks nobody, isn’t theirs, or is their own", async () => {
  const plain = await announce()
  expect(await page(ida, plain)).not.toContain("I’ve read this")
  expect(await press(ida, plain, "confirm")).toBe(404)
  const asked = await announce({ asksReceipt: "on", subject: "Another" })
  expect(await press(office, asked, "confirm")).toBe(404)
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  expect(await press(stranger, asked, "confirm")).toBe(404)
  for (const intent of ["remind", "unpin"]) {
    expect(await press(ida, asked, intent)).toBe(404)
    expect(await press(stranger, asked, intent)).toBe(404)
  }
})

test("those with a login who haven’t read it are reminded, once in a day", async () => {
  const at = await announce()
  await ben.submit(at, { intent: "read" })
  expect(mails()).toHaveLength(3)
  expect(await page(office, at)).toContain("Remind 1 person who hasn’t read it")
  expect(await press(office, at, "remind")).toBe(303)
  expect(mails().slice(3)).toEqual(["ida: again Recital"])
  expect(await page(office, at)).not.toContain("Remind 1 person")
  expect(await press(office, at, "remind")).toBe(303)
  expect(await page(office, at)).toContain("A reminder was sent in the last 24 hours.")
  expect(mails()).toHaveLength(4)
  fixClock(testNow + 25 * 3_600_000)
  office = await Browser.of(school.userId)
  ida = await Browser.of(idaId)
  await ida.submit(at, { intent: "read" })
  await press(office, at, "remind")
  expect(await page(office, at)).toContain("No one with a login is left to remind.")
  expect(mails()).toHaveLength(4)
})

test("it stays on home pages until its day, or until its sender takes it off", async () => {
  const at = await announce({ pinnedUntil: "2026-11-20", asksReceipt: "on" })
  expect(await page(ida, home)).toContain("Recital Read and confirm")
  await press(ida, at, "confirm")
  expect(await page(ida, home)).toContain("Recital Read ")
  expect(await page(office, at)).toContain("until Nov 20, 2026")
  fixClock(Date.UTC(2026, 10, 22, 12))
  office = await Browser.of(school.userId)
  ben = await Browser.of(benId)
  expect(await page(ben, home)).not.toContain("Recital")
  const other = await announce({ pinnedUntil: "2026-12-20", subject: "Winter concert" })
  expect(await page(ben, home)).toContain("Winter concert Read")
  expect(await press(office, other, "unpin")).toBe(303)
  expect(await page(ben, home)).not.toContain("Winter concert")
  expect(await press(office, other, "unpin")).toBe(404)
  await announce({ pinnedUntil: "2026-12-20", subject: "Spring concert" })
  expect(await page(ben, home)).toContain("Spring concert Read")
  // Its sender has left the school.
  db().update(members).set({ deactivatedAt: 1 }).where(eq(members.userId, school.userId)).run()
  expect(await page(ben, home)).not.toContain("Spring concert")
})

test("a day in the past or after a year is refused beside its field, and one person is asked nothing", async () => {
  const letter = { subject: "Recital", body: "Hello", to: "families", shown: "3" }
  for (const pinnedUntil of ["2026-01-01", "2028-01-01", "soon"]) {
    const answer = await office.submit("/messaging/new", { ...letter, pinnedUntil })
    expect(answer.status).toBe(400)
  }
  expect(await page(office, "/messaging/new?to=families")).toContain("Keep on their home page until")
  expect(await page(ida, "/messaging/new?to=office")).not.toContain("Keep on their home page until")
  const sent = await ida.submit("/messaging/new", {
    ...{ subject: "Ill", body: "Mia is ill.", to: "office", shown: "1" },
    ...{ asksReceipt: "on", pinnedUntil: "2026-12-20" },
  })
  const at = sent.headers.get("Location") ?? ""
  expect(await page(office, at)).not.toContain("I’ve read this")
})
