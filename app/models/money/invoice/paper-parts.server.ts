import type { TaxedAmount } from "~/models/accounts/tax/tax"
import {
  drawAtEnd,
  ink,
  keepTogether,
  margin,
  quiet,
  rule,
  widthOf,
} from "~/models/foundation/paper/paper.server"
import type { Sheet } from "~/models/foundation/paper/sheet.server"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { beforeDiscounts, hasUntaxed, remarkOf, withoutName } from "./invoice-paper"

// What invoices and credit notes share as paper: lines, the final barline, notes below it.

type PaperLine = TaxedAmount & {
  description: string
  reason: string
  occurredOn: string
  /** what was taken off the price; the amount is what is left */
  discounts: { reason: string; amountMinor: number }[]
}

/** The lines of a paper under the child each is for, an amount at the end of each. */
export function drawLines(
  sheet: Sheet,
  invoice: { currency: string; groups: { studentName: string | null; lines: PaperLine[] }[] },
) {
  for (const { studentName, lines } of invoice.groups) {
    keepTogether(sheet, 62)
    const { y } = sheet
    sheet
      .font("italic")
      .fontSize(11)
      .fillColor(ink)
      .text(studentName ?? "Whole family", margin, y, { width: widthOf(sheet) - 90 })
    sheet
      .font("italic")
      .fontSize(9)
      .fillColor(quiet)
      .text(invoice.currency, margin, y + 2, { width: widthOf(sheet), align: "right" })
    sheet.y = Math.max(sheet.y, y + 16)
    rule(sheet, { color: ink, width: 0.7 })
    sheet.y += 5
    for (const line of lines)
      drawLine(sheet, { ...line, description: withoutName(line.description, studentName) }, invoice.currency)
    sheet.y += 10
  }
}

function drawLine(sheet: Sheet, line: PaperLine, currency: string) {
  const width = widthOf(sheet) - 190
  const remark = remarkOf(line)
  sheet.font("text").fontSize(10)
  const height =
    sheet.heightOfString(line.description, { width }) +
    (remark ? sheet.fontSize(8.5).heightOfString(remark, { width }) : 0)
  keepTogether(sheet, height + 9)
  const { y } = sheet
  sheet
    .font("text")
    .fontSize(10)
    .fillColor(quiet)
    .text(formatDate(line.occurredOn, "short"), margin, y, { width: 86 })
  sheet.fillColor(ink).text(line.description, margin + 90, y, { width })
  if (remark) sheet.fontSize(8.5).fillColor(quiet).text(remark, { width })
  const end = Math.max(sheet.y, y + 13)
  drawAtEnd(sheet, formatMoney(beforeDiscounts(line), currency), y)
  sheet.y = end + 3
  for (const { reason, amountMinor } of line.discounts)
    drawDiscount(sheet, reason, formatMoney(-amountMinor, currency))
  rule(sheet)
  sheet.y += 4
}

/** What was taken off the line above, and why. */
function drawDiscount(sheet: Sheet, reason: string, amount: string) {
  keepTogether(sheet, 16)
  const { y } = sheet
  sheet
    .font("text")
    .fontSize(9)
    .fillColor(quiet)
    .text(reason, margin + 90, y, { width: widthOf(sheet) - 190 })
  const end = Math.max(sheet.y, y + 12)
  drawAtEnd(sheet, amount, y)
  sheet.y = end + 2
}

/** The tax number of whom a paper is for, and what they want quoted. */
export function drawBuyerNumbers(
  sheet: Sheet,
  { billToTaxNumber, billToReference }: { billToTaxNumber: string | null; billToReference: string | null },
  width: number,
) {
  if (billToTaxNumber) sheet.text(`Tax number: ${billToTaxNumber}`, { width })
  if (billToReference) sheet.text(`Your reference: ${billToReference}`, { width })
}

/** Why what has no tax has none. */
export function drawExemption(
  sheet: Sheet,
  { taxExemption, groups }: { taxExemption: string | null; groups: { lines: TaxedAmount[] }[] },
) {
  if (!taxExemption || !hasUntaxed(groups)) return
  sheet
    .font("text")
    .fontSize(9)
    .fillColor(quiet)
    .text(taxExemption, margin, sheet.y, { width: widthOf(sheet) })
  sheet.y += 3
}

export function drawText(sheet: Sheet, text: string, heading?: string) {
  sheet.y += 12
  const width = widthOf(sheet) - 80
  sheet.font("text").fontSize(10).fillColor(ink)
  keepTogether(sheet, Math.min(sheet.heightOfString(text, { width }) + (heading ? 16 : 0), 200))
  if (heading) sheet.font("italic").fontSize(11).text(heading, margin, sheet.y).moveDown(0.2)
  sheet.font("text").fontSize(10).text(text, margin, sheet.y, { width })
}

/** The final barline under a total: thin, then thick. */
export function closeTotal(sheet: Sheet) {
  sheet.y += 1
  rule(sheet, { color: ink, width: 0.7 })
  sheet.y += 3
  rule(sheet, { color: ink, width: 2.2 })
  sheet.y += 12
}
