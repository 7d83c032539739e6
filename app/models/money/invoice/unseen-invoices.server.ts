import { invoices } from "db/schema/money"
import { invoiceRuns } from "db/schema/money-invoice-runs"
import { and, eq, gt, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"

// Which invoices families don't see yet, though they were sent.

/** A hold ends on its own after half a day, also while its run is still at work. */
const longestHoldMs = 12 * 3_600_000

/**
 * The invoices among these that families don’t see: of a run whose emails wait, and void ones of a run that was undone before
 * they left. So an undo takes back nothing that a family has read.
 */
export function listUnseen(actor: Actor, invoiceIds: readonly string[]): ReadonlySet<string> {
  if (invoiceIds.length === 0) return new Set()
  const rows = unseenQuery.all(actor, {
    invoiceIds: JSON.stringify(invoiceIds),
    heldSince: now() - longestHoldMs,
    now: now(),
  })
  return new Set(rows.map(({ id }) => id))
}

const unseenQuery = query((p: Params<{ invoiceIds: string; heldSince: number; now: number }>, own) =>
  select({ id: invoices.id })
    .from(invoices)
    .innerJoin(invoiceRuns, joined(invoiceRuns, invoices.runId))
    .where(
      and(
        own(invoices),
        among(invoices.id, p.invoiceIds),
        gt(invoiceRuns.holdMinutes, 0),
        or(
          and(
            gt(invoiceRuns.createdAt, p.heldSince),
            or(isNull(invoiceRuns.heldUntil), gt(invoiceRuns.heldUntil, p.now)),
          ),
          and(eq(invoices.state, "void"), sql`${invoices.voidedAt} >= ${invoiceRuns.undoneAt}`),
        ),
      ),
    ),
)
