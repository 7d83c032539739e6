// What an invoice's paper says beside its lines, in the same words on screen and in the PDF.
import { shownMinor, type TaxedAmount } from "~/models/accounts/tax/tax"
import { monthBounds, monthOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { upperFirst } from "~/utils/names"
import { type PaymentMethod, paidByText } from "../payment/payment"
import type { InvoiceState } from "./invoice"

/** "November 2026" for a whole month, else "Nov 1, 2026 to Nov 17, 2026". Dates `YYYY-MM-DD`. */
export function periodText(from: string, to: string): string {
  const { first, last } = monthBounds(monthOf(from))
  if (from === first && to === last) return formatDate(from, "month")
  return from === to
    ? formatDate(from, "medium")
    : `${formatDate(from, "medium")} to ${formatDate(to, "medium")}`
}

/**
 * The period of an invoice as it was asked for; where the month of its start or end has none of the items that are on it, it
 * begins or ends with them.
 */
export function periodOfItems(asked: { from: string; to: string }, days: readonly string[]) {
  const sorted = [...days].sort()
  const [first = asked.from, last = asked.to] = [sorted[0], sorted.at(-1)]
  const from = monthOf(asked.from) < monthOf(first) ? first : asked.from
  const to = monthOf(asked.to) > monthOf(last) ? last : asked.to
  return from <= to ? { from, to } : asked
}

/** Whether a paper charges something without tax, or with one of 0%. */
export const hasUntaxed = (groups: readonly { lines: readonly TaxedAmount[] }[]): boolean =>
  groups.some(({ lines }) => lines.some(({ taxRate, amountMinor }) => !taxRate && amountMinor !== 0))

const ordinary = new Set(["Present", "Other charge"])

/** What the line's reason adds: "Present" is what a charged lesson is, so it is not repeated. */
export const remarkOf = ({ reason }: { reason: string }): string | null =>
  ordinary.has(reason) ? null : reason

const letterCurrencies = new Set(["USD", "CAD", "MXN"])

/** The paper the school's country prints on. */
export const paperSize = (currency: string): "LETTER" | "A4" =>
  letterCurrencies.has(currency) ? "LETTER" : "A4"

/** A lesson's line begins with the child's first name; under the child's own heading it is left away. */
export function withoutName(description: string, studentName: string | null): string {
  const first = `${studentName?.split(" ")[0]}, `
  if (!studentName || !description.startsWith(first)) return description
  const rest = description.slice(first.length)
  return upperFirst(rest)
}

/** Everything a paper needs; what `findInvoice` answers has it. Amounts in minor units, dates `YYYY-MM-DD`. */
export type PaperFacts = {
  state: InvoiceState
  number: string | null
  currency: string
  sellerName: string
  sellerAddress: string | null
  sellerTaxNumber: string | null
  paymentInstructions: string | null
  billTo: string
  billToAddress: string | null
  billToTaxNumber: string | null
  billToReference: string | null
  periodFrom: string
  periodTo: string
  issuedOn: string | null
  dueOn: string
  note: string | null
  /** Why what has no tax has none. */
  taxExemption: string | null
  totalMinor: number
  openMinor: number
  voidedOn: string | null
  voidReason: string | null
  groups: {
    studentName: string | null
    lines: (TaxedAmount & {
      id: string
      description: string
      reason: string
      occurredOn: string
      discounts: { reason: string; amountMinor: number }[]
    })[]
  }[]
  shares: { name: string; basisPoints: number | null; amountMinor: number; paidMinor: number }[]
  payments: {
    paymentId: string
    amountMinor: number
    receivedOn: string
    payerName: string
    /** None where how it was paid isn't for the reader. */
    method: PaymentMethod | null
    paidWith: string | null
    providerReference: string | null
    isOpening: boolean
    isVoucher: boolean
  }[]
  credits: { creditNoteId: string; number: string; issuedOn: string; amountMinor: number }[]
  writeOffs: { id: string; writtenOffOn: string; amountMinor: number }[]
  /** Of its payment plan; none without one. */
  installments: { position: number; dueOn: string; amountMinor: number; openMinor: number }[]
}

/** What of an opening balance or a gift voucher settles an invoice; no one has paid it here. */
export const openingCreditText = (asOf: string, isVoucher: boolean): string =>
  `${isVoucher ? "Gift voucher redeemed" : "Account credit of your opening balance"}, ${formatDate(asOf, "medium")}`

/** What settles an invoice, as rows under its total: payments, credit notes, write-offs. Minor units. */
export function settledRows({
  payments,
  credits,
  writeOffs,
}: Pick<PaperFacts, "payments" | "credits" | "writeOffs">) {
  return [
    ...payments.map(
      ({
        paymentId,
        receivedOn,
        payerName,
        method,
        providerReference,
        paidWith,
        isOpening,
        isVoucher,
        amountMinor,
      }) => ({
        id: paymentId,
        label: isOpening
          ? openingCreditText(receivedOn, isVoucher)
          : `Received ${formatDate(receivedOn, "medium")} from ${[payerName, ...(method ? [paidByText(method, providerReference, paidWith)] : [])].join(", ")}`,
        amountMinor,
      }),
    ),
    ...credits.map(({ creditNoteId, number, issuedOn, amountMinor }) => ({
      id: creditNoteId,
      label: `Credit note ${number}, ${formatDate(issuedOn, "medium")}`,
      amountMinor,
    })),
    ...writeOffs.map(({ id, writtenOffOn, amountMinor }) => ({
      id,
      label: `Written off ${formatDate(writtenOffOn, "medium")}`,
      amountMinor,
    })),
  ]
}

type Discounted = TaxedAmount & { discounts: readonly { amountMinor: number }[] }

/** What a line shows before its discounts, each of which has a row of its own below it; without tax that is added. */
export const beforeDiscounts = (line: Discounted): number =>
  line.discounts.reduce((sum, { amountMinor }) => sum + amountMinor, shownMinor(line))
