import { invoices } from "db/schema/money"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { and, eq, inArray, notExists, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { findInvoiceOfPayer } from "../family-invoice/portal-invoices.server"
import { takesAmount } from "../payment-provider/payment-provider.server"
import { autoPayRefusal, payeeOfMethod } from "./auto-pay-rule.server"

/**
 * Whose saved account is charged for a due date of an invoice, by guardian: it was announced, or will be. Not those whose
 * account is paused, or whose charge failed, is held, or was made and left something due: or whose part the provider can't take: they pay by themselves.
 */
export function guardiansOnAutoPay(
  actor: Actor,
  { invoiceId, dueOn }: { invoiceId: string; dueOn: string },
): Set<string | null> {
  if (autoPayRefusal(actor) !== undefined) return new Set()
  const rows = select(columns(savedMethods, "guardianId", "memberId", "provider", "payee"))
    .from(savedMethods)
    .innerJoin(invoices, joined(savedMethods.familyId, invoices.familyId))
    .where(
      and(
        own(actor, savedMethods),
        eq(invoices.id, invoiceId),
        eq(savedMethods.state, "active"),
        notExists(
          select({ one: sql`1` })
            .from(autoCharges)
            .where(
              and(
                own(actor, autoCharges),
                joined(autoCharges.methodId, savedMethods.id),
                eq(autoCharges.invoiceId, invoiceId),
                eq(autoCharges.dueOn, dueOn),
                inArray(autoCharges.state, ["held", "failed", "paid"]),
              ),
            ),
        ),
      ),
    )
    .all()
  const isTaken = (payer: (typeof rows)[number]) => {
    const claims = findInvoiceOfPayer(actor, invoiceId, payer)?.own.claims ?? []
    const amountMinor = claims.find((claim) => claim.dueOn === dueOn)?.openMinor ?? 0
    return payeeOfMethod(actor, payer) !== undefined && takesAmount(actor, payer.provider, amountMinor)
  }
  return new Set(rows.filter(isTaken).map(({ guardianId }) => guardianId))
}

/** Drops the announced charges of some invoices, because what is due of them when has changed: they are announced again. */
export function dropAnnounced(actor: Actor, invoiceIds: readonly string[]) {
  change(
    actor,
    autoCharges,
    and(inArray(autoCharges.invoiceId, [...invoiceIds]), eq(autoCharges.state, "announced")),
    { state: "dropped", updatedAt: now() },
  )
}
