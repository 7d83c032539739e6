// What an invoice's paper says beside its lines, in the same words on screen and in the PDF.
import { formatDate, monthBounds, monthOf } from "~/utils/dates"

/** "November 2026" for a whole month, else "Nov 1, 2026 to Nov 17, 2026". Dates `YYYY-MM-DD`. */
export function periodWords(from: string, to: string): string {
  const { first, last } = monthBounds(monthOf(from))
  if (from === first && to === last) return formatDate(from, "month")
  return from === to
    ? formatDate(from, "medium")
    : `${formatDate(from, "medium")} to ${formatDate(to, "medium")}`
}

/** What the line's reason adds: "Present" is what a charged lesson is, so it is not repeated. */
export const remarkOf = ({ reason }: { reason: string }): string | null =>
  reason === "Present" ? null : reason

const letterCurrencies = new Set(["USD", "CAD", "MXN"])

/** The paper the school's country prints on. */
export const paperSize = (currency: string): "LETTER" | "A4" =>
  letterCurrencies.has(currency) ? "LETTER" : "A4"
