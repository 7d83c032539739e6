import { db } from "db/client.server"
import { taskItems } from "db/schema/foundation-tasks"
import { asc, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { fillSchool } from "../../../../tests/support/large-school"
import { openSchool } from "../../../../tests/support/school"
import { cancelSession } from "../session/cancel-session.server"
import { addClosure } from "./add-closure.server"
import { inParts, listPlanned, readPlanned } from "./planned-lessons.server"

const week = { startsOn: "2026-11-23", endsOn: "2026-11-29" }

function fullSchool() {
  fixClock(testNow)
  const { actor } = openSchool()
  fillSchool(actor, { students: 30, weeksPast: 2, weeksAhead: 3 })
  return actor
}

const listItems = (taskId: string) =>
  db()
    .select({ subjectId: taskItems.subjectId })
    .from(taskItems)
    .where(eq(taskItems.taskId, taskId))
    .orderBy(asc(taskItems.position))
    .all()
    .map(({ subjectId }) => subjectId)

test("lessons read day by day before are those that the transaction would list", async () => {
  const actor = fullSchool()
  const planned = await readPlanned(actor, [week])
  expect(planned.on(week.startsOn, week.endsOn)).toEqual(listPlanned(actor, week))
  const day = { startsOn: "2026-11-25", endsOn: "2026-11-25" }
  expect(planned.on(day.startsOn, day.endsOn)).toEqual(listPlanned(actor, day))
  expect(planned.canceled).toBe(30)
})

test("once a lesson has changed they are listed again, in the transaction", async () => {
  const actor = fullSchool()
  const planned = await readPlanned(actor, [week])
  const [first] = listPlanned(actor, week)
  cancelSession(actor, first?.subjectId ?? "", "Sick", { silent: true })
  expect(planned.on(week.startsOn, week.endsOn)).toBeUndefined()
  const left = listPlanned(actor, week)
  expect(left).toHaveLength(29)
  const added = addClosure(actor, { name: "Storm", ...week, cancelSessions: true }, { planned })
  if (!added.ok || !added.taskId) throw new Error("No task")
  expect(listItems(added.taskId)).toEqual(left.map(({ subjectId }) => subjectId))
})

test("a period is asked for in days, a long one in at most 60 parts that join", () => {
  const days = (startsOn: string, endsOn: string) => inParts({ startsOn, endsOn })
  expect(days("2026-11-30", "2026-12-02").map(({ startsOn, endsOn }) => [startsOn, endsOn])).toEqual([
    ["2026-11-30", "2026-11-30"],
    ["2026-12-01", "2026-12-01"],
    ["2026-12-02", "2026-12-02"],
  ])
  const summers = days("2026-06-01", "2028-08-31")
  expect(summers.length).toBeLessThanOrEqual(60)
  expect([summers[0]?.startsOn, summers.at(-1)?.endsOn]).toEqual(["2026-06-01", "2028-08-31"])
  for (const [index, { startsOn }] of summers.entries())
    if (index > 0)
      expect(Date.parse(startsOn) - Date.parse(summers[index - 1]?.endsOn ?? "")).toBe(86_400_000)
  expect(days("2026-11-30", "2026-11-29")).toEqual([])
})
