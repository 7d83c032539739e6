import { taskItems } from "db/schema/foundation-tasks"
import { sessions } from "db/schema/teaching-sessions"
import { expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { fillSchool } from "../../../../tests/support/large-school"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { listClosures } from "../closed-days/closed-days.server"
import { cancelSession } from "../session/cancel-session.server"
import { addClosure } from "./add-closure.server"
import { addHolidaysAndMove } from "./move-all-lessons.server"
import { addHolidays, readOnHolidays } from "./offer-holidays.server"
import { listPlanned, partsWithLessons, readPlanned } from "./preview-closure.server"

const week = { startsOn: "2026-11-23", endsOn: "2026-11-29" }

function fullSchool(students = 30) {
  fixClock(testNow)
  const { actor } = openSchool()
  fillSchool(actor, { students, weeksPast: 2, weeksAhead: 3 })
  return actor
}

const listItems = (taskId: string) =>
  rowsOf(taskItems, { taskId }, { by: "position" }).map(({ subjectId }) => subjectId)

test("lessons read in parts before are those that the transaction would list", async () => {
  const actor = fullSchool()
  const planned = await readPlanned(actor, [week])
  expect(planned.on(week)).toEqual(listPlanned(actor, week))
  const day = { startsOn: "2026-11-25", endsOn: "2026-11-25" }
  expect(planned.on(day)).toEqual(listPlanned(actor, day))
  expect(planned.canceled).toBe(30)
})

test("once a lesson has changed they are listed again, and no other number than was planned is canceled", async () => {
  const actor = fullSchool()
  const planned = await readPlanned(actor, [week])
  const [first, second] = listPlanned(actor, week)
  cancelSession(actor, first?.subjectId ?? "", "Sick", { silent: true })
  expect(planned.on(week)).toHaveLength(29)
  const storm = { name: "Storm", ...week, cancelSessions: true }
  expect(addClosure(actor, storm, { planned })).toBeRefused("changed")
  expect(listClosures(actor, week.startsOn, week.endsOn)).toEqual([])

  const again = await readPlanned(actor, [week])
  changeRows(sessions, { id: second?.subjectId ?? "" }, { minutes: 45 })
  const added = addClosure(actor, storm, { planned: again })
  if (!added.ok || !added.taskId) throw new Error("No task")
  expect(listItems(added.taskId)).toEqual(listPlanned(actor, week).map(({ subjectId }) => subjectId))
  expect(addClosure(actor, storm)).toBeRefused("exists")
})

test("a period is read in parts of some hundred lessons, and its days without lessons not at all", () => {
  const actor = fullSchool(250)
  const years = { startsOn: "2020-01-01", endsOn: "2030-12-31" }
  const parts = partsWithLessons(actor, years)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.flatMap((part) => listPlanned(actor, part))).toEqual(listPlanned(actor, years))
  for (const part of parts) expect(listPlanned(actor, part).length).toBeLessThan(600)
  const longAgo = { startsOn: "2020-01-01", endsOn: "2021-12-31" }
  expect(partsWithLessons(actor, longAgo)).toEqual([])
  expect(partsWithLessons(actor, { startsOn: "2026-11-29", endsOn: "2026-11-23" })).toEqual([])
})

test("holidays that were closed meanwhile aren’t closed again", async () => {
  const actor = fullSchool()
  const holidays = [
    { name: "Thanksgiving", date: "2026-11-26" },
    { name: "Day after", date: "2026-11-27" },
  ]
  const planned = await readOnHolidays(actor, holidays)
  expect(addClosure(actor, { name: "Break", startsOn: "2026-11-27", endsOn: "2026-11-30" }).ok).toBe(true)
  expect(addHolidays(actor, holidays, planned)).toBeRefused("closed")
  expect(addHolidaysAndMove(actor, holidays)).toBeRefused("closed")
  expect(listClosures(actor, "2026-11-01", "2026-12-31")).toHaveLength(1)
})
