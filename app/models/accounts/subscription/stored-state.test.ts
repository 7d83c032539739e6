import { db } from "db/client.server"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { eq } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { changeRows, openSchool } from "../../../../tests/support/school"
import { clientStatusNow, standingNow } from "./stored-state.server"
import { clientStatus, standingKindOf } from "./subscription"

test("the database says the same of every stored state", () => {
  const { actor } = openSchool()
  const at = Date.parse("2026-11-18T20:10:00Z")
  fixClock(at)
  onTestFinished(() => fixClock(undefined))
  const [earlier, later] = [at - 1, at + 1]
  const statuses = ["pending", "active", "cancelled", "suspended", "expired"] as const
  for (const status of statuses)
    for (const paidUntil of [earlier, at, later])
      for (const extendedUntil of [null, earlier, at, later])
        for (const heldAt of [null, earlier])
          for (const graceUntil of [null, earlier, at, later])
            for (const providerStatus of [null, "APPROVED"]) {
              const stored = { status, paidUntil, extendedUntil, heldAt, graceUntil, providerStatus }
              changeRows(subscriptions, { schoolId: actor.school.id }, stored)
              const row = db()
                .select({ state: clientStatusNow(), standing: standingNow() })
                .from(subscriptions)
                .where(eq(subscriptions.schoolId, actor.school.id))
                .get()
              expect([stored, row]).toEqual([
                stored,
                { state: clientStatus(stored, at), standing: standingKindOf(stored, at) },
              ])
            }
})
