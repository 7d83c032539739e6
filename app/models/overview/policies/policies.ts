import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { LeaveRules } from "~/models/attendance/leave/leave-types"
import type { OpenTimeRule } from "~/models/attendance/open-time/open-time"
import type { SwapRule } from "~/models/attendance/swap/swap"
import type { AutoPayRule } from "~/models/money/auto-pay/auto-pay"
import type { LateFeeRule } from "~/models/money/late-fee/late-fee"
import type { TuitionRule } from "~/models/money/tuition/tuition"
import type { LessonEmails } from "~/models/teaching/lesson-email/lesson-email"

// A school's policies: every rule that decides money, credits or who may do what, and the four presets to start from. Pure.

export type Policies = {
  notice: { noticeHours: number; lateAllowance: number }
  /** What the attendance rules say of an absence: percents of the price and of the teacher's pay. */
  inTime: Absence
  late: Absence
  schoolCancels: Absence
  credits: {
    creditExpiry: "days" | "term" | "next_term"
    creditExpiryDays: number
    creditCap: number | null
    creditWarnDays: number
  }
  freedTimes: { hours: number }
  swaps: { rule: SwapRule }
  openTimes: OpenTimeRule
  leave: LeaveRules
  tuition: TuitionRule
  trials: { price: "free" | "class" }
  /** Names of the rates with their percents; none is no tax. */
  tax: { rates: string[] }
  invoices: { isAutomatic: boolean; dayOfMonth: number; dueDays: number; takesPartPayments: boolean }
  /** Days from the due date: before it less than 0. None is off. */
  reminders: { days: number[] }
  lateFee: LateFeeRule
  /** Without an account for online payments no one can turn it on. */
  autoPay: AutoPayRule & { hasAccount: boolean }
  lessonReminders: { isOn: boolean }
  lessonEmails: { when: LessonEmails }
  locking: { lockDays: number | null }
  teacherPrices: { areSeen: boolean }
}
export type Absence = { chargedPercent: number; paidPercent: number; issuesCredit: boolean }

export type Topic = keyof Policies

/** The attendance status whose rule a topic is. */
export const statusOf = {
  inTime: "excused",
  late: "absent",
  schoolCancels: "cancelled",
} as const satisfies Partial<Record<Topic, MarkCode>>

export const presetKeys = ["flexible", "standard", "firm", "flat"] as const
export type PresetKey = (typeof presetKeys)[number]

/** What a preset decides; of the rest it says nothing. Pay of an absence is the school's own matter. */
export type Preset = { [Each in PresetTopic]?: Policies[Each] }
export const presetTopics = [
  "notice",
  "inTime",
  "late",
  "schoolCancels",
  "credits",
  "tuition",
  "reminders",
  "lateFee",
  "locking",
] as const
export type PresetTopic = (typeof presetTopics)[number]
const free = { chargedPercent: 0, issuesCredit: false }
const creditInstead = { chargedPercent: 0, issuesCredit: true }
const charged = { chargedPercent: 100, issuesCredit: false }

/**
 * The presets for a school as it is.
 * @param unit minor units of the school's currency in which its fees are counted, such as 100; null proposes none
 */
export function presetsFor(
  { inTime, late, schoolCancels, tuition }: Policies,
  unit: number | null,
): Record<PresetKey, Preset> {
  const absences = (rules: Record<"inTime" | "late" | "schoolCancels", Omit<Absence, "paidPercent">>) => ({
    inTime: { ...inTime, ...rules.inTime },
    late: { ...late, ...rules.late },
    schoolCancels: { ...schoolCancels, ...rules.schoolCancels },
  })
  const credits = {
    creditExpiry: "days",
    creditExpiryDays: 90,
    creditCap: null,
    creditWarnDays: 14,
  } as const
  const notice = { noticeHours: 24, lateAllowance: 0 }
  const reminders = { days: [-3, 7, 14] }
  const fee = (amount: number, afterDays: number): LateFeeRule => ({
    kind: unit && amount ? "fixed" : "none",
    amountMinor: unit && amount ? amount * unit : null,
    rate: null,
    afterDays,
    isMonthly: false,
    capMinor: null,
  })
  const locking = { lockDays: 7 }
  return {
    flexible: {
      notice: { ...notice, lateAllowance: 2 },
      ...absences({ inTime: creditInstead, late: charged, schoolCancels: free }),
      credits,
      reminders,
      lateFee: fee(0, 14),
      locking,
    },
    standard: {
      notice,
      ...absences({ inTime: creditInstead, late: charged, schoolCancels: free }),
      credits,
      reminders,
      lateFee: fee(15, 14),
      locking,
    },
    firm: {
      notice,
      ...absences({ inTime: charged, late: charged, schoolCancels: creditInstead }),
      credits,
      reminders,
      lateFee: fee(25, 7),
      locking,
    },
    flat: {
      notice,
      ...absences({ inTime: creditInstead, late: charged, schoolCancels: creditInstead }),
      credits,
      tuition: { ...tuition, basis: "full", skipsClosures: false },
      reminders,
      lateFee: fee(15, 14),
      locking,
    },
  }
}

/** The topics that a preset would change, in the order of the page. */
export const changedBy = (policies: Policies, preset: Preset): PresetTopic[] =>
  presetTopics.filter((topic) => preset[topic] && !isSame(topic, policies[topic], preset[topic]))

/** Whether two rules come to the same: of a fee that isn't charged, or a time that isn't counted, the rest says nothing. */
function isSame(topic: PresetTopic, one: unknown, other: unknown): boolean {
  return JSON.stringify(settled(topic, one)) === JSON.stringify(settled(topic, other))
}

function settled(topic: PresetTopic, rule: unknown): unknown {
  if (topic === "lateFee" && (rule as LateFeeRule).kind === "none") return "none"
  if (topic === "tuition") {
    const { basis, lessons, skipsClosures } = rule as TuitionRule
    return [basis, basis === "count" ? lessons : null, skipsClosures]
  }
  if (topic === "credits") {
    const { creditExpiry, creditExpiryDays, creditCap, creditWarnDays } = rule as Policies["credits"]
    return [creditExpiry, creditExpiry === "days" ? creditExpiryDays : null, creditCap, creditWarnDays]
  }
  return Object.entries(rule as object).sort(([a], [b]) => a.localeCompare(b))
}

/** The preset that the school is closest to: the one that would change least, and of several the first named. */
export function nearestPreset(policies: Policies, presets: Record<PresetKey, Preset>) {
  const inOrder: readonly PresetKey[] = ["standard", "flexible", "firm", "flat"]
  return inOrder
    .map((key) => ({ key, changed: changedBy(policies, presets[key]) }))
    .reduce((best, next) => (next.changed.length < best.changed.length ? next : best))
}
