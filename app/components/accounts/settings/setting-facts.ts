import type { Fact } from "~/components/ui/fact-list"
import type { SchoolSettings } from "~/models/accounts/school/school-settings"
import type { SchoolFacts } from "~/models/foundation/access/actor"
import { formatInvoiceNumber } from "~/models/money/invoice/invoice"
import { countOf } from "~/utils/formats"
import { expiryChoices } from "./expiry-choices"

// What a school's rules say, line by line: on the page of the settings, and in a search for them.

export type Rules = Pick<
  SchoolFacts,
  "noticeHours" | "teachersSeePrices" | Extract<keyof SchoolFacts, `credit${string}`> | "lateAllowance"
> & { remindsOfLessons: boolean }

export function policyFacts(rules: Rules) {
  const { creditCap, creditExpiry, creditExpiryDays, creditWarnDays, lateAllowance, noticeHours } = rules
  const days = (count: number) => countOf(count, "day")
  return [
    ["Absence notice", `${countOf(noticeHours, "hour")} before the lesson`],
    [
      "Late absences",
      lateAllowance === 0
        ? "Never count as reported in time"
        : `${lateAllowance} per student and term ${lateAllowance === 1 ? "counts" : "count"} as reported in time`,
    ],
    [
      "Credits expire",
      creditExpiry === "days"
        ? `After ${days(creditExpiryDays)}`
        : expiryChoices.find(({ value }) => value === creditExpiry)?.label,
    ],
    ["Credit limit", creditCap === null ? "No limit" : `${creditCap} per student each term`],
    [
      "Expiration warning",
      creditWarnDays === 0 ? "None" : `One email to the family, ${days(creditWarnDays)} before`,
    ],
  ] satisfies Fact[]
}

export const remindersFacts = ({ remindsOfLessons }: Pick<Rules, "remindsOfLessons">) =>
  [["Reminders about lessons", remindsOfLessons ? "On" : "Off"]] satisfies Fact[]

export const teacherPriceFacts = ({ teachersSeePrices }: Pick<Rules, "teachersSeePrices">) =>
  [["Teachers see what families pay", teachersSeePrices ? "Yes" : "No"]] satisfies Fact[]

export type AttendanceSettings = { attendanceLockDays: number | null; attendanceReminder: string }

export const reminderChoices = () => [
  { value: "off", label: "Never" },
  { value: "evening", label: "The same evening" },
  { value: "morning", label: "The next morning" },
]

export const attendanceFacts = ({ attendanceLockDays, attendanceReminder }: AttendanceSettings) =>
  [
    [
      "Attendance is locked",
      attendanceLockDays === null ? "Never" : `${countOf(attendanceLockDays, "day")} after the lesson`,
    ],
    [
      "Emails about missing attendance",
      reminderChoices().find(({ value }) => value === attendanceReminder)?.label,
    ],
  ] satisfies Fact[]

export const holdChoices = [
  { value: "0", label: "Send at once" },
  { value: "2", label: "Hold for 2 minutes" },
  { value: "10", label: "Hold for 10 minutes" },
  { value: "30", label: "Hold for 30 minutes" },
  { value: "60", label: "Hold for an hour" },
]

export function invoicingFacts(settings: SchoolSettings, today: string) {
  const { invoiceNumberFormat, invoiceSequence, invoiceDueDays } = settings
  const hold = String(settings.invoiceHoldMinutes)
  return [
    ["Next invoice number", formatInvoiceNumber(invoiceNumberFormat, invoiceSequence + 1, today)],
    ["Credit note number format", settings.creditNoteNumberFormat],
    [
      "Due",
      invoiceDueDays === 0
        ? "The day the invoice is sent"
        : `${countOf(invoiceDueDays, "day")} after the invoice is sent`,
    ],
    ["Emails of an invoice run", holdChoices.find(({ value }) => value === hold)?.label],
    ["Payment instructions", settings.paymentInstructions],
    ["Tax number", settings.taxNumber],
    [
      "Part payments",
      settings.takesPartPayments
        ? "Families can pay part of an invoice"
        : "Families pay the whole balance at once",
    ],
  ] satisfies Fact[]
}
