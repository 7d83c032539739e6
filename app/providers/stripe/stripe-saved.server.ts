import Stripe from "stripe"
import {
  type DeclineReason,
  type NewCharge,
  ProviderError,
  type RefusedCharge,
  type SavedAccount,
  type SavedMethods,
} from "../payment-provider"
import { callStripe, checkoutOrigin } from "./client.server"
import { cardTitle, debitTitle, toStripe } from "./stripe-money"

// Cards and bank accounts that payers save with a school's own account: on Stripe's page (Checkout) without a payment, and
// charged later with no one there.

/** What is paid with, now or later without its payer: cards, and accounts at a bank in the school's currency. */
export const chargeable = [
  "card",
  "sepa_debit",
  "us_bank_account",
  "bacs_debit",
  "au_becs_debit",
] as const satisfies Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType[]

export const stripeSaved = (secretKey: string): SavedMethods => ({
  isOfPayee: true,
  takesCurrency: () => true,
  ask: (setup) => ask(secretKey, setup),
  finish: ({ requestId, setupTokenId }) =>
    callStripe(secretKey, async (stripe) => {
      const session = await stripe.checkout.sessions.retrieve(setupTokenId, {
        expand: ["setup_intent.payment_method"],
      })
      return finished(session, requestId)
    }),
  show: (methodId) => callStripe(secretKey, (stripe) => showMethod(stripe, methodId)),
  forget: ({ paymentTokenId, customerId }) =>
    callStripe(secretKey, (stripe) => forget(stripe, paymentTokenId, customerId)),
  charge: (charge) => callStripe(secretKey, (stripe) => chargeOnce(stripe, charge)),
  // What was made of it is looked for first, so that Stripe may have forgotten its key.
  repeatableMs: 3 * 24 * 3_600_000,
  findCharge: (charge) => callStripe(secretKey, async (stripe) => (await findIntent(stripe, charge))?.id),
})

async function ask(secretKey: string, setup: Parameters<SavedMethods["ask"]>[0]) {
  const metadata = { agreement: setup.requestId }
  const { id, url } = await callStripe(secretKey, (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: "setup",
        currency: setup.currency.toLowerCase(),
        allowed_payment_method_types: [...chargeable],
        // An account that is proven by small deposits would be confirmed days later, on no page of ours.
        payment_method_options: { us_bank_account: { verification_method: "instant" } },
        // Charges name whose card it is.
        customer_creation: "always",
        ...(setup.payerEmail ? { customer_email: setup.payerEmail } : {}),
        client_reference_id: setup.requestId,
        metadata,
        setup_intent_data: { description: setup.description.slice(0, 1000), metadata },
        success_url: setup.returnUrl,
        cancel_url: setup.cancelUrl,
      },
      { idempotencyKey: setup.requestId },
    ),
  )
  if (!url || new URL(url).origin !== checkoutOrigin())
    throw new ProviderError({ status: 0, code: "UNREADABLE", message: "Stripe: a session without its page" })
  return { setupTokenId: id, approveUrl: url }
}

const idOf = (of: string | { id: string }): string => (typeof of === "string" ? of : of.id)

function finished(session: Stripe.Checkout.Session, requestId: string): SavedAccount | "waiting" | "gone" {
  const { status, setup_intent, customer, client_reference_id } = session
  if (status === "expired" || client_reference_id !== requestId) return "gone"
  if (status !== "complete" || typeof setup_intent === "string") return "waiting"
  if (setup_intent?.status === "canceled") return "gone"
  // A bank account may wait until its owner has confirmed it.
  if (setup_intent?.status !== "succeeded") return "waiting"
  const method = setup_intent.payment_method
  return method && typeof method !== "string" && customer ? savedOf(method, idOf(customer)) : "gone"
}

async function showMethod(stripe: Stripe, methodId: string): Promise<SavedAccount | null> {
  try {
    const method = await stripe.paymentMethods.retrieve(methodId)
    return method.customer ? savedOf(method, idOf(method.customer)) : null
  } catch (error) {
    return passUnknown(error)
  }
}

/** Each agreement has a customer of its own: with it goes the card, and the payer's name and address. */
async function forget(stripe: Stripe, methodId: string, customerId: string | null) {
  if (customerId) await stripe.customers.del(customerId).catch(passUnknown)
  else if (await showMethod(stripe, methodId)) await stripe.paymentMethods.detach(methodId)
}

function passUnknown(error: unknown) {
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 404) throw error
  return null
}

function savedOf(method: Stripe.PaymentMethod, customerId: string): SavedAccount {
  const { card } = method
  return {
    paymentTokenId: method.id,
    customerId,
    payerEmail: null,
    title: card ? cardTitle(card) : (debitTitle(method) ?? null),
    expires: card ? `${card.exp_year}-${String(card.exp_month).padStart(2, "0")}` : null,
  }
}

/** What was made of a charge, whether it was paid or declined: each payer has a customer of their own. */
async function findIntent(
  stripe: Stripe,
  { requestId, customerId }: { requestId: string; customerId: string | null },
): Promise<Stripe.PaymentIntent | undefined> {
  if (!customerId) return undefined
  try {
    const { data } = await stripe.paymentIntents.list({ customer: customerId, limit: 100 })
    return data.find(({ metadata }) => metadata.order === requestId)
  } catch (error) {
    // Whoever was deleted there, or is of the test mode, has no payments.
    if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return undefined
    throw error
  }
}

async function chargeOnce(stripe: Stripe, charge: NewCharge): Promise<{ orderId: string } | RefusedCharge> {
  const made = await findIntent(stripe, charge)
  if (made) return { orderId: made.id }
  try {
    const { id } = await stripe.paymentIntents.create(
      {
        amount: toStripe(charge.amountMinor, charge.currency),
        currency: charge.currency.toLowerCase(),
        customer: charge.customerId ?? undefined,
        payment_method: charge.paymentTokenId,
        automatic_payment_methods: { enabled: true, allow_redirects: "never" },
        off_session: true,
        confirm: true,
        description: charge.description.slice(0, 1000),
        metadata: { order: charge.invoiceId, subject: charge.customId },
      },
      { idempotencyKey: charge.requestId },
    )
    return { orderId: id }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) {
      // A declined payment is one too: what it is, is asked like of any other.
      const { payment_intent, decline_code, code } = error
      return payment_intent
        ? { orderId: payment_intent.id }
        : { refused: "declined", code: decline_code || code || "card_error" }
    }
    if (error instanceof Stripe.errors.StripePermissionError)
      return { refused: "other", code: "a missing permission of your key" }
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.statusCode === 409) throw error
    const isThere = await showMethod(stripe, charge.paymentTokenId)
    const isUsable = isThere && error.code !== "payment_intent_mandate_invalid"
    return { refused: isUsable ? "other" : "gone", code: error.code ?? error.type }
  }
}

const declines: Record<string, DeclineReason> = {
  insufficient_funds: "no-funds",
  withdrawal_count_limit_exceeded: "bank-refused",
  card_velocity_exceeded: "bank-refused",
  expired_card: "expired",
  authentication_required: "needs-payer",
  payment_intent_authentication_failure: "needs-payer",
  approve_with_id: "needs-payer",
  card_not_supported: "unusable",
  currency_not_supported: "unusable",
  incorrect_number: "unusable",
  invalid_account: "unusable",
  lost_card: "unusable",
  new_account_information_available: "unusable",
  pickup_card: "unusable",
  restricted_card: "unusable",
  stolen_card: "unusable",
  account_closed: "unusable",
  bank_account_restricted: "unusable",
  debit_not_authorized: "unusable",
  charge_exceeds_source_limit: "bank-refused",
  transaction_not_allowed: "bank-refused",
  service_not_allowed: "bank-refused",
}

/** Why a payment didn't come about; undefined while it isn't over. */
export function declineReasonOf({
  status,
  last_payment_error: error,
}: Stripe.PaymentIntent): DeclineReason | undefined {
  // No one is there who could answer the bank.
  if (status === "requires_action") return "needs-payer"
  // Between two steps of its making it has no error yet.
  if (status !== "requires_payment_method" || !error) return undefined
  return declines[error.decline_code ?? ""] ?? declines[error.code ?? ""] ?? "no-reason"
}
