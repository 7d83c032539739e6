import { findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import type { Actor } from "~/models/foundation/access/actor"
import { countOf } from "~/utils/count-of"

const dateOrders = { mdy: "Month, day, year", dmy: "Day, month, year", ymd: "Year, month, day" }
const yesNo = (is: boolean) => (is ? "Yes" : "No")

/** The rules that questions to support are about: no bank account, no PayPal address, no contact details. */
export function settingsRows(school: Actor): [string, string][] {
  const settings = findSchoolSettings(school)
  return [
    ["Time zone", settings.timeZone],
    ["Currency", `${settings.currency}${settings.currencyIsFixed ? ", fixed by invoices or payments" : ""}`],
    ["Dates and times", `${dateOrders[settings.dateOrder]}, ${settings.hourCycle}-hour clock`],
    ["Numbers", settings.numberStyle],
    ["Invoice numbers", settings.invoiceNumberFormat],
    ["Invoices due after", countOf(settings.invoiceDueDays, "day")],
    ["PayPal payments", settings.payeeEmail ? "Set up" : "Not set up"],
    ["Bank transfer on invoices", settings.bankIban ? "Set up" : "Not set up"],
    ["Partial payments", yesNo(settings.takesPartPayments)],
    ["Tax is added to prices", yesNo(settings.taxIsAdded)],
    ["Teachers see prices", yesNo(settings.teachersSeePrices)],
    ["Notice for an absence", countOf(settings.noticeHours, "hour")],
    ["Make-up credits expire after", countOf(settings.creditExpiryDays, "day")],
    ["Lesson reminders", yesNo(settings.remindsOfLessons)],
    ["Lesson notes by email", yesNo(settings.lessonEmails !== "never")],
    ["Invoice reminders", yesNo(settings.remindsOfInvoices)],
    ["Attendance reminders", yesNo(settings.attendanceReminder !== "off")],
  ]
}
