import { expect, test } from "vitest"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { fillSchool } from "../../../../tests/support/large-school"
import { recordStatements } from "../../../../tests/support/query-plan"
import { openSchool } from "../../../../tests/support/school"
import { addOccasion } from "./occasion.server"
import { inviteStudents } from "./occasion-guests.server"
import { publishOccasion } from "./publish-occasion.server"
import { takeTellingBack } from "./take-back-telling.server"
import { tellOccasionWork } from "./tell-occasion.server"

const wish = {
  kind: "recital",
  title: "Winter recital",
  date: "2026-12-12",
  startTime: "15:00",
  endTime: "16:30",
} as const

type Measured = { statements: number; ms: number }

/** How often the database is asked, and the processor's milliseconds. */
async function measure(work: () => unknown): Promise<Measured> {
  const before = process.cpuUsage()
  const statements = await recordStatements(async () => work())
  const { user, system } = process.cpuUsage(before)
  return { statements: statements.length, ms: (user + system) / 1_000 }
}

/** Publishing an event, each step of telling its families, and taking back half of what was gathered. */
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
  const publishing = await measure(() => {
    const published = publishOccasion(actor, occasionId)
    if (published.ok) taskId = published.taskId ?? ""
  })
  const steps: Measured[] = []
  for (let step = 0; step < invited; step += 1)
    steps.push(await measure(() => runNextItems(actor, taskId, { ...tellOccasionWork, atMost: 1 })))
  const takingBack = await measure(() => takeTellingBack(actor, occasionId))
  const middle = [...steps].sort((one, other) => one.ms - other.ms)[Math.floor(invited / 2)]?.ms ?? 0
  return { publishing, takingBack, middle, perStep: Math.max(...steps.map(({ statements }) => statements)) }
}

test("telling 300 students takes as many statements in each step as telling 30, and little time", async () => {
  const [few, many] = [await tell(60, 30), await tell(600, 300)]
  expect(many.perStep).toBe(few.perStep)
  expect(many.publishing.statements).toBe(few.publishing.statements)
  expect(many.takingBack.statements).toBe(few.takingBack.statements)
  expect(many.middle).toBeLessThan(50)
}, 60_000)
