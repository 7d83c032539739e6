import { platformPayments } from "db/schema/accounts-subscriptions"
import { count, desc } from "drizzle-orm"
import { findFrozenReceipt, listReceiptTexts } from "~/models/accounts/platform-payment/frozen-receipt.server"
import { listRefunds } from "~/models/accounts/platform-payment/platform-refund.server"
import { taxText, withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows } from "~/models/foundation/access/door.server"
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
import { formatDate } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { formatMoney } from "~/utils/money"
import { platformProvider } from "~/utils/payment-providers"
import { localDate } from "~/utils/zones"

// What a school paid us, for its own books: the rows of the provider's list that are this school's.

export const receiptsPerPage = 24

/** The school's payments, newest first, a page of them. Amounts in minor units, `paidAt` in UTC ms. */
export function listReceipts(actor: Actor, page: number) {
  const rows = ownRows(actor, platformPayments)
    .orderBy(desc(platformPayments.paidAt), desc(platformPayments.id))
    .limit(receiptsPerPage)
    .offset((page - 1) * receiptsPerPage)
    .all()
  const total = ownRows(actor, platformPayments, { n: count() }).get()?.n ?? 0
  const texts = listReceiptTexts(actor, rows)
  return { rows: rows.map((row) => ({ ...row, about: texts.get(row.id) ?? "" })), total }
}

/** One payment of the school; undefined for anyone else's. */
export function findReceipt(actor: Actor, receiptId: string) {
  const row = find(actor, platformPayments, receiptId)
  return row && { ...row, ...findFrozenReceipt(actor, row) }
}

/** The tax within what is left of a payment after its refunds; null where there is none. */
export function includedTax({
  taxName,
  taxRate,
  amountMinor,
  refundedMinor,
}: Pick<
  NonNullable<ReturnType<typeof findReceipt>>,
  "taxName" | "taxRate" | "amountMinor" | "refundedMinor"
>) {
  if (taxName === null || taxRate === null) return null
  const { taxMinor } = withTax(amountMinor - refundedMinor, { name: taxName, rate: taxRate, isAdded: false })
  return { label: `Includes ${taxText({ name: taxName, rate: taxRate })}`, amountMinor: taxMinor }
}

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
  drawRow(sheet, "Payment method", platformProvider)
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
