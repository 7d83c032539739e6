import { z } from "zod"
import type { SavedAccount } from "../payment-provider"
import { callPayPal, PayPalError } from "./http.server"
import { trustedLink } from "./provider-pages.server"

// Payment method tokens v3: a payer saves their PayPal account with us once, and later payments are taken from it. A setup
// token stands for what the payer is asked; it is exchanged for a payment token once they agreed.

const root = "/v3/vault"

const SetupBody = z.object({
  id: z.string().min(1).max(255),
  status: z.string(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})

const SavedBody = z.object({
  id: z.string().min(1).max(255),
  payment_source: z
    .object({ paypal: z.object({ email_address: z.string().optional() }).optional() })
    .optional(),
})

/** What PayPal doesn't take in a description becomes a blank. */
const describable = (text: string) => text.replace(/[^a-zA-Z0-9_'\-., :;!?"]/g, " ").slice(0, 128)

/**
 * Asks to save a payer's PayPal account and answers where they agree. A repeat with the same `requestId` (valid 3 hours)
 * gives the same token.
 */
export async function createSetupToken(setup: {
  requestId: string
  description: string
  brandName: string
  returnUrl: string
  cancelUrl: string
}): Promise<{ setupTokenId: string; approveUrl: string }> {
  const { id, links } = await callPayPal({
    method: "POST",
    path: `${root}/setup-tokens`,
    requestId: setup.requestId,
    answer: SetupBody,
    body: {
      payment_source: {
        paypal: {
          description: describable(setup.description),
          usage_type: "MERCHANT",
          permit_multiple_payment_tokens: true,
          experience_context: {
            brand_name: setup.brandName.slice(0, 127),
            shipping_preference: "NO_SHIPPING",
            return_url: setup.returnUrl,
            cancel_url: setup.cancelUrl,
          },
        },
      },
    },
  })
  const approveUrl = trustedLink(links, "approve")
  if (!approveUrl)
    throw new PayPalError({ status: 0, code: "UNREADABLE", issue: "NO_APPROVE_LINK", call: "save a payer" })
  return { setupTokenId: id, approveUrl }
}

/** How the payer answered: PAYER_ACTION_REQUIRED, APPROVED or VAULTED; null once PayPal no longer knows it. */
export const showSetupToken = (setupTokenId: string): Promise<string | null> =>
  knownOrNull(
    callPayPal({
      method: "GET",
      path: `${root}/setup-tokens/${encodeURIComponent(setupTokenId)}`,
      answer: SetupBody,
    }).then(({ status }) => status),
  )

/** Exchanges what the payer agreed to for a token to charge. A repeat with the same `requestId` gives the same one. */
export async function createPaymentToken(requestId: string, setupTokenId: string): Promise<SavedAccount> {
  return savedOf(
    await callPayPal({
      method: "POST",
      path: `${root}/payment-tokens`,
      requestId,
      body: { payment_source: { token: { id: setupTokenId, type: "SETUP_TOKEN" } } },
      answer: SavedBody,
    }),
  )
}

/** The saved account, or null once the payer or we deleted it. */
export const showPaymentToken = (paymentTokenId: string): Promise<SavedAccount | null> =>
  knownOrNull(callPayPal({ method: "GET", path: tokenPath(paymentTokenId), answer: SavedBody }).then(savedOf))

/** Deletes the saved account at PayPal; one that is gone already is fine. */
export async function deletePaymentToken(paymentTokenId: string): Promise<void> {
  await knownOrNull(callPayPal({ method: "DELETE", path: tokenPath(paymentTokenId), answer: z.unknown() }))
}

const tokenPath = (paymentTokenId: string) => `${root}/payment-tokens/${encodeURIComponent(paymentTokenId)}`

const savedOf = ({ id, payment_source }: z.output<typeof SavedBody>): SavedAccount => ({
  paymentTokenId: id,
  customerId: null,
  payerEmail: payment_source?.paypal?.email_address ?? null,
  title: null,
  expires: null,
})

async function knownOrNull<Known>(call: Promise<Known>): Promise<Known | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof PayPalError && error.status === 404) return null
    throw error
  }
}
