import { paymentMethods } from "db/schema/choices"
import type { OpenDispute } from "~/providers/payment-provider"
import { platformMethod, platformProvider } from "~/utils/payment-providers"

// Payments: labels of methods and messages of refusals. Pure.

export { paymentMethods }
export type PaymentMethod = (typeof paymentMethods)[number]

export const methodLabels: Record<PaymentMethod, string> = {
  cash: "Cash",
  check: "Check",
  transfer: "Bank transfer",
  debit: "Bank debit",
  card: "Card",
  online: "Online payment",
  zelle: "Zelle",
  venmo: "Venmo",
  [platformMethod]: platformProvider,
}

/** Zelle and Venmo move dollars between accounts in the US. */
const inDollarsOnly: readonly PaymentMethod[] = ["zelle", "venmo"]

/** The methods to choose from where money is of this currency, and one that was chosen before. */
export const methodChoices = (
  currency: string,
  chosen?: string | null,
): { value: PaymentMethod; label: string }[] =>
  paymentMethods
    .filter((method) => currency === "USD" || method === chosen || !inDollarsOnly.includes(method))
    .map((value) => ({ value, label: methodLabels[value] }))

const methodTexts: Record<PaymentMethod, string> = {
  ...methodLabels,
  cash: "cash",
  check: "check",
  transfer: "bank transfer",
  debit: "bank debit",
  card: "card",
  online: "online payment",
}

/** A payment method inside a line of text: "Payment from Ada Rossi, bank transfer". */
const methodInText = (method: PaymentMethod): string => methodTexts[method]

/** The same with a check's number, or with what a provider says of it: "check 1001", "Visa ending 4242". */
export const paidByText = (
  method: PaymentMethod,
  reference: string | null,
  paidWith: string | null,
): string =>
  method === "check" && reference
    ? `check ${reference}`
    : (paidWith?.replace(/^Bank debit/, methodTexts.debit) ?? methodInText(method))

/** What a payment was paid with as a value of its own: "Visa ending 4242" where a provider says so, else "Card". */
export const paidWithText = ({
  method,
  paidWith,
}: {
  method: PaymentMethod
  paidWith?: string | null
}): string => paidWith ?? methodLabels[method]

/** What a payment's reference is called: a check has a number. */
export const referenceLabel = (method: PaymentMethod): string =>
  method === "check" ? "Check number" : "Reference"

/**
 * Whether an amount is so far above what the family owes that it may be mistyped: twice as much. A family that owes nothing
 * pays ahead.
 */
export const isFarAbove = (amountMinor: number, owedMinor: number): boolean =>
  owedMinor > 0 && amountMinor >= 2 * owedMinor

/** What went back of a payment, or came again after a chargeback, as the label of its line. */
export const goneLabels: Record<"refund" | "reversal" | "won" | "mistake" | "returned", string> = {
  refund: "Refunded",
  reversal: "Chargeback",
  won: "Chargeback won",
  mistake: "Reversed",
  returned: "Refund returned",
}

type Beside = { spareMinor: number; madeUpMinor: number; othersMinor?: number }

/**
 * What of a payment isn't for the invoices that its receipt lists: `othersMinor` for invoices its reader doesn't see, then what
 * was owed on no invoice, and credit.
 */
export const beside = ({ spareMinor, madeUpMinor, othersMinor = 0 }: Beside) =>
  (
    [
      ["Other invoices of the family", othersMinor],
      ["Balance not on an invoice", madeUpMinor],
      ["Account credit", spareMinor - madeUpMinor],
    ] as const
  ).filter(([, amountMinor]) => amountMinor > 0)

/** What an invoice lost of a payment. */
export type TakenBack = {
  paymentId: string
  payerName: string
  receivedOn: string
  /** What the invoice has lost of the payment, and has open again unless it was paid since. */
  amountMinor: number
  /** In both ways where the payment's other invoices lost some as well, so that it isn't known how much in which. */
  kind: "refund" | "reversal" | "both"
  /** When the last of it went back. */
  backOn: string
}

/** A payment with a dispute that isn't decided. */
export type DisputedPayment = OpenDispute & { paymentId: string; payerName: string; currency: string }
