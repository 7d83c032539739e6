import { db, prepareEach, transact } from "db/client.server"
import { reminderPauses } from "db/schema/money-reminders"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { today } from "~/utils/zones"
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
  const pause = pauseQuery(what.familyId === undefined ? "invoiceId" : "familyId").get({
    schoolId: actor.school.id,
    id: what.familyId ?? what.invoiceId,
  })
  const isOver = pause?.lastDay != null && pause.lastDay < today(actor.school.timeZone, now())
  return isOver ? undefined : pause
}

const pauseQuery = prepareEach((of: "familyId" | "invoiceId") =>
  db()
    .select({ reason: reminderPauses.reason, lastDay: reminderPauses.lastDay })
    .from(reminderPauses)
    .where(
      and(
        own(sql.placeholder("schoolId"), reminderPauses),
        eq(reminderPauses[of], sql.placeholder("id")),
        isNull(reminderPauses.endedAt),
      ),
    )
    .prepare(),
)

/** Pauses the reminders; a pause before is replaced. Refuses a last day that has passed. */
export function pauseReminders(
  actor: Actor,
  what: Pausable,
  { reason, lastDay }: { reason: string; lastDay: string | null },
): Result<void, "in-the-past"> {
  if (lastDay !== null && lastDay < today(actor.school.timeZone, now()))
    return { ok: false, reason: "in-the-past" }
  transact(() => {
    end(actor, what)
    db()
      .insert(reminderPauses)
      .values({ ...newRow(actor), ...what, reason, lastDay, pausedBy: actor.memberId })
      .run()
    record(actor, what, "pause-reminders", { reason, lastDay })
  })
  return { ok: true }
}

/** Lets the reminders go out again, from the step that is due next. */
export function resumeReminders(actor: Actor, what: Pausable) {
  transact(() => {
    if (end(actor, what) > 0) record(actor, what, "resume-reminders", {})
  })
}

const end = (actor: Actor, what: Pausable): number =>
  db().update(reminderPauses).set({ endedAt: now() }).where(isOf(actor, what)).run().changes

function record(
  actor: Actor,
  { familyId, invoiceId }: Pausable,
  verb: "pause-reminders" | "resume-reminders",
  facts: { reason?: string; lastDay?: string | null },
) {
  if (familyId !== undefined)
    recordEvent(actor, { verb, noun: "family", nounId: familyId, after: { reason: null, ...facts } })
  else
    recordEvent(actor, {
      verb,
      noun: "invoice",
      nounId: invoiceId,
      after: { reason: null, number: findInvoice(actor, invoiceId)?.number ?? null, ...facts },
    })
}
