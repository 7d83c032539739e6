import { emails } from "db/schema/foundation-mail"
import { guardians, teachers } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { heldMs } from "~/models/foundation/outbox/outbox.server"
import { reportAbsence, withdrawAbsence } from "~/models/overview/family-area/family-notice.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { changeRows, rowOf, rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { chooseMail } from "../../../../tests/support/wanted"
import { findClosure } from "../closed-days/closed-days.server"
import { addClosure } from "../closure/add-closure.server"
import { tellClosure } from "../closure/tell-closure.server"
import { undoClosure } from "../closure/undo-closure.server"
import { cancelSession, restoreSession } from "./cancel-session.server"
import { tellLessons } from "./compose-updates.server"
import { moveSession } from "./move-session.server"

// Otis and Milo have guitar together with Marcus on Wednesdays at 4. Today is Wednesday, November 18, 3:10 PM.

let family: ReturnType<typeof openPayingFamily>
let marcus: string
let next: string
let last: string

beforeEach(() => {
  family = openPayingFamily()
  const { school, studentIds } = family
  marcus = addTeacherRow(school, "Marcus Whitfield")
  changeRows(teachers, { id: marcus }, { email: "marcus@harmony.example" })
  const classId = addClassRow(school, { name: "Guitar duo", kind: "group", capacity: 2, teacherId: marcus })
  for (const id of studentIds) addEnrollmentRow(school, classId, id)
  next = addSessionRow(school, classId, "2026-11-25", { teacherId: marcus, startTime: "16:00" })
  last = addSessionRow(school, classId, "2026-11-11", { teacherId: marcus, startTime: "16:00" })
})

const written = (template: string) => rowsOf(emails, { schoolId: family.school.school.id, template })
const mailRows = (template: string) => onceTold(family.school, () => written(template))
const mails = (template: string) =>
  mailRows(template).map(({ recipient, data }) => ({
    to: recipient.split("@")[0]?.replace(/\d.*/, ""),
    ...JSON.parse(data),
  }))
/** Their two minutes are over. */
const sendAll = () => sendTold(family.school)
const changes = () =>
  mails("session-changed").map(({ to, change, lessons, reason }) => [to, change, lessons, reason])

describe("a lesson to come that changes", () => {
  test("is told to the family once, with both children, and to the teacher", () => {
    moveSession(family.school, next, {
      date: "2026-11-26",
      startTime: "17:00",
      teacherId: marcus,
      roomId: null,
    })
    const words = "Guitar duo, now Thu, Nov 26, 5:00 PM with Marcus Whitfield"
    expect(changes()).toEqual([
      ["adult", "moved", [["Wed, Nov 25, 4:00 PM", `Milo Haddad: ${words}; Otis Haddad: ${words}`]], null],
      [
        "marcus",
        "moved",
        [
          [
            "Wed, Nov 25, 4:00 PM",
            "Guitar duo (Milo Haddad, Otis Haddad), now Thu, Nov 26, 5:00 PM with Marcus Whitfield",
          ],
        ],
        null,
      ],
    ])
  })

  test("is told once to a teacher who is a guardian of its only student", () => {
    const { school, studentIds, guardianIds } = family
    const own = addClassRow(school, { name: "Otis Haddad, guitar", kind: "private", teacherId: marcus })
    addEnrollmentRow(school, own, studentIds[0] ?? "")
    const lesson = addSessionRow(school, own, "2026-11-26", { teacherId: marcus, startTime: "16:00" })
    changeRows(teachers, { id: marcus }, { email: rowOf(guardians, { id: guardianIds[0] })?.email })
    cancelSession(school, lesson, "")
    expect(changes().map(([, change, lessons]) => [change, lessons])).toEqual([
      ["cancelled", [["Thu, Nov 26, 4:00 PM", "Otis Haddad, guitar with Marcus Whitfield"]]],
    ])
  })

  test("is told with its reason when it is canceled, and again when it takes place after all; what is over is not", () => {
    cancelSession(family.school, last, "Written down late")
    expect(changes()).toEqual([])
    cancelSession(family.school, next, "Marcus is ill")
    expect(changes().map(([to, change, , reason]) => [to, change, reason])).toEqual([
      ["adult", "cancelled", "Marcus is ill"],
      ["marcus", "cancelled", "Marcus is ill"],
    ])
    sendAll()
    restoreSession(family.school, next)
    expect(
      changes()
        .map(([to, change]) => [to, change])
        .slice(2),
    ).toEqual([
      ["adult", "restored"],
      ["marcus", "restored"],
    ])
  })

  test("is told two minutes after it is canceled, and to no one when it is restored before", () => {
    cancelSession(family.school, next, "Marcus is ill")
    expect(changes()).toHaveLength(2)
    tellLessons(family.school, testNow + heldMs - 1)
    expect(written("session-changed")).toEqual([])
    expect(restoreSession(family.school, next).ok).toBe(true)
    expect(changes()).toEqual([])
    // Undone a second time, it changes nothing and tells no one.
    expect(restoreSession(family.school, next)).toBeRefused("not-cancelled")
    expect(changes()).toEqual([])
    cancelSession(family.school, next, "The hall is flooded")
    expect(changes().map(([to, , , reason]) => [to, reason])).toEqual([
      ["adult", "The hall is flooded"],
      ["marcus", "The hall is flooded"],
    ])
  })

  test("is told that it takes place only to who read of it, however often it is canceled", () => {
    chooseMail(family.guardian.actor, ["lessons", "messages", "receipts"])
    cancelSession(family.school, next, "Marcus is ill")
    sendAll()
    restoreSession(family.school, next)
    expect(changes().map(([to, change]) => [to, change])).toEqual([
      ["marcus", "cancelled"],
      ["marcus", "restored"],
    ])
    sendAll()
    chooseMail(family.guardian.actor, ["changes", "lessons", "messages", "receipts"])
    // Canceled without a word of its own, as for a closure: what was told before says nothing of it.
    cancelSession(family.school, next, "Storm", { silent: true })
    restoreSession(family.school, next)
    expect(
      changes()
        .map(([to, change]) => [to, change])
        .slice(2),
    ).toEqual([
      ["adult", "restored"],
      ["marcus", "restored"],
    ])
  })

  const closeForStorm = () => {
    const days = { name: "Storm", startsOn: "2026-11-23", endsOn: "2026-11-27", cancelSessions: true }
    const added = addClosure(family.school, days)
    const closure = added.ok ? findClosure(family.school, added.closureId) : undefined
    if (!closure) throw new Error("Not closed")
    return closure
  }

  test("is one mail for all lessons of a closure, once the office sends them", () => {
    const closure = closeForStorm()
    expect(changes()).toEqual([])
    tellClosure(family.school, closure)
    expect(changes().map(([to, , lessons]) => [to, lessons.length])).toEqual([
      ["adult", 1],
      ["marcus", 1],
    ])
  })

  test("is told to no one where a closure is undone before its emails leave; afterward to those who have one", () => {
    expect(undoClosure(family.school, closeForStorm().id)).toMatchObject({ restored: 1, kept: [] })
    expect(changes()).toEqual([])
    const again = closeForStorm()
    tellClosure(family.school, again)
    changeRows(emails, { schoolId: family.school.school.id }, { state: "sent", attempts: 1 })
    undoClosure(family.school, again.id)
    expect(changes().map(([to, change]) => [to, change])).toEqual([
      ["adult", "cancelled"],
      ["marcus", "cancelled"],
      ["adult", "restored"],
      ["marcus", "restored"],
    ])
    expect(undoClosure(family.school, again.id)).toBeUndefined()
  })

  test("is not told to who has turned that mail off", () => {
    chooseMail(family.guardian.actor, ["lessons", "messages", "receipts"])
    cancelSession(family.school, next, "Marcus is ill")
    expect(changes().map(([to]) => to)).toEqual(["marcus"])
  })
})

test("who cannot come is told to the teacher, and that they come after all", () => {
  const guardian = family.guardian.actor
  const otis = findPortal(guardian).students.find(({ firstName }) => firstName === "Otis")
  if (!otis) throw new Error("Otis is not there")
  reportAbsence(guardian, otis, next, "School trip")
  withdrawAbsence(guardian, otis, next)
  expect(
    mails("absence-noticed").map(({ to, studentName, when, comes, text }) => [
      to,
      studentName,
      when,
      comes,
      text,
    ]),
  ).toEqual([
    ["marcus", "Otis Haddad", "Wed, Nov 25, 4:00 PM", false, "School trip"],
    ["marcus", "Otis Haddad", "Wed, Nov 25, 4:00 PM", true, null],
  ])
})

test("changing one's mind again and again sends the teacher one mail in five minutes, and the last word", () => {
  const guardian = family.guardian.actor
  const otis = findPortal(guardian).students.find(({ firstName }) => firstName === "Otis")
  if (!otis) throw new Error("Otis is not there")
  const sent = () => mails("absence-noticed").map(({ comes, text }) => [comes, text])
  for (let at = 0; at < 20; at++) reportAbsence(guardian, otis, next, `Reason ${at}`)
  expect(sent()).toEqual([[false, "Reason 0"]])
  for (let at = 0; at < 20; at++) {
    withdrawAbsence(guardian, otis, next)
    reportAbsence(guardian, otis, next, `Again ${at}`)
  }
  expect(sent()).toEqual([[false, "Reason 0"]])
  withdrawAbsence(guardian, otis, next)
  expect(sent()).toEqual([
    [false, "Reason 0"],
    [true, null],
  ])
  const [first, last] = rowsOf(emails, { template: "absence-noticed" }).slice(-2)
  expect((last?.dueAt ?? 0) - (first?.dueAt ?? 0)).toBe(5 * 60_000)
})
