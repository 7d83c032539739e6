import { readLogo } from "~/models/accounts/school/logo.server"
import { taxText, taxTotals } from "~/models/accounts/tax/tax"
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
import { addressText, readAddress } from "~/utils/postal-address"
import { carried } from "../e-invoice/carried-invoice"
import { paperSize } from "../invoice/invoice-paper"
import { xmlOfNote } from "../invoice/issued-xml"
import {
  closeTotal,
  drawBuyerNumbers,
  drawExemption,
  drawLines,
  drawText,
} from "../invoice/paper-parts.server"
import { type CreditNote, findCreditNote } from "./credit-notes.server"

// A credit note as a PDF. It is frozen, so its bytes are the same at any time.

/** Undefined when the school has no such note. */
export async function creditNotePdf(
  actor: Actor,
  creditNoteId: string,
): Promise<{ fileName: string; bytes: Buffer } | undefined> {
  const note = findCreditNote(actor, creditNoteId)
  if (!note) return undefined
  const bytes = await drawPaper(
    {
      size: paperSize(note.currency),
      title: `Credit note ${note.number}`,
      author: note.sellerName,
      createdAt: note.issuedAt,
      logo: await readLogo(actor.school.logoId),
      ...carried(xmlOfNote(note)),
    },
    (sheet) =>
      inFormats(actor.school, () => {
        drawHead(sheet, note)
        drawLines(sheet, note)
        keepTogether(sheet, 61)
        rule(sheet, { color: ink, width: 0.7 })
        sheet.y += 6
        drawTotals(sheet, note)
        drawText(sheet, note.reason, "Reason")
      }),
  )
  return { fileName: `${fileNameOf(note.number)}.pdf`, bytes }
}

const fileNameOf = (number: string) => `credit-note-${number.replace(/[^A-Za-z0-9._-]+/g, "-")}`

/** The e-invoice alone, as the PDF carries it; undefined where it carries none. */
export function creditNoteXml(
  actor: Actor,
  creditNoteId: string,
): { fileName: string; xml: string } | undefined {
  const note = findCreditNote(actor, creditNoteId)
  const xml = note && xmlOfNote(note)
  return xml ? { fileName: `${fileNameOf(note.number)}.xml`, xml } : undefined
}

function drawHead(sheet: Sheet, note: CreditNote) {
  const half = widthOf(sheet) / 2
  sheet.font("italic").fontSize(11).fillColor(quiet).text(note.sellerName, margin, margin)
  const home = readAddress(note.sellerAddress).country
  const from = addressText(note.sellerAddress, home)
  if (from) sheet.font("text").fontSize(9).text(from, { width: half })
  if (note.sellerTaxNumber)
    sheet.font("text").fontSize(9).text(`Tax number: ${note.sellerTaxNumber}`, { width: half })
  sheet.moveDown(1)
  sheet.font("serif").fontSize(24).fillColor(ink).text(`Credit note ${note.number}`, margin)
  sheet.moveDown(0.6)
  sheet.font("italic").fontSize(9).fillColor(quiet).text("To", margin)
  sheet.font("text").fontSize(10).fillColor(ink).text(note.billTo, { width: half })
  const to = addressText(note.billToAddress, home)
  if (to) sheet.text(to, { width: half })
  drawBuyerNumbers(sheet, note, half)
  sheet.moveDown(0.6)
  drawRow(sheet, "Issued", formatDate(note.issuedOn, "full"))
  if (note.invoiceNumber) drawRow(sheet, "Corrects invoice", note.invoiceNumber)
  drawRow(sheet, "Family", note.paperFamily)
  sheet.x = margin
  sheet.y += 14
}

function drawTotals(sheet: Sheet, note: CreditNote) {
  const money = (amountMinor: number) => formatMoney(amountMinor, note.currency)
  const { subtotalMinor, added, included } = taxTotals(note.groups.flatMap(({ lines }) => lines))
  if (subtotalMinor !== null) drawRow(sheet, "Subtotal", money(subtotalMinor))
  for (const tax of added) drawRow(sheet, `${taxText(tax)} on ${money(tax.netMinor)}`, money(tax.taxMinor))
  drawRow(sheet, "Credit", money(note.totalMinor), "serif", 15)
  closeTotal(sheet)
  for (const tax of included)
    drawRow(sheet, `Includes ${taxText(tax)} on ${money(tax.netMinor)}`, money(tax.taxMinor))
  drawExemption(sheet, note)
}
