import { readLogo } from "~/models/accounts/school/logo.server"
import { type TaxedAmount, taxText, taxTotals } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import {
  drawAtEnd,
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
import { nextTurn } from "~/utils/in-turns"
import { formatMoney } from "~/utils/money"
import { addressText, readAddress } from "~/utils/postal-address"
import { qrCode } from "~/utils/qr-code.server"
import { carried } from "../e-invoice/e-invoice"
import { type BankTransfer, bankTransfer } from "./bank-transfer"
import { offersXml, shareLabel } from "./invoice"
import { findInvoice, type Invoice } from "./invoice.server"
import {
  beforeDiscounts,
  hasUntaxed,
  type PaperFacts,
  paperSize,
  periodText,
  remarkOf,
  settledRows,
  withoutName,
} from "./invoice-paper"
import { xmlOfInvoice } from "./issued-xml"

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

// An invoice as a PDF.

/**
 * The PDF of an issued or void invoice, or undefined when the school has none or it is a draft.
 * @param asIssued leave out what came after: payments and a void. The bytes are then the same at any time, so that a
 * mail tried again carries what it carried before.
 * @param payments those that its reader may know of, and how they were paid; all of them for the office
 */
export async function invoicePdf(
  actor: Actor,
  invoiceId: string,
  { asIssued = false, payments }: { asIssued?: boolean; payments?: PaperFacts["payments"] } = {},
): Promise<{ fileName: string; bytes: Buffer } | undefined> {
  const invoice = findInvoice(actor, invoiceId)
  if (!invoice?.number || invoice.issuedAt === null) return undefined
  const paid = asIssued
    ? prepaidRows(invoice)
    : settledRows({ ...invoice, payments: payments ?? invoice.payments })
  const bytes = await drawPaper(
    {
      size: paperSize(invoice.currency),
      title: `Invoice ${invoice.number}`,
      author: invoice.sellerName,
      createdAt: invoice.issuedAt,
      logo: await readLogo(actor.school.logoId),
      ...carried(asIssued || isAsIssued(invoice) ? xmlOfInvoice(invoice) : null),
    },
    (sheet) =>
      inFormats(actor.school, () => {
        drawHead(sheet, invoice, asIssued)
        drawLines(sheet, invoice)
        drawTotals(sheet, invoice, { asIssued, paid })
      }),
  )
  return { fileName: `${fileNameOf(invoice.number)}.pdf`, bytes }
}

/** Whether the paper still says what it was issued with, which is what its e-invoice says. */
const isAsIssued = (invoice: Invoice): boolean =>
  offersXml(invoice) &&
  invoice.totalMinor - invoice.openMinor === invoice.prepaidMinor &&
  invoice.dueOn === invoice.paperDueOn &&
  invoice.installments.length === 0

const fileNameOf = (number: string) => `invoice-${number.replace(/[^A-Za-z0-9._-]+/g, "-")}`

/** The e-invoice alone, as the paper was issued; undefined where it is none, or void. */
export function eInvoiceFile(actor: Actor, invoiceId: string): { fileName: string; xml: string } | undefined {
  const invoice = findInvoice(actor, invoiceId)
  const xml = invoice && offersXml(invoice) && xmlOfInvoice(invoice)
  return invoice?.number && xml ? { fileName: `${fileNameOf(invoice.number)}.xml`, xml } : undefined
}

function drawHead(sheet: Sheet, invoice: Invoice, asIssued: boolean) {
  const half = widthOf(sheet) / 2
  sheet.font("italic").fontSize(11).fillColor(quiet).text(invoice.sellerName, margin, margin)
  const home = readAddress(invoice.sellerAddress).country
  const from = addressText(invoice.sellerAddress, home)
  if (from) sheet.font("text").fontSize(9).text(from, { width: half })
  if (invoice.sellerTaxNumber)
    sheet.font("text").fontSize(9).text(`Tax number: ${invoice.sellerTaxNumber}`, { width: half })
  sheet.moveDown(1)
  sheet.font("serif").fontSize(24).fillColor(ink).text(`Invoice ${invoice.number}`, margin)
  if (!asIssued && invoice.state === "void")
    sheet
      .font("bold")
      .fontSize(10)
      .text(`Voided ${formatDate(invoice.voidedOn ?? "", "full")}: ${invoice.voidReason}`)
  sheet.moveDown(0.6)
  const top = sheet.y
  sheet.font("italic").fontSize(9).fillColor(quiet).text("To", margin, top)
  sheet
    .font("text")
    .fontSize(10)
    .fillColor(ink)
    .text(invoice.billTo, { width: half - 12 })
  const to = addressText(invoice.billToAddress, home)
  if (to) sheet.text(to, { width: half - 12 })
  drawBuyerNumbers(sheet, invoice, half - 12)
  const below = sheet.y
  sheet.y = top
  const facts: [label: string, value: string, font: "text" | "bold"][] = [
    ["Issued", formatDate(invoice.issuedOn ?? invoice.paperDueOn, "full"), "text"],
    ["Due", formatDate(asIssued ? invoice.paperDueOn : invoice.dueOn, "full"), "bold"],
    ["Period", periodText(invoice.periodFrom, invoice.periodTo), "text"],
    ["Family", invoice.paperFamily, "text"],
  ]
  for (const [label, value, font] of facts) {
    const { y } = sheet
    sheet
      .font("italic")
      .fontSize(9)
      .fillColor(quiet)
      .text(label, margin + half, y + 1.5, { width: 52 })
    sheet
      .font(font)
      .fontSize(10)
      .fillColor(ink)
      .text(value, margin + half + 56, y, { width: half - 56 })
    sheet.y = Math.max(sheet.y, y + 14)
  }
  sheet.x = margin
  sheet.y = Math.max(sheet.y, below) + 18
}

/** What account credit settled when the invoice was issued. */
const prepaidRows = ({ prepaidMinor }: Invoice) =>
  prepaidMinor === 0 ? [] : [{ label: "Account credit", amountMinor: prepaidMinor }]

type Settled = { asIssued: boolean; paid: readonly { label: string; amountMinor: number }[] }

function drawTotals(sheet: Sheet, invoice: Invoice, { asIssued, paid }: Settled) {
  const money = (minor: number) => formatMoney(minor, invoice.currency)
  const dueMinor = asIssued ? invoice.totalMinor - invoice.prepaidMinor : invoice.openMinor
  const isSettled = paid.length > 0 || (invoice.state !== "void" && dueMinor !== invoice.totalMinor)
  const { subtotalMinor, added, included } = taxTotals(invoice.groups.flatMap(({ lines }) => lines))
  const taxes = added.length + included.length + (subtotalMinor === null ? 0 : 1)
  const installments = asIssued || invoice.openMinor === 0 ? [] : invoice.installments
  const rows =
    installments.length + (invoice.shares.length > 1 ? invoice.shares.length : 0) + paid.length + taxes
  // The total between its lines, 16 points a row, and the balance due.
  keepTogether(sheet, Math.min(45 + rows * 16 + (isSettled ? 23 : 0), 320))
  rule(sheet, { color: ink, width: 0.7 })
  sheet.y += 6
  if (subtotalMinor !== null) drawRow(sheet, "Subtotal", money(subtotalMinor))
  for (const tax of added) drawRow(sheet, `${taxText(tax)} on ${money(tax.netMinor)}`, money(tax.taxMinor))
  drawRow(sheet, "Total", money(invoice.totalMinor), "serif", 15)
  closeTotal(sheet)
  for (const tax of included)
    drawRow(sheet, `Includes ${taxText(tax)} on ${money(tax.netMinor)}`, money(tax.taxMinor))
  drawExemption(sheet, invoice)
  if (invoice.shares.length > 1)
    for (const share of invoice.shares) drawRow(sheet, shareLabel(share), money(share.amountMinor))
  for (const { label, amountMinor } of paid) drawRow(sheet, label, money(-amountMinor))
  if (isSettled) {
    sheet.y += 2
    rule(sheet)
    sheet.y += 5
    drawRow(sheet, "Balance due", money(dueMinor), "bold")
  }
  const last = installments.at(-1)?.position
  for (const { position, dueOn, amountMinor, openMinor } of installments) {
    const label = `Installment ${position} of ${last}, ${openMinor > 0 ? "due" : "paid; was due"} ${formatDate(dueOn, "medium")}`
    drawRow(sheet, label, money(openMinor > 0 ? openMinor : amountMinor))
  }
  if (invoice.note) drawText(sheet, invoice.note)
  const transfer = bankTransfer(invoice, dueMinor)
  if (transfer) drawTransfer(sheet, transfer)
  if (invoice.paymentInstructions && dueMinor > 0)
    drawText(sheet, invoice.paymentInstructions, transfer ? undefined : "How to pay")
}

/** The side of the drawn code, in points. */
const codeSide = 92

/** The account to transfer to, and beside it the code for banking apps. */
function drawTransfer(sheet: Sheet, { holder, iban, bic, reference, code }: BankTransfer) {
  sheet.y += 12
  keepTogether(sheet, codeSide + 24)
  sheet.font("italic").fontSize(11).fillColor(ink).text("How to pay", margin, sheet.y).moveDown(0.2)
  const top = sheet.y
  const rows = [
    ["Account holder", holder],
    ["IBAN", iban],
    ...(bic ? [["BIC", bic]] : []),
    ["Reference", reference],
  ] as [string, string][]
  for (const [label, value] of rows) {
    const { y } = sheet
    sheet
      .font("italic")
      .fontSize(9)
      .fillColor(quiet)
      .text(label, margin, y + 1.5, { width: 86 })
    sheet
      .font("text")
      .fontSize(10)
      .fillColor(ink)
      .text(value, margin + 90, y, { width: widthOf(sheet) - codeSide - 110 })
    sheet.y = Math.max(sheet.y, y + 14)
  }
  if (!code) return
  const { size, path } = qrCode(code)
  const left = margin + widthOf(sheet) - codeSide
  const bottom = Math.max(sheet.y, top + codeSide + 4)
  sheet
    .save()
    .translate(left, top)
    .scale(codeSide / size)
    .path(path)
    .fill("#000")
    .restore()
  sheet.y = bottom
  sheet.x = margin
}

/** The PDFs of some invoices, one after the other, with other requests answered in between. Drafts have none. */
export async function* invoicePdfs(
  actor: Actor,
  invoiceIds: readonly string[],
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  for (const invoiceId of invoiceIds) {
    const pdf = await invoicePdf(actor, invoiceId)
    if (pdf) yield { name: pdf.fileName, bytes: pdf.bytes }
    await nextTurn()
  }
}
