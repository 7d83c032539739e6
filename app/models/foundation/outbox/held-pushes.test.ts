import { signIns } from "db/schema/accounts-sign-ins"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { students } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import { testNow } from "../../../../tests/support/clock"
import { inAct } from "../../../../tests/support/in-act"
import { addStudentRow } from "../../../../tests/support/lessons"
import {
  addMember,
  addRows,
  changeRows,
  openSchool,
  removeRows,
  rowsOf,
} from "../../../../tests/support/school"
import { chooseMail, want } from "../../../../tests/support/wanted"
import type { Actor } from "../access/actor"
import { leaseJob } from "../job/job.server"
import { addPushDevice } from "../push/push-devices.server"
import { makePushKeys } from "../push/push-keys.server"
import { isMailHeld, letMailGo, rewordMail, takeMailBack } from "./held-mail.server"
import type { MailData } from "./outbox"
import { leaseMail, queueMail } from "./outbox.server"

// Grace's phone shows notifications. Emails that are held take them along.

const minute = 60_000

let school: Actor
let grace: ReturnType<typeof addMember>

beforeEach(() => {
  removeRows(jobs)
  removeRows(emails)
  makePushKeys()
  school = openSchool().actor
  grace = addMember(school, "student", "Grace Okafor")
  const id = `sign-in-${grace.memberId}`
  addRows(signIns, {
    id,
    tokenHash: id,
    userId: grace.userId,
    schoolId: school.school.id,
    memberId: grace.memberId,
    remembered: true,
    createdAt: testNow,
    expiresAt: testNow + 1000 * minute,
  })
  addPushDevice(grace.actor, id, { endpoint: `https://push.example/${id}`, p256dh: "p", auth: "a" })
})

const lesson = (day: number): [string, string] => [`Wed, Nov ${day}, 4:00 PM`, "Otis: Guitar"]
const mail = (
  days: readonly number[],
  held: { heldFor?: string; dueAt?: number } = {},
  recipient = grace.email,
) =>
  inAct(queueMail)({
    template: "session-changed",
    schoolId: school.school.id,
    recipient,
    data: {
      schoolName: "Harmony School of Music",
      recipientName: "Grace Okafor",
      change: "cancelled",
      lessons: days.map(lesson),
      reason: null,
      forTeacher: false,
    },
    ...held,
  })
const due = (): string[] => {
  const job = leaseJob("push")
  return job ? [(JSON.parse(job.payload) as { title: string }).title, ...due()] : []
}
const states = () => rowsOf(emails, { schoolId: school.school.id }).map(({ state }) => state)

test("a notification waits as long as an email that is held, and goes with it", () => {
  mail([25], { heldFor: "run" })
  expect(due()).toEqual([])
  expect(inAct(letMailGo)(school.school.id, "run")).toBe(1)
  expect(due()).toEqual(["Lesson canceled"])
  mail([26], { heldFor: "run" })
  expect(inAct(takeMailBack)(school.school.id, "run")).toBe(1)
  expect(due()).toEqual([])
})

test("a notification reaches whoever has the address as contact, where no one logs in with it", () => {
  const otis = addStudentRow(school, "Otis", "Okafor")
  changeRows(students, { id: otis }, { memberId: grace.memberId, email: "contact@okafor.example" })
  mail([25], { heldFor: "run" }, "contact@okafor.example")
  expect(inAct(letMailGo)(school.school.id, "run")).toBe(1)
  expect(due()).toEqual(["Lesson canceled"])
})

test("one with a time of its own notifies at once, says something else while it waits, and is taken back", () => {
  mail([25], { heldFor: "results", dueAt: testNow })
  mail([26], { heldFor: "others", dueAt: testNow })
  expect(due()).toHaveLength(2)
  const reason = () => rowsOf(emails).flatMap(({ data }) => JSON.parse(data).reason ?? [])
  const dataOf = () => ({ lessons: [lesson(25)], reason: "Snow" }) as unknown as MailData["session-changed"]
  inAct(rewordMail)(school.school.id, "results", dataOf)
  expect(reason()).toEqual(["Snow"])
  inAct(rewordMail)(school.school.id, "results", () => undefined)
  expect([states(), isMailHeld(school.school.id, "results")]).toEqual([["queued"], false])
  // One that a sender has isn't changed or taken back any more.
  leaseMail()
  expect(inAct(takeMailBack)(school.school.id, "others")).toBe(0)
})

test("many lessons of an act notify once, with their number, also without the email", () => {
  mail([25, 26, 27])
  expect(due()).toEqual(["3 lessons canceled"])
  chooseMail(grace.actor, [])
  mail([25])
  expect(due()).toEqual(["Lesson canceled"])
  expect(states()).toEqual(["queued"])
})

test("a topic that the phone doesn’t show stays quiet, with the email and without", () => {
  want(grace.actor, "push", ["invoices"])
  mail([25])
  chooseMail(grace.actor, [])
  mail([26])
  expect(due()).toEqual([])
  expect(states()).toEqual(["queued"])
})
