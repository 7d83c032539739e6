import { transact } from "db/client.server"
import { reminderPauses } from "db/schema/money-reminders"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, type Params, queryEach, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now, todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { invoiceAllows } from "../invoice/invoice"
import { findInvoice } from "../invoice/invoice.server"

// A pause keeps the automatic reminders about one invoice, or to one family, from going out. The office can still send one
// by hand.

/** What is paused: a family or one of its invoices. */
export type Pausable =
  | { familyId: string; invoiceId?: undefined }
  | { invoiceId: string; familyId?: undefined }

const isOf = (actor: Actor, { familyId, invoiceId }: Pausable) =>
  and(
    own(actor, reminderPauses),
    familyId === undefined ? eq(reminderPauses.invoiceId, invoiceId) : eq(reminderPauses.familyId, familyId),
    isNull(reminderPauses.endedAt),
  )

/** Why and until when reminders are paused now; undefined when they aren't. */
export function findPause(
  actor: Actor,
  what: Pausable,
): { reason: string; lastDay: string | null } | undefined {
  const pause = pauseQuery(what.familyId === undefined ? "invoiceId" : "familyId").get(actor, {
    id: what.familyId ?? what.invoiceId,
  })
  const isOver = pause?.lastDay != null && pause.lastDay < todayOf(actor)
  return isOver ? undefined : pause
}

const pauseQuery = queryEach((of: "familyId" | "invoiceId", p: Params<{ id: string }>, own) =>
  select({ reason: reminderPauses.reason, lastDay: reminderPauses.lastDay })
    .from(reminderPauses)
    .where(and(own(reminderPauses), eq(reminderPauses[of], p.id), isNull(reminderPauses.endedAt))),
)

/** Whether no reminder of it will go out any more, as nothing of it is due. */
function isSettled(actor: Actor, { invoiceId }: Pausable): boolean {
  const invoice = invoiceId === undefined ? undefined : findInvoice(actor, invoiceId)
  return invoice !== undefined && !invoiceAllows(invoice, "remind")
}

/** Pauses the reminders; a pause before is replaced. Refuses a last day that has passed, and an invoice that is settled. */
export function pauseReminders(
  actor: Actor,
  what: Pausable,
  { reason, lastDay }: { reason: string; lastDay: string | null },
): Result<void, "in-the-past" | "is-settled"> {
  if (isSettled(actor, what)) return { ok: false, reason: "is-settled" }
  if (lastDay !== null && lastDay < todayOf(actor)) return { ok: false, reason: "in-the-past" }
  transact(() => {
    end(actor, what)
    add(actor, reminderPauses, { ...what, reason, lastDay, pausedBy: actor.memberId })
    record(actor, what, "pause-reminders", { reason, lastDay })
  })
  return { ok: true }
}

/** Lets the reminders go out again, from the step that is due next. */
export function resumeReminders(actor: Actor, what: Pausable): Result<void, "is-settled"> {
  if (isSettled(actor, what)) return { ok: false, reason: "is-settled" }
  transact(() => {
    if (end(actor, what) > 0) record(actor, what, "resume-reminders", {})
  })
  return { ok: true }
}

const end = (actor: Actor, what: Pausable): number =>
  change(actor, reminderPauses, isOf(actor, what), { endedAt: now() })

function record(
  actor: Actor,
  { familyId, invoiceId }: Pausable,
  verb: "pause-reminders" | "resume-reminders",
  facts: { reason?: string; lastDay?: string | null },
) {
  if (familyId !== undefined)
    recordEvent(actor, `family.${verb}`, familyId, { after: { reason: null, ...facts } })
  else
    recordEvent(actor, `invoice.${verb}`, invoiceId, {
      after: { reason: null, number: findInvoice(actor, invoiceId)?.number ?? null, ...facts },
    })
}
