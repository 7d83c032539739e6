import { data, redirect } from "@remix-run/node"
import type { z } from "zod"
import type { ShownRule } from "~/components/overview/policies/rule-form"
import { requireMember } from "~/http/guards.server"
import { act, type Intent, idIn, intent, intents } from "~/http/intents.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { changeOutcomes, listOutcomes } from "~/models/accounts/outcome/outcome.server"
import { OutcomesForm } from "~/models/accounts/outcome/outcome-form"
import { changeSettings, findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import {
  AttendanceForm,
  CreditsForm,
  LessonEmailsForm,
  NoticeForm,
  RemindersForm,
  TeachersForm,
} from "~/models/accounts/school/school-settings-form"
import { TaxModeForm, TaxRateForm } from "~/models/accounts/tax/tax-form"
import {
  addsTax,
  addTaxRate,
  archiveTaxRate,
  chooseDefaultTax,
  chooseTaxMode,
  listTaxRates,
} from "~/models/accounts/tax/tax-rates.server"
import { findFreedTimeRules, setFreedTimeRules } from "~/models/attendance/freed-time/claim-hours.server"
import { ClaimHoursForm } from "~/models/attendance/freed-time/claim-hours-form"
import { usualClaimHours } from "~/models/attendance/freed-time/freed-time"
import { changeLeaveRules, findLeaveRules } from "~/models/attendance/leave/leaves.server"
import { changeOpenTimeRule, findOpenTimeRule } from "~/models/attendance/open-time/open-time-rules.server"
import { rulesNow, tryRules } from "~/models/attendance/rule-trial/try-rules.server"
import { swapRuleLabels } from "~/models/attendance/swap/swap"
import { SwapRulesForm } from "~/models/attendance/swap/swap-form"
import { findSwapRules, setSwapRules } from "~/models/attendance/swap/swap-rules.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { AutoForm } from "~/models/money/auto-invoicing/auto-form"
import { changeAutoRule, findAutoRule } from "~/models/money/auto-invoicing/auto-invoicing.server"
import { AutoPayRuleForm } from "~/models/money/auto-pay/auto-pay-form"
import { changeAutoPayRule, findAutoPayRule } from "~/models/money/auto-pay/auto-pay-rule.server"
import { changeLateFee, findLateFeeRule, ruleTyped } from "~/models/money/late-fee/late-fee.server"
import { LateFeeForm } from "~/models/money/late-fee/late-fee-form"
import { ReminderStepForm } from "~/models/money/reminder/reminder-form"
import { type ReminderStep, stepLabels } from "~/models/money/reminder/reminder-steps"
import {
  changeReminderStep,
  findReminderState,
  findSample,
  listReminderSteps,
  switchReminders,
  valuesFor,
  written,
} from "~/models/money/reminder/send-reminders.server"
import { TrialForm, TuitionForm } from "~/models/money/tuition/tuition-form"
import {
  changeTuitionRule,
  findTuitionRule,
  previewTuitionRule,
} from "~/models/money/tuition/tuition-rule.server"
import type { TriedRule } from "~/models/overview/policies/last-term"
import {
  lastTermOf,
  type Term,
  tryLateFee,
  tryOutcomes,
  tryTrialPrice,
} from "~/models/overview/policies/last-term.server"
import { statusOf } from "~/models/overview/policies/policies"
import { chooseTrialPrice, findTrialPrice } from "~/models/teaching/price/price.server"
import { LeaveRulesForm } from "~/routes/students/leave-form.server"
import { taxRefusals } from "~/texts/accounts/refusals"
import { trialRefusals } from "~/texts/attendance/refusals"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { OpenTimeRuleForm } from "./open-time-form.server"

// The rules of a school as forms: what each shows to begin with, and what it saves. One that is off can begin with
// what it would be turned on with. Those of invoices are also on their own pages, for members who invoice and don't set the school's rules.

const rulesOf = (actor: Actor) => {
  const settings = findSchoolSettings(actor)
  const { noticeHours, creditExpiryDays, creditCap, remindsOfLessons, teachersSeePrices } = settings
  const { creditExpiry, lateAllowance, creditWarnDays } = settings
  return {
    ...{ noticeHours, creditExpiryDays, creditCap, creditExpiry, lateAllowance, creditWarnDays },
    ...{ remindsOfLessons, teachersSeePrices },
  }
}

type Part = ShownRule["part"]
type Shown = { [Each in Part]: (actor: Actor, on: boolean, request: Request) => ShownRule }

/** What the form of each policy shows; `on` where it is about to be turned on. */
const shown: Shown = {
  notice: (actor) => ({ part: "notice", rules: rulesOf(actor) }),
  credits: (actor) => ({ part: "credits", rules: rulesOf(actor) }),
  "in-time": (actor) => ({ part: "in-time", outcomes: listOutcomes(actor) }),
  late: (actor) => ({ part: "late", outcomes: listOutcomes(actor) }),
  "school-cancels": (actor) => ({ part: "school-cancels", outcomes: listOutcomes(actor) }),
  outcomes: (actor) => ({ part: "outcomes", outcomes: listOutcomes(actor) }),
  "freed-times": (actor, on) => {
    const { hours, spots } = findFreedTimeRules(actor)
    return { part: "freed-times", claim: { hours: on && hours === 0 ? usualClaimHours : hours, spots } }
  },
  swaps: (actor, on) => {
    const { rule, anyLength } = findSwapRules(actor)
    return { part: "swaps", swaps: { rule: on && rule === "off" ? "office" : rule, anyLength } }
  },
  "open-times": (actor, on) => {
    const rule = findOpenTimeRule(actor)
    return { part: "open-times", openTimes: { ...rule, isOn: on || rule.isOn } }
  },
  leave: (actor, on) => {
    const rules = findLeaveRules(actor)
    return { part: "leave", leave: { ...rules, takesLeaveRequests: on || rules.takesLeaveRequests } }
  },
  tuition: (actor) => ({ part: "tuition", tuition: findTuitionRule(actor) }),
  trials: (actor) => ({ part: "trials", trialPrice: findTrialPrice(actor) }),
  tax: (actor) => {
    const { taxNumber } = findSchoolSettings(actor)
    return { part: "tax", tax: { rates: listTaxRates(actor), isAdded: addsTax(actor), taxNumber } }
  },
  invoices: (actor) => ({ part: "invoices", auto: findAutoRule(actor) }),
  reminders: (actor, _on, request) => ({ part: "reminders", reminders: readReminders(actor, request) }),
  "late-fee": (actor, on) => {
    const rule = findLateFeeRule(actor)
    return { part: "late-fee", lateFee: { ...rule, kind: on && rule.kind === "none" ? "fixed" : rule.kind } }
  },
  "automatic-payment": (actor, on) => {
    const rule = findAutoPayRule(actor)
    return { part: "automatic-payment", autoPay: { ...rule, isOffered: on || rule.isOffered } }
  },
  "lesson-reminders": (actor, on) => {
    const rules = rulesOf(actor)
    return {
      part: "lesson-reminders",
      rules: { ...rules, remindsOfLessons: on || rules.remindsOfLessons },
    }
  },
  "lesson-emails": (actor, on) => {
    const { lessonEmails } = findSchoolSettings(actor)
    return {
      part: "lesson-emails",
      lessonEmails: on && lessonEmails === "never" ? "each" : lessonEmails,
    }
  },
  locking: (actor, on) => {
    const { attendanceLockDays, attendanceReminder } = findSchoolSettings(actor)
    const lockDays = attendanceLockDays ?? (on ? usualLockDays : null)
    return { part: "locking", locking: { attendanceLockDays: lockDays, attendanceReminder } }
  },
  "teacher-prices": (actor) => ({ part: "teacher-prices", rules: rulesOf(actor) }),
}

const usualLockDays = 7

/** The rules that who invoices changes. */
const ofInvoicing: readonly Part[] = ["invoices", "reminders", "automatic-payment"]

/** The policy whose form the address asks for, where it has one and its viewer may send it. */
export function partAsked(request: Request, actor: Actor): Part | undefined {
  const asked = new URL(request.url).searchParams.get("edit") ?? ""
  if (!Object.hasOwn(shown, asked)) return undefined
  const part = asked as Part
  return ofInvoicing.includes(part) && !may(actor, "invoice:issue") ? undefined : part
}

/** What the form of a policy shows. */
export const readRule = (request: Request, actor: Actor, part: Part): ShownRule =>
  shown[part](actor, new URL(request.url).searchParams.has("on"), request)

/** Saves what the form of a policy sends. */
export async function saveRule(request: Request, form: FormData, actor: Actor, part: Part) {
  if (ofInvoicing.includes(part)) await requireMember(request, "invoice:issue")
  const each: Record<string, RuleIntent> = ruleIntents(actor, form)[part]
  // What is a list stays open for the next change.
  const isList = part === "tax" || part === "reminders"
  return intents(form, `${paths.policies(isList ? { edit: part } : {})}#${part}`, each)
}

type RuleIntents = ReturnType<typeof ruleIntents>
type RuleIntent = { [Each in Part]: RuleIntents[Each][keyof RuleIntents[Each]] }[Part]

const ruleIntents = (actor: Actor, form: FormData) => {
  const policies = (schema: typeof NoticeForm | typeof CreditsForm) => ({
    policies: intent({
      schema,
      run: (rules) => changeSettings(actor, "policies", rules),
      saved: "Rules for absences and make-up lessons saved.",
    }),
  })
  const outcomes = (schema: z.ZodType<Partial<OutcomesForm>>) => ({
    "try-rule": tryOn(actor, schema, (term, rules) => tryOutcomes(actor, term, rules)),
    outcomes: intent({
      schema,
      run: (rules) => ({ changed: changeOutcomes(actor, rules) }),
      saved: ({ changed }) =>
        changed === 0
          ? "No changes to save."
          : "Attendance rules saved. They apply to future attendance only.",
    }),
  })
  return {
    notice: { ...policies(NoticeForm), ...tryCredits(actor, NoticeForm) },
    credits: { ...policies(CreditsForm), ...tryCredits(actor, CreditsForm) },
    "in-time": outcomes(OutcomesForm.pick({ [statusOf.inTime]: true })),
    late: outcomes(OutcomesForm.pick({ [statusOf.late]: true })),
    "school-cancels": outcomes(OutcomesForm.pick({ [statusOf.schoolCancels]: true })),
    outcomes: outcomes(OutcomesForm),
    "freed-times": {
      hours: intent({
        schema: ClaimHoursForm,
        run: (rules) => setFreedTimeRules(actor, rules),
        saved: (_, { hours }) =>
          hours === 0
            ? "Freed times are no longer offered."
            : `Freed times are offered for ${countOf(hours, "hour")} each.`,
      }),
    },
    swaps: {
      rules: intent({
        schema: SwapRulesForm,
        run: (rules) => setSwapRules(actor, rules),
        saved: (_, { rule }) => `Rules saved. ${swapRuleLabels[rule]}.`,
      }),
    },
    "open-times": {
      rule: intent({
        schema: OpenTimeRuleForm,
        run: (rule) => changeOpenTimeRule(actor, rule),
        saved: (_, { isOn }) => (isOn ? "Families can book open times." : "Families can’t book open times."),
      }),
    },
    leave: {
      leave: intent({
        schema: LeaveRulesForm,
        run: (rules) => changeLeaveRules(actor, rules),
        saved: (_, { takesLeaveRequests }) =>
          takesLeaveRequests ? "Families can ask for leaves." : "Families can’t ask for leaves.",
      }),
    },
    tuition: tuitionIntents(actor),
    trials: trialIntents(actor),
    tax: taxIntents(actor, form),
    invoices: { rule: autoRuleIntent(actor) },
    reminders: reminderIntents(actor),
    "late-fee": {
      "try-rule": tryOn(actor, LateFeeForm, (term, fee) => tryLateFee(actor, term, ruleTyped(fee))),
      "late-fee": intent({
        schema: LateFeeForm,
        run: (fee) => changeLateFee(actor, fee),
        saved: "Late fee saved.",
      }),
    },
    "automatic-payment": { rule: autoPayIntent(actor) },
    "lesson-reminders": {
      reminders: intent({
        schema: RemindersForm,
        run: (reminders) => changeSettings(actor, "reminders", reminders),
        saved: (_, { remindsOfLessons }) =>
          remindsOfLessons ? "Lesson reminders turned on." : "Lesson reminders turned off.",
      }),
    },
    "lesson-emails": {
      "lesson-emails": intent({
        schema: LessonEmailsForm,
        run: (settings) => changeSettings(actor, "lesson-emails", settings),
        saved: (_, { lessonEmails }) =>
          lessonEmails === "never"
            ? "Lesson notes are no longer emailed."
            : "Saved. Families are emailed what is written from now on.",
      }),
    },
    locking: {
      attendance: intent({
        schema: AttendanceForm,
        run: (settings) => changeSettings(actor, "attendance", settings),
        saved: "Attendance settings saved.",
      }),
    },
    "teacher-prices": {
      teachers: intent({
        schema: TeachersForm,
        run: (teachers) => changeSettings(actor, "teachers", teachers),
        saved: (_, { teachersSeePrices }) =>
          teachersSeePrices
            ? "Teachers can now see what families pay."
            : "Teachers can no longer see what families pay.",
      }),
    },
  } satisfies { [Each in Part]: Record<string, Intent> }
}

const trialIntents = (actor: Actor) => ({
  "try-rule": tryOn(actor, TrialForm, (term, { price }) => tryTrialPrice(actor, term, price)),
  trials: intent({
    schema: TrialForm,
    run: ({ price }) => chooseTrialPrice(actor, price),
    saved: (_, { price }) =>
      price === "free" ? "Trial lessons are free." : "Trial lessons cost the class price.",
  }),
})

/** Answers what the last term would have come to under the rule that is typed; nothing is saved. */
const tryOn = <Rule>(actor: Actor, schema: z.ZodType<Rule>, tried: (term: Term, rule: Rule) => TriedRule[]) =>
  intent({
    schema,
    run: (rule, _form, submission) => {
      const term = lastTermOf(actor)
      return data({ result: asTyped(submission), lastTerm: { ...term, rows: tried(term, rule) } })
    },
  })

/** Notice and credits are replayed family by family, in a task with a page of its own. */
const tryCredits = (actor: Actor, schema: typeof NoticeForm | typeof CreditsForm) => ({
  "try-rule": intent({
    schema,
    run: (rules, _form, submission) => {
      const term = lastTermOf(actor).startsOn
      const started = tryRules(actor, { ...rulesNow(actor), ...rules, term })
      if (started.ok) return redirect(paths.task(started.taskId), 303)
      return invalid(submission, { [Object.keys(rules)[0] ?? ""]: trialRefusals[started.reason] }, 409)
    },
  }),
})

const tuitionIntents = (actor: Actor) => ({
  tuition: intent({
    schema: TuitionForm,
    run: (tuition) => changeTuitionRule(actor, tuition),
    saved: "Monthly tuition saved.",
  }),
  "preview-tuition": intent({
    schema: TuitionForm,
    run: (tuition, _form, submission) =>
      data({ result: asTyped(submission), tuitionPlan: previewTuitionRule(actor, tuition) }),
  }),
})

const goneTax = { "name-taken": 404, full: 404 } as const

function taxIntents(actor: Actor, form: FormData) {
  const defaultTax = (id: string | null, saved: string) =>
    act({ run: () => chooseDefaultTax(actor, id), refusals: goneTax, saved })
  const archiveTax = (isArchived: boolean, saved: string) =>
    act({ run: () => archiveTaxRate(actor, idIn(form, "rate"), isArchived), refusals: goneTax, saved })
  return {
    "add-tax": intent({
      schema: TaxRateForm,
      run: (rate) => addTaxRate(actor, rate),
      field: "name",
      status: 409,
      refusals: taxRefusals,
      saved: (_, { name }) => `${name} added.`,
    }),
    "tax-mode": intent({
      schema: TaxModeForm,
      run: ({ mode }) => chooseTaxMode(actor, mode === "added"),
      saved: (_, { mode }) =>
        mode === "added" ? "Tax is now added to your prices." : "Your prices now include tax.",
    }),
    "default-tax": defaultTax(idIn(form, "rate"), "Lessons, tuition and packages now have this tax."),
    "no-default-tax": defaultTax(null, "Lessons, tuition and packages no longer have a tax."),
    "archive-tax": archiveTax(true, "Tax archived."),
    "restore-tax": archiveTax(false, "Tax restored."),
  }
}

export const autoRuleIntent = (actor: Actor) =>
  intent({
    schema: AutoForm,
    run: (rule) => changeAutoRule(actor, rule),
    saved: (_, { isOn }) => (isOn ? "Automatic invoices are on." : "Automatic invoices are off."),
  })

export const autoPayIntent = (actor: Actor) =>
  intent({
    schema: AutoPayRuleForm,
    run: (rule) => changeAutoPayRule(actor, rule),
    saved: (_, { isOffered }) => (isOffered ? "Automatic payment is offered." : "Automatic payment is off."),
  })

/** The automatic reminders, with the one whose text is open. */
export function readReminders(actor: Actor, request: Request) {
  const steps = listReminderSteps(actor)
  const edited = steps.find(({ step }) => step === new URL(request.url).searchParams.get("step")) ?? null
  return {
    isOn: findReminderState(actor).isOn,
    lacksLateFee:
      steps.some(({ isOn, chargesLateFee }) => isOn && chargesLateFee) &&
      findLateFeeRule(actor).kind === "none",
    steps,
    edited,
    preview: edited && previewOf(actor, edited),
  }
}

function previewOf(actor: Actor, step: Pick<ReminderStep, "subject" | "body">) {
  const sample = findSample(actor)
  const day = todayOf(actor)
  const values =
    sample?.values ??
    valuesFor(
      actor,
      {
        number: "2026-0042",
        familyName: "Okafor",
        dueOn: addDays(day, -7),
        currency: actor.school.currency,
      },
      { name: "Mateo Okafor", openMinor: 12_000, day },
    )
  return { ...written(step, values), number: sample?.number ?? null }
}

export const reminderIntents = (actor: Actor) => ({
  "turn-on": act({
    run: () => switchReminders(actor, true),
    saved: "Automatic reminders turned on. They start tomorrow.",
  }),
  "turn-off": act({
    run: () => switchReminders(actor, false),
    saved: "Automatic reminders turned off.",
  }),
  else: (form: FormData, to: string) => saveStep(actor, form, to),
})

function saveStep(actor: Actor, form: FormData, to: string) {
  const submission = readForm(form, { schema: ReminderStepForm })
  if (submission.status !== "success") return refuse(invalid(submission))
  const { intent: wish, ...step } = submission.value
  if (wish === "preview") return data({ result: asTyped(submission), preview: previewOf(actor, step) })
  const changed = changeReminderStep(actor, step)
  if (changed.ok) return redirectWithToast(to, "Reminder saved.")
  const days = `Reminders go out in order. Choose a day that fits “${stepLabels[changed.other]}.”`
  return refuse(invalid(submission, { days }, 409))
}

const refuse = ({ data: { result }, init }: ReturnType<typeof invalid>) =>
  data({ result, preview: null }, init ?? undefined)
