import { z } from "zod"
import type { DisputeMessage, MessageSubject, ProviderMessage } from "../plan-sales"

// The outline of a message from PayPal: enough to know what to ask about. Its own facts are never believed.

const Body = z.object({
  id: z.string().min(1).max(128),
  event_type: z.string().min(1).max(128),
  resource: z
    .object({
      id: z.string().max(128).optional(),
      custom_id: z.string().max(127).optional(),
      billing_agreement_id: z.string().max(128).optional(),
      sale_id: z.string().max(128).optional(),
      supplementary_data: z
        .object({
          related_ids: z
            .object({
              order_id: z.string().max(128).optional(),
              capture_id: z.string().max(128).optional(),
            })
            .optional(),
        })
        .optional(),
      disputed_transactions: z
        .array(z.object({ seller_transaction_id: z.string().max(128).optional() }))
        .default([]),
      links: z.array(z.object({ rel: z.string(), href: z.string().max(2048) })).default([]),
    })
    .prefault({}),
})

/** The outline of a raw message; undefined when it is none. */
export function readMessage(raw: string): ProviderMessage | undefined {
  let body: unknown
  try {
    body = JSON.parse(raw)
  } catch {
    return undefined
  }
  const parsed = Body.safeParse(body)
  if (!parsed.success) return undefined
  const { id, event_type: kind, resource } = parsed.data
  return { id, kind, resourceId: resourceOf(kind, resource) ?? null }
}

function resourceOf(kind: string, resource: z.output<typeof Body>["resource"]): string | undefined {
  if (kind.startsWith("BILLING.SUBSCRIPTION.")) return resource.id
  // Money of a subscription arrives as a v1 sale that names its agreement.
  if (kind.startsWith("PAYMENT.SALE.")) return resource.billing_agreement_id ?? resource.sale_id
  if (kind.startsWith("CHECKOUT.ORDER.") || kind.startsWith("VAULT.PAYMENT-TOKEN.")) return resource.id
  if (kind.startsWith("PAYMENT.CAPTURE.") || kind.startsWith("PAYMENT.REFUND.")) {
    const related = resource.supplementary_data?.related_ids
    // A refund is its own resource: it names the capture it is of, sometimes only by a link.
    const up = resource.links.find(({ rel, href }) => rel === "up" && href.includes("/captures/"))
    return related?.order_id ?? related?.capture_id ?? up?.href.split("/").at(-1)
  }
  if (kind.startsWith("CUSTOMER.DISPUTE."))
    return resource.disputed_transactions.find(({ seller_transaction_id: id }) => id)?.seller_transaction_id
  return undefined
}

/** The first that fits. */
const subjects: readonly [RegExp, MessageSubject][] = [
  [/^PAYMENT\.SALE\.(REFUNDED|REVERSED)$/, "plan-refund"],
  [/^CUSTOMER\.DISPUTE\.RESOLVED$/, "settled-dispute"],
  [/^CUSTOMER\.DISPUTE\./, "dispute"],
  [/^(BILLING\.SUBSCRIPTION|PAYMENT\.SALE)\./, "subscription"],
  [/^PAYMENT\.(CAPTURE\.(REFUNDED|REVERSED)$|REFUND\.)/, "refund"],
  [/^VAULT\.PAYMENT-TOKEN\.DELETED$/, "saved-account"],
  [/^(CHECKOUT\.ORDER|PAYMENT\.CAPTURE)\./, "order"],
]

export const subjectOf = (kind: string): MessageSubject | undefined =>
  subjects.find(([pattern]) => pattern.test(kind))?.[1]

const LossBody = z.object({
  resource: z
    .object({ dispute_outcome: z.object({ outcome_code: z.string() }).nullish().catch(null) })
    .nullish()
    .catch(null),
  create_time: z.iso.datetime({ offset: true }).nullish().catch(null),
})

/** A payment's money is the payer's: the bank reversed it, or a dispute was resolved in their favor. */
export function readLoss(kind: string, raw: string) {
  const { resource, create_time } = LossBody.parse(JSON.parse(raw))
  const isLoss =
    kind === "PAYMENT.CAPTURE.REVERSED" ||
    (kind === "CUSTOMER.DISPUTE.RESOLVED" &&
      resource?.dispute_outcome?.outcome_code === "RESOLVED_BUYER_FAVOUR")
  return { writtenAt: create_time ? Date.parse(create_time) : null, isLoss }
}

const DisputeBody = z.object({
  resource: z.object({
    dispute_id: z.string().nullish().catch(null),
    status: z.string().nullish().catch(null),
    update_time: z.iso.datetime({ offset: true }).nullish().catch(null),
    dispute_amount: z
      .object({ currency_code: z.string().length(3), value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/) })
      .nullish()
      .catch(null),
    seller_response_due_date: z.iso.datetime({ offset: true }).nullish().catch(null),
    dispute_outcome: z.object({ outcome_code: z.string() }).nullish().catch(null),
  }),
  create_time: z.iso.datetime({ offset: true }).nullish().catch(null),
})

export function readDispute(kind: string, raw: string): DisputeMessage {
  const { resource, create_time } = DisputeBody.parse(JSON.parse(raw))
  const saidAt = resource.update_time ?? create_time
  const amount = resource.dispute_amount
  return {
    disputeId: resource.dispute_id ?? null,
    isSettled: kind === "CUSTOMER.DISPUTE.RESOLVED" || resource.status === "RESOLVED",
    isWon: resource.dispute_outcome?.outcome_code === "RESOLVED_SELLER_FAVOUR",
    saidAt: saidAt ? Date.parse(saidAt) : null,
    amountMinor: amount ? Math.round(Number(amount.value) * 100) : null,
    currency: amount?.currency_code ?? null,
    answerBy: resource.seller_response_due_date?.slice(0, 10) ?? null,
  }
}
