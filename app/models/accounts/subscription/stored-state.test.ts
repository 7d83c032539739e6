import { db } from "db/client.server"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { now } from "~/utils/clock.server"
import { openSchool } from "../../../../tests/support/school"
import { clientStatusNow } from "./stored-state.server"
import { clientStatus } from "./subscription"

test("the database says the same of every stored state", () => {
  const { actor } = openSchool()
  const at = now()
  const [earlier, later] = [at - 1, at + 1]
  const statuses = ["pending", "active", "cancelled", "suspended", "expired"] as const
  for (const status of statuses)
    for (const paidUntil of [earlier, at, later])
      for (const extendedUntil of [null, earlier, at, later])
        for (const heldAt of [null, earlier]) {
          const stored = { status, paidUntil, extendedUntil, heldAt }
          db().update(subscriptions).set(stored).where(eq(subscriptions.schoolId, actor.school.id)).run()
          const rows = db()
            .select({ state: clientStatusNow() })
            .from(subscriptions)
            .where(eq(subscriptions.schoolId, actor.school.id))
            .get()
          expect([stored, rows?.state]).toEqual([stored, clientStatus(stored, at)])
        }
})
