import { invoices } from "db/schema/money"
import { creditNoteLines, creditNotes } from "db/schema/money-corrections"
import { families } from "db/schema/people"
import { and, asc, desc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { askAll, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { type Invoice, paperFamily } from "~/models/money/invoice/invoice.server"
import { creditedAmount } from "../charge/seat-charges.server"
import { payerOf } from "../payer/payer-key.server"

// Credit notes as they are read: the paper, what a family has, and what of an invoice can still be credited.

export type CreditNote = NonNullable<ReturnType<typeof findCreditNote>>

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
  const lines = select({
    ...columns(creditNoteLines, "id", "studentName", "description", "reason", "occurredOn"),
    ...columns(creditNoteLines, "amountMinor", "taxMinor", "taxName", "taxRate", "taxIsAdded"),
  })
    .from(creditNoteLines)
    .where(and(own(actor, creditNoteLines), eq(creditNoteLines.creditNoteId, creditNoteId)))
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
