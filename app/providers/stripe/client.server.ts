import Stripe from "stripe"
import { env } from "~/utils/env.server"
import { isReturnedForm } from "~/utils/form-in-hand.server"
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

// The account at Stripe that a key belongs to, and what the key may do there.

/** Something in the account that has no such name: a call about it changes nothing, and is refused only for want of a permission. */
const none = "none_tutti_asks_what_this_key_may_do"

/** What we do with an account, as Stripe's page of restricted keys names it, and a call that tells whether a key may. */
const uses: readonly [permission: string, ask: (stripe: Stripe) => Promise<unknown>][] = [
  ["Checkout Sessions (Write)", (stripe) => stripe.checkout.sessions.expire(none)],
  ["Customers (Write)", (stripe) => stripe.customers.del(none)],
  ["Payment Intents (Write)", (stripe) => stripe.paymentIntents.cancel(none)],
  ["Setup Intents (Write)", (stripe) => stripe.setupIntents.cancel(none)],
  ["Payment Methods (Write)", (stripe) => stripe.paymentMethods.detach(none)],
  ["Charges and Refunds (Write)", (stripe) => stripe.refunds.create({ payment_intent: none })],
  ["Disputes (Read)", (stripe) => stripe.disputes.list({ limit: 1 })],
  ["Balance Transactions (Read)", (stripe) => stripe.balanceTransactions.list({ limit: 1 })],
  ["Payouts (Read)", (stripe) => stripe.payouts.list({ limit: 1 })],
]

export type KeyAnswer = {
  accountId: string
  name: string
  /** The permissions that it lacks, as Stripe names them. */
  missing: string[]
}

/** Whose a key is, and what it may not do. */
export const tryKey = (secretKey: string): Promise<KeyAnswer> =>
  callStripe(secretKey, async (stripe) => {
    const account = await stripe.accounts.retrieveCurrent().catch(lacking)
    const lacks = await Promise.all(
      uses.map(async ([permission, ask]) =>
        (await ask(stripe).catch(refused)) === undefined ? [permission] : [],
      ),
    )
    const accountId = account?.id ?? ""
    const name =
      account?.settings?.dashboard.display_name ||
      account?.business_profile?.name ||
      account?.email ||
      accountId
    return { accountId, name, missing: [...(account ? [] : ["Account (Read)"]), ...lacks.flat()] }
  })

/** Undefined where the key may not. */
function lacking(error: unknown) {
  if (error instanceof Stripe.errors.StripePermissionError) return undefined
  throw error
}

/** The same of a call about what isn't there, which is refused in any case. */
function refused(error: unknown) {
  const { StripeInvalidRequestError } = Stripe.errors
  return error instanceof StripeInvalidRequestError ? "may" : lacking(error)
}
