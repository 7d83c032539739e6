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
import { providerOfAll, providerPages } from "~/providers/platform-provider.server"
import { stripeTakesAmount } from "~/providers/stripe/stripe-money"
import { stripePayments } from "~/providers/stripe/stripe-payments.server"
import {
  hasPlatformProvider,
  platformMethod,
  platformWay,
  providerNames,
  usualMethods,
} from "~/utils/payment-providers"

// Through whom a school's families pay online: the only place where commands of money find a provider.

/** The school's own account at a provider: its email there, or Stripe's ID of it. */
export type Payee = { provider: ProviderName; payeeEmail: string }

type PaymentMethod = (typeof paymentMethods)[number]

export const methodOf = (provider: ProviderName, paidWith: PaidWith | undefined): PaymentMethod =>
  paidWith?.method ?? usualMethods[provider]

/** The methods of which providers keep fees. */
export const onlineMethods: readonly PaymentMethod[] = ["debit", "card", "online", platformMethod]

/** Whether a provider can be asked for an amount (minor units) in the school's currency. */
export const takesAmount = (actor: Actor, provider: ProviderName, amountMinor: number): boolean =>
  (provider === platformWay ? providerOfAll.takes : stripeTakesAmount)(amountMinor, actor.school.currency)

/** The school's own account at the platform's provider, where families' payments go. */
const findPayee = (actor: Actor): string | null =>
  hasPlatformProvider() ? (payeeQuery.get(actor)?.payeeEmail ?? null) : null

const payeeQuery = query((_p, _own, school) =>
  select({ payeeEmail: schools.payeeEmail }).from(schools).where(eq(schools.id, school)),
)

export function findPayeeAt(actor: Actor, provider: ProviderName): Payee | undefined {
  const payeeEmail = provider === platformWay ? findPayee(actor) : openStripeAccount(actor)?.accountId
  return payeeEmail ? { provider, payeeEmail } : undefined
}

/** Where families can pay now, in the order of the buttons. */
export const listPayees = (actor: Actor): Payee[] =>
  providerNames.flatMap((provider) => findPayeeAt(actor, provider) ?? [])

/** The provider of an account; undefined where the school has taken its key away or has another account since. */
export function findProvider(actor: Actor, { provider, payeeEmail }: Payee): PaymentProvider | undefined {
  if (provider === platformWay) return providerOfAll
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
  provider === platformWay ? providerPages.arePractice() : (openStripeAccount(actor)?.isTest ?? false)
