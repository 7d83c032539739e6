import type { SubmissionResult } from "@conform-to/react"
import type { ReactNode } from "react"
import { AttendanceForm } from "~/components/accounts/settings/attendance-form"
import { OutcomeForm } from "~/components/accounts/settings/outcome-form"
import {
  LessonEmailsForm,
  PoliciesForm,
  RemindersForm,
  TeachersForm,
} from "~/components/accounts/settings/rule-forms"
import type { Rules } from "~/components/accounts/settings/setting-facts"
import { ClaimHoursForm } from "~/components/attendance/freed-time/claim-hours-form"
import { LeaveRulesForm } from "~/components/attendance/leave/leave-forms"
import { OpenTimeRuleForm, openTimeFormId } from "~/components/attendance/open-time/open-time-rule-form"
import { SwapRulesForm } from "~/components/attendance/swap/swap-rules-form"
import { AutoRuleForm, autoFormId } from "~/components/money/auto-invoicing/auto-rule-form"
import { AutoPayRuleForm, autoPayFormId } from "~/components/money/auto-pay/auto-pay-rule-form"
import { LateFeeForm } from "~/components/money/prices/late-fee-form"
import { TaxRates } from "~/components/money/prices/tax-rates"
import { TrialForm, TuitionForm } from "~/components/money/prices/tuition-forms"
import { ReminderSchedule } from "~/components/money/reminder/reminder-schedule"
import { stepFormId } from "~/components/money/reminder/step-form"
import { Link } from "~/components/ui/button"
import { CancelEdit } from "~/components/ui/editable-part"
import type { Outcome } from "~/models/accounts/outcome/outcome"
import { statusOf } from "~/models/overview/policies/policies"
import type { LessonEmails } from "~/models/teaching/lesson-email/lesson-email"
import { paths } from "~/utils/paths"

type Props<Form extends (props: never) => unknown> = Parameters<Form>[0]

/** What the form of each policy shows. */
export type ShownRule =
  | { part: "notice" | "credits" | "lesson-reminders" | "teacher-prices"; rules: Rules }
  | { part: "lesson-emails"; lessonEmails: LessonEmails }
  | { part: "in-time" | "late" | "school-cancels" | "outcomes"; outcomes: readonly Outcome[] }
  | { part: "freed-times"; claim: Props<typeof ClaimHoursForm>["rules"] }
  | { part: "swaps"; swaps: Props<typeof SwapRulesForm>["rules"] }
  | { part: "open-times"; openTimes: Props<typeof OpenTimeRuleForm>["rule"] }
  | { part: "leave"; leave: Props<typeof LeaveRulesForm>["rules"] }
  | { part: "tuition"; tuition: Props<typeof TuitionForm>["rule"] }
  | { part: "trials"; trialPrice: Props<typeof TrialForm>["price"] }
  | { part: "tax"; tax: Pick<Props<typeof TaxRates>, "rates" | "isAdded" | "taxNumber"> }
  | { part: "invoices"; auto: Props<typeof AutoRuleForm>["rule"] }
  | {
      part: "reminders"
      reminders: Omit<Props<typeof ReminderSchedule>, "shown" | "at"> & { preview: Preview }
    }
  | { part: "late-fee"; lateFee: Props<typeof LateFeeForm>["rule"] }
  | { part: "automatic-payment"; autoPay: Props<typeof AutoPayRuleForm>["rule"] }
  | { part: "locking"; locking: Props<typeof AttendanceForm>["settings"] }

type Preview = Props<typeof ReminderSchedule>["shown"]

type RuleFormProps = {
  rule: ShownRule
  currency: string
  paysTeachers: boolean
  /** what a preview answered */
  plan: Props<typeof TuitionForm>["plan"]
  preview: Preview
  result?: SubmissionResult
}

/** The form of one policy, with what it does. */
export function RuleForm({ rule, currency, paysTeachers, plan, preview, result }: RuleFormProps): ReactNode {
  switch (rule.part) {
    case "notice":
    case "credits":
      return (
        <>
          <PoliciesForm part={rule.part} rules={rule.rules} result={result} />
          <p className="small dim">
            The oldest credit that fits the lesson is used first. If you cancel a make-up lesson, the student
            gets the credit back. <Link to={paths.ruleTrials()}>Try rules on another term</Link>
          </p>
        </>
      )
    case "in-time":
    case "late":
    case "school-cancels":
    case "outcomes":
      return (
        <>
          <OutcomeForm
            part={rule.part}
            only={onlyStatus(rule.part)}
            outcomes={rule.outcomes}
            paysTeachers={paysTeachers}
            result={result}
          />
          <p className="small dim">
            Changes apply to future attendance only.{" "}
            <Link to={paths.attendanceStatuses()}>Add statuses of your own</Link>
          </p>
        </>
      )
    case "freed-times":
      return (
        <>
          <ClaimHoursForm rules={rule.claim} result={result} />
          <WayOn to={paths.freedTimes()}>Freed times</WayOn>
        </>
      )
    case "swaps":
      return (
        <>
          <SwapRulesForm rules={rule.swaps} result={result} />
          <WayOn to={paths.swaps()}>Lesson swaps</WayOn>
        </>
      )
    case "open-times":
      return (
        <>
          <OpenTimeRuleForm rule={rule.openTimes} result={result} />
          <WayOn to={paths.openTimeRules()}>Open times by teacher</WayOn>
        </>
      )
    case "leave":
      return <LeaveRulesForm rules={rule.leave} result={result} />
    case "tuition":
      return <TuitionForm rule={rule.tuition} currency={currency} plan={plan} result={result} />
    case "trials":
      return <TrialForm price={rule.trialPrice} result={result} />
    case "tax":
      return <TaxRates {...rule.tax} currency={currency} result={result} />
    case "invoices":
      return (
        <>
          <AutoRuleForm part="invoices" rule={rule.auto} result={result} />
          <WayOn to={`${paths.schoolSettings()}?edit=invoicing#invoicing`}>
            Change when invoices are due and whether families pay in parts
          </WayOn>
          <WayOn to={paths.automaticInvoices()}>Next run</WayOn>
        </>
      )
    case "reminders": {
      const { preview: saved, ...reminders } = rule.reminders
      return (
        <div className="stack">
          <ReminderSchedule
            {...reminders}
            shown={preview ?? saved}
            at={(step) => `${paths.policies({ edit: "reminders", step })}#reminders`}
            result={result}
          />
          <p>
            <CancelEdit part="reminders">Done</CancelEdit>
          </p>
        </div>
      )
    }
    case "late-fee":
      return <LateFeeForm rule={rule.lateFee} currency={currency} result={result} />
    case "automatic-payment":
      return (
        <>
          <AutoPayRuleForm part="automatic-payment" rule={rule.autoPay} result={result} />
          <WayOn to={paths.automaticPayments()}>Charges and payers</WayOn>
        </>
      )
    case "lesson-reminders":
      return <RemindersForm rules={rule.rules} result={result} />
    case "lesson-emails":
      return <LessonEmailsForm when={rule.lessonEmails} result={result} />
    case "locking":
      return <AttendanceForm settings={rule.locking} result={result} />
    case "teacher-prices":
      return <TeachersForm rules={rule.rules} result={result} />
  }
}

/** To the page of what a rule brings. */
const WayOn = ({ to, children }: { to: string; children: ReactNode }) => (
  <p>
    <Link className="button plain" to={to}>
      {children}
    </Link>
  </p>
)

const onlyStatus = (part: "in-time" | "late" | "school-cancels" | "outcomes") =>
  ({
    "in-time": statusOf.inTime,
    late: statusOf.late,
    "school-cancels": statusOf.schoolCancels,
    outcomes: undefined,
  })[part]

/** The form that an answer is about, for the summary of its errors. */
export function formIdOf(part: ShownRule["part"], result: SubmissionResult | undefined): string {
  const intent = result?.initialValue?.intent
  switch (part) {
    case "notice":
    case "credits":
      return "policies-form"
    case "in-time":
    case "late":
    case "school-cancels":
    case "outcomes":
      return "outcomes-form"
    case "freed-times":
      return "claim-hours"
    case "swaps":
      return "swap-rules"
    case "open-times":
      return openTimeFormId
    case "invoices":
      return autoFormId
    case "reminders":
      return stepFormId
    case "automatic-payment":
      return autoPayFormId
    case "lesson-reminders":
      return "reminders-form"
    case "locking":
      return "attendance-form"
    case "teacher-prices":
      return "teachers-form"
    case "tax":
      return `${intent ?? "tax"}-form`
    default:
      return `${part}-form`
  }
}
