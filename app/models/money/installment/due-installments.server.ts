import { invoices } from "db/schema/money"
import { installments } from "db/schema/money-plans"
import { families } from "db/schema/people"
import { and, asc, between, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { openAmount } from "../payment/open-amount.server"
import { openOf } from "./installment"

/** The agreed installments that are due in a period (dates, both included), with what is still open of each. */
export const listDueInstallments = (actor: Actor, { first, last }: { first: string; last: string }) =>
  select({
    invoiceId: installments.invoiceId,
    number: invoices.number,
    familyName: families.name,
    ...columns(installments, "dueOn", "position", "amountMinor", "laterMinor", "isFirst"),
    invoiceOpenMinor: openAmount,
  })
    .from(installments)
    .innerJoin(invoices, joined(invoices, installments.invoiceId))
    .innerJoin(families, joined(families, invoices.familyId))
    .where(
      and(own(actor, installments), between(installments.dueOn, first, last), isNull(installments.endedAt)),
    )
    .orderBy(asc(installments.dueOn), asc(installments.invoiceId))
    .all()
    .map(({ invoiceOpenMinor, ...each }) => ({ ...each, openMinor: openOf(each, invoiceOpenMinor) }))
    .filter(({ openMinor }) => openMinor > 0)
