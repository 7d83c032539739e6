import { jobs } from "db/schema/foundation"
import { blocks } from "db/schema/platform-service"
import { expect, test } from "vitest"
import { queueJob } from "~/models/foundation/job/job.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { testNow } from "../../tests/support/clock"
import { inAct } from "../../tests/support/in-act"
import { addRows, changeRows, openSchool, removeRows, rowsOf } from "../../tests/support/school"
import { runNextJob } from "./run-job.server"

test("work of a school that is read-only waits untried and goes on afterward; others’ goes on", async () => {
  fixClock(testNow)
  const [blocked, other] = [openSchool(), openSchool()]
  removeRows(jobs)
  const id = newId()
  const hold = { kind: "saving", schoolId: blocked.actor.school.id, reason: "Wrong import" } as const
  addRows(blocks, { id, createdAt: testNow, createdBy: blocked.userId, ...hold })
  for (const { actor } of [blocked, other])
    inAct(queueJob)({ kind: "remind-school", schoolId: actor.school.id, uniqueKey: actor.school.id })
  const schoolId = blocked.actor.school.id
  inAct(queueJob)({
    kind: "end-replaced-subscription",
    schoolId,
    payload: { schoolId, subscriptionId: "I-NONE" },
  })
  const stateOf = (school: string) => rowsOf(jobs, { schoolId: school })
  while (await runNextJob());
  const waiting = stateOf(schoolId).find(({ kind }) => kind === "remind-school")
  expect(waiting).toMatchObject({ state: "queued", attempts: 0, leaseUntil: null, lastError: null })
  expect(stateOf(schoolId).find(({ kind }) => kind !== "remind-school")?.attempts).toBe(1)
  expect(stateOf(other.actor.school.id)).toMatchObject([{ state: "done" }])

  changeRows(blocks, { id }, { liftedAt: testNow })
  // What is blocked is asked at most once a second.
  await new Promise((resolve) => setTimeout(resolve, 1100))
  fixClock(testNow + 10 * 60_000)
  while (await runNextJob());
  expect(stateOf(schoolId).find(({ kind }) => kind === "remind-school")?.state).toBe("done")
})
