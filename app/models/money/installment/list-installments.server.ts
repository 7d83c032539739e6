import { installments } from "db/schema/money-plans"
import { and, asc, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { groupBy } from "~/utils/group-by"
import type { Installment } from "./installment"

const facts = {
  planId: installments.planId,
  invoiceId: installments.invoiceId,
  position: installments.position,
  dueOn: installments.dueOn,
  amountMinor: installments.amountMinor,
  laterMinor: installments.laterMinor,
  isFirst: installments.isFirst,
}

type InvoiceInstallment = Installment & { planId: string; invoiceId: string }

/** The agreed installments of an invoice in their order; empty without a plan. */
export const listInstallments = (actor: Actor, invoiceId: string): InvoiceInstallment[] =>
  installmentsQuery.all(actor, { invoiceId })

const installmentsQuery = query((p: Params<{ invoiceId: string }>, own) =>
  select(facts)
    .from(installments)
    .where(and(own(installments), eq(installments.invoiceId, p.invoiceId), isNull(installments.endedAt)))
    .orderBy(asc(installments.dueOn)),
)

/** The same for several invoices, by invoice. */
export function listInstallmentsOf(
  actor: Actor,
  invoiceIds: readonly string[],
): Map<string, InvoiceInstallment[]> {
  if (invoiceIds.length === 0) return new Map()
  const rows = ofSeveralQuery.all(actor, { invoiceIds: JSON.stringify(invoiceIds) })
  return groupBy(rows, ({ invoiceId }) => invoiceId)
}

const ofSeveralQuery = query((p: Params<{ invoiceIds: string }>, own) =>
  select(facts)
    .from(installments)
    .where(and(own(installments), among(installments.invoiceId, p.invoiceIds), isNull(installments.endedAt)))
    .orderBy(asc(installments.dueOn)),
)
