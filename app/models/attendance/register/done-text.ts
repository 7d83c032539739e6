import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import type { RegisterTerms } from "./register"
import type { RegisterRow } from "./register-view"

export type SeatInvoice = { invoiceId: string; number: string }
type Recorded = NonNullable<RegisterRow["recorded"]>
type Part = Recorded["done"][number]

/**
 * What a recorded mark has done: the money, on which invoice, and the credit.
 * @param isLinked whether invoices and billing lead anywhere for this person
 */
export function doneText(
  { studentId, familyId }: { studentId: string; familyId: string },
  { chargedMinor, creditUntil, madeUpOn }: Pick<Recorded, "chargedMinor" | "creditUntil" | "madeUpOn">,
  {
    terms: { currency, isWaived, byHand },
    invoice,
    isLinked,
  }: {
    terms: Pick<RegisterTerms, "currency" | "isWaived" | "byHand">
    invoice: SeatInvoice | null
    isLinked: boolean
  },
): Part[] {
  const unpaid = isWaived ? "Waived" : "Not charged"
  const charged = currency === null ? "Charged" : `${formatMoney(chargedMinor, currency)} charged`
  const parts: Part[] = [{ text: chargedMinor ? charged : unpaid }]
  if (byHand && chargedMinor) parts.push({ text: ", changed by hand" })
  if (invoice && isLinked)
    parts.push({ text: ", " }, { text: `invoice ${invoice.number}`, to: paths.invoice(invoice.invoiceId) })
  else if (invoice) parts.push({ text: `, on invoice ${invoice.number}` })
  else if (chargedMinor && isLinked)
    parts.push({ text: ", " }, { text: "not invoiced yet", to: paths.newInvoice({ family: familyId }) })
  const credit = creditUntil
    ? `make-up credit until ${formatDate(creditUntil, "day")}`
    : madeUpOn && `made up on ${formatDate(madeUpOn, "day")}`
  if (!credit) return parts
  const to = isLinked ? paths.attendance({ view: "credits", student: studentId }) : undefined
  return [...parts, { text: "; " }, { text: credit, to }]
}
