import { expect, test } from "vitest"
import type { WeekDay, WeekItem } from "../session/week"
import { type FoundTime, withFoundTimes } from "./find-times"

// A week from eight to twelve of Marcus and Helena; times are sought for 45 minutes.

const lanes = ["marcus", "helena"].map((key) => ({
  key,
  name: key,
  short: key,
  initial: "",
  expression: "",
}))
const gap: WeekItem = { kind: "gap", lane: 1, column: 5, length: 8, startTime: "09:00", time: "9:00 AM" }
const other: WeekItem = { ...gap, lane: 2 }
const day = (date: string): WeekDay => ({
  id: date,
  date,
  shortName: "",
  name: "",
  number: 1,
  count: "",
  lessons: 0,
  needsAttention: false,
  isToday: false,
  isOpen: false,
  closure: null,
  items: [gap, other],
})
const [tuesday, wednesday] = ["2026-11-24", "2026-11-25"]
const time = (startTime: string, date = tuesday, teacherId = "marcus"): FoundTime => ({
  date,
  startTime,
  endTime: "",
  teacherId,
  teacherName: "",
  roomId: "hall",
  roomName: "Hall",
  reasons: [],
})
const draw = (
  times: FoundTime[],
  by: "teacher" | "room" = "teacher",
  lessonId?: string,
  classId: string | undefined = "guitar",
) =>
  withFoundTimes({ columns: 16, firstHour: 8, lanes, days: [day(tuesday), day(wednesday)] }, by, times, {
    lessonId,
    classId: classId || undefined,
    studentIds: ["milo", "elif"],
    minutes: 45,
  })

test("a found time stands at its hour in its teacher's lane, with its letter and the form that books it", () => {
  const [first, second] = draw([time("09:30", wednesday, "helena"), time("09:15")])
  expect(first?.items).toEqual([
    other,
    {
      kind: "found",
      lane: 1,
      column: 6,
      length: 3,
      letter: "B",
      time: "9:15 AM",
      to: "/schedule/new-session?date=2026-11-24&time=09%3A15&minutes=45&teacher=marcus&room=hall&class=guitar",
    },
  ])
  expect(second?.items.map(({ kind }) => kind)).toEqual(["gap", "found"])
})

test("for a lesson that is to move it leads there; what the week doesn't show isn't drawn", () => {
  const [first] = draw([time("10:00")], "teacher", "lesson-1")
  expect(first?.items.flatMap((item) => (item.kind === "found" ? [item.to] : []))[0]).toContain("lesson-1")
  const hidden = [time("07:00"), time("12:00"), time("09:00", tuesday, "ana"), time("09:00", "2026-12-01")]
  expect(draw(hidden)).toEqual([day(tuesday), day(wednesday)])
  expect(draw([time("09:00")], "room")).toEqual([day(tuesday), day(wednesday)])
})

test("for students who have no class together it leads to a lesson of just them", () => {
  const [, second] = draw([time("09:30", wednesday, "helena")], "teacher", undefined, "")
  expect(second?.items.flatMap((item) => (item.kind === "found" ? [item.to] : []))).toEqual([
    "/classes/create?date=2026-11-25&time=09%3A30&minutes=45&teacher=helena&room=hall&student=milo&student=elif",
  ])
})
