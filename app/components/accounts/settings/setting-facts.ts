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

export function policyTexts(rules: Rules) {
  const { creditCap, creditExpiry, creditExpiryDays, lateAllowance, noticeHours } = rules
  return {
    notice: `${countOf(noticeHours, "hour")} before the lesson`,
    lateAbsences:
      lateAllowance === 0
        ? "Never count as reported in time"
        : `${lateAllowance} per student and term ${lateAllowance === 1 ? "counts" : "count"} as reported in time`,
    creditExpiry:
      creditExpiry === "days"
        ? `After ${countOf(creditExpiryDays, "day")}`
        : expiryChoices.find(({ value }) => value === creditExpiry)?.label,
    creditLimit: creditCap === null ? "No limit" : `${creditCap} per student each term`,
  }
}

export type AttendanceSettings = { attendanceLockDays: number | null; attendanceReminder: string }

export const reminderChoices = () => [
  { value: "off", label: "Never" },
  { value: "evening", label: "The same evening" },
  { value: "morning", label: "The next morning" },
]

export const attendanceTexts = ({ attendanceLockDays, attendanceReminder }: AttendanceSettings) => ({
  lock: attendanceLockDays === null ? "Never" : `${countOf(attendanceLockDays, "day")} after the lesson`,
  emails: reminderChoices().find(({ value }) => value === attendanceReminder)?.label,
})

export const holdChoices = [
  { value: "0", label: "Send at once" },
  { value: "2", label: "Hold for 2 minutes" },
  { value: "10", label: "Hold for 10 minutes" },
  { value: "30", label: "Hold for 30 minutes" },
  { value: "60", label: "Hold for an hour" },
]

export function invoicingTexts(settings: SchoolSettings, today: string) {
  const { invoiceNumberFormat, invoiceSequence, invoiceDueDays } = settings
  return {
    nextNumber: formatInvoiceNumber(invoiceNumberFormat, invoiceSequence + 1, today),
    due:
      invoiceDueDays === 0
        ? "The day the invoice is sent"
        : `${countOf(invoiceDueDays, "day")} after the invoice is sent`,
    partPayments: settings.takesPartPayments
      ? "Families can pay part of an invoice"
      : "Families pay the whole balance at once",
  }
}
