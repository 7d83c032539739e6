import { sql } from "drizzle-orm"
import { check, index, integer, text } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import {
  attendanceReminders,
  birthdayReaders,
  creditExpiries,
  lateFeeKinds,
  lessonEmailTimes,
  packageBeyonds,
  swapRules,
  trialPrices,
  tuitionBases,
  welcomeSteps,
} from "./choices"
import { choice, platformTable } from "./column-rules"

/** The tenant. Its currency is fixed once an invoice or credit note is issued, or a payment is recorded (trigger in the migrations). */
export const schools = platformTable(
  "schools",
  {
    id: text("id").primaryKey(),
    kind: choice("kind", ["school", "solo"]).notNull(),
    name: text("name").notNull(),
    timeZone: text("time_zone").notNull(),
    currency: text("currency").notNull(),
    /** How dates, times and numbers are written; the sign of the currency before or after the amount. */
    dateOrder: choice("date_order", ["mdy", "dmy", "ymd"]).notNull().default("mdy"),
    hourCycle: integer("hour_cycle").$type<12 | 24>().notNull().default(12),
    numberStyle: choice("number_style", ["1,234.50", "1.234,50", "1 234,50", "1’234.50"])
      .notNull()
      .default("1,234.50"),
    currencyPlace: choice("currency_place", ["before", "after"]).notNull().default("before"),
    /** ISO day: 1 is Monday, 7 is Sunday. */
    weekStart: integer("week_start").notNull().default(1),
    address: text("address"),
    phone: text("phone"),
    email: text("email"),
    /** The file of the logo, which is at the top of emails, papers and pages. */
    logoId: text("logo_file"),
    /** #rrggbb, of the line and the button of emails; null is ours. */
    accentColor: text("accent_color"),
    /** The school's own account at the platform's provider: families' payments go there. */
    payeeEmail: text("payee_email"),
    invoiceNumberFormat: text("invoice_number_format").notNull().default("{year}-{number}"),
    /** The last number given; raised in the transaction that issues, so numbers have no gap. */
    invoiceSequence: integer("invoice_sequence").notNull().default(0),
    creditNoteNumberFormat: text("credit_note_number_format").notNull().default("CN-{year}-{number}"),
    creditNoteSequence: integer("credit_note_sequence").notNull().default(0),
    invoiceDueDays: integer("invoice_due_days").notNull().default(14),
    /** How long the emails of an invoice run wait, so that it can be undone; 0 is not at all. */
    invoiceHoldMinutes: integer("invoice_hold_minutes").notNull().default(2),
    /** How families pay besides online, as every invoice says it: bank details, cash at the desk. */
    paymentInstructions: text("payment_instructions"),
    /** How many months after their sale gift vouchers expire; null for never. */
    voucherMonths: integer("voucher_months"),
    /** What becomes of a lesson that no package covers: charged at the class's price, or it waits for the next package. */
    packageBeyond: choice("package_beyond", packageBeyonds).notNull().default("charge"),
    /** What an overdue invoice costs: an amount or a share of what is open, after so many days, once or each month. */
    lateFeeKind: text("late_fee_kind", { enum: lateFeeKinds }).notNull().default("none"),
    lateFeeMinor: integer("late_fee_minor"),
    /** Thousandths of a percent. */
    lateFeeRate: integer("late_fee_rate"),
    lateFeeAfterDays: integer("late_fee_after_days").notNull().default(14),
    lateFeeIsMonthly: integer("late_fee_is_monthly", { mode: "boolean" }).notNull().default(false),
    /** The most that one invoice's late fees come to; null is no limit. */
    lateFeeCapMinor: integer("late_fee_cap_minor"),
    /** How a monthly fee is shortened: never, by days or lessons in a first and last month, or every month by its lessons. */
    tuitionBasis: choice("tuition_basis", tuitionBases).notNull().default("full"),
    /** The lessons that a monthly fee is for, where it follows the lessons of each month. */
    tuitionLessons: integer("tuition_lessons").notNull().default(4),
    /** Whether days of closures take their part off a monthly fee. */
    tuitionSkipsClosures: integer("tuition_skips_closures", { mode: "boolean" }).notNull().default(false),
    /** What a class of the kind trial costs. */
    trialPrice: choice("trial_price", trialPrices).notNull().default("free"),
    taxNumber: text("tax_number"),
    /** Whether PDFs of invoices carry an e-invoice (ZUGFeRD, Factur-X), in countries that have them. */
    sendsEInvoices: integer("sends_e_invoices", { mode: "boolean" }).notNull().default(false),
    /** Why what has no tax has none, as invoices say it: the paragraph of the law. */
    taxExemption: text("tax_exemption"),
    /** The account families transfer to, as every invoice says it; the IBAN without spaces. */
    bankHolder: text("bank_holder"),
    bankIban: text("bank_iban"),
    bankBic: text("bank_bic"),
    /** Whether families may pay a part of an invoice online. */
    takesPartPayments: integer("takes_part_payments", { mode: "boolean" }).notNull().default(false),
    /** Whether tax is added to the school's prices, or is part of them. */
    taxIsAdded: integer("tax_is_added", { mode: "boolean" }).notNull().default(false),
    /** Whether teachers see what families pay; their own pay they always see. */
    teachersSeePrices: integer("teachers_see_prices", { mode: "boolean" }).notNull().default(false),
    /** Whether families ask for a leave or the end of lessons in the portal, and how many days before. */
    takesLeaveRequests: integer("takes_leave_requests", { mode: "boolean" }).notNull().default(false),
    leaveNoticeDays: integer("leave_notice_days").notNull().default(14),
    endNoticeDays: integer("end_notice_days").notNull().default(30),
    /** How much of a monthly fee a leave usually costs, 0 to 100. */
    leaveFeePercent: integer("leave_fee_percent").notNull().default(0),
    noticeHours: integer("notice_hours").notNull().default(24),
    creditExpiryDays: integer("credit_expiry_days").notNull().default(90),
    /** The most make-up credits a student earns in a term; null is no limit. */
    creditCap: integer("credit_cap"),
    /** When a credit ends: some days after the missed lesson, or with that lesson's term or the one after it. */
    creditExpiry: choice("credit_expiry", creditExpiries).notNull().default("days"),
    /** How many late absences of a student count as reported in time, each term. */
    lateAllowance: integer("late_allowance").notNull().default(0),
    /** How many days before a credit ends its family is told; 0 is never. And the last day that was done. */
    creditWarnDays: integer("credit_warn_days").notNull().default(14),
    creditsWarnedOn: text("credits_warned_on"),
    /** How long a family has to claim a lesson time that another family freed, in hours; 0 is never offered. */
    freedTimeHours: integer("freed_time_hours").notNull().default(0),
    /** Whether spots freed in group lessons are offered as well. */
    offersFreedSpots: integer("offers_freed_spots", { mode: "boolean" }).notNull().default(false),
    /** Whether a free spot of a class is offered to the first on its waiting list without the office. */
    offersFreeSpots: integer("offers_free_spots", { mode: "boolean" }).notNull().default(false),
    /** Whether families swap lesson times, and whether lessons of different lengths can be swapped. */
    swapRule: choice("swap_rule", swapRules).notNull().default("off"),
    swapsAnyLength: integer("swaps_any_length", { mode: "boolean" }).notNull().default(false),
    /** So many days after a lesson its attendance is locked; null is never. */
    attendanceLockDays: integer("attendance_lock_days"),
    /**
     * When teachers are reminded of lessons without attendance, and the last day (school's zone) that was done, with the time until which
     * lessons were looked at (`YYYY-MM-DDTHH:MM`; without it, the hour that is set).
     */
    attendanceReminder: choice("attendance_reminder", attendanceReminders).notNull().default("off"),
    attendanceRemindedOn: text("attendance_reminded_on"),
    /** The last month (`YYYY-MM`) whose figures were emailed. */
    figuresMailedFor: text("figures_mailed_for"),
    /** Whether people are reminded by mail, the afternoon before, of the lessons they have. */
    remindsOfLessons: integer("reminds_of_lessons", { mode: "boolean" }).notNull().default(true),
    /** From when on (`HH:MM`, the school's zone) reminders leave, and how many days before their lessons. */
    lessonReminderAt: text("lesson_reminder_at").notNull().default("15:00"),
    lessonReminderDays: integer("lesson_reminder_days").notNull().default(1),
    missingEveningAt: text("missing_evening_at").notNull().default("20:00"),
    missingMorningAt: text("missing_morning_at").notNull().default("08:00"),
    creditWarningAt: text("credit_warning_at").notNull().default("09:00"),
    /**
     * Who is emailed about students' birthdays, from when on (`HH:MM`), and the last day (school's zone) that was done. No check: it would
     * write the table again.
     */
    birthdayEmails: text("birthday_emails", { enum: birthdayReaders }).notNull().default("off"),
    birthdayAt: text("birthday_at").notNull().default("09:00"),
    birthdaysToldOn: text("birthdays_told_on"),
    /** When notes, assignments and reports are emailed to families. */
    lessonEmails: text("lesson_emails", { enum: lessonEmailTimes }).notNull().default("never"),
    /** The last day (`YYYY-MM-DD`, the school's zone) of whose lessons people were reminded. */
    remindedUntil: text("reminded_until"),
    /** Whether unpaid invoices are reminded of by the school's steps, and the last day that was done. */
    remindsOfInvoices: integer("reminds_of_invoices", { mode: "boolean" }).notNull().default(false),
    invoicesRemindedOn: text("invoices_reminded_on"),
    /** When the school is open: from and to (`HH:MM`), and the ISO days as digits. Null follows its lessons. */
    opensAt: text("opens_at"),
    closesAt: text("closes_at"),
    openDays: text("open_days"),
    /** How long teachers need from one site of the school to another; 0 asks nothing. */
    travelMinutes: integer("travel_minutes").notNull().default(0),
    /** How long a room stays empty between two lessons, unless it has minutes of its own; 0 asks nothing. */
    roomBufferMinutes: integer("room_buffer_minutes").notNull().default(0),
    /** Where the welcome after the first payment goes on; null when it is over, or never was. */
    welcome: choice("welcome", welcomeSteps),
    /** When everything of the school is deleted, because its administrator asked for it. */
    deletionDueAt: integer("deletion_due_at"),
    /** Of a visitor's live demo: when it is thrown away. Null for every school that someone registered. */
    demoUntil: integer("demo_until"),
    /** Since when it is being erased, a few rows at a time: no one gets in, and what is otherwise kept for good may go. */
    erasingSince: integer("erasing_since"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    index("schools_by_time").on(t.createdAt, t.id),
    index("schools_demo").on(t.demoUntil).where(sql`demo_until is not null`),
    check("schools_tuition_lessons", sql`${t.tuitionLessons} between 1 and 31`),
    check("schools_late_fee", oneOf(t.lateFeeKind)),
    check(
      "schools_late_fee_value",
      sql`(${t.lateFeeKind} <> 'fixed' or ${t.lateFeeMinor} > 0) and (${t.lateFeeKind} <> 'percent' or ${t.lateFeeRate} between 1 and 100000)`,
    ),
    check("schools_late_fee_days", sql`${t.lateFeeAfterDays} between 1 and 365`),
    check("schools_currency", sql`length(${t.currency}) = 3`),
    check("schools_hour_cycle", sql`${t.hourCycle} in (12, 24)`),
    check("schools_week_start", sql`${t.weekStart} between 1 and 7`),
    check("schools_due_days", sql`${t.invoiceDueDays} between 0 and 365`),
    check("schools_invoice_hold", sql`${t.invoiceHoldMinutes} between 0 and 60`),
    check("schools_attendance_lock", sql`${t.attendanceLockDays} between 1 and 365`),
    check("schools_notice", sql`${t.noticeHours} between 0 and 720`),
    check("schools_expiry", sql`${t.creditExpiryDays} between 1 and 1000`),
    check("schools_late_allowance", sql`${t.lateAllowance} between 0 and 99`),
    check("schools_opening", sql`${t.opensAt} < ${t.closesAt}`),
    check("schools_travel", sql`${t.travelMinutes} between 0 and 240`),
    check("schools_freed_time", sql`${t.freedTimeHours} between 0 and 72`),
    check("schools_credit_warning", sql`${t.creditWarnDays} between 0 and 90`),
  ],
)
