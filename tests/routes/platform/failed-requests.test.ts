import { randomUUID } from "node:crypto"
import { failedRequests } from "db/schema/platform-service"
import { afterAll, beforeAll, expect, test } from "vitest"
import { runCleanup } from "~/models/platform/cleanup/cleanup.server"
import { keepFailedRequest } from "~/models/platform/failed-request/failed-requests.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { openSchool, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// Someone quotes the ID of an error page, and staff see what it was.

const day = 86_400_000
let staff: Browser
beforeAll(async () => {
  staff = await Browser.of(addStaff().userId)
})
afterAll(() => fixClock(testNow))

const failed = (id: string, schoolId?: string) => ({
  id,
  schoolId,
  method: "POST",
  path: "/students/create",
  route: "routes/students/new-student",
  status: 500,
  tookMs: 12,
  problem: "no such table: rooms",
})

test("a failed request is found by a part of its ID, by school and by page, and no one else sees it", async () => {
  const [{ actor, userId }, other] = [openSchool({ name: "Étude Academy" }), openSchool()]
  const [id, elsewhere] = [randomUUID(), randomUUID()]
  keepFailedRequest(failed(id, actor.school.id))
  keepFailedRequest({ ...failed(elsewhere, other.actor.school.id), path: "/rooms" })
  // The same request once; a school that is gone leaves it without one.
  keepFailedRequest(failed(id, actor.school.id))
  keepFailedRequest(failed(randomUUID(), "gone"))
  expect(rowsOf(failedRequests)).toHaveLength(3)

  expect(await staff.read("/super-admin")).toContain("Find an error ID")
  const found = await staff.read(`/super-admin/failed-requests?search=${id.slice(0, 13)}`)
  expect(found).toMatch(
    new RegExp(`${id}.*Étude Academy.*POST /students/create.*new-student.*500.*no such table: rooms`),
  )
  expect(found).not.toContain(elsewhere)
  const ofSchool = await staff.read(`/super-admin/failed-requests?school=${other.actor.school.id}`)
  expect(ofSchool).toContain("/rooms")
  expect(ofSchool).not.toContain(id)
  expect(await staff.read("/super-admin/failed-requests?search=nothing")).toContain(
    "No failed requests match.",
  )
  const member = await Browser.of(userId)
  expect((await member.visit("/super-admin/failed-requests")).status).toBe(302)
})

test("it goes after thirty days", async () => {
  const id = randomUUID()
  keepFailedRequest(failed(id))
  fixClock(testNow + 29 * day)
  await runCleanup(null, ["failures"])
  expect(rowsOf(failedRequests).map((row) => row.id)).toContain(id)
  fixClock(testNow + 31 * day)
  await runCleanup(null, ["failures"])
  expect(rowsOf(failedRequests)).toEqual([])
})
