import { invoices } from "db/schema/money"
import { creditNoteLines, creditNotes } from "db/schema/money-corrections"
import { families } from "db/schema/people"
import { and, asc, desc, eq, sql } from "drizzle-orm"
import { readLogo } from "~/models/accounts/school/logo.server"
import { taxText, taxTotals } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
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
import { type Invoice, paperFamily } from "~/models/money/invoice/invoice.server"
import { formatDate } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { formatMoney } from "~/utils/money"
import { addressText, readAddress } from "~/utils/postal-address"
import { creditedAmount } from "../charge/seat-charges.server"
import { carried } from "../e-invoice/e-invoice"
import { paperSize } from "../invoice/invoice-paper"
import {
  closeTotal,
  drawBuyerNumbers,
  drawExemption,
  drawLines,
  drawText,
} from "../invoice/invoice-pdf.server"
import { xmlOfNote } from "../invoice/issued-xml"
import { payerOf } from "../payer/payer-key.server"

// Credit notes as they are read: the paper, what a family has, and what of an invoice can still be credited.

type CreditNote = NonNullable<ReturnType<typeof findCreditNote>>

/** One credit note of the school with everything on its paper, or undefined. */
export function findCreditNote(actor: Actor, creditNoteId: string) {
  const row = select({
    note: creditNotes,
    familyName: families.name,
    paperFamily: paperFamily(creditNotes),
    invoiceNumber: invoices.number,
    invoiceIssuedOn: invoices.issuedOn,
    billToTaxNumber: invoices.billToTaxNumber,
    billToReference: invoices.billToReference,
    payerId: payerOf(invoices),
  })
    .from(creditNotes)
    .innerJoin(families, joined(families, creditNotes.familyId))
    .leftJoin(invoices, joined(invoices, creditNotes.invoiceId))
    .where(own(actor, creditNotes, creditNoteId))
    .get()
  if (!row) return undefined
  const { schoolId: _, issuedBy: _by, ...note } = row.note
  const { note: _note, ...joinedFacts } = row
  const lines = ownRows(actor, creditNoteLines, {
    ...columns(creditNoteLines, "id", "studentName", "description", "reason", "occurredOn"),
    ...columns(creditNoteLines, "amountMinor", "taxMinor", "taxName", "taxRate", "taxIsAdded"),
  })
    .where(eq(creditNoteLines.creditNoteId, creditNoteId))
    .orderBy(asc(creditNoteLines.position))
    .all()
  const names = [...new Set(lines.map(({ studentName }) => studentName))]
  return {
    ...note,
    ...joinedFacts,
    groups: names.map((name) => ({
      studentName: name,
      lines: lines
        .filter((line) => line.studentName === name)
        .map(({ studentName: _name, ...line }) => ({ ...line, discounts: [] })),
    })),
  }
}

/** A family's credit notes, newest first. */
export const listFamilyCreditNotes = (actor: Actor, familyId: string) =>
  select({
    ...columns(creditNotes, "id", "number", "issuedOn", "reason", "totalMinor", "invoiceId"),
    invoiceNumber: invoices.number,
    payerId: payerOf(invoices),
  })
    .from(creditNotes)
    .leftJoin(invoices, joined(invoices, creditNotes.invoiceId))
    .where(and(own(actor, creditNotes), eq(creditNotes.familyId, familyId)))
    .orderBy(desc(creditNotes.issuedAt), desc(creditNotes.id))
    .all()

/** The lines of an invoice that charge something, each with what of it isn't credited yet; minor units. */
export function listCreditableLines(actor: Actor, invoice: Pick<Invoice, "id" | "groups">) {
  const credited = new Map(
    select({
      lineId: sql<string>`${creditNoteLines.invoiceLineId}`,
      amountMinor: sql<number>`sum(${creditNoteLines.amountMinor})`,
    })
      .from(creditNoteLines)
      .innerJoin(creditNotes, joined(creditNotes, creditNoteLines.creditNoteId))
      .where(and(own(actor, creditNotes), eq(creditNotes.invoiceId, invoice.id)))
      .groupBy(creditNoteLines.invoiceLineId)
      .all()
      .map(({ lineId, amountMinor }) => [lineId, amountMinor]),
  )
  const mostOf = readLeftOfPackages(actor, invoice.id)
  return invoice.groups.flatMap(({ studentName, lines }) =>
    lines.flatMap(({ chargeId: _, discounts: _discounts, ...line }) => {
      const beforeMinor = credited.get(line.id) ?? 0
      const leftMinor = Math.min(line.amountMinor - beforeMinor, mostOf.get(line.id) ?? line.amountMinor)
      return line.amountMinor > 0 ? [{ ...line, studentName, beforeMinor, leftMinor }] : []
    }),
  )
}

/** Of the lines of an invoice that sold packages: what of the price credit notes and unused lessons haven't given back. */
function readLeftOfPackages(actor: Actor, invoiceId: string): Map<string, number> {
  const rows = askAll<{ lineId: string; leftMinor: number }>(sql`
    select l.id as lineId, max(0, charges.amount_minor - ${creditedAmount} + coalesce((
      select sum(r.amount_minor) from charges r indexed by charges_by_package where r.school_id = charges.school_id
        and r.package_id = charges.package_id and r.source = 'package_rest' and r.withdrawn_at is null), 0)) as leftMinor
    from invoice_lines l
      cross join charges on charges.school_id = l.school_id
        and charges.id = coalesce(l.charge_id, l.part_of_charge_id) and charges.source = 'package'
    where l.school_id = ${actor.school.id} and l.invoice_id = ${invoiceId}`)
  return new Map(rows.map(({ lineId, leftMinor }) => [lineId, leftMinor]))
}

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
