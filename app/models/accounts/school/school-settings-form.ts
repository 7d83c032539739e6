import { z } from "zod"
import { textOrNull } from "~/utils/form-text"
import { currencyPlaces, dateOrders, type HourCycle, numberStyles } from "~/utils/formats"
import { isZone } from "~/utils/zones"

const wholeNumber = (from: number, to: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((number) => number >= from && number <= to, message)

const email = (message: string) => z.string().trim().toLowerCase().max(254, message).pipe(z.email(message))

export const IdentityForm = z.object({
  name: z
    .string({ error: "A school has a name." })
    .trim()
    .min(2, "A school's name has at least 2 characters.")
    .max(120, "A school's name has at most 120 characters."),
  address: textOrNull(500, "An address has at most 500 characters."),
  phone: textOrNull(40, "A phone number has at most 40 characters."),
  email: email("Write an address such as office@harmony.example.").optional(),
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
  dateOrder: z.enum(dateOrders, { error: "Choose how dates are written." }),
  hourCycle: z
    .enum(["12", "24"], { error: "Choose 12 or 24 hours." })
    .transform((hours): HourCycle => (hours === "12" ? 12 : 24)),
  numberStyle: z.enum(numberStyles, { error: "Choose how numbers are written." }),
  currencyPlace: z.enum(currencyPlaces, { error: "Choose where the currency goes." }),
  weekStart: z
    .string({ error: "Choose a weekday." })
    .regex(/^[1-7]$/, "Choose a weekday.")
    .transform(Number),
})
export type FormatsForm = z.output<typeof FormatsForm>

export const InvoicingForm = z.object({
  invoiceNumberFormat: z
    .string({ error: "Write the format with {number} in it." })
    .trim()
    .max(40, "The format has at most 40 characters.")
    .regex(
      /^(?:[A-Za-z0-9/._ -]|\{year\}|\{number\})+$/,
      "Use letters, digits, / . _ - and {year} and {number}.",
    )
    .refine((format) => format.split("{number}").length === 2, "The format needs {number} once."),
  invoiceDueDays: wholeNumber(0, 365, "Write a number of days from 0 to 365."),
  paymentInstructions: z
    .string()
    .transform((value) => value.replace(/\r\n?/g, "\n").trim())
    .pipe(z.string().max(1000, "Keep payment instructions under 1,000 characters."))
    .optional()
    .transform((value) => value || null),
  taxNumber: textOrNull(60, "Keep the tax number under 60 characters."),
})
export type InvoicingForm = z.output<typeof InvoicingForm>

export const PoliciesForm = z.object({
  noticeHours: wholeNumber(0, 720, "Write a number of hours from 0 to 720."),
  creditExpiryDays: wholeNumber(1, 1000, "Write a number of days from 1 to 1000."),
  creditCap: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, "Write a number from 0 to 999, or nothing for no limit.")
    .transform(Number)
    .optional()
    .transform((most) => most ?? null),
})
export type PoliciesForm = z.output<typeof PoliciesForm>

export const TeachersForm = z.object({ teachersSeePrices: z.boolean().default(false) })
export type TeachersForm = z.output<typeof TeachersForm>

export const RemindersForm = z.object({ remindsOfLessons: z.boolean().default(false) })
export type RemindersForm = z.output<typeof RemindersForm>

export const PayeeForm = z.object({
  payeeEmail: email("Write the address of the PayPal account.").optional(),
  currentPassword: z
    .string({ error: "Write your password: it shows that it is you." })
    .min(1, "Write your password: it shows that it is you.")
    .max(256, "A password has at most 256 characters."),
})
export type PayeeForm = z.output<typeof PayeeForm>
