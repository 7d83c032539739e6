import { readLogo } from "~/models/accounts/school/logo.server"
import type { Actor } from "~/models/foundation/access/actor"
import { drawPaper, drawRow, ink, margin, quiet, rule, widthOf } from "~/models/foundation/paper/paper.server"
import type { Sheet } from "~/models/foundation/paper/sheet.server"
import { formatDate } from "~/utils/date-text"
import { inFormats } from "~/utils/formats.server"
import { formatMoney } from "~/utils/money"
import { paperSize } from "../invoice/invoice-paper"
import { codeText } from "./voucher"
import { findVoucher, type Voucher } from "./vouchers.server"

// A gift voucher as a PDF, to print and to give. It says what was sold, so its bytes are the same at any time.

/** Undefined when the school has no such voucher. */
export async function voucherPdf(
  actor: Actor,
  voucherId: string,
): Promise<{ fileName: string; bytes: Buffer } | undefined> {
  const voucher = findVoucher(actor, voucherId, { evenRemoved: true })
  if (!voucher) return undefined
  const bytes = await drawPaper(
    {
      size: paperSize(voucher.currency),
      title: "Gift voucher",
      author: actor.school.name,
      createdAt: voucher.createdAt,
      logo: await readLogo(actor.school.logoId),
    },
    (sheet) => inFormats(actor.school, () => draw(sheet, voucher, actor.school.name)),
  )
  return { fileName: `gift-voucher-${voucher.code.slice(-4)}.pdf`, bytes }
}

function draw(sheet: Sheet, voucher: Voucher, schoolName: string) {
  const { amountMinor, currency, recipientName, buyerName, message, expiresOn, code } = voucher
  const width = widthOf(sheet)
  sheet.font("italic").fontSize(11).fillColor(quiet).text(schoolName, margin, margin)
  sheet.moveDown(2)
  sheet.font("serif").fontSize(34).fillColor(ink).text("Gift voucher", margin)
  sheet.moveDown(0.3)
  sheet.fontSize(28).text(formatMoney(amountMinor, currency))
  sheet.moveDown(0.8)
  if (message) {
    sheet.font("italic").fontSize(13).text(message, margin, sheet.y, { width })
    sheet.moveDown(0.8)
  }
  rule(sheet, { color: ink, width: 0.7 })
  sheet.y += 8
  // Names can be longer than a line.
  for (const [label, name] of [
    ["For", recipientName],
    ["From", buyerName],
  ]) {
    if (!name) continue
    sheet
      .font("italic")
      .fontSize(9)
      .fillColor(quiet)
      .text(label ?? "", margin)
    sheet.font("text").fontSize(12).fillColor(ink).text(name, { width })
    sheet.moveDown(0.4)
  }
  drawRow(sheet, "Last day", expiresOn ? formatDate(expiresOn, "full") : "No end date")
  drawRow(sheet, "Code", codeText(code), "serif", 15)
  drawRow(sheet, "Redeem it", "in your family’s portal, under Invoices, or at the school")
  rule(sheet, { color: ink, width: 0.7 })
}
