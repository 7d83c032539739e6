import Stripe from "stripe"
import { callStripe } from "./client.server"

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
