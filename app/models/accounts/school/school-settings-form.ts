import { attendanceReminders, creditExpiries, lessonEmailTimes } from "db/schema/choices"
import { z } from "zod"
import { fullAddress } from "~/utils/email-address"
import { postalAddress, textOrNull, wholeNumber } from "~/utils/form-text"
import { currencyPlaces, dateOrders, type HourCycle, numberStyles } from "~/utils/formats"
import { platformProvider } from "~/utils/payment-providers"
import { isZone } from "~/utils/zones"

const email = (message: string) =>
  z.string().trim().toLowerCase().max(254, message).pipe(fullAddress(message))

export const IdentityForm = z.object({
  name: z
    .string({ error: "Enter the school’s name." })
    .trim()
    .min(2, "Enter at least 2 characters for the name.")
    .max(120, "Keep the name under 120 characters."),
  address: postalAddress.transform((address) => address ?? null),
  phone: textOrNull(40, "Keep the phone number under 40 characters."),
  email: email("Enter a complete email address, for example office@harmony.example.").optional(),
})
export type IdentityForm = z.output<typeof IdentityForm>

export const RegionForm = z.object({
  timeZone: z
    .string({ error: "Choose a time zone." })
    .max(60, "Choose a time zone.")
    .refine(isZone, "Choose a time zone."),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "Choose a currency.")
    .optional(),
})
export type RegionForm = z.output<typeof RegionForm>

export const FormatsForm = z.object({
  dateOrder: z.enum(dateOrders, { error: "Choose a date format." }),
  hourCycle: z
    .enum(["12", "24"], { error: "Choose 12-hour or 24-hour time." })
    .transform((hours): HourCycle => (hours === "12" ? 12 : 24)),
  numberStyle: z.enum(numberStyles, { error: "Choose a number format." }),
  currencyPlace: z.enum(currencyPlaces, { error: "Choose where the currency symbol goes." }),
  weekStart: z
    .string({ error: "Choose the first day of the week." })
    .regex(/^[1-7]$/, "Choose the first day of the week.")
    .transform(Number),
})
export type FormatsForm = z.output<typeof FormatsForm>

/** How numbers of invoices and credit notes read. */
const numberFormat = z
  .string({ error: "Enter a format that includes {number}." })
  .trim()
  .max(40, "Keep the format under 40 characters.")
  .regex(
    /^(?:[A-Za-z0-9/._ -]|\{year\}|\{number\})+$/,
    "Use only letters, digits, / . _ - {year} and {number}.",
  )
  .refine((format) => format.split("{number}").length === 2, "Include {number} exactly once.")

export const InvoicingForm = z.object({
  invoiceNumberFormat: numberFormat,
  creditNoteNumberFormat: numberFormat.optional(),
  invoiceDueDays: wholeNumber(0, 365, "Enter a number of days from 0 to 365."),
  invoiceHoldMinutes: z
    .enum(["0", "2", "10", "30", "60"], { error: "Choose how long emails wait." })
    .transform(Number)
    .optional(),
  paymentInstructions: z
    .string()
    .transform((value) => value.replace(/\r\n?/g, "\n").trim())
    .pipe(z.string().max(1000, "Keep payment instructions under 1,000 characters."))
    .optional()
    .transform((value) => value || null),
  taxNumber: textOrNull(60, "Keep the tax number under 60 characters."),
  takesPartPayments: z.boolean().default(false),
})
export type InvoicingForm = z.output<typeof InvoicingForm>

export const EInvoicesForm = z.object({
  sendsEInvoices: z.boolean().default(false),
  taxExemption: textOrNull(200, "Keep the reason under 200 characters."),
})
export type EInvoicesForm = z.output<typeof EInvoicesForm>

export const PoliciesForm = z.object({
  noticeHours: wholeNumber(0, 720, "Enter a number of hours from 0 to 720."),
  creditExpiryDays: wholeNumber(1, 1000, "Enter a number of days from 1 to 1,000."),
  creditExpiry: z.enum(creditExpiries, { error: "Choose when credits expire." }),
  lateAllowance: wholeNumber(0, 99, "Enter a number from 0 to 99."),
  creditWarnDays: wholeNumber(0, 90, "Enter a number of days from 0 to 90."),
  creditCap: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, "Enter a number from 0 to 999, or leave it blank for no limit.")
    .transform(Number)
    .optional()
    .transform((most) => most ?? null),
})
export type PoliciesForm = z.output<typeof PoliciesForm>

const ofNotice = { noticeHours: true, lateAllowance: true } as const
/** The two rows of the policies that change a part of them each. */
export const NoticeForm = PoliciesForm.pick(ofNotice)
export const CreditsForm = PoliciesForm.omit(ofNotice)

export const TeachersForm = z.object({ teachersSeePrices: z.boolean().default(false) })
export type TeachersForm = z.output<typeof TeachersForm>

export const RemindersForm = z.object({ remindsOfLessons: z.boolean().default(false) })
export type RemindersForm = z.output<typeof RemindersForm>

export const LessonEmailsForm = z.object({ lessonEmails: z.enum(lessonEmailTimes) })
export type LessonEmailsForm = z.output<typeof LessonEmailsForm>

export const AttendanceForm = z.object({
  attendanceLockDays: wholeNumber(1, 365, "Enter a number of days from 1 to 365, or leave it blank.")
    .optional()
    .transform((days) => days ?? null),
  attendanceReminder: z.enum(attendanceReminders, { error: "Choose when teachers are reminded." }),
})
export type AttendanceForm = z.output<typeof AttendanceForm>

export const PayeeForm = z.object({
  payeeEmail: email(`Enter the email address of your ${platformProvider} account.`).optional(),
  currentPassword: z
    .string({ error: "Enter your password to confirm it’s you." })
    .min(1, "Enter your password to confirm it’s you.")
    .max(256, "Keep the password under 256 characters."),
})
export type PayeeForm = z.output<typeof PayeeForm>
