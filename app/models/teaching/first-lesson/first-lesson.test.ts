import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { weekday } from "~/utils/dates"
import { addStudentRow, addTeacherRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { addHours } from "../teacher-time/availability.server"
import { recordTimeOff } from "../teacher-time/time-off.server"
import { firstLesson } from "./first-lesson.server"

// Marcus teaches on Mondays and Tuesdays from 3 to 4; today is Wednesday, November 18, 2026.

let actor: Actor
let milo: string
let marcus: string

beforeEach(() => {
  actor = openSchool().actor
  milo = addStudentRow(actor, "Milo", "Haddad")
  marcus = addTeacherRow(actor, "Marcus Whitfield")
  for (const day of [1, 2]) addHours(actor, marcus, { weekday: day, fromTime: "15:00", toTime: "16:00" })
})

const proposedDays = () => [...new Set(firstLesson(actor, milo)?.times.map(({ date }) => weekday(date)))]
const away = (date: string, hours: { fromTime?: string; toTime?: string } = {}) =>
  expect(recordTimeOff(actor, marcus, { startsOn: date, endsOn: date, reason: null, ...hours }).ok).toBe(true)

test("weekly times on whose days the teacher is away in a later week are proposed last", () => {
  expect(proposedDays()).toEqual([1, 2])
  away("2027-01-12", { toTime: "12:00" })
  expect(proposedDays()).toEqual([1, 2])
  away("2026-12-14")
  expect(proposedDays()).toEqual([2, 1])
  away("2027-01-19")
  expect([...proposedDays()].sort()).toEqual([1, 2])
})
