import { transact } from "db/client.server"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { openUntil } from "~/models/accounts/subscription/subscription"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import { mailAccessChanged } from "~/models/accounts/subscription/subscription-mail.server"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { queueJob } from "~/models/foundation/job/job.server"
import type { AccessRefusal } from "~/texts/platform/refusals"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import type { Result } from "~/utils/result"
import { localDate } from "~/utils/zones"
import { recordStaffAct } from "../staff-act/staff-act.server"

// What the platform's staff may do to a school: keep it open for some days, close it, open it again. None touches what is
// paid for. While a school is closed, the provider holds its agreement, so that it pays nothing; that follows in a job. The reason is for staff alone; the school's own log has the staff's name and a
// text meant for the school.

const dayMs = 86_400_000
/** Why, for staff; and what the school reads, else a usual sentence. */
type StaffNote = { reason: string; message?: string }
type Decided = Result<void, AccessRefusal>

/**
 * Keeps the school open for days more, counted from the end of what it has. `seen` is the extension the staff saw (UTC ms,
 * 0 for none): another one made in the meantime refuses this. Refused too without a plan, whose limits would be none, and for a
 * school that is suspended.
 */
export function extendSchool(
  staff: SuperActor,
  school: Actor,
  { days, seen, ...note }: { days: number; seen: number } & StaffNote,
): Result<{ until: number }, AccessRefusal> {
  return transact(() => {
    const before = findSubscription(school)
    if (!before?.plan) return { ok: false, reason: "no-plan" }
    if (before.heldAt !== null) return { ok: false, reason: "held" }
    if ((before.extendedUntil ?? 0) !== seen) return { ok: false, reason: "changed" }
    const until = Math.max(now(), openUntil(before), before.extendedUntil ?? 0) + days * dayMs
    const day = formatDate(localDate(until, school.school.timeZone), "full")
    decide(staff, school, "extend", note, { extendedUntil: until }, `Your account stays open until ${day}.`)
    return { ok: true, until }
  })
}

/** Closes the school for everyone in it, whatever was paid, until it is restored. Nothing is deleted. */
export function suspendSchool(staff: SuperActor, school: Actor, note: StaffNote): Decided {
  return transact(() => {
    const before = findSubscription(school)
    if (!before) return { ok: false, reason: "no-plan" }
    if (before.heldAt !== null) return { ok: false, reason: "held" }
    decide(
      staff,
      school,
      "suspend-by-staff",
      note,
      { heldAt: now() },
      "Your account is suspended. Contact support.",
    )
    return { ok: true }
  })
}

/** Takes a suspension back: the school is as open as what it paid for. */
export function restoreSchool(staff: SuperActor, school: Actor, note: StaffNote): Decided {
  return transact(() => {
    const before = findSubscription(school)
    if (!before?.heldAt) return { ok: false, reason: "not-held" }
    decide(staff, school, "restore", note, { heldAt: null }, "Your account is open again.")
    return { ok: true }
  })
}

const changes = { extend: "extended", "suspend-by-staff": "suspended", restore: "restored" } as const

type Part = { extendedUntil?: number | null; heldAt?: number | null }

function decide(
  staff: SuperActor,
  school: Actor,
  verb: keyof typeof changes,
  note: StaffNote,
  after: Part,
  usual: string,
) {
  change(school, subscriptions, own(school, subscriptions), { ...after, updatedAt: now() })
  const told = note.message || usual
  recordStaffAct(staff, school, { verb, reason: note.reason, told })
  mailAccessChanged(school, changes[verb], told)
  if (verb !== "extend")
    queueJob({
      kind: "hold-at-provider",
      schoolId: school.school.id,
      payload: { schoolId: school.school.id },
    })
}
