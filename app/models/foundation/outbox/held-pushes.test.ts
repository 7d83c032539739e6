import { db } from "db/client.server"
import { signIns } from "db/schema/accounts-sign-ins"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { inAct } from "../../../../tests/support/in-act"
import { addMember, openSchool } from "../../../../tests/support/school"
import type { Actor } from "../access/actor"
import { leaseJob } from "../job/job.server"
import { addPushDevice, choosePushTopics } from "../push/push-devices.server"
import { makePushKeys } from "../push/push-keys.server"
import { gatherMail } from "./gather-mail.server"
import { chooseMail } from "./mail-choice.server"
import type { MailData } from "./outbox"
import { releaseMail } from "./outbox.server"
import { listMailed, recallMail } from "./recall-mail.server"
import { changeUnsent } from "./unsent-mail.server"

// Grace's phone shows notifications. Emails about an act that can be undone are held for two minutes, and so are they.

const minute = 60_000
const [cause, otherCause] = ["cause", "another-cause"]

let school: Actor
let grace: ReturnType<typeof addMember>

beforeEach(() => {
  fixClock(testNow)
  db().delete(jobs).run()
  makePushKeys()
  school = openSchool().actor
  grace = addMember(school, "student", "Grace Okafor")
  const id = `sign-in-${grace.memberId}`
  db()
    .insert(signIns)
    .values({
      id,
      tokenHash: id,
      userId: grace.userId,
      schoolId: school.school.id,
      memberId: grace.memberId,
      remembered: true,
      createdAt: testNow,
      expiresAt: testNow + 1000 * minute,
    })
    .run()
  addPushDevice(grace.actor, id, { endpoint: `https://push.example/${id}`, p256dh: "p", auth: "a" })
})

const lesson = (day: number): [string, string] => [`Wed, Nov ${day}, 4:00 PM`, "Otis: Guitar"]
const gather = (day: number, gatheredFor = cause, change: "cancelled" | "moved" = "cancelled") =>
  inAct(gatherMail)(
    gatheredFor,
    {
      template: "session-changed",
      schoolId: school.school.id,
      recipient: grace.email,
      data: {
        schoolName: "Harmony School of Music",
        recipientName: "Grace Okafor",
        change,
        lessons: [lesson(day)],
        reason: null,
        forTeacher: false,
      } satisfies MailData["session-changed"],
    },
    (waiting, more) => ({ ...waiting, lessons: [...waiting.lessons, ...more.lessons] }),
  )
const due = (): string[] => {
  const job = leaseJob("push")
  return job ? [(JSON.parse(job.payload) as { title: string }).title, ...due()] : []
}

test("a notification waits as long as the email of the same act", () => {
  gather(25)
  expect(due()).toEqual([])
  inAct(releaseMail)(cause, 50, 2 * minute)
  fixClock(testNow + 2 * minute - 1)
  expect(due()).toEqual([])
  fixClock(testNow + 2 * minute)
  expect(due()).toEqual(["Lesson canceled"])
})

test("an undo takes it back, and leaves those of another act", () => {
  gather(25)
  gather(25, otherCause, "moved")
  for (const key of [cause, otherCause]) inAct(releaseMail)(key, 50, 2 * minute)
  recallMail(school.school.id, cause, testNow)
  fixClock(testNow + 2 * minute)
  expect(due()).toEqual(["Lesson moved"])
})

test("an email that is late stays where its notification has left, so that an undo tells them both times", () => {
  gather(25)
  gather(26, otherCause)
  for (const key of [cause, otherCause]) inAct(releaseMail)(key, 50, 2 * minute)
  fixClock(testNow + 2 * minute)
  const first = leaseJob("push")
  expect(first?.uniqueKey).toContain(`push:${cause}:`)
  fixClock(testNow + 3 * minute)
  recallMail(school.school.id, cause, testNow)
  expect(mailed()).toEqual(new Set([grace.email]))
  recallMail(school.school.id, otherCause, testNow)
  expect(listMailed(school.school.id, otherCause, testNow)).toEqual(new Set())
  recallMail(school.school.id, cause, testNow, { isSecret: true })
  expect(mailed()).toEqual(new Set())
})

test("a notification says what is left of its email", () => {
  for (const day of [25, 26, 27]) gather(day)
  inAct(releaseMail)(cause, 50, 2 * minute)
  const withoutFirst = inAct(() =>
    changeUnsent<"session-changed">(school.school.id, cause, ({ lessons, ...data }) => ({
      ...data,
      lessons: lessons.slice(1),
    })),
  )
  withoutFirst()
  fixClock(testNow + 2 * minute)
  expect(due()).toEqual(["2 lessons canceled"])
  fixClock(testNow + 2 * minute - 1)
  withoutFirst()
  fixClock(testNow + 3 * minute)
  expect(due()).toEqual([])
})

test("many lessons of an act notify once, with their number", () => {
  for (const day of [25, 26, 27]) gather(day)
  inAct(releaseMail)(cause, 50)
  expect(due()).toEqual(["3 lessons canceled"])
})

test("steps that release the emails don’t put it off again", () => {
  gather(25)
  inAct(releaseMail)(cause, 50, 2 * minute)
  fixClock(testNow + minute)
  inAct(releaseMail)(cause, 50, 2 * minute)
  fixClock(testNow + 2 * minute)
  expect(due()).toEqual(["Lesson canceled"])
})

test("without the email it is held and taken back all the same", () => {
  chooseMail(grace.actor, [])
  gather(25)
  inAct(releaseMail)(cause, 50, 2 * minute)
  expect(due()).toEqual([])
  gather(26, otherCause)
  inAct(releaseMail)(otherCause, 50, 2 * minute)
  recallMail(school.school.id, cause, testNow)
  fixClock(testNow + 2 * minute)
  expect(due()).toEqual(["Lesson canceled"])
})

const mailed = () => listMailed(school.school.id, cause, testNow)
const states = () =>
  db()
    .select({ state: emails.state })
    .from(emails)
    .where(eq(emails.schoolId, school.school.id))
    .all()
    .map(({ state }) => state)

test("without the email, many lessons notify once with their number, and a later undo finds who was notified", () => {
  chooseMail(grace.actor, [])
  for (const day of [25, 26, 27]) gather(day)
  inAct(releaseMail)(cause, 50, 2 * minute)
  expect(states()).toEqual(["withheld"])
  fixClock(testNow + 2 * minute)
  expect(due()).toEqual(["3 lessons canceled"])
  recallMail(school.school.id, cause, testNow)
  expect(mailed()).toEqual(new Set([grace.email]))
  expect(states()).toEqual(["withheld"])
})

test("an undo in time forgets them", () => {
  chooseMail(grace.actor, [])
  gather(25)
  inAct(releaseMail)(cause, 50, 2 * minute)
  recallMail(school.school.id, cause, testNow)
  expect([states(), mailed()]).toEqual([[], new Set()])
})

test("who has neither the email nor the topic on a phone is kept nowhere", () => {
  chooseMail(grace.actor, [])
  choosePushTopics(grace.actor, ["invoices"])
  gather(25)
  expect(states()).toEqual([])
})

test("a topic that the phone doesn’t show stays quiet", () => {
  choosePushTopics(grace.actor, ["invoices"])
  gather(25)
  inAct(releaseMail)(cause, 50)
  expect(due()).toEqual([])
})
