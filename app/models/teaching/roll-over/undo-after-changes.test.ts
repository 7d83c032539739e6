import { enrollments, schedules, waitingSpots } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import { add } from "~/models/foundation/access/door.server"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { testNow } from "../../../../tests/support/clock"
import { addStudentRow } from "../../../../tests/support/lessons"
import { openRollingPiano } from "../../../../tests/support/rolling-piano"
import { rowOf } from "../../../../tests/support/school"
import { endWithUndo, listEndings } from "../class/end-class.server"
import { undoEnding } from "../class/undo-ending.server"
import { cancelSession, restoreSession } from "../session/cancel-session.server"
import { changeRule } from "../session/change-schedule.server"
import { undoScheduleChange } from "../session/undo-schedule-change.server"
import { acceptSpot } from "../waiting-list/offer-spot.server"

// A roll-over is undone after more has happened to the class, or the class was to end in the term anyway.

let piano: ReturnType<typeof openRollingPiano>

beforeEach(() => {
  piano = openRollingPiano()
})

test("a class that was to end in the term has no lessons after that day, and its ending can still be undone", () => {
  const { actor, classId, carryOut, state, lessonsOf } = piano
  expect(endWithUndo(actor, classId, { lastDay: "2027-01-27", reason: "Theo moves away" }).ok).toBe(true)
  const before = state()
  expect(carryOut().undo()).toMatchObject({ ok: true, note: "1 student back" })
  expect(state()).toEqual(before)
  expect(lessonsOf(classId).at(-1)).toMatchObject({ localDate: "2027-01-27" })
  expect(undoEnding(actor, classId, listEndings(actor, classId)[0]?.id ?? "")).toMatchObject({ ok: true })
  expect(lessonsOf(classId).at(-1)).toMatchObject({ localDate: "2027-02-10" })
})

test("a spot on offer is named, and who takes it before the undo goes on with the class", () => {
  const { actor, classId, carryOut, planText } = piano
  const wren = addStudentRow(actor, "Wren", "Adeyemi")
  const spot = { classId, studentId: wren, state: "offered", offerUntil: testNow + 86_400_000 } as const
  const waitingId = add(actor, waitingSpots, spot)
  expect(planText()).toContain("1 spot on offer stays with the earlier class.")
  const { undo } = carryOut()
  expect(acceptSpot(actor, waitingId).ok).toBe(true)
  const endOf = () => rowOf(enrollments, { studentId: wren })?.endsOn
  expect(endOf()).toBe("2027-01-10")
  expect(undo()).toMatchObject({ ok: true, note: "1 student back" })
  expect(endOf()).toBeNull()
})

const live = () => piano.state().credits.filter(({ revokedAt }) => revokedAt === null)

test("a credit isn't given back where its lesson takes place again", () => {
  const { actor, earnCredits, lessonOn, carryOut } = piano
  earnCredits()
  const { id } = lessonOn("2027-01-20")
  expect(cancelSession(actor, id, "Theo is ill").ok).toBe(true)
  expect(live()).toHaveLength(1)
  const { undo } = carryOut()
  expect(restoreSession(actor, id).ok).toBe(true)
  expect(undo()).toMatchObject({ ok: true })
  expect(lessonOn("2027-01-20")).toMatchObject({ id, state: "planned" })
  expect(live()).toEqual([])
})

test("nor beside the one that its lesson has given since", () => {
  const { actor, earnCredits, lessonOn, carryOut } = piano
  earnCredits()
  const { id } = lessonOn("2027-01-20")
  expect(cancelSession(actor, id, "Theo is ill").ok).toBe(true)
  const { undo } = carryOut()
  expect(restoreSession(actor, id).ok).toBe(true)
  expect(cancelSession(actor, id, "The piano is broken").ok).toBe(true)
  expect(undo()).toMatchObject({ ok: true })
  expect(lessonOn("2027-01-20")).toMatchObject({ id, cancelReason: "The piano is broken" })
  expect(live()).toHaveLength(1)
})

test("a new class with another weekly time stays until that change is undone", () => {
  const { actor, carryOut, state } = piano
  const before = state()
  const { classId, undo } = carryOut()
  const rule = rowOf(schedules, { classId })
  const thursdays = { from: "2027-02-01", weekdays: [4], everyWeeks: 1, startTime: "16:00", minutes: 30 }
  const changed = changeRule(actor, classId, rule?.id ?? "", thursdays)
  if (!changed.ok) throw new Error(changed.reason)
  expect(undo()).toBeRefused("A weekly time of the new class has changed. Undo that change first.")
  expect(undoScheduleChange(actor, classId, changed.changeId)).toMatchObject({ ok: true })
  expect(undo()).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("one that continues in a later term stays until that is undone", () => {
  const { actor, carryOut, state } = piano
  const before = state()
  const spring = carryOut()
  addTerm(actor, { name: "Fall 2027", startsOn: "2027-06-14", endsOn: "2027-12-10" })
  const termId = listTerms(actor).find(({ name }) => name === "Fall 2027")?.id ?? ""
  const fall = carryOut(spring.classId, { termId, price: "", reason: "" })
  expect(spring.undo()).toBeRefused("The new class continues in a later term. Undo that roll-over first.")
  expect(fall.undo()).toMatchObject({ ok: true })
  expect(spring.undo()).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("one with a reported absence, or a credit for a lesson canceled in it, says so", () => {
  const { actor, earnCredits, studentIds, lessonOn, carryOut } = piano
  earnCredits()
  const reason = "The new class has reported absences, guests, make-ups or credits, so it stays."
  const { classId, undo } = carryOut()
  expect(cancelSession(actor, lessonOn("2027-01-27", classId).id, "Theo is ill").ok).toBe(true)
  expect(undo()).toEqual({ ok: false, reason })
  const notice = { at: testNow, text: "On a trip" }
  const [milo = ""] = studentIds
  expect(recordNotice(actor, lessonOn("2027-01-20", classId).id, milo, notice)).toMatchObject({ ok: true })
  expect(undo()).toEqual({ ok: false, reason })
})
