import type Stripe from "stripe"
import { smallestAmount } from "~/utils/smallest-amount"
import type { PaidWith } from "../payment-provider"

// Stripe counts each currency in its own smallest unit: yen whole, dinars in thousandths. Ours is a hundredth in every currency
// (see money.ts). Where ours has no coin below one, Stripe counts a few currencies in hundredths all the same.
// https://docs.stripe.com/currencies

const whole = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "))
const thousandths = new Set("BHD JOD KWD OMR TND".split(" "))
/** An amount of 1.00 as Stripe counts it. */
const unitsOf = (currency: string): number =>
  whole.has(currency) ? 1 : thousandths.has(currency) ? 1000 : 100

/** The least of it that can be sent, minor units. */
const stepOf = (currency: string): number => Math.max(smallestAmount(currency), whole.has(currency) ? 100 : 1)

/** Whether an amount (minor units) can be sent. */
export const stripeTakesAmount = (amountMinor: number, currency: string): boolean =>
  Number.isSafeInteger(amountMinor) && amountMinor > 0 && amountMinor % stepOf(currency) === 0

/** @param amountMinor minor units, more than zero; a fraction of a yen throws */
export function toStripe(amountMinor: number, currency: string): number {
  if (!stripeTakesAmount(amountMinor, currency))
    throw new RangeError(`Not an amount that can be paid in ${currency}: ${amountMinor}`)
  return (amountMinor * unitsOf(currency)) / 100
}

/** The minor units of an amount that Stripe names; a fraction of ours is kept, so that it equals nothing that was asked for. */
export const fromStripe = (amount: number, currency: string): number => (amount * 100) / unitsOf(currency)

// What cards, bank accounts and other ways to pay are called, as Stripe tells of them.

const brands: Record<string, string> = {
  amex: "American Express",
  cartes_bancaires: "Cartes Bancaires",
  diners: "Diners Club",
  discover: "Discover",
  eftpos_au: "eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
}

const wallets: Record<string, string> = {
  apple_pay: "Apple Pay",
  google_pay: "Google Pay",
  link: "Link",
  samsung_pay: "Samsung Pay",
}

const others: Record<string, string> = {
  bancontact: "Bancontact",
  blik: "BLIK",
  ideal: "iDEAL",
  link: "Link",
  p24: "Przelewy24",
  twint: "TWINT",
}

type Ending = { last4?: string | null }
type Banks = {
  sepa_debit?: Ending
  us_bank_account?: Ending & { bank_name: string | null }
  bacs_debit?: Ending
  au_becs_debit?: Ending
}

const ending = (name: string, { last4 }: Ending): string => (last4 ? `${name} ending ${last4}` : name)

/** "Visa ending 4242". */
export const cardTitle = (card: Ending & { brand: string | null }): string =>
  ending(brands[card.brand ?? ""] ?? "Card", card)

/** "Bank debit ending 3000", or with the bank's name, where it is known: "Chase debit ending 6789"; undefined of what is no bank account. */
export function debitTitle(of: Banks): string | undefined {
  const account = of.sepa_debit ?? of.us_bank_account ?? of.bacs_debit ?? of.au_becs_debit
  return account && ending(`${of.us_bank_account?.bank_name || "Bank"} debit`, account)
}

/** What a payment was made with. */
export function paidWithOf(details: Stripe.Charge.PaymentMethodDetails): PaidWith {
  const { card, type, ideal, bancontact } = details
  if (card) {
    const wallet = card.wallet && wallets[card.wallet.type]
    return { method: "card", title: wallet ? `${cardTitle(card)}, ${wallet}` : cardTitle(card) }
  }
  const debit = debitTitle(details)
  if (debit) return { method: "debit", title: debit }
  const name = others[type] ?? type.replaceAll("_", " ")
  return { method: "online", title: ending(name, { last4: (ideal ?? bancontact)?.iban_last4 ?? null }) }
}
