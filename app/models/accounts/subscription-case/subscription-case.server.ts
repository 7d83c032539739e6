import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { subscriptionCases } from "db/schema/accounts-subscriptions"
import { and, desc, eq, isNull } from "drizzle-orm"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { ofSchool, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"

// A case for platform staff: a school that reports a payment, or a provider answer that doesn't match our row.

type Case = typeof subscriptionCases.$inferSelect

/** Files a case, or brings the open one of the same reason up to date; in the caller's transaction. */
export function fileCase(actor: Actor, reason: Case["reason"], facts: object) {
  const at = now()
  db()
    .insert(subscriptionCases)
    .values({
      schoolId: actor.school.id,
      id: newId(),
      reason,
      facts: JSON.stringify(facts),
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoUpdate({
      target: [subscriptionCases.schoolId, subscriptionCases.reason],
      targetWhere: isNull(subscriptionCases.closedAt),
      set: { facts: JSON.stringify(facts), updatedAt: at },
    })
    .run()
}

/** Closes what has settled itself: the school is active after all. */
export function settleCases(actor: Actor, reason: Case["reason"]) {
  db()
    .update(subscriptionCases)
    .set({ closedAt: now(), closedBy: "settled by itself" })
    .where(
      and(
        own(actor, subscriptionCases),
        eq(subscriptionCases.reason, reason),
        isNull(subscriptionCases.closedAt),
      ),
    )
    .run()
}

export type OpenCase = Pick<Case, "id" | "schoolId" | "reason" | "createdAt" | "updatedAt"> & {
  schoolName: string
  facts: Record<string, unknown>
}

/** Open cases of all schools, the newest first, at most a hundred. */
export function listOpenCases(_staff: SuperActor): OpenCase[] {
  return db()
    .select({
      id: subscriptionCases.id,
      schoolId: subscriptionCases.schoolId,
      schoolName: schools.name,
      reason: subscriptionCases.reason,
      facts: subscriptionCases.facts,
      createdAt: subscriptionCases.createdAt,
      updatedAt: subscriptionCases.updatedAt,
    })
    .from(subscriptionCases)
    .innerJoin(schools, eq(schools.id, subscriptionCases.schoolId))
    .where(isNull(subscriptionCases.closedAt))
    .orderBy(desc(subscriptionCases.updatedAt))
    .limit(100)
    .all()
    .map((row) => ({ ...row, facts: JSON.parse(row.facts) as Record<string, unknown> }))
}

/** Someone of the platform has looked after it. False when it was closed before, or never was. */
export function closeCase(staff: SuperActor, which: { schoolId: string; caseId: string }): boolean {
  const { changes } = db()
    .update(subscriptionCases)
    .set({ closedAt: now(), closedBy: staff.name })
    .where(and(ofSchool(which.schoolId, subscriptionCases, which.caseId), isNull(subscriptionCases.closedAt)))
    .run()
  return changes === 1
}
