import { invoices } from "db/schema/money"
import { paymentOrderParts, paymentOrders } from "db/schema/money-payments"
import { and, eq, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import type { ProviderName } from "~/providers/payment-provider"
import { isUnderWay } from "../invoice/orders-under-way.server"

// Payments of invoices that a provider holds, as someone who pays those invoices sees them.

/** Who may have a payment on its way: a person by their membership, a payer by name, the holder of a link, anyone of a family. */
type PayerKeys = {
  memberId?: string | null
  payerIds: readonly (string | null)[]
  linkId?: string
  familyIds?: readonly string[]
}

/** An amount in minor units, since when (UTC ms), whether the payer pays it, and through whom. */
type Processing = { amountMinor: number; since: number; isOwn: boolean; provider: ProviderName }

/** Another payer's payment is told where all of the account is the reader's to pay, too. */
export const isShown = (processing: Processing | undefined, isWhole: boolean): boolean =>
  processing !== undefined && (processing.isOwn || isWhole)

/** Payments that are under way at the provider, by invoice: the payer's, before one of someone else of their families. */
export function processingInvoices(
  actor: Actor,
  { memberId, payerIds, linkId, familyIds = [] }: PayerKeys,
): Map<string, Processing> {
  const pending = pendingQuery.all(actor, {
    memberId: memberId ?? null,
    linkId: linkId ?? null,
    payerIds: JSON.stringify(payerIds.filter((id) => id !== null)),
    familyIds: JSON.stringify(familyIds),
  })
  return new Map(
    pending
      .sort((a, b) => Number(a.isOwn) - Number(b.isOwn))
      .flatMap(({ invoiceId, amountMinor, partOf, partMinor, since, isOwn: isPayers, provider }) => {
        const of = partOf ?? invoiceId
        return of === null
          ? []
          : [[of, { amountMinor: partMinor ?? amountMinor, since, isOwn: isPayers, provider }] as const]
      }),
  )
}

const pendingQuery = query(
  (
    p: Params<{ memberId: string | null; linkId: string | null; payerIds: string; familyIds: string }>,
    own,
  ) => {
    // What isn't given is null, which equals nothing.
    const isOwn = or(
      eq(paymentOrders.memberId, p.memberId),
      eq(paymentOrders.linkId, p.linkId),
      among(paymentOrders.guardianId, p.payerIds),
      among(paymentOrders.outsidePayerId, p.payerIds),
    )
    const isOfFamilies = sql`exists (select 1 from ${invoices} where ${own(invoices)}
    and ${invoices.id} = coalesce(${paymentOrderParts.invoiceId}, ${paymentOrders.invoiceId})
    and ${among(invoices.familyId, p.familyIds)})`
    return select({
      isOwn: sql<number>`coalesce(${isOwn}, 0)`.mapWith(Boolean),
      invoiceId: paymentOrders.invoiceId,
      amountMinor: paymentOrders.amountMinor,
      partOf: paymentOrderParts.invoiceId,
      partMinor: paymentOrderParts.amountMinor,
      since: paymentOrders.createdAt,
      provider: paymentOrders.provider,
    })
      .from(paymentOrders)
      .leftJoin(paymentOrderParts, joined(paymentOrderParts.orderId, paymentOrders.id))
      .where(and(own(paymentOrders), isUnderWay(), or(isOwn, isOfFamilies)))
  },
)
