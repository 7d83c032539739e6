import { expect, test } from "vitest"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { fillSchool } from "../../../../tests/support/large-school"
import { recordStatements } from "../../../../tests/support/query-plan"
import { openSchool } from "../../../../tests/support/school"
import { addOccasion, publishOccasion } from "./occasion.server"
import { inviteStudents } from "./occasion-guests.server"
import { takeTellingBack } from "./take-back-telling.server"
import { tellOccasionWork } from "./tell-occasion.server"

const wish = {
  kind: "recital",
  title: "Winter recital",
  date: "2026-12-12",
  startTime: "15:00",
  endTime: "16:30",
} as const

/** How often the database is asked. */
const countStatements = async (work: () => unknown) => (await recordStatements(async () => work())).length

/** Publishing an event, each step of telling its families, and taking back what is to be told. */
async function tell(students: number, invited: number) {
  fixClock(testNow)
  const { actor } = openSchool()
  const prefix = `${students}-${invited}-`
  fillSchool(actor, { students, weeksPast: 0, weeksAhead: 0 }, prefix)
  const added = addOccasion(actor, wish)
  if (!added.ok) throw new Error(added.reason)
  const { occasionId } = added
  const ids = Array.from({ length: invited }, (_, n) => `${prefix}student-${n + 1}`)
  expect(inviteStudents(actor, occasionId, ids).ok).toBe(true)
  let taskId = ""
  const publishing = await countStatements(() => {
    const published = publishOccasion(actor, occasionId)
    if (published.ok) taskId = published.taskId ?? ""
  })
  const steps: number[] = []
  for (let step = 0; step < invited; step += 1)
    steps.push(await countStatements(() => runNextItems(actor, taskId, { ...tellOccasionWork, atMost: 1 })))
  const takingBack = await countStatements(() => takeTellingBack(actor, occasionId))
  return { publishing, takingBack, perStep: Math.max(...steps) }
}

test("telling 300 students takes as many statements in each step as telling 30", async () => {
  const [few, many] = [await tell(60, 30), await tell(600, 300)]
  expect(many).toEqual(few)
})
