import { sqlite } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { wordLetter } from "~/models/foundation/outbox/wording.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { testNow } from "../../support/clock"
import { signedIn } from "../../support/family"
import { inAct } from "../../support/in-act"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"
import { chooseMail } from "../../support/wanted"

// An announcement that asks to be confirmed, stays on home pages for a while, and reminds those who haven't read it.

const home = "/student/dashboard"
let school: ReturnType<typeof openSchool>
let office: Browser
let ida: Browser
let ben: Browser
let idaId: string
let benId: string
let readers: Actor[]

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
  const [idaSigned, benSigned] = [first, second].map((id) => signedIn(school.actor, "guardian", id ?? ""))
  idaId = idaSigned?.userId ?? ""
  benId = benSigned?.userId ?? ""
  readers = [idaSigned, benSigned].flatMap((each) => each?.actor ?? [])
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
  rowsOf(emails, { schoolId: school.actor.school.id, template: "new-message" }, { by: "createdAt" }).map(
    ({ recipient, data }) => {
      const { subject, isReminder } = JSON.parse(data)
      return `${recipient.slice(0, 3)}: ${isReminder ? "again " : ""}${subject}`
    },
  )
const press = async (by: Browser, path: string, intent: string) => (await by.submit(path, { intent })).status

test("who is asked confirms once, and its sender sees who has", async () => {
  const at = await announce({ asksReceipt: "on" })
  expect(await ida.read(at)).toContain("I’ve read this")
  expect(await office.read(at)).toContain("3 people, not read yet, 0 have confirmed")
  expect(await press(ida, at, "confirm")).toBe(303)
  const confirmed = await ida.read(at)
  expect(confirmed).toMatch(/You confirmed on .+ that you’ve read this\./)
  fixClock(testNow + 3_600_000)
  expect(await press(ida, at, "confirm")).toBe(303)
  expect(await ida.read(at)).toContain(/You confirmed on .+ that you’ve read this\./.exec(confirmed)?.[0])
  const seen = await office.read(at)
  expect(seen).toContain("3 people, 1 has read it, 1 has confirmed")
  expect(seen).toContain("Remind 1 person who hasn’t confirmed it")
})

test("no one confirms what asks nobody, isn’t theirs, or is their own", async () => {
  const plain = await announce()
  expect(await ida.read(plain)).not.toContain("I’ve read this")
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
  expect(await office.read(at)).toContain("Remind 1 person who hasn’t read it")
  expect(await press(office, at, "remind")).toBe(303)
  expect(mails().slice(3)).toEqual(["ida: again Recital"])
  expect(await office.read(at)).not.toContain("Remind 1 person")
  expect(await press(office, at, "remind")).toBe(303)
  expect(await office.read(at)).toContain("A reminder was sent in the last 24 hours.")
  expect(mails()).toHaveLength(4)
  fixClock(testNow + 25 * 3_600_000)
  office = await Browser.of(school.userId)
  ida = await Browser.of(idaId)
  await ida.submit(at, { intent: "read" })
  await press(office, at, "remind")
  expect(await office.read(at)).toContain("No one with a login is left to remind.")
  expect(mails()).toHaveLength(4)
})

test("those who turned emails about messages off aren’t counted as reminded", async () => {
  const at = await announce()
  expect(await office.read(at)).toContain("Remind 2 people who haven’t read it")
  const [first, second] = readers
  if (first) chooseMail(first, [])
  expect(await office.read(at)).toContain("Remind 1 person who hasn’t read it")
  if (second) chooseMail(second, [])
  expect(await office.read(at)).not.toContain("Remind ")
  expect(await press(office, at, "remind")).toBe(303)
  expect(await office.read(at)).toContain("Everyone left to remind has turned off emails about messages.")
  if (second) chooseMail(second, ["messages"])
  expect(await press(office, at, "remind")).toBe(303)
  expect(await office.read(at)).toContain("Reminder on its way to 1 person")
  expect(mails().slice(3)).toEqual(["ben: again Recital"])
})

test("it stays on home pages until its day, or until its sender takes it off", async () => {
  const at = await announce({ pinnedUntil: "2026-11-20", asksReceipt: "on" })
  expect(await ida.read(home)).toContain("Recital Read and confirm")
  await press(ida, at, "confirm")
  expect(await ida.read(home)).toContain("Recital Read ")
  expect(await office.read(at)).toContain("until Nov 20, 2026")
  fixClock(Date.UTC(2026, 10, 22, 12))
  office = await Browser.of(school.userId)
  ben = await Browser.of(benId)
  expect(await ben.read(home)).not.toContain("Recital")
  const other = await announce({ pinnedUntil: "2026-12-20", subject: "Winter concert" })
  expect(await ben.read(home)).toContain("Winter concert Read")
  expect(await press(office, other, "unpin")).toBe(303)
  expect(await ben.read(home)).not.toContain("Winter concert")
  expect(await press(office, other, "unpin")).toBe(404)
  await announce({ pinnedUntil: "2026-12-20", subject: "Spring concert" })
  expect(await ben.read(home)).toContain("Spring concert Read")
  // Its sender has left the school.
  changeRows(members, { userId: school.userId }, { deactivatedAt: 1 })
  expect(await ben.read(home)).not.toContain("Spring concert")
})

test("a day in the past or after a year is refused beside its field, and one person is asked nothing", async () => {
  const letter = { subject: "Recital", body: "Hello", to: "families", shown: "3" }
  for (const pinnedUntil of ["2026-01-01", "2028-01-01", "soon"]) {
    await expect(office.submit("/messaging/new", { ...letter, pinnedUntil })).toAnswer(400)
  }
  expect(await office.read("/messaging/new?to=families")).toContain("Keep on their home page until")
  expect(await ida.read("/messaging/new?to=office")).not.toContain("Keep on their home page until")
  const sent = await ida.submit("/messaging/new", {
    ...{ subject: "Ill", body: "Mia is ill.", to: "office", shown: "1" },
    ...{ asksReceipt: "on", pinnedUntil: "2026-12-20" },
  })
  const at = locationOf(sent)
  expect(await office.read(at)).not.toContain("I’ve read this")
})

const editOf = (at: string) => {
  const row = sqlite()
    .prepare("select id from messages where conversation_id = ? order by created_at desc, rowid desc")
    .get(at.split("/").at(-1)) as { id: string }
  return `${at}/edit/${row.id}`
}
const bodies = () =>
  rowsOf(emails, { schoolId: school.actor.school.id, template: "new-message" }).map(
    ({ data }) => `${JSON.parse(data).subject}: ${JSON.parse(data).body}`,
  )

test("its words change for ten minutes: letters that wait say the new ones, and readers confirm again", async () => {
  const at = await announce({ asksReceipt: "on", pinnedUntil: "2026-11-20" })
  expect(await press(ida, at, "confirm")).toBe(303)
  fixClock(testNow + 5 * 60_000)
  expect(await office.read(at)).toContain("Edit")
  expect(await office.read(editOf(at))).toContain("Readers see that it was edited.")
  const words = { subject: "Recital on Friday", body: "Bring your stand and your music." }
  // Only a day on home pages: what was confirmed stays.
  const kept = { subject: "Recital", body: "Bring your music stand.", pinnedUntil: "2026-11-22" }
  expect((await office.submit(editOf(at), kept)).status).toBe(303)
  expect(await office.read(at)).toContain("1 has confirmed")
  expect((await office.submit(editOf(at), { ...words, pinnedUntil: "2026-11-22" })).status).toBe(303)
  expect(await office.read(at)).toContain("0 have confirmed")
  // Who had confirmed finds it unread again; a page from before confirms nothing.
  expect(await ida.read("/messaging?view=unread")).toContain("Recital on Friday")
  const old = await ida.submit(at, { intent: "confirm", readUpTo: "0" })
  await expect(old).toAnswer(409, "This announcement was edited. Read it again, then confirm.")
  const seen = await ida.read(at)
  for (const text of ["Recital on Friday", "Bring your stand", "Edited", "I’ve read this"])
    expect(seen).toContain(text)
  const readUpTo = String(testNow + 5 * 60_000)
  expect((await ida.submit(at, { intent: "confirm", readUpTo })).status).toBe(303)
  expect(await office.read(at)).toContain("1 has confirmed")
  expect(bodies()).toEqual(Array(3).fill("Recital on Friday: Bring your stand and your music."))
  const [event] = sqlite()
    .prepare("select before from events where noun = 'conversation' and verb = 'edit' order by rowid desc")
    .all() as { before: string }[]
  expect(JSON.parse(event?.before ?? "{}").body).toBe("Bring your music stand.")
})

test("a letter that has left stays, and after ten minutes a new message is offered", async () => {
  const at = await announce()
  changeRows(emails, { schoolId: school.actor.school.id }, { state: "sent", sentAt: testNow })
  expect((await office.submit(editOf(at), { subject: "Recital", body: "" })).status).toBe(400)
  expect((await office.submit(editOf(at), { subject: "Recital", body: "Later." })).status).toBe(303)
  expect(bodies()).toEqual(Array(3).fill("Recital: Bring your music stand."))
  fixClock(testNow + 10 * 60_000 + 1)
  const late = await office.submit(editOf(at), { subject: "Recital", body: "Too late." })
  await expect(late).toAnswer(409, "A message can be changed for 10 minutes")
  expect(await office.read(editOf(at))).toContain("Send a new one instead.")
  expect(await office.read(at)).not.toContain("Edit ")
})

test("a conversation’s message is changed by who wrote it alone", async () => {
  const letter = { subject: "Ill", body: "Mia is ill.", to: "office", shown: "1" }
  const at = locationOf(await ida.submit("/messaging/new", letter))
  for (const other of [office, ben, await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)]) {
    expect((await other.visit(editOf(at))).status).toBe(404)
    expect((await other.submit(editOf(at), { body: "Mia is well." })).status).toBe(404)
  }
  expect((await ida.submit(editOf(at), { body: "Mia is ill today." })).status).toBe(303)
  expect(await office.read(at)).toMatch(/Edited .+Mia is ill today\./)
  // An announcement of someone else is the office’s, too.
  const sent = await announce()
  expect((await ben.submit(editOf(sent), { body: "No recital." })).status).toBe(404)
})

test("an announcement that someone of the office isn’t in is no one’s of theirs to read or change", async () => {
  const at = await announce()
  const other = await Browser.of(addMember(school.actor, "admin", "Lia Brandt").userId)
  expect((await other.visit(editOf(at))).status).toBe(404)
  expect((await other.submit(editOf(at), { subject: "Recital", body: "None." })).status).toBe(404)
  fixClock(testNow + 10 * 60_000 + 1)
  office = await Browser.of(school.userId)
  expect(await office.html(editOf(at))).not.toContain("music stand")
})

test("the form of a message that was edited since is no second message", async () => {
  const entryId = crypto.randomUUID()
  const letter = { subject: "Recital", body: "Bring your music stand.", to: "families", shown: "3", entryId }
  const at = (await office.submit("/messaging/new", letter)).headers.get("Location")?.replace(/#.*/, "") ?? ""
  await office.submit(editOf(at), { subject: "Recital", body: "Bring nothing." })
  await office.submit("/messaging/new", letter)
  const followUp = { entryId: crypto.randomUUID(), body: "At six." }
  await office.submit(at, followUp)
  await office.submit(editOf(at), { body: "At seven." })
  await office.submit(at, followUp)
  expect(bodies().sort()).toEqual([
    ...Array(3).fill("Recital: At seven."),
    ...Array(3).fill("Recital: Bring nothing."),
  ])
})

test("a letter in the school’s own words says them of the new ones, and only its own message’s", async () => {
  inAct(wordLetter)(
    school.actor,
    "message",
    { subject: "News: {subject}", body: "{author} writes." },
    { subject: "", body: "" },
  )
  const at = await announce()
  const first = editOf(at)
  await office.submit(at, { entryId: crypto.randomUUID(), body: "Bring your music stand." })
  await office.submit(first, { subject: "Concert", body: "Bring a pencil." })
  const wordings = () =>
    rowsOf(emails, { schoolId: school.actor.school.id, template: "new-message" })
      .map(({ data }) => JSON.parse(data))
      .map(({ subject, body, wording }) => `${subject} ${body} ${wording.subject}`)
  expect(wordings().sort()).toEqual([
    ...Array(3).fill("Concert Bring a pencil. News: Concert"),
    ...Array(3).fill("Recital Bring your music stand. News: Recital"),
  ])
})

test("one hidden follow-up leaves the announcement on home pages; its edit on another day names the day", async () => {
  const at = await announce({ pinnedUntil: "2026-11-20" })
  await office.submit(at, { entryId: crypto.randomUUID(), body: "Also this." })
  const hide = (which: string) =>
    sqlite()
      .prepare(
        `update messages set hidden_at = 1 where id = (select id from messages where conversation_id = ? order by created_at ${which}, id ${which} limit 1)`,
      )
      .run(at.split("/").at(-1))
  hide("desc")
  expect(await ida.read(home)).toContain("Recital")
  hide("asc")
  expect(await ida.read(home)).not.toContain("Recital")
})

test("an edit past midnight names its day", async () => {
  const midnight = Date.UTC(2026, 10, 20, 4, 59)
  fixClock(midnight)
  office = await Browser.of(school.userId)
  ida = await Browser.of(idaId)
  sqlite()
    .prepare("update schools set time_zone = 'America/New_York' where id = ?")
    .run(school.actor.school.id)
  const at = await announce()
  fixClock(midnight + 5 * 60_000)
  await office.submit(editOf(at), { subject: "Recital", body: "Bring nothing." })
  expect(await ida.read(at)).toContain("Edited Today, 12:04 AM")
})
