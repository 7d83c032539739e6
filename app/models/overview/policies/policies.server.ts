import { createHash } from "node:crypto"
import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { and, desc, eq, inArray } from "drizzle-orm"
import { z } from "zod"
import { markCodes, type Outcome } from "~/models/accounts/outcome/outcome"
import { changeOutcomes, listOutcomes } from "~/models/accounts/outcome/outcome.server"
import { findLetterhead } from "~/models/accounts/school/letterhead.server"
import { readLogo } from "~/models/accounts/school/logo.server"
import { changeSettings, findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import { taxText } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { findFreedTimeRules } from "~/models/attendance/freed-time/claim-hours.server"
import { findLeaveRules } from "~/models/attendance/leave/leaves.server"
import { findOpenTimeRule } from "~/models/attendance/open-time/open-time-rules.server"
import { findSwapRules } from "~/models/attendance/swap/swap-rules.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns, own } from "~/models/foundation/access/own.server"
import { RowChange, undoable } from "~/models/foundation/access/row-changes.server"
import { undo } from "~/models/foundation/access/undo.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listHistory, readFacts } from "~/models/foundation/audit/history.server"
import { drawLetterhead, drawPaper, widthOf } from "~/models/foundation/paper/paper.server"
import { findAutoRule } from "~/models/money/auto-invoicing/auto-invoicing.server"
import { findAutoPayRule } from "~/models/money/auto-pay/auto-pay-rule.server"
import { paperSize } from "~/models/money/invoice/invoice-paper"
import { feeUnit } from "~/models/money/late-fee/fee-scale"
import { changeLateFee, findLateFeeRule } from "~/models/money/late-fee/late-fee.server"
import { listPayees } from "~/models/money/payment-provider/payment-provider.server"
import {
  changeReminderStep,
  findReminderState,
  listReminderSteps,
  switchReminders,
} from "~/models/money/reminder/send-reminders.server"
import { changeTuitionRule, findTuitionRule } from "~/models/money/tuition/tuition-rule.server"
import { findTrialPrice } from "~/models/teaching/price/price.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import type { Result } from "~/utils/result"
import { today } from "~/utils/zones"
import {
  changedBy,
  type Policies,
  type Preset,
  type PresetKey,
  type PresetTopic,
  presetKeys,
  presetsFor,
  presetTopics,
  statusOf,
} from "./policies"

/** The school's policies as they are now, from the rules that carry them out. */
export function findPolicies(actor: Actor): Policies {
  const settings = findSchoolSettings(actor)
  const outcomes = listOutcomes(actor)
  const absence = (code: Outcome["code"]) => {
    const found = outcomes.find((each) => each.code === code)
    if (!found) throw new Error(`No attendance rule for ${code}`)
    const { chargedPercent, paidPercent, issuesCredit } = found
    return { chargedPercent, paidPercent, issuesCredit }
  }
  const auto = findAutoRule(actor)
  return {
    notice: { noticeHours: settings.noticeHours, lateAllowance: settings.lateAllowance },
    inTime: absence(statusOf.inTime),
    late: absence(statusOf.late),
    schoolCancels: absence(statusOf.schoolCancels),
    credits: {
      creditExpiry: settings.creditExpiry,
      creditExpiryDays: settings.creditExpiryDays,
      creditCap: settings.creditCap,
      creditWarnDays: settings.creditWarnDays,
    },
    freedTimes: { hours: findFreedTimeRules(actor).hours },
    swaps: { rule: findSwapRules(actor).rule },
    openTimes: findOpenTimeRule(actor),
    leave: findLeaveRules(actor),
    tuition: findTuitionRule(actor),
    trials: { price: findTrialPrice(actor) },
    tax: {
      rates: listTaxRates(actor)
        .filter(({ isArchived }) => !isArchived)
        .map(taxText),
    },
    invoices: {
      isAutomatic: auto.isOn,
      dayOfMonth: auto.dayOfMonth,
      dueDays: settings.invoiceDueDays,
      takesPartPayments: settings.takesPartPayments,
    },
    reminders: { days: listReminderDays(actor) },
    lateFee: findLateFeeRule(actor),
    autoPay: { ...findAutoPayRule(actor), hasAccount: listPayees(actor).length > 0 },
    lessonReminders: { isOn: settings.remindsOfLessons },
    lessonEmails: { when: settings.lessonEmails },
    locking: { lockDays: settings.attendanceLockDays },
    teacherPrices: { areSeen: settings.teachersSeePrices },
  }
}

/** The days after a due date, or before it, on which reminders leave; none while they are off. */
export const listReminderDays = (actor: Actor): number[] =>
  findReminderState(actor).isOn
    ? listReminderSteps(actor)
        .filter(({ isOn }) => isOn)
        .map(({ offsetDays }) => offsetDays)
    : []

/** The presets in the school's currency. */
export const listPresets = (actor: Actor, policies: Policies) =>
  presetsFor(policies, feeUnit(actor.school.currency))

/** Takes over all that a preset says: the one choice of a school's first hour. Answers how many rules it changed. */
export const choosePreset = (actor: Actor, key: PresetKey): number =>
  transact(() => takeOver(actor, listPresets(actor, findPolicies(actor))[key]))

/**
 * Takes these topics of a preset over, each through the rule's own command, all or none.
 * @param known the topics that the person saw as changing; refused when the rules have changed since
 * @returns how many were taken over
 */
export function applyPreset(
  actor: Actor,
  key: PresetKey,
  { chosen, known }: { chosen: readonly PresetTopic[]; known: string },
): Result<{ changed: number }, "changed-since"> {
  return transact(() => {
    const policies = findPolicies(actor)
    if (stampOf(policies) !== known) return { ok: false, reason: "changed-since" }
    const preset = listPresets(actor, policies)[key]
    const topics = changedBy(policies, preset).filter((topic) => chosen.includes(topic))
    if (topics.length === 0) return { ok: true, changed: 0 }
    const changes = undoable(() => takeOver(actor, pick(preset, topics)))
    recordEvent(actor, "school.choose-preset", actor.school.id, {
      before: { changes },
      after: { preset: key, topics, stamp: stampOf(pick(findPolicies(actor), topics)) },
    })
    return { ok: true, changed: topics.length }
  })
}

const Chosen = z.object({
  before: z.object({ changes: RowChange.array() }),
  after: z.object({ preset: z.enum(presetKeys), topics: z.enum(presetTopics).array(), stamp: z.string() }),
})

/** The latest change to a preset, as long as its rules are as it left them and it wasn't undone. */
export function findChosenPreset(actor: Actor) {
  const last = select({
    at: events.createdAt,
    ...columns(events, "id", "actorName", "verb", "before", "after"),
  })
    .from(events)
    .where(
      and(
        own(actor, events),
        eq(events.noun, "school"),
        eq(events.nounId, actor.school.id),
        inArray(events.verb, ["choose-preset", "undo-preset"]),
      ),
    )
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(1)
    .get()
  if (last?.verb !== "choose-preset") return undefined
  const { id, at, actorName } = last
  const { before, after } = Chosen.parse({ before: readFacts(last.before), after: readFacts(last.after) })
  if (stampOf(pick(findPolicies(actor), after.topics)) !== after.stamp) return undefined
  return { id, at, actorName, preset: after.preset, count: after.topics.length, changes: before.changes }
}

/** Puts the rules back that the latest change to a preset changed. Refused once one of them was changed again. */
export function undoPreset(actor: Actor, id: string): Result<{ changed: number }, "changed-since"> {
  return transact(() => {
    const chosen = findChosenPreset(actor)
    if (chosen?.id !== id || undo(actor, chosen.changes)) return { ok: false, reason: "changed-since" }
    recordEvent(actor, "school.undo-preset", actor.school.id, { after: { preset: chosen.preset } })
    return { ok: true, changed: chosen.count }
  })
}

/** Changes what differs from these rules of a preset. Answers how many. In the caller's transaction. */
function takeOver(actor: Actor, preset: Preset): number {
  const policies = findPolicies(actor)
  const topics = changedBy(policies, preset)
  const next: Policies = { ...policies, ...pick(preset, topics) }
  if (topics.some((topic) => topic === "notice" || topic === "credits"))
    changeSettings(actor, "policies", { ...next.notice, ...next.credits })
  if (topics.some((topic) => topic in statusOf)) changeAbsences(actor, next)
  if (topics.includes("tuition")) changeTuitionRule(actor, next.tuition)
  if (topics.includes("reminders")) changeReminderDays(actor, next.reminders.days)
  if (topics.includes("locking"))
    changeSettings(actor, "attendance", {
      attendanceLockDays: next.locking.lockDays,
      attendanceReminder: findSchoolSettings(actor).attendanceReminder,
    })
  if (topics.includes("lateFee")) {
    const { amountMinor, rate, capMinor, ...fee } = next.lateFee
    changeLateFee(actor, {
      ...fee,
      ...(amountMinor === null ? {} : { amount: amountMinor }),
      ...(rate === null ? {} : { percent: rate }),
      ...(capMinor === null ? {} : { cap: capMinor }),
    })
  }
  return topics.length
}

const pick = <Whole extends object, Name extends keyof Whole>(whole: Whole, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>

/** Policies as a short text, which tells whether they are still those that a form showed. */
export const stampOf = (policies: Partial<Policies>): string =>
  createHash("sha256").update(JSON.stringify(policies)).digest("base64url")

function changeAbsences(actor: Actor, next: Policies) {
  const rules = Object.fromEntries(listOutcomes(actor).map((each) => [each.code, each])) as Record<
    Outcome["code"],
    Outcome
  >
  const rowOf = (topic: "inTime" | "late" | "schoolCancels") => {
    const { chargedPercent, paidPercent, issuesCredit, countsAsAttended } = {
      ...rules[statusOf[topic]],
      ...next[topic],
    }
    return { chargedPercent, paidPercent, issuesCredit, countsAsAttended }
  }
  changeOutcomes(actor, {
    [statusOf.inTime]: rowOf("inTime"),
    [statusOf.late]: rowOf("late"),
    [statusOf.schoolCancels]: rowOf("schoolCancels"),
  })
}

/** One reminder before the due date and those after it, on these days; the others are turned off. Their texts stay. */
function changeReminderDays(actor: Actor, days: readonly number[]) {
  const later = days.filter((day) => day > 0)
  const dayOf: Partial<Record<string, number | undefined>> = {
    before: days.find((day) => day < 0),
    due: days.find((day) => day === 0),
    overdue1: later[0],
    overdue2: later[1],
    overdue3: later[2],
  }
  const steps = listReminderSteps(actor)
  for (const step of steps)
    if (step.isOn) changeReminderStep(actor, { ...step, isOn: false, days: Math.abs(step.offsetDays) })
  for (const step of steps) {
    const day = dayOf[step.step]
    if (day !== undefined) changeReminderStep(actor, { ...step, isOn: true, days: Math.abs(day) })
  }
  switchReminders(actor, true)
}

const policyVerbs = new Set([
  "change-policies",
  "change-attendance",
  "change-teachers",
  "change-lesson-emails",
  "change-reminders",
  "change-told",
  "word-letter",
  "unword-letter",
  "change-told-hours",
  "change-invoicing",
  "change-late-fee",
  "change-tuition",
  "change-trials",
  "change-invoice-reminders",
  "change-reminder-step",
  "change-auto-invoicing",
  "change-auto-pay",
  "change-freed-times",
  "change-swaps",
  "change-open-times",
  "change-leave",
  "undo-preset",
])

/** The latest changes of the policies, newest first, each with who and when. */
export const listPolicyChanges = (actor: Actor, most: number) =>
  listHistory(
    actor,
    [
      { noun: "school", ids: [actor.school.id] },
      { noun: "outcome", ids: markCodes },
    ],
    most * 10,
  )
    .filter(({ noun, verb }) => noun === "outcome" || policyVerbs.has(verb))
    .slice(0, most)

/** What families read of the school's policies, as a PDF with the day it was made. */
export async function policiesPdf(
  actor: Actor,
  lines: readonly string[],
): Promise<{ fileName: string; bytes: Buffer }> {
  const school = findLetterhead(actor)
  const { currency, timeZone } = actor.school
  const bytes = await drawPaper(
    {
      size: paperSize(currency),
      title: `Policies, ${school.name}`,
      author: school.name,
      createdAt: now(),
      logo: await readLogo(actor.school.logoId),
    },
    (sheet) =>
      inFormats(actor.school, () => {
        drawLetterhead(sheet, school, "Policies")
        sheet
          .font("text")
          .fontSize(10)
          .text(`As of ${formatDate(today(timeZone, now()), "full")}`)
        sheet.moveDown(1.2)
        for (const [index, line] of lines.entries()) {
          sheet.fontSize(11).text(`${index + 1}. ${line}`, { width: widthOf(sheet) })
          sheet.moveDown(0.5)
        }
      }),
  )
  return { fileName: "policies.pdf", bytes }
}
