import Stripe from "stripe"
import { env } from "~/utils/env.server"
import { isReturnedForm } from "~/utils/returned-form.server"
import { untilSaved } from "~/utils/until-saved.server"
import { ProviderError } from "../payment-provider"

// Stripe by its own package, with the key of the school whose account it is. Nothing here is the platform's account.

const timeoutMs = 12_000
const stripeApi = "https://api.stripe.com"

/** Carries every call of the package to the configured address, once all that it acts on is on the disk. */
const httpClient = Stripe.createFetchHttpClient(async (url: string | URL | Request, init?: RequestInit) => {
  if (isReturnedForm()) throw new Error("A form that is only shown again calls no one.")
  await untilSaved()
  const { STRIPE_API_BASE } = env()
  return fetch(String(url).replace(stripeApi, STRIPE_API_BASE), { ...init, redirect: "error" })
})

/** One try each: whoever calls repeats it under the same key, or asks what became of it. */
const stripeOf = (secretKey: string) =>
  new Stripe(secretKey, { httpClient, timeout: timeoutMs, maxNetworkRetries: 0, telemetry: false })

/** Makes calls with a school's key. Throws a ProviderError for everything that is not an answer. */
export async function callStripe<Answer>(
  secretKey: string,
  work: (stripe: Stripe) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work(stripeOf(secretKey))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { type, code, statusCode = 0, requestId } = error
    const wasAnswered = !(error instanceof Stripe.errors.StripeConnectionError) && statusCode > 0
    throw new ProviderError({
      status: wasAnswered ? statusCode : 0,
      code: wasAnswered ? type : "UNREACHABLE",
      issue: code,
      // Stripe's own message may quote what was sent.
      message: `Stripe: ${statusCode} ${type}${code ? ` ${code}` : ""}${requestId ? ` (${requestId})` : ""}`,
    })
  }
}

/** The only origin on whose page a payer enters a card: Stripe's own, or the stand-in's. */
export function checkoutOrigin(): string {
  const { STRIPE_API_BASE } = env()
  return STRIPE_API_BASE === stripeApi ? "https://checkout.stripe.com" : new URL(STRIPE_API_BASE).origin
}
