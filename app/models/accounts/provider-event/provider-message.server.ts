import { z } from "zod"

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

export type ProviderMessage = {
  id: string
  kind: string
  /** The subscription, order or payment it is about; null for something else. */
  resourceId: string | null
}

/** The outline of a raw message; undefined when it is none. */
export function readProviderMessage(raw: string): ProviderMessage | undefined {
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
