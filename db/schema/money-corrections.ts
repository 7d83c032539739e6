import { sql } from "drizzle-orm"
import { check, foreignKey, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { taxWithin } from "./checks"
import { refersTo } from "./column-rules"
import { day, flag, instant, money, schoolTable, taxed } from "./columns"
import { charges, invoiceLines, invoices } from "./money"
import { families, members } from "./people"

/**
 * A frozen paper with a number that says what a family owes less: lines of one invoice, or, without one, reductions that
 * came to more than there was to charge. It is never changed or voided.
 */
export const creditNotes = schoolTable(
  "credit_notes",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    invoiceId: refersTo("invoice_id", () => invoices),
    sequence: integer("sequence").notNull(),
    number: text("number").notNull(),
    currency: text("currency").notNull(),
    issuedOn: day("issued_on").notNull(),
    issuedAt: instant("issued_at").notNull(),
    issuedBy: refersTo("issued_by", () => members),
    sellerName: text("seller_name").notNull(),
    sellerAddress: text("seller_address"),
    sellerTaxNumber: text("seller_tax_number"),
    billTo: text("bill_to").notNull(),
    billToAddress: text("bill_to_address"),
    /** The family reads it. */
    reason: text("reason").notNull(),
    /** As an invoice has them. */
    isEInvoice: flag("is_e_invoice").notNull().default(false),
    taxExemption: text("tax_exemption"),
    totalMinor: money("total_minor").notNull(),
  },
  (t) => [
    uniqueIndex("credit_notes_number").on(t.schoolId, t.number),
    uniqueIndex("credit_notes_sequence").on(t.schoolId, t.sequence),
    index("credit_notes_by_issue").on(t.schoolId, t.issuedAt),
    index("credit_notes_by_family").on(t.schoolId, t.familyId, t.issuedAt),
    index("credit_notes_by_invoice").on(t.schoolId, t.invoiceId),
    check("credit_notes_total", sql`${t.totalMinor} > 0`),
  ],
)

/** What is credited: an amount of a line of the invoice, or a charge that no invoice has. */
export const creditNoteLines = schoolTable(
  "credit_note_lines",
  {
    creditNoteId: refersTo("credit_note_id", () => creditNotes).notNull(),
    position: integer("position").notNull(),
    invoiceLineId: refersTo("invoice_line_id", () => invoiceLines),
    chargeId: refersTo("charge_id", () => charges),
    studentName: text("student_name"),
    description: text("description").notNull(),
    reason: text("reason").notNull(),
    occurredOn: day("occurred_on").notNull(),
    /** What the family owes less; below zero where a charge is set off against reductions. */
    amountMinor: money("amount_minor").notNull(),
    ...taxed(),
  },
  (t) => [
    uniqueIndex("credit_note_lines_position").on(t.schoolId, t.creditNoteId, t.position),
    uniqueIndex("credit_note_lines_charge_once").on(t.schoolId, t.chargeId),
    index("credit_note_lines_by_line").on(t.schoolId, t.invoiceLineId),
    check("credit_note_lines_tax", taxWithin(t)),
    check(
      "credit_note_lines_origin",
      sql`(${t.invoiceLineId} is not null and ${t.chargeId} is null and ${t.amountMinor} > 0)
        or (${t.invoiceLineId} is null and ${t.chargeId} is not null)`,
    ),
  ],
)

/** An amount of an invoice that the school no longer expects, and why. Taking it back is a row below zero. */
export const writeOffs = schoolTable(
  "write_offs",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    invoiceId: refersTo("invoice_id", () => invoices).notNull(),
    undoesId: text("undoes_id"),
    amountMinor: money("amount_minor").notNull(),
    reason: text("reason").notNull(),
    writtenOffOn: day("written_off_on").notNull(),
    writtenOffAt: instant("written_off_at").notNull(),
    writtenOffBy: refersTo("written_off_by", () => members),
  },
  (t) => [
    foreignKey({
      name: "write_offs_undoes",
      columns: [t.schoolId, t.undoesId],
      foreignColumns: [t.schoolId, t.id],
    }),
    uniqueIndex("write_offs_undone_once").on(t.schoolId, t.undoesId),
    index("write_offs_by_family").on(t.schoolId, t.familyId, t.writtenOffAt),
    index("write_offs_by_invoice").on(t.schoolId, t.invoiceId),
    check("write_offs_sign", sql`(${t.undoesId} is null) = (${t.amountMinor} > 0) and ${t.amountMinor} <> 0`),
  ],
)

/** The key of a money form that was carried out, and what it made: sent twice, it is carried out once. */
export const sentForms = schoolTable("sent_forms", {
  /** The payment, charge, note or invoice that the first one made. */
  made: text("made").notNull(),
})
