import { db, prepareOnce } from "db/client.server"
import { installments } from "db/schema/money-plans"
import { and, asc, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { own } from "~/models/foundation/access/own.server"
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
  installmentsQuery().all({ schoolId: actor.school.id, invoiceId })

const installmentsQuery = prepareOnce(() =>
  db()
    .select(facts)
    .from(installments)
    .where(
      and(
        own(sql.placeholder("schoolId"), installments),
        eq(installments.invoiceId, sql.placeholder("invoiceId")),
        isNull(installments.endedAt),
      ),
    )
    .orderBy(asc(installments.dueOn))
    .prepare(),
)

/** The same for several invoices, by invoice. */
export function listInstallmentsOf(
  actor: Actor,
  invoiceIds: readonly string[],
): Map<string, InvoiceInstallment[]> {
  if (invoiceIds.length === 0) return new Map()
  const rows = ofSeveralQuery().all({ schoolId: actor.school.id, invoiceIds: JSON.stringify(invoiceIds) })
  return groupBy(rows, ({ invoiceId }) => invoiceId)
}

const ofSeveralQuery = prepareOnce(() =>
  db()
    .select(facts)
    .from(installments)
    .where(
      and(
        own(sql.placeholder("schoolId"), installments),
        among(installments.invoiceId, sql.placeholder("invoiceIds")),
        isNull(installments.endedAt),
      ),
    )
    .orderBy(asc(installments.dueOn))
    .prepare(),
)
