import { beforeEach, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { addEnrollmentRow, addScheduleRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { openRollingPiano } from "../../../../tests/support/rolling-piano"
import { addClosure } from "../closure/add-closure.server"
import { changeRule } from "../session/change-schedule.server"
import { bookStudent } from "../session/claim.server"
import { makeSessions } from "../session/make-sessions.server"
import { moveSession } from "../session/move-session.server"
import { keepLessons } from "../session/stranded-causes.server"
import { recordTimeOff } from "../teacher-time/time-off.server"

// Lessons of the spring term that the office has kept where they were, or made longer, or whose new weekly time would clash, before
// their class rolls over into it.

let piano: ReturnType<typeof openRollingPiano>

beforeEach(() => {
  piano = openRollingPiano()
})

test("a lesson that was kept on a closed day takes place in the new class, too, and is counted", () => {
  const { actor, lessonOn, planText, carryOut, state } = piano
  const { id } = lessonOn("2027-01-20")
  for (const day of ["2027-01-20", "2027-02-03"])
    addClosure(actor, { name: `Snow on ${day}`, startsOn: day, endsOn: day })
  expect(planText()).toContain("1 student, 18 lessons,")
  keepLessons(actor, [id], "The concert is that night")
  expect(planText()).toContain("1 student, 19 lessons,")
  expect(planText()).toContain("None on Snow on 2027-02-03.")
  expect(planText()).toContain("1 lesson with a time, teacher, room or link of its own")
  const before = state()
  const { classId, undo } = carryOut()
  expect(lessonOn("2027-01-20", classId)).toMatchObject({
    id,
    state: "planned",
    keptReason: "The concert is that night",
  })
  expect(undo()).toMatchObject({ ok: true })
  // A lesson of a closed day that no one has kept isn't made again.
  const isKept = ({ localDate }: { localDate: string }) => localDate !== "2027-02-03"
  expect(state().lessons).toEqual(before.lessons.filter(isKept))
})

test("a lesson that its teacher gives despite leave needs no reason again", () => {
  const { actor, teacherId, lessonOn, planText, carryOut, state } = piano
  const { id } = lessonOn("2027-01-20")
  recordTimeOff(actor, teacherId, { startsOn: "2027-01-20", endsOn: "2027-01-20", reason: null })
  expect(planText()).toBe("Theo Petrović is away for 1 lesson.")
  keepLessons(actor, [id], "Theo comes all the same")
  expect(planText()).toContain("1 student, 20 lessons,")
  const before = state()
  const { classId, undo } = carryOut()
  expect(lessonOn("2027-01-20", classId)).toMatchObject({ id, keptReason: "Theo comes all the same" })
  expect(undo()).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("a longer lesson keeps its length", () => {
  const { actor, teacherId, lessonOn, planText, carryOut, state } = piano
  const { id } = lessonOn("2027-01-20")
  const longer = { date: "2027-01-20", startTime: "16:00", minutes: 60, teacherId, roomId: null }
  expect(moveSession(actor, id, longer).ok).toBe(true)
  expect(planText()).toContain("1 lesson with a time, teacher, room or link of its own")
  const before = state()
  const { classId, undo } = carryOut()
  expect(lessonOn("2027-01-20", classId)).toMatchObject({ id, minutes: 60 })
  expect(lessonOn("2027-01-27", classId)).toMatchObject({ minutes: 30 })
  expect(undo()).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

/** Milo has theory at 6:00 PM on three of the Wednesdays that piano moves to 5:45 PM. */
function changeAround(weekday: number, startTime: string) {
  const { actor, classId, studentIds, lessonOn } = piano
  const ida = addTeacherRow(actor, "Ida Berg", "Theory")
  const theory = openClass(actor, { class: { name: "Theory", teacherId: ida }, pupils: [] }).classId
  const inTheory = addEnrollmentRow(actor, theory, studentIds[0] ?? "")
  const rrule = `FREQ=WEEKLY;BYDAY=${weekday === 3 ? "WE" : "TH"}`
  const startsOn = "2027-01-20"
  makeSessions(actor, addScheduleRow(actor, theory, { rrule, startsOn, startTime: "18:00" }), "2027-02-05")
  bookStudent(actor, inTheory)
  const wish = { from: "2026-12-07", weekdays: [weekday], everyWeeks: 1, startTime, minutes: 30 }
  const changed = changeRule(actor, classId, lessonOn("2027-01-20").scheduleId ?? "", {
    ...wish,
    leavesClashing: true,
  })
  expect(changed).toMatchObject({ ok: true, effect: { kept: { length: 3 } } })
}

test.each([
  [3, "17:45", "2027-01-13 17:45"],
  [4, "17:45", "2027-01-14 17:45"],
])(
  "lessons that would clash at the new weekly time (%i, %s) stay at the old one in the new class, and back",
  (weekday, startTime, first) => {
    changeAround(weekday, startTime)
    const { classId, carryOut, planText, lessonsOf, state, termId } = piano
    const timesOf = (id: string) =>
      lessonsOf(id)
        .map(({ localDate, startTime: at }) => `${localDate} ${at}`)
        .filter((at) => at > "2027-01-11")
    const before = { state: state(), times: timesOf(classId) }
    // Lessons are made twelve weeks ahead: those of that Thursday from the next day on.
    fixClock(testNow + 86_400_000)
    expect(planText()).toContain("6:00 PM: Theory has Milo Haddad.")
    const { classId: nextId, undo } = carryOut(classId, { termId, price: "", reason: "We left those out" })
    expect(timesOf(nextId)).toEqual(before.times)
    expect(timesOf(nextId).slice(0, 3)).toEqual([first, "2027-01-20 16:00", "2027-01-27 16:00"])
    expect(undo()).toMatchObject({ ok: true, note: "1 student back" })
    expect({ state: state(), times: timesOf(classId) }).toEqual(before)
  },
)
