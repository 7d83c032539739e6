import { sql } from "drizzle-orm"
import { check, foreignKey, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { marks } from "./attendance"
import { offBill, standingOnce, taxWithin } from "./checks"
import { chargeSources } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, flag, instant, money, schoolTable, taxed } from "./columns"
import { hires } from "./money-goods"
import { invoiceRuns } from "./money-invoice-runs"
import { packages } from "./money-packages"
import { paidBy, payerKeys } from "./payers"
import { families, members, students } from "./people"
import { enrollments } from "./teaching"
import { seats } from "./teaching-sessions"

/**
 * Something a family owes: from a mark on a seat, a flat fee for an enrollment's month, a package that was sold (or what
 * is given back of it), or an item. A mark, a month and a month of a hire have at most one standing charge. A correction
 * withdraws a charge that is on no issued invoice; one that is, stays and is answered by a `correction` row of the opposite
 * amount, so that the standing rows of a seat always add up to what its current mark says.
 */
export const charges = schoolTable(
  "charges",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    studentId: refersTo("student_id", () => students),
    source: choice("source", chargeSources).notNull(),
    seatId: refersTo("seat_id", () => seats),
    markId: refersTo("mark_id", () => marks),
    enrollmentId: refersTo("enrollment_id", () => enrollments),
    /** `YYYY-MM`, for flat fees and the hire of an instrument. */
    month: text("month"),
    correctsChargeId: text("corrects_charge_id"),
    packageId: refersTo("package_id", () => packages),
    hireId: refersTo("hire_id", () => hires),
    /** The overdue invoice that a late fee is for, which of its late fees, counted from 1, and for which due date of it. */
    lateInvoiceId: refersTo("late_invoice_id", () => invoices),
    lateStep: integer("late_step"),
    lateDueOn: day("late_due_on"),
    description: text("description").notNull(),
    /** Why it is owed, as text a family reads: "Present", "Absent, no notice". */
    reason: text("reason").notNull(),
    occurredOn: day("occurred_on").notNull(),
    /** The school's rule for tuition that a flat fee or a hire's month was worked out by, as JSON: its end is, too. */
    feeRule: text("fee_rule"),
    /** The day that a class price's installment is due; an invoice that is due before it waits for it with this line. */
    dueOn: day("due_on"),
    amountMinor: money("amount_minor").notNull(),
    ...taxed(),
    /** Of a lesson or a package whose amount the office set by hand: what it came to before. Null for any other charge. */
    usualMinor: money("usual_minor"),
    withdrawnAt: instant("withdrawn_at"),
    withdrawnReason: text("withdrawn_reason"),
    /** On how many lines it is, of invoices that claim it and of credit notes; kept by triggers on them. */
    billedLines: integer("billed_lines").notNull().default(0),
    /** What credit notes took off it on its invoices, without tax; kept by a trigger on their lines. */
    creditedNetMinor: money("credited_net_minor").notNull().default(0),
  },
  (t) => [
    foreignKey({
      name: "charges_corrects",
      columns: [t.schoolId, t.correctsChargeId],
      foreignColumns: [t.schoolId, t.id],
    }),
    standingOnce("charges_mark_once", "seat", t.schoolId, t.markId),
    standingOnce("charges_month_once", "flat", t.schoolId, t.enrollmentId, t.month),
    standingOnce("charges_corrected_once", "correction", t.schoolId, t.correctsChargeId),
    standingOnce("charges_late_once", "late_fee", t.schoolId, t.lateInvoiceId, t.lateDueOn, t.lateStep),
    index("charges_by_late_invoice").on(t.schoolId, t.lateInvoiceId),
    standingOnce("charges_package_once", "package", t.schoolId, t.packageId),
    index("charges_by_package").on(t.schoolId, t.packageId),
    standingOnce("charges_hire_once", "hire", t.schoolId, t.hireId, t.month),
    index("charges_by_hire").on(t.schoolId, t.hireId, t.month),
    index("charges_by_family").on(t.schoolId, t.familyId, t.occurredOn),
    index("charges_by_seat").on(t.schoolId, t.seatId),
    // Whole: deleting a student or an enrollment looks here.
    index("charges_by_month").on(t.schoolId, t.enrollmentId, t.month),
    index("charges_by_student").on(t.schoolId, t.studentId),
    // What changed since a payslip was approved.
    index("charges_by_creation").on(t.schoolId, t.createdAt),
    index("charges_by_corrected")
      .on(t.schoolId, t.correctsChargeId)
      .where(sql`corrects_charge_id is not null`),
    index("charges_by_end").on(t.schoolId, t.withdrawnAt).where(sql`withdrawn_at is not null`),
    // Sums read nothing but these.
    index("charges_unbilled").on(t.schoolId, t.occurredOn, t.id, t.amountMinor, t.familyId).where(offBill),
    index("charges_unbilled_of_family")
      .on(t.schoolId, t.familyId, t.occurredOn, t.amountMinor)
      .where(offBill),
    check("charges_tax", taxWithin(t)),
    check(
      "charges_sign",
      sql`(${t.source} = 'correction') = (${t.amountMinor} < 0) or ${t.source} in ('item', 'package_rest')`,
    ),
    check(
      "charges_late_named",
      sql`(${t.source} = 'late_fee') = (${t.lateInvoiceId} is not null and ${t.lateStep} + ${t.lateDueOn} is not null)`,
    ),
    check(
      "charges_package_named",
      sql`(${t.source} in ('package', 'package_rest')) = (${t.packageId} is not null)`,
    ),
    check(
      "charges_seat_has_mark",
      sql`${t.source} <> 'seat' or (${t.seatId} is not null and ${t.markId} is not null)`,
    ),
    check(
      "charges_flat_has_month",
      sql`${t.source} <> 'flat' or (${t.enrollmentId} is not null and ${t.month} is not null)`,
    ),
    check(
      "charges_hire_named",
      sql`(${t.source} <> 'hire' or ${t.hireId} is not null)
        and (${t.hireId} is null or (${t.source} in ('hire', 'item') and ${t.month} is not null))`,
    ),
    check(
      "charges_correction_origin",
      sql`(${t.source} = 'correction') = (${t.correctsChargeId} is not null)`,
    ),
  ],
)

/** A frozen copy of charges. Draft has no number; an issued one never changes (trigger), it can only be voided. */
export const invoices = schoolTable(
  "invoices",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    state: choice("state", ["draft", "issued", "void"]).notNull(),
    sequence: integer("sequence"),
    number: text("number"),
    currency: text("currency").notNull(),
    periodFrom: day("period_from").notNull(),
    periodTo: day("period_to").notNull(),
    dueOn: day("due_on").notNull(),
    issuedOn: day("issued_on"),
    issuedAt: instant("issued_at"),
    issuedBy: refersTo("issued_by", () => members),
    sellerName: text("seller_name").notNull(),
    sellerAddress: text("seller_address"),
    sellerTaxNumber: text("seller_tax_number"),
    /** How to pay, as the school said it when this was issued. */
    paymentInstructions: text("payment_instructions"),
    /** The account to transfer to, as it was when this was issued. */
    bankHolder: text("bank_holder"),
    bankIban: text("bank_iban"),
    bankBic: text("bank_bic"),
    billTo: text("bill_to").notNull(),
    billToAddress: text("bill_to_address"),
    billToTaxNumber: text("bill_to_tax_number"),
    /** What the payer wants quoted, such as a file or order number. */
    billToReference: text("bill_to_reference"),
    /** The only payer, where each of the family's payers gets an invoice of their own: a guardian, or another payer. */
    ...paidBy(),
    /** The first of the invoices that were issued together, one for each payer. */
    setId: text("set_id"),
    /** The run that sent it, together with others. */
    runId: refersTo("run_id", () => invoiceRuns),
    note: text("note"),
    /** Whether its PDF carries an e-invoice: of a draft, whether the school wants one. */
    isEInvoice: flag("is_e_invoice").notNull().default(false),
    /** Why what has no tax on it has none. */
    taxExemption: text("tax_exemption"),
    totalMinor: money("total_minor").notNull(),
    /** What account credit settled when it was issued; frozen with its shares. */
    prepaidMinor: money("prepaid_minor").notNull().default(0),
    /** What of it is settled: the sum of its allocations, kept by a trigger. */
    settledMinor: money("settled_minor").notNull().default(0),
    voidedAt: instant("voided_at"),
    /** The day of the void, as the school's calendar had it then. */
    voidedOn: day("voided_on"),
    voidReason: text("void_reason"),
  },
  (t) => [
    ...payerKeys("invoices", t),
    foreignKey({ name: "invoices_set", columns: [t.schoolId, t.setId], foreignColumns: [t.schoolId, t.id] }),
    index("invoices_by_payer").on(t.schoolId, t.guardianId),
    index("invoices_by_run").on(t.schoolId, t.runId).where(sql`run_id is not null`),
    index("invoices_by_set").on(t.schoolId, t.setId),
    uniqueIndex("invoices_number").on(t.schoolId, t.number),
    uniqueIndex("invoices_sequence").on(t.schoolId, t.sequence),
    index("invoices_by_state").on(t.schoolId, t.state, t.dueOn),
    index("invoices_open").on(t.schoolId, t.dueOn).where(sql`settled_minor < total_minor`),
    index("invoices_listed").on(t.schoolId, sql`issued_at is not null`, sql`issued_at desc`, sql`id desc`),
    index("invoices_by_issue").on(t.schoolId, t.issuedAt),
    index("invoices_by_issue_day").on(t.schoolId, t.issuedOn, t.totalMinor).where(sql`state = 'issued'`),
    index("invoices_by_family").on(t.schoolId, t.familyId, t.issuedAt),
    check("invoices_numbered", sql`(${t.state} = 'draft') = (${t.number} is null)`),
    check("invoices_sequenced", sql`(${t.number} is null) = (${t.sequence} is null)`),
    check("invoices_issued", sql`(${t.number} is null) = (${t.issuedAt} is null)`),
    check("invoices_void", sql`(${t.state} = 'void') = (${t.voidedAt} is not null)`),
    check("invoices_void_day", sql`(${t.voidedAt} is null) = (${t.voidedOn} is null)`),
    check("invoices_period", sql`${t.periodFrom} <= ${t.periodTo}`),
    check("invoices_total", sql`${t.totalMinor} >= 0`),
  ],
)

export const invoiceLines = schoolTable(
  "invoice_lines",
  {
    invoiceId: refersTo("invoice_id", () => invoices).notNull(),
    position: integer("position").notNull(),
    /** Absent on a line that only tells: a seat that was not charged, with its reason. */
    chargeId: refersTo("charge_id", () => charges),
    /** The charge that this is another payer's part of; the line on the first payer's invoice names it as its charge. */
    partOfChargeId: text("part_of_charge_id"),
    studentName: text("student_name"),
    description: text("description").notNull(),
    reason: text("reason").notNull(),
    occurredOn: day("occurred_on").notNull(),
    amountMinor: money("amount_minor").notNull(),
    ...taxed(),
    /** The charge may be put on another invoice. Set when this one is voided; on a draft's lines from the start. */
    releasedAt: instant("released_at"),
  },
  (t) => [
    foreignKey({
      name: "invoice_lines_part",
      columns: [t.schoolId, t.partOfChargeId],
      foreignColumns: [charges.schoolId, charges.id],
    }),
    index("invoice_lines_by_part").on(t.schoolId, t.partOfChargeId),
    uniqueIndex("invoice_lines_position").on(t.schoolId, t.invoiceId, t.position),
    uniqueIndex("invoice_lines_charge_once").on(t.schoolId, t.chargeId).where(sql`released_at is null`),
    check("invoice_lines_tax", taxWithin(t)),
    check(
      "invoice_lines_telling",
      sql`${t.chargeId} is not null or ${t.partOfChargeId} is not null or ${t.amountMinor} = 0`,
    ),
    check("invoice_lines_one_charge", sql`${t.chargeId} is null or ${t.partOfChargeId} is null`),
  ],
)
