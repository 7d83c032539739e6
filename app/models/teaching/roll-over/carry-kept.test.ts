import { beforeEach, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openRollingPiano } from "../../../../tests/support/rolling-piano"
import { addClosure } from "../school-calendar/add-closure.server"
import { moveSession } from "../session/move-session.server"
import { keepLessons } from "../session/stranded-causes.server"
import { recordTimeOff } from "../teacher-time/time-off.server"

// Lessons of the spring term that the office has kept where they were, or made longer, before their class rolls over into it.

let piano: ReturnType<typeof openRollingPiano>

beforeEach(() => {
  fixClock(testNow)
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
