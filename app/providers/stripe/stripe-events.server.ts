import Stripe from "stripe"
import { z } from "zod"
import { now } from "~/utils/clock.server"

/** How old a message may be, seconds: an older one is a repeat by someone else. */
const toleranceSeconds = 300

const Metadata = z
  .object({ order: z.string().max(64).optional() })
  .nullish()
  .catch(null)

const Body = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(128),
  data: z.object({
    object: z.object({
      id: z.string().max(255),
      object: z.string().max(64),
      client_reference_id: z.string().max(255).nullish(),
      payment_intent: z.string().max(255).nullish().catch(null),
      metadata: Metadata,
    }),
  }),
})

export type StripeEvent = {
  id: string
  kind: string
  /** Our ID of the try to pay or the agreement that it names, or Stripe's of the payment, the card or the payout; null for something else. */
  subject: string | null
}

/** A message of Stripe, if it was signed with this secret in the last minutes: then its outline, or that it has none. */
export function judgeStripeEvent(
  raw: string,
  signature: string | null,
  secret: string,
): StripeEvent | "forged" | "unreadable" {
  let event: unknown
  try {
    event = Stripe.webhooks.constructEvent(raw, signature ?? "", secret, toleranceSeconds, undefined, now())
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return "forged"
    return "unreadable"
  }
  return outlineOf(event) ?? "unreadable"
}

/** Its own facts are never believed. */
function outlineOf(event: unknown): StripeEvent | undefined {
  const parsed = Body.safeParse(event)
  if (!parsed.success) return undefined
  const { id, type: kind, data } = parsed.data
  const { object, payment_intent, client_reference_id, metadata } = data.object
  const isItself = ["payment_intent", "payment_method", "payout"].includes(object)
  const intent = isItself ? data.object.id : payment_intent
  return {
    id,
    kind,
    subject: client_reference_id ?? metadata?.order ?? intent ?? null,
  }
}
