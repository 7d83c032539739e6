import { listRefunds } from "~/models/accounts/platform-payment/platform-refund.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  drawPaper,
  drawRow,
  ink,
  keepTogether,
  margin,
  quiet,
  rule,
  widthOf,
} from "~/models/foundation/paper/paper.server"
import type { Sheet } from "~/models/foundation/paper/sheet.server"
import { formatDate } from "~/utils/date-text"
import { inFormats } from "~/utils/formats.server"
import { formatMoney } from "~/utils/money"
import { localDate } from "~/utils/zones"
import { findReceipt, includedTax } from "./platform-receipts.server"

// The receipt of a school's payment to us as a PDF: what was frozen when the payment came, and the refunds since.

type Receipt = NonNullable<ReturnType<typeof findReceipt>>

/** Undefined for anyone else's payment. */
export async function platformReceiptPdf(
  actor: Actor,
  receiptId: string,
): Promise<{ fileName: string; bytes: Buffer } | undefined> {
  const receipt = findReceipt(actor, receiptId)
  if (!receipt) return undefined
  const bytes = await drawPaper(
    {
      size: "LETTER",
      title: `Receipt ${receipt.id}`,
      author: receipt.sellerName,
      createdAt: receipt.paidAt,
    },
    (sheet) =>
      inFormats(actor.school, () => {
        drawHead(sheet, actor, receipt)
        drawAmounts(sheet, actor, receipt)
      }),
  )
  return { fileName: `receipt-${receipt.id.replace(/[^A-Za-z0-9._-]+/g, "-")}.pdf`, bytes }
}

const dayIn = (actor: Actor, at: number) => formatDate(localDate(at, actor.school.timeZone), "full")

function drawHead(sheet: Sheet, actor: Actor, receipt: Receipt) {
  const half = widthOf(sheet) / 2
  const small = (text: string) => sheet.font("text").fontSize(9).text(text, { width: half })
  sheet.font("italic").fontSize(11).fillColor(quiet).text(receipt.sellerName, margin, margin)
  if (receipt.sellerAddress) small(receipt.sellerAddress)
  if (receipt.sellerTaxNumber) small(`Tax number: ${receipt.sellerTaxNumber}`)
  sheet.moveDown(1)
  sheet.font("serif").fontSize(24).fillColor(ink).text("Receipt", margin)
  sheet.moveDown(0.6)
  sheet.font("italic").fontSize(9).fillColor(quiet).text("To", margin)
  sheet.font("text").fontSize(10).fillColor(ink).text(receipt.buyerName, { width: half })
  if (receipt.buyerAddress) sheet.text(receipt.buyerAddress, { width: half })
  if (receipt.buyerTaxNumber) sheet.text(`Tax number: ${receipt.buyerTaxNumber}`, { width: half })
  sheet.moveDown(0.6)
  drawRow(sheet, "Paid on", dayIn(actor, receipt.paidAt))
  drawRow(sheet, "Payment method", "PayPal")
  drawRow(sheet, "Payment ID", receipt.id)
  sheet.x = margin
  sheet.y += 14
}

function drawAmounts(sheet: Sheet, actor: Actor, receipt: Receipt) {
  const money = (amountMinor: number) => formatMoney(amountMinor, receipt.currency)
  rule(sheet, { color: ink, width: 0.7 })
  sheet.y += 6
  drawRow(sheet, receipt.about, money(receipt.amountMinor))
  for (const { refundedAt, createdAt, amountMinor } of listRefunds(actor, receipt.id))
    drawRow(sheet, `Refunded on ${dayIn(actor, refundedAt ?? createdAt)}`, money(-amountMinor))
  keepTogether(sheet, 40)
  drawRow(sheet, "Total", money(receipt.amountMinor - receipt.refundedMinor), "serif", 15)
  const tax = includedTax(receipt)
  if (tax) drawRow(sheet, tax.label, money(tax.amountMinor))
}
