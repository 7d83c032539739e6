import { paymentMethods } from "db/schema/choices"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { closedDay } from "../closing/closing"

// Payments: labels of methods and messages of refusals. Pure.

export { paymentMethods }
export type PaymentMethod = (typeof paymentMethods)[number]

export const methodLabels: Record<PaymentMethod, string> = {
  cash: "Cash",
  check: "Check",
  transfer: "Bank transfer",
  card: "Card",
  zelle: "Zelle",
  venmo: "Venmo",
  paypal: "PayPal",
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
  card: "card",
}

/** A payment method inside a line of text: "Payment from Ada Rossi, bank transfer". */
export const methodInText = (method: PaymentMethod): string => methodTexts[method]

/** The same with a check's number: "check 1001". */
export const paidByText = (method: PaymentMethod, reference: string | null): string =>
  method === "check" && reference ? `check ${reference}` : methodInText(method)

/** What a payment's reference is called: a check has a number. */
export const referenceLabel = (method: PaymentMethod): string =>
  method === "check" ? "Check number" : "Reference"

export type PaymentRefusal =
  | "no-invoice"
  | "no-family"
  | "not-issued"
  | "void"
  | "twin"
  | "more-than-owed"
  | "duplicate-reference"
  | "duplicate-check"
  | "sent-before"
  | "received-in-the-future"
  | "closed"
  | "chosen-settled"
  | "sample"

export const paymentRefusals: Record<PaymentRefusal, string> = {
  "no-invoice": "This invoice isn’t in your school.",
  "no-family": "This family isn’t in your school.",
  "not-issued": "This invoice is a draft. Send it first.",
  void: "This invoice is void, so it can’t be paid.",
  twin: "A payment of this amount from this payer is already recorded for that day.",
  "more-than-owed": "This is more than the family owes. Correct the amount, or keep the rest as credit.",
  "duplicate-reference": "Another payment already has this reference. Enter a different one.",
  "duplicate-check": "A check with this number is already recorded for this family. Enter a different one.",
  "sent-before":
    "This form already recorded a payment with other details. Press the button again to record this one as well.",
  "received-in-the-future": "Enter a date that’s today or earlier.",
  closed: closedDay,
  "chosen-settled": "An invoice you selected has no balance due. Select the invoices again.",
  sample: "This family is sample data. Payments are recorded for your own families.",
}

/** The field of the payment's form that a refusal is next to; the others concern the whole form. */
export const paymentRefusalFields: Partial<Record<PaymentRefusal, string>> = {
  "more-than-owed": "amount",
  "duplicate-reference": "reference",
  "duplicate-check": "reference",
  "received-in-the-future": "receivedOn",
  closed: "receivedOn",
}

/**
 * Whether an amount is so far above what the family owes that it may be mistyped: twice as much. A family that owes nothing
 * pays ahead.
 */
export const isFarAbove = (amountMinor: number, owedMinor: number): boolean =>
  owedMinor > 0 && amountMinor >= 2 * owedMinor

/** Why a payment isn't taken back as a mistake. */
export type ReverseRefusal = "no-payment" | "reversed" | "online" | "refunded"

export const reverseRefusals: Record<ReverseRefusal, string> = {
  "no-payment": "This payment isn’t in your school.",
  reversed: "This payment is already reversed.",
  online: "This payment was made online, so it can’t be reversed. Refund it instead.",
  refunded: "Part of this payment was refunded, so it can’t be reversed.",
}

/** Why a chargeback isn't won, or isn't lost again. */
export type ChargebackRefusal = "no-payment" | "no-chargeback" | "not-won" | "refunded-since"

export const chargebackRefusals: Record<ChargebackRefusal, string> = {
  "no-payment": "This payment isn’t in your school.",
  "no-chargeback": "This payment has no chargeback that isn’t won.",
  "not-won": "This chargeback isn’t recorded as won.",
  "refunded-since": "This payment was refunded online since, so the chargeback stays won.",
}

/** What went back of a payment, or came again after a chargeback, as the label of its line. */
export const goneLabels: Record<"refund" | "reversal" | "won" | "mistake", string> = {
  refund: "Refunded",
  reversal: "Chargeback",
  won: "Chargeback won",
  mistake: "Reversed",
}

/** Why the invoices of a payment aren't changed. */
export type MoveRefusal = "no-payment" | "reversed" | "more-than-left" | "more-than-open" | "other-family"

export const moveRefusals: Record<MoveRefusal, string> = {
  "no-payment": "This payment isn’t in your school.",
  reversed: "This payment was reversed.",
  "more-than-left": "These amounts come to more than the payment. Lower one of them.",
  "more-than-open": "This is more than the invoice’s balance due. Enter a smaller amount.",
  "other-family": "One of these invoices can’t be paid anymore. Check the list and save again.",
}

export type RefundRefusal =
  | "no-payment"
  | "no-family"
  | "more-than-left"
  | "refunded-in-the-future"
  | "closed"
  | "not-online"
  | "sent-before"

const refundRefusals: Record<RefundRefusal, string> = {
  "no-payment": "This payment isn’t in your school.",
  "no-family": "This family isn’t in your school.",
  "more-than-left": "This is more than is left to refund. Enter a smaller amount.",
  "refunded-in-the-future": "Enter a date that’s today or earlier.",
  closed: closedDay,
  "not-online": "This payment wasn’t made online, so it can’t be refunded online.",
  "sent-before":
    "This form already made a refund with other details. Press the button again to make this one as well.",
}

/** Why money isn't given back; `since` is the first day on which it was there. */
export type RefundRefused =
  | { ok: false; reason: RefundRefusal }
  | { ok: false; reason: "before-payment" | "before-credit"; since: string }

/** What the refund's form says about a refusal, by field. */
export function refundErrors(refused: RefundRefused): Record<string, string> {
  if (!("since" in refused))
    return { [refundRefusalFields[refused.reason] ?? "form"]: refundRefusals[refused.reason] }
  const since = formatDate(refused.since, "medium")
  return {
    refundedOn:
      refused.reason === "before-payment"
        ? `Enter a date on or after ${since}, when the payment came in.`
        : `Enter a date on or after ${since}. Before that, this much account credit wasn’t there.`,
  }
}

/** The field of the refund's form that a refusal is next to. */
const refundRefusalFields: Partial<Record<RefundRefusal, string>> = {
  "more-than-left": "amount",
  "refunded-in-the-future": "refundedOn",
  closed: "refundedOn",
}

export type ApplyRefusal = "no-credit" | "nothing-open" | "some-settled" | "another-payers"

export const creditRefusals: Record<ApplyRefusal, string> = {
  "no-credit": "This family has no account credit left.",
  "nothing-open": "None of these invoices has a balance due.",
  "some-settled":
    "Some of these invoices have no balance due anymore. Review the list, then apply the credit.",
  "another-payers": "This account credit belongs to a payer who has no invoice with a balance due here.",
}

/** The toast after a payment, amounts in minor units. */
export function recordedText(
  amountMinor: number,
  payer: string,
  creditMinor: number,
  currency: string,
): string {
  const recorded = `${formatMoney(amountMinor, currency)} from ${payer} recorded.`
  return creditMinor > 0 ? `${recorded} ${formatMoney(creditMinor, currency)} is account credit.` : recorded
}

/** What a payment left over when its invoices were settled, as its receipt lists it: what was owed on no invoice, and credit. */
export const beside = ({ spareMinor, madeUpMinor }: { spareMinor: number; madeUpMinor: number }) =>
  (
    [
      ["Balance not on an invoice", madeUpMinor],
      ["Account credit", spareMinor - madeUpMinor],
    ] as const
  ).filter(([, amountMinor]) => amountMinor > 0)
