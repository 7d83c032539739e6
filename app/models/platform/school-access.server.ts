import { db, transact } from "db/client.server"
import { subscriptions } from "db/schema/platform"
import { eq } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import type { Actor, SuperActor } from "../access/actor"
import { recordEvent } from "../audit/audit.server"
import { findSubscription } from "../subscription/subscription-attempt.server"

// What the platform's staff may do to a school: keep it open for some days, close it, open it again. Neither touches what
// is paid for or what the provider says, and each stands in the school's log with its reason.

const dayMs = 86_400_000

export type AccessRefusal = "no-plan" | "held" | "not-held" | "changed"
type Decided = { ok: true } | { ok: false; reason: AccessRefusal }

/**
 * Keeps the school open for days more, counted from the end of what it has. `seen` is the extension the staff saw (UTC ms,
 * 0 for none): another one made meanwhile refuses this. Refused too without a plan, whose limits would be none, and for a
 * school that is suspended.
 */
export function extendSchool(
  staff: SuperActor,
  school: Actor,
  { days, reason, seen }: { days: number; reason: string; seen: number },
): { ok: true; until: number } | { ok: false; reason: AccessRefusal } {
  return transact(() => {
    const before = findSubscription(school)
    if (!before?.plan) return { ok: false, reason: "no-plan" }
    if (before.heldAt !== null) return { ok: false, reason: "held" }
    if ((before.extendedUntil ?? 0) !== seen) return { ok: false, reason: "changed" }
    const until = Math.max(now(), before.paidUntil ?? 0, before.extendedUntil ?? 0) + days * dayMs
    decide(staff, school, "extend", reason, { extendedUntil: before.extendedUntil }, { extendedUntil: until })
    return { ok: true, until }
  })
}

/** Closes the school for everybody in it, whatever was paid, until it is restored. Nothing is deleted. */
export function suspendSchool(staff: SuperActor, school: Actor, reason: string): Decided {
  return transact(() => {
    const before = findSubscription(school)
    if (!before) return { ok: false, reason: "no-plan" }
    if (before.heldAt !== null) return { ok: false, reason: "held" }
    decide(staff, school, "suspend-by-staff", reason, { heldAt: null }, { heldAt: now() })
    return { ok: true }
  })
}

/** Takes a suspension back: the school is as open as what it paid for. */
export function restoreSchool(staff: SuperActor, school: Actor, reason: string): Decided {
  return transact(() => {
    const before = findSubscription(school)
    if (!before?.heldAt) return { ok: false, reason: "not-held" }
    decide(staff, school, "restore", reason, { heldAt: before.heldAt }, { heldAt: null })
    return { ok: true }
  })
}

type Part = { extendedUntil?: number | null; heldAt?: number | null }

function decide(staff: SuperActor, school: Actor, verb: string, reason: string, before: Part, after: Part) {
  const { id } = school.school
  db()
    .update(subscriptions)
    .set({ ...after, updatedAt: now() })
    .where(eq(subscriptions.schoolId, id))
    .run()
  recordEvent(school, {
    verb,
    noun: "subscription",
    nounId: id,
    before,
    after: { ...after, by: staff.name, reason },
  })
}
