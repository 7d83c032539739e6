import { db } from "db/client.server"
import { bouncedAddresses, emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { and, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { startTask } from "~/models/foundation/task/run-task.server"
import { addGuardian } from "~/models/people/family/family.server"
import { waitingQuery } from "~/models/teaching/closure/closure-notice.server"
import { restoreSession } from "~/models/teaching/session/cancel-session.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { type ChoirSchool, openChoirSchool } from "../../support/choir"
import { planOf } from "../../support/query-plan"
import { addRows, changeRows, openSchool, rowsOf } from "../../support/school"

// A closure cancels the choir's lesson on Tuesday, November 24, 2026. Today is the Wednesday before. Its emails wait for the office.

let school: ChoirSchool
let at: string

const settings = "/settings/school"
const days = { name: "Concert week", startsOn: "2026-11-24", endsOn: "2026-11-24", lessons: "cancel" }

beforeEach(async () => {
  school = await openChoirSchool()
  await school.make({ students: school.studentIds.slice(0, 2) })
  school.made()
  const { actor, familyId } = school
  addGuardian(actor, familyId, { name: "Femi Okafor", email: "femi@okafor.example", payerShare: 10_000 })
  changeRows(teachers, { schoolId: actor.school.id }, { email: "ingrid@fjord.example" })
  const added = await school.office.submit(settings, { ...days, confirmed: "1", intent: "closures" })
  at = added.headers.get("location") ?? ""
})

const mails = () =>
  db()
    .select({ to: emails.recipient, state: emails.state })
    .from(emails)
    .where(and(eq(emails.schoolId, school.actor.school.id), eq(emails.template, "session-changed")))
    .all()
const closed = () => rowsOf(closedLessons, { schoolId: school.actor.school.id })
const page = async () => school.office.read(at)
const dashboard = async () => school.office.read("/dashboard")
const named = /Concert week, emails about 1 lesson not sent yet, so no one knows that it was canceled/
/** Later, logged in again. */
const later = async (time: string) => {
  fixClock(Date.parse(time))
  school.office = await Browser.of(school.actor.userId ?? "")
}

test("nothing leaves by itself; the page says who gets what, and the dashboard names it until it is sent", async () => {
  expect(at).toMatch(/^\/settings\/closures\//)
  const said = await page()
  expect(said).toContain(
    "Emails to 1 family and 1 teacher aren’t sent yet. 1 lesson is canceled, and no one has",
  )
  expect(said).toContain("no one has been emailed. Each person gets one email.")
  expect(said).toMatch(/Who gets what .*Femi Okafor femi@okafor\.example Canceled: Tue, Nov 24, 4:00 PM, /)
  expect(said).toMatch(/teacher Canceled: Tue, Nov 24, 4:00 PM, /)
  await later("2026-11-20T15:00:00Z")
  expect(mails()).toEqual([])
  expect(await dashboard()).toMatch(named)
  await school.office.submit(at, { intent: "send" })
  expect(await page()).toContain("Emails sent about 1 lesson.")
  expect(
    mails()
      .map(({ to, state }) => `${to} ${state}`)
      .sort(),
  ).toEqual(["femi@okafor.example queued", "ingrid@fjord.example queued"])
  expect(await dashboard()).not.toContain("emails about")
  await school.office.submit(at, { intent: "send" })
  expect(mails()).toHaveLength(2)
})

test("the office may decide that no one is told, and think better of it; an undo then tells no one either", async () => {
  const silenced = await school.office.submit(at, { intent: "silence" })
  expect(silenced.headers.get("location")).toBe(at)
  expect(await page()).toContain("No one is emailed about 1 lesson, as you decided.")
  expect(await dashboard()).not.toContain("emails about")
  expect(await school.office.read(settings)).not.toContain("Send emails about")
  await school.office.submit(at, { intent: "send" })
  expect(mails()).toEqual([])
  await school.office.submit(at, { intent: "hold" })
  expect(await page()).toContain("Emails to 1 family and 1 teacher aren’t sent yet.")
  await school.office.submit(at, { intent: "silence" })
  const activity = await school.office.read("/settings/admin/log")
  expect(activity).toContain("decided to send no emails about 1 lesson of the closure Concert week")
  const id = at.split("/").at(-1) ?? ""
  await school.office.submit(settings, { intent: "undo-closures", days: id })
  expect([mails(), closed()]).toEqual([[], []])
})

test("a lesson that is over no longer asks, and no one is told of it afterward", async () => {
  await later("2026-11-25T15:00:00Z")
  expect(await dashboard()).toContain("Wednesday, November 25")
  expect(await dashboard()).not.toContain("emails about")
  expect(await page()).not.toContain("Send emails about")
  await school.office.submit(at, { intent: "send" })
  expect(mails()).toEqual([])
})

test("while a task is at work on its lessons the emails can’t be sent, so that each person gets one", async () => {
  const [{ sessionId } = { sessionId: "" }] = closed()
  const taskId = startTask(school.actor, {
    kind: "cancel-lessons",
    about: { closureId: at.split("/").at(-1), reason: "Concert week" },
    items: [{ subjectId: sessionId, name: "Choir" }],
  })
  const said = await school.office.html(at)
  expect(said).toContain(`href="/tasks/${taskId}"`)
  expect(said).not.toContain('value="silence"')
  for (const intent of ["send", "silence"]) await school.office.submit(at, { intent })
  expect(await page()).toContain("These lessons are still being changed. Try again when that’s done.")
  expect([mails(), await dashboard()]).toEqual([[], expect.stringMatching(named)])
})

test("a lesson that is restored by itself before its emails leave is told to no one, and asks no more", async () => {
  const [{ sessionId } = { sessionId: "" }] = closed()
  expect(restoreSession(school.actor, sessionId, { reason: "After all" }).ok).toBe(true)
  expect([mails(), closed()]).toEqual([[], []])
  expect(await dashboard()).not.toContain("emails about")
  expect(await page()).not.toContain("Send emails about")
})

test("another school’s closure is not found", async () => {
  const stranger = await Browser.of(openSchool({ name: "Crescendo" }).userId)
  for (const intent of ["send", "silence", "hold"])
    expect((await stranger.submit(at, { intent })).status).toBe(404)
})

test("what waits is found by its own index", () => {
  const { sql, params } = waitingQuery(school.actor).toSQL()
  expect(planOf({ sql, params }).map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining("closed_lessons_waiting"),
  )
})

test("who can’t be emailed is named before and after, and an email that leaves to no one isn’t “sent”", async () => {
  const block = (address: string) =>
    addRows(bouncedAddresses, {
      address,
      kind: "bounced",
      reason: "No such mailbox.",
      firstAt: 1,
      lastAt: 1,
    })
  block("femi@okafor.example")
  const said = await page()
  expect(said).toContain("Emails to 1 teacher aren’t sent yet.")
  expect(said).toContain("Emails to Femi Okafor come back, so this person isn’t emailed.")
  block("ingrid@fjord.example")
  await school.office.submit(at, { intent: "send" })
  expect(await page()).toMatch(/No emails sent about 1 lesson\. Emails to .*Femi Okafor.* come back/)
})
