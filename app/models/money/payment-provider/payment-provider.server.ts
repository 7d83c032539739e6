import { schools } from "db/schema/accounts-schools"
import type { paymentMethods } from "db/schema/choices"
import { eq } from "drizzle-orm"
import { openStripeAccount } from "~/models/accounts/stripe-account/stripe-account.server"
import type { Actor } from "~/models/foundation/access/actor"
import { query, select } from "~/models/foundation/access/door.server"
import {
  type PaidWith,
  type PaymentProvider,
  ProviderError,
  type ProviderName,
} from "~/providers/payment-provider"
import { paypalTakesAmount } from "~/providers/paypal/paypal-money"
import { paypalPayments } from "~/providers/paypal/paypal-payments.server"
import { paymentsArePractice } from "~/providers/paypal/provider-pages.server"
import { stripeTakesAmount } from "~/providers/stripe/stripe-money"
import { stripePayments } from "~/providers/stripe/stripe-payments.server"
import { usesPayPal } from "~/utils/paypal-use"

// Through whom a school's families pay online: the only place where commands of money find a provider.

/** The school's own account at a provider: PayPal's email, or Stripe's ID of it. */
export type Payee = { provider: ProviderName; payeeEmail: string }

type PaymentMethod = (typeof paymentMethods)[number]

/** What a payment through each is in the books where the provider doesn't say it closer. */
const usualMethods = { paypal: "paypal", stripe: "card" } as const

export const methodOf = (provider: ProviderName, paidWith: PaidWith | undefined): PaymentMethod =>
  paidWith?.method ?? usualMethods[provider]

/** The methods of which providers keep fees. */
export const onlineMethods: readonly PaymentMethod[] = ["debit", "card", "online", "paypal"]

const takes = { paypal: paypalTakesAmount, stripe: stripeTakesAmount }

/** Whether a provider can be asked for an amount (minor units) in the school's currency. */
export const takesAmount = (actor: Actor, provider: ProviderName, amountMinor: number): boolean =>
  takes[provider](amountMinor, actor.school.currency)

/** The school's own account at PayPal, where families' payments go. */
const findPayee = (actor: Actor): string | null =>
  usesPayPal() ? (payeeQuery.get(actor)?.payeeEmail ?? null) : null

const payeeQuery = query((_p, _own, school) =>
  select({ payeeEmail: schools.payeeEmail }).from(schools).where(eq(schools.id, school)),
)

export function findPayeeAt(actor: Actor, provider: ProviderName): Payee | undefined {
  const payeeEmail = provider === "paypal" ? findPayee(actor) : openStripeAccount(actor)?.accountId
  return payeeEmail ? { provider, payeeEmail } : undefined
}

/** Where families can pay now, in the order of the buttons. */
export const listPayees = (actor: Actor): Payee[] =>
  (["stripe", "paypal"] as const).flatMap((provider) => findPayeeAt(actor, provider) ?? [])

/** The provider that tells the platform of all schools' payments, so that its messages name no school. */
export const providerOfAll: PaymentProvider = paypalPayments

/** The provider of an account; undefined where the school has taken its key away or has another account since. */
export function findProvider(actor: Actor, { provider, payeeEmail }: Payee): PaymentProvider | undefined {
  if (provider === "paypal") return providerOfAll
  const account = openStripeAccount(actor)
  return account?.accountId === payeeEmail ? stripePayments(account) : undefined
}

/** The same; throws a ProviderError where it can't be asked. */
export function requireProvider(actor: Actor, payee: Payee): PaymentProvider {
  const found = findProvider(actor, payee)
  if (found) return found
  throw new ProviderError({
    status: 0,
    code: "NO_KEY",
    message: "The school has no key of that account any more",
  })
}

/** Whether a payment there moves no money. */
export const isPractice = (actor: Actor, provider: ProviderName): boolean =>
  provider === "paypal" ? paymentsArePractice() : (openStripeAccount(actor)?.isTest ?? false)
