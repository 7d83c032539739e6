import { exampleOf } from "~/components/accounts/settings/formats-part"
import { openingFacts } from "~/components/accounts/settings/opening-part"
import { minutesText } from "~/components/accounts/settings/room-buffers-part"
import { lessonEmailChoices } from "~/components/accounts/settings/rule-forms"
import { attendanceTexts, invoicingTexts, policyTexts } from "~/components/accounts/settings/setting-facts"
import { usesEInvoices } from "~/models/accounts/school/e-invoices"
import { findSchoolSettings, schoolCountry } from "~/models/accounts/school/school-settings.server"
import { listRoomSites } from "~/models/accounts/school/sites.server"
import { offeredNames } from "~/models/accounts/school-list/school-list.server"
import { taxText } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { findFreedTimeRules } from "~/models/attendance/freed-time/claim-hours.server"
import { findOpenTimeRule } from "~/models/attendance/open-time/open-time-rules.server"
import { swapRuleLabels } from "~/models/attendance/swap/swap"
import { findSwapRules } from "~/models/attendance/swap/swap-rules.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listTerms } from "~/models/foundation/term/term.server"
import { findAutoRule } from "~/models/money/auto-invoicing/auto-invoicing.server"
import { lateFeeText } from "~/models/money/late-fee/late-fee"
import { findLateFeeRule } from "~/models/money/late-fee/late-fee.server"
import { findReminderState } from "~/models/money/reminder/send-reminders.server"
import { basisLabels } from "~/models/money/tuition/tuition"
import { findTuitionRule } from "~/models/money/tuition/tuition-rule.server"
import { listClosures } from "~/models/teaching/closed-days/closed-days.server"
import { findTrialPrice } from "~/models/teaching/price/price.server"
import { listRoomRows } from "~/models/teaching/room/room.server"
import { todayOf } from "~/utils/clock.server"
import { addMonths } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"
import { addressInLine } from "~/utils/postal-address"
import { zoneLabel } from "~/utils/zone-names"

// What a school's settings are set to now, as their own pages say it. Asked only for what is shown.

type Value = (actor: Actor) => string | null | undefined

const policies = (actor: Actor) => policyTexts(findSchoolSettings(actor))
export const noticePeriod: Value = (actor) => `Absence notice: ${policies(actor).notice}`
export const creditExpiry: Value = (actor) => policies(actor).creditExpiry
export const creditLimit: Value = (actor) => policies(actor).creditLimit
export const lateAbsences: Value = (actor) => policies(actor).lateAbsences

const attendance = (actor: Actor) => attendanceTexts(findSchoolSettings(actor))
export const attendanceLock: Value = (actor) => attendance(actor).lock
export const attendanceEmails: Value = (actor) => attendance(actor).emails

const invoicing = (actor: Actor) => invoicingTexts(findSchoolSettings(actor), todayOf(actor))
export const invoicesDue: Value = (actor) => `Due: ${invoicing(actor).due}`
export const nextInvoice: Value = (actor) => invoicing(actor).nextNumber
export const partPayments: Value = (actor) => invoicing(actor).partPayments

export const eInvoices: Value = (actor) => {
  const settings = findSchoolSettings(actor)
  if (!usesEInvoices(schoolCountry(settings))) return "For schools in Europe"
  return settings.sendsEInvoices ? "On" : "Off"
}

export const lessonReminders: Value = (actor) => (findSchoolSettings(actor).remindsOfLessons ? "On" : "Off")
export const lessonEmails: Value = (actor) => {
  const { lessonEmails: when } = findSchoolSettings(actor)
  return lessonEmailChoices().find(({ value }) => value === when)?.label
}
export const teacherPrices: Value = (actor) => (findSchoolSettings(actor).teachersSeePrices ? "Yes" : "No")

export const schoolAddress: Value = (actor) => {
  const { name, address } = findSchoolSettings(actor)
  return address ? `${name}, ${addressInLine(address)}` : `${name}, no address yet`
}
export const regionAndCurrency: Value = (actor) =>
  `${actor.school.currency}, ${zoneLabel(actor.school.timeZone)}`
export const writtenFormats: Value = (actor) => exampleOf(todayOf(actor), findSchoolSettings(actor))
export const openingHours: Value = (actor) =>
  openingFacts(findSchoolSettings(actor))
    .map(([, value]) => value)
    .join(", ")
export const payeeAccount: Value = (actor) => findSchoolSettings(actor).payeeEmail ?? "Not set"
export const bankAccount: Value = (actor) => findSchoolSettings(actor).bankHolder ?? "Not set"

export const rooms: Value = (actor) => countOf(listRoomRows(actor).length, "room")
export const sites: Value = (actor) => countOf(listRoomSites(actor).length, "site")
export const roomBuffer: Value = (actor) => minutesText(findSchoolSettings(actor).roomBufferMinutes)
export const instruments: Value = (actor) => {
  const names = offeredNames(actor, "instruments")
  return names.length > 0 ? names.join(", ") : "No instruments yet"
}
export const closuresAhead: Value = (actor) => {
  const day = todayOf(actor)
  const next = listClosures(actor, day, addMonths(day, 24)).find(({ endsOn }) => endsOn >= day)
  return next ? `Next: ${next.name}, from ${formatDate(next.startsOn, "medium")}` : "None ahead"
}
export const currentTerm: Value = (actor) => {
  const day = todayOf(actor)
  const next = listTerms(actor).find(({ endsOn }) => endsOn >= day)
  if (!next) return "None ahead"
  return next.startsOn > day
    ? `Next: ${next.name}, from ${formatDate(next.startsOn, "medium")}`
    : `${next.name}, until ${formatDate(next.endsOn, "medium")}`
}

export const lateFee: Value = (actor) => {
  const rule = findLateFeeRule(actor)
  return rule.kind === "none" ? "Off" : lateFeeText(rule, actor.school.currency).replace(/\.$/, "")
}
export const taxRates: Value = (actor) => {
  const rates = listTaxRates(actor).filter(({ isArchived }) => !isArchived)
  return rates.length > 0 ? rates.map(taxText).join(", ") : "Off"
}
export const tuition: Value = (actor) => basisLabels[findTuitionRule(actor).basis]
export const trialPrice: Value = (actor) => (findTrialPrice(actor) === "free" ? "Free" : "The class’s price")
export const paymentReminders: Value = (actor) => (findReminderState(actor).isOn ? "On" : "Off")
export const autoInvoices: Value = (actor) => {
  const { isOn, dayOfMonth } = findAutoRule(actor)
  return isOn ? `On, day ${dayOfMonth} of each month` : "Off"
}
export const freedTimes: Value = (actor) => {
  const { hours } = findFreedTimeRules(actor)
  return hours > 0 ? `Offered for ${countOf(hours, "hour")}` : "Off"
}
export const openTimes: Value = (actor) => (findOpenTimeRule(actor).isOn ? "On" : "Off")
export const lessonSwaps: Value = (actor) => {
  const { rule } = findSwapRules(actor)
  return rule === "off" ? "Off" : swapRuleLabels[rule]
}
