import { expiryChoices } from "~/components/accounts/settings/expiry-choices"
import { lateFeeText } from "~/models/money/late-fee/late-fee"
import { tuitionRuleText } from "~/models/money/tuition/tuition"
import type { Absence, Policies, Preset, PresetKey, Topic } from "~/models/overview/policies/policies"
import { leaveFeeSentence, leavePolicyText } from "~/texts/attendance/leave"
import { openTimeRuleText } from "~/texts/attendance/open-times"
import { countOf } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames, upperFirst } from "~/utils/names"

// Each policy as one sentence with its value in it: what the office reads, and what families read of the same rule.

export type PolicyText = {
  /** What the rule says now. */
  text: string
  /** The rule does nothing; its sentence says what it would do. */
  isOff?: true
  /** The same for families; missing where it's none of their business. */
  families?: string
}

type Context = { currency: string; paysTeachers: boolean }
type Texts = { [Each in Topic]: (rule: Policies[Each], all: Policies, context: Context) => PolicyText }

const hours = (count: number) => countOf(count, "hour")
const days = (count: number) => countOf(count, "day")

/** "Not charged. The student gets 1 make-up credit. The teacher is paid 50%." */
function absenceText(
  { chargedPercent, paidPercent, issuesCredit }: Absence,
  { paysTeachers }: Context,
): string {
  const charge =
    chargedPercent === 0
      ? "Not charged."
      : chargedPercent === 100
        ? "Charged in full."
        : `Charged ${chargedPercent}% of the price.`
  const credit = issuesCredit ? " The student gets 1 make-up credit." : ""
  const pay =
    !paysTeachers || paidPercent === 0
      ? ""
      : paidPercent === 100
        ? " The teacher is paid."
        : ` The teacher is paid ${paidPercent}%.`
  return `${charge}${credit}${pay}`
}

/** The same for families, after what it's about. */
function absenceForFamilies({ chargedPercent, issuesCredit }: Absence): string {
  const charge =
    chargedPercent === 0
      ? "aren’t charged"
      : chargedPercent === 100
        ? "are charged"
        : `are charged ${chargedPercent}%`
  return `${charge}${issuesCredit ? `${chargedPercent === 0 ? " and" : ", and"} earn a make-up credit` : ""}.`
}

const lessonEmailSuffixes = {
  each: " after each lesson",
  day: ", together each evening",
  week: ", together on Sundays",
}

const texts: Texts = {
  notice: ({ noticeHours, lateAllowance }) => {
    const allowed =
      lateAllowance === 0
        ? ""
        : ` ${lateAllowance} late ${lateAllowance === 1 ? "absence" : "absences"} a term ${lateAllowance === 1 ? "counts" : "count"} as in time.`
    return noticeHours === 0
      ? {
          text: `Families can cancel until the lesson begins.${allowed}`,
          families: `Cancel before the lesson begins.${allowed}`,
        }
      : {
          text: `Families can cancel up to ${hours(noticeHours)} before a lesson.${allowed}`,
          families: `Cancel at least ${hours(noticeHours)} before a lesson.${allowed}`,
        }
  },
  inTime: (rule, _, context) => ({
    text: absenceText(rule, context),
    families: `Lessons canceled in time ${absenceForFamilies(rule)}`,
  }),
  late: (rule, _, context) => ({
    text: absenceText(rule, context),
    families: `Later cancellations and missed lessons ${absenceForFamilies(rule)}`,
  }),
  schoolCancels: (rule, _, context) => ({
    text: absenceText(rule, context),
    families: `Lessons that we cancel ${absenceForFamilies(rule)}`,
  }),
  credits: ({ creditExpiry, creditExpiryDays, creditCap, creditWarnDays }) => {
    const end =
      creditExpiry === "days"
        ? `after ${days(creditExpiryDays)}`
        : lowerFirst(expiryChoices.find(({ value }) => value === creditExpiry)?.label ?? "")
    const limit = creditCap === null ? "No limit per term." : `At most ${creditCap} per student and term.`
    const warning = creditWarnDays === 0 ? "" : ` We email families ${days(creditWarnDays)} before.`
    return {
      text: `Expire ${end}. ${limit}${warning}`,
      families: `Make-up credits expire ${end}.${creditCap === null ? "" : ` ${limit}`}`,
    }
  },
  freedTimes: ({ hours: within }) =>
    within === 0
      ? { isOff: true, text: "Offer a canceled time to families with a credit." }
      : {
          text: `A canceled time is offered to families with a credit for ${hours(within)}.`,
          families: "We offer canceled times to families with a make-up credit.",
        },
  swaps: ({ rule }) =>
    rule === "off"
      ? { isOff: true, text: "Two families with the same teacher swap lesson times." }
      : {
          text: `Two families with the same teacher can swap lesson times. ${rule === "office" ? "You approve each swap." : "They agree among themselves."}`,
          families: `You can swap lesson times with another family that has the same teacher${rule === "office" ? ", if the school approves" : ""}.`,
        },
  openTimes: (rule) =>
    rule.isOn
      ? {
          text: `Families book more lessons at open times. ${openTimeRuleText(rule)}`,
          families: `You can book more lessons at open times. ${openTimeRuleText(rule)}`,
        }
      : { isOff: true, text: "Families book more lessons at open times of their teacher." },
  leave: (rule) =>
    rule.takesLeaveRequests
      ? {
          text: `Families ask ${days(rule.leaveNoticeDays)} ahead for a leave and ${days(rule.endNoticeDays)} ahead to end lessons. ${leaveFeeSentence(rule.leaveFeePercent)}`,
          families: leavePolicyText(rule),
        }
      : { isOff: true, text: "Families ask for a leave or the end of lessons in the portal." },
  tuition: (rule, { tax: { rates } }) => ({
    text: tuitionRuleText(rule),
    ...(rates.length === 0 ? {} : { families: `Tax is added to prices: ${joinNames(rates)}.` }),
  }),
  trials: ({ price }) =>
    price === "free"
      ? { text: "Free.", families: "Trial lessons are free." }
      : { text: "Cost the class’s price.", families: "Trial lessons cost the price of the class." },
  tax: ({ rates }) =>
    rates.length === 0
      ? { isOff: true, text: "Charge tax on lessons and items." }
      : { text: `${joinNames(rates)}.` },
  invoices: ({ isAutomatic, dayOfMonth, dueDays, takesPartPayments }) => {
    const due = dueDays === 0 ? "Due the day they’re sent." : `Due in ${days(dueDays)}.`
    const sent = isAutomatic ? `Sent on day ${dayOfMonth} of each month. ` : "Sent when you send them. "
    const part = takesPartPayments ? " Families can pay part of one." : ""
    return {
      text: `${sent}${due}${part}`,
      families: `Invoices are due ${dueDays === 0 ? "the day we send them" : `in ${days(dueDays)}`}.`,
    }
  },
  reminders: ({ days: offsets }) => {
    if (offsets.length === 0)
      return { isOff: true, text: "Email families about invoices that are due or overdue." }
    const before = offsets.filter((day) => day < 0).map((day) => `${days(-day)} before`)
    const on = offsets.includes(0) ? ["on the due date"] : []
    const after = offsets.filter((day) => day > 0)
    const later =
      after.length === 0
        ? []
        : [`${joinNames(after.map(String))} ${after.at(-1) === 1 ? "day" : "days"} after the due date`]
    return { text: `${upperFirst(joinNames([...before, ...on, ...later]))}.` }
  },
  lateFee: (rule, _, { currency }) =>
    rule.kind === "none"
      ? { isOff: true, text: "Charge a fee for overdue invoices." }
      : {
          text: lateFeeText(rule, currency),
          families: `We charge a late fee: ${lateFeeText(rule, currency)}`,
        },
  autoPay: ({ isOffered, daysBefore, hasAccount }) =>
    isOffered
      ? {
          text: `Families can turn it on${hasAccount ? "" : " once your school has an account for online payments"}. We announce each charge ${days(daysBefore)} ahead.`,
          ...(hasAccount ? { families: "You can have invoices paid automatically." } : {}),
        }
      : { isOff: true, text: "Families have their invoices paid automatically." },
  lessonReminders: ({ isOn }) =>
    isOn
      ? {
          text: "Families and teachers get an email before their lessons.",
          families: "We remind you of lessons by email.",
        }
      : { isOff: true, text: "Email families and teachers before their lessons." },
  lessonEmails: ({ when }) =>
    when === "never"
      ? { isOff: true, text: "Email families lesson notes, assignments and reports." }
      : {
          text: `Families get notes, assignments and reports by email${lessonEmailSuffixes[when]}.`,
          families: "We email you lesson notes, assignments and reports.",
        },
  locking: ({ lockDays }) =>
    lockDays === null
      ? { isOff: true, text: "Lock attendance some days after the lesson." }
      : { text: `Attendance locks ${days(lockDays)} after the lesson.` },
  teacherPrices: ({ areSeen }) => ({
    text: areSeen ? "Teachers see what families pay." : "Teachers don’t see what families pay.",
  }),
}

export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
/** One policy as a sentence. */
export const policyText = <Each extends Topic>(
  topic: Each,
  policies: Policies,
  context: Context,
): PolicyText => texts[topic](policies[topic], policies, context)

/** `part` names the row in the address, and what it is opened with. */
type Row = { topic: Topic; part: string; label: string; turnOn?: string }

/** The rows of the page by section. */
export const policySections: readonly { id: string; title: string; rows: readonly Row[] }[] = [
  {
    id: "absences",
    title: "Absences",
    rows: [
      { topic: "notice", part: "notice", label: "Notice" },
      { topic: "inTime", part: "in-time", label: "In time" },
      { topic: "late", part: "late", label: "Late or no-show" },
      { topic: "schoolCancels", part: "school-cancels", label: "School cancels" },
      { topic: "leave", part: "leave", label: "Leave and leaving" },
    ],
  },
  {
    id: "make-ups",
    title: "Make-ups",
    rows: [
      { topic: "credits", part: "credits", label: "Credits" },
      { topic: "freedTimes", part: "freed-times", label: "Freed times" },
      { topic: "swaps", part: "swaps", label: "Lesson swaps" },
      { topic: "openTimes", part: "open-times", label: "Open times" },
    ],
  },
  {
    id: "charges",
    title: "Tuition",
    rows: [
      { topic: "tuition", part: "tuition", label: "Monthly tuition" },
      { topic: "trials", part: "trials", label: "Trial lessons" },
      { topic: "tax", part: "tax", label: "Tax", turnOn: "Add tax" },
    ],
  },
  {
    id: "payments",
    title: "Payments",
    rows: [
      { topic: "invoices", part: "invoices", label: "Invoices" },
      { topic: "reminders", part: "reminders", label: "Reminders" },
      { topic: "lateFee", part: "late-fee", label: "Late fee" },
      { topic: "autoPay", part: "automatic-payment", label: "Automatic payment" },
    ],
  },
  {
    id: "lessons",
    title: "Lessons and attendance",
    rows: [
      { topic: "lessonReminders", part: "lesson-reminders", label: "Lesson reminders" },
      { topic: "lessonEmails", part: "lesson-emails", label: "Lesson notes by email" },
      { topic: "locking", part: "locking", label: "Locking", turnOn: "Edit" },
      { topic: "teacherPrices", part: "teacher-prices", label: "Prices" },
    ],
  },
]

/** The label of a policy's row. */
export const topicLabel = (topic: Topic): string =>
  policySections.flatMap(({ rows }) => rows).find((row) => row.topic === topic)?.label ?? topic

/** What families read, in the order of the page. */
export const familyPolicies = (policies: Policies, context: Context): string[] =>
  policySections.flatMap(({ rows }) =>
    rows.flatMap(({ topic }) => policyText(topic, policies, context).families ?? []),
  )

const presetIdeas: Record<PresetKey, string> = {
  flexible: "24 hours’ notice earns a make-up. Two late cancellations a term are forgiven.",
  standard: "24 hours’ notice earns a make-up. Late cancellations and no-shows are charged.",
  firm: "Missed lessons are charged. Make-ups only when the school cancels.",
  flat: "The same amount every month for classes billed monthly, whatever the number of lessons. Lessons missed with 24 hours’ notice earn credits; others don’t.",
}

/** What a preset is about, with its late fee in the school's currency. */
export function presetAbout(key: PresetKey, { lateFee }: Preset, currency: string): string {
  const fee =
    !lateFee || lateFee.kind === "none"
      ? "No late fee."
      : `${formatMoney(lateFee.amountMinor ?? 0, currency)} late fee after ${days(lateFee.afterDays)}.`
  return `${presetIdeas[key]} ${fee}`
}

/** What every preset brings beside, which its short text doesn't say. */
export const presetsAlso =
  "Each preset also reminds families of unpaid invoices 3 days before and 7 and 14 days after the due date, and locks attendance after 7 days."
