import { invoicingHolds } from "db/schema/money-auto-invoicing"
import { reminderPauses } from "db/schema/money-reminders"
import { and, eq, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now, todayOf } from "~/utils/clock.server"
import { type Merge, moveRecords } from "./account-moves.server"

// Reminders that are paused for a family, and automatic invoices that are held back from it, are for the family that goes on, too:
// nothing is sent because of a merge that wasn't to be sent before.

type Facts = Pick<Merge, "keepId" | "goneId">

/** A pause of the other family that ended because of a longer one; an undo begins it again. */
export const EndedPause = z.object({ id: z.string(), endedAt: z.number() }).nullable()
export type EndedPause = z.output<typeof EndedPause>

/** The pause that carries over, unless the other family's own is as long; with the shorter one that it ends. */
export function pauseCarried(actor: Actor, { keepId, goneId }: Facts) {
  const pause = findPause(actor, goneId)
  if (!pause || (pause.lastDay !== null && pause.lastDay < todayOf(actor))) return undefined
  const other = findPause(actor, keepId)
  const isLonger =
    other && (other.lastDay === null || (pause.lastDay !== null && pause.lastDay <= other.lastDay))
  return isLonger ? undefined : { ...pause, endsId: other?.id ?? null }
}

/** The hold that carries over; undefined where the other family is held back, too. */
export const holdCarried = (actor: Actor, { keepId, goneId }: Facts) =>
  findHold(actor, keepId) ? undefined : findHold(actor, goneId)

/** Carries them over, in the caller's transaction. */
export function carryOver(actor: Actor, merge: Merge): EndedPause {
  const [pause, hold] = [pauseCarried(actor, merge), holdCarried(actor, merge)]
  const ended = pause?.endsId ? { id: pause.endsId, endedAt: now() } : null
  if (ended) setEnd(actor, ended.id, ended.endedAt)
  moveRecords(actor, merge, "reminder_pause", pause ? [pause] : [])
  moveRecords(actor, merge, "invoicing_hold", hold ? [hold] : [])
  return ended
}

/** Before they are put back: what was begun for the removed family since makes room for them. */
export function makeRoom(actor: Actor, goneId: string) {
  change(actor, reminderPauses, isStanding(actor, reminderPauses, goneId), { endedAt: now() })
  change(actor, invoicingHolds, isStanding(actor, invoicingHolds, goneId), { endedAt: now() })
}

/** After they are put back: the pause that a longer one had ended goes on, unless there is another by now. */
export function resumePause(actor: Actor, keepId: string, ended: EndedPause) {
  if (ended && !findPause(actor, keepId)) setEnd(actor, ended.id, null)
}

const isStanding = (actor: Actor, table: typeof reminderPauses | typeof invoicingHolds, familyId: string) =>
  and(own(actor, table), eq(table.familyId, familyId), isNull(table.endedAt))

const findPause = (actor: Actor, familyId: string) =>
  select({ id: reminderPauses.id, reason: reminderPauses.reason, lastDay: reminderPauses.lastDay })
    .from(reminderPauses)
    .where(isStanding(actor, reminderPauses, familyId))
    .get()

const findHold = (actor: Actor, familyId: string) =>
  select({ id: invoicingHolds.id, reason: invoicingHolds.reason })
    .from(invoicingHolds)
    .where(isStanding(actor, invoicingHolds, familyId))
    .get()

const setEnd = (actor: Actor, pauseId: string, endedAt: number | null) =>
  change(actor, reminderPauses, pauseId, { endedAt })
