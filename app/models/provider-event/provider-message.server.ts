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
      supplementary_data: z
        .object({ related_ids: z.object({ order_id: z.string().max(128).optional() }).optional() })
        .optional(),
    })
    .default({}),
})

export type ProviderMessage = {
  id: string
  kind: string
  /** The subscription or order it is about; null for something else. */
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
  if (kind.startsWith("PAYMENT.SALE.")) return resource.billing_agreement_id
  if (kind.startsWith("CHECKOUT.ORDER.")) return resource.id
  if (kind.startsWith("PAYMENT.CAPTURE.")) return resource.supplementary_data?.related_ids?.order_id
  return undefined
}
