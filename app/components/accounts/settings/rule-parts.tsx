import { type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"
import { Link } from "~/components/ui/link"
import { formatTime } from "~/utils/clock-times"
import { paths } from "~/utils/paths"
import { expiryChoices } from "./expiry-choices"
import { policyFacts, type Rules, remindersFacts, teacherPriceFacts } from "./setting-facts"

type PolicyField =
  | "noticeHours"
  | "creditExpiryDays"
  | "creditCap"
  | "creditExpiry"
  | "lateAllowance"
  | "creditWarnDays"
type PartProps = { rules: Rules; result?: SubmissionResult }

export function PoliciesPart({ rules, result }: PartProps) {
  return (
    <EditablePart
      id="policies"
      title="Absences and make-up lessons"
      about={
        <>
          The oldest credit that fits the lesson is used first. If you cancel a make-up lesson, the student
          gets the credit back. More rules: <Link to={paths.freedTimes()}>freed times</Link> and{" "}
          <Link to={paths.swaps()}>lesson swaps between families</Link>.{" "}
          <Link to={paths.ruleTrials()}>Try these rules on a past term</Link>
        </>
      }
      isAnswered={result !== undefined}
      facts={policyFacts(rules)}
    >
      <PoliciesForm rules={rules} result={result} />
    </EditablePart>
  )
}

function PoliciesForm({ rules, result }: PartProps) {
  const { noticeHours, creditExpiryDays, creditCap } = rules
  const [form, fields] = useForm<Record<PolicyField, string | null>>({
    id: "policies-form",
    lastResult: result,
    defaultValue: {
      noticeHours: String(noticeHours),
      creditExpiryDays: String(creditExpiryDays),
      creditCap: creditCap === null ? null : String(creditCap),
      creditExpiry: rules.creditExpiry,
      lateAllowance: String(rules.lateAllowance),
      creditWarnDays: String(rules.creditWarnDays),
    },
  })
  return (
    <PartForm part="policies" form={form}>
      <div className="columns">
        <Field
          meta={fields.noticeHours}
          label="Notice period (hours)"
          hint="How far ahead families must report an absence or book a make-up lesson"
          inputMode="numeric"
        />
        <Field
          meta={fields.lateAllowance}
          label="Late absences that count as reported in time"
          hint="For each student and term. 0 for none."
          inputMode="numeric"
        />
        <SelectField
          meta={fields.creditExpiry}
          label="Credits expire"
          hint="Existing credits keep their expiration date."
          choices={expiryChoices}
        />
        <Field
          meta={fields.creditExpiryDays}
          label="Credit expiration (days)"
          hint="If credits expire after a number of days."
          inputMode="numeric"
        />
        <Field
          meta={fields.creditCap}
          label="Credit limit per term"
          hint="For each student. Leave blank for no limit."
          inputMode="numeric"
          optional
        />
        <Field
          meta={fields.creditWarnDays}
          label="Expiration warning (days before)"
          hint="Families get one email for each credit. 0 for none."
          inputMode="numeric"
        />
      </div>
    </PartForm>
  )
}

export function TeachersPart({ rules, result }: PartProps) {
  return (
    <EditablePart
      id="teachers"
      title="Teachers and prices"
      about="Teachers always see their own pay."
      isAnswered={result !== undefined}
      facts={teacherPriceFacts(rules)}
    >
      <TeachersForm rules={rules} result={result} />
    </EditablePart>
  )
}

function TeachersForm({ rules, result }: PartProps) {
  const [form, fields] = useForm<{ teachersSeePrices: string | null }>({
    id: "teachers-form",
    lastResult: result,
    defaultValue: { teachersSeePrices: rules.teachersSeePrices ? "on" : null },
  })
  return (
    <PartForm part="teachers" form={form}>
      <CheckField meta={fields.teachersSeePrices} label="Teachers can see what families pay" />
    </PartForm>
  )
}

export function RemindersPart({ rules, result }: PartProps) {
  return (
    <EditablePart
      id="reminders"
      title="Lesson reminders"
      about={`Families and teachers get one email at ${formatTime("15:00")} with the next day’s lessons. Each person can turn it off.`}
      isAnswered={result !== undefined}
      facts={remindersFacts(rules)}
    >
      <RemindersForm rules={rules} result={result} />
    </EditablePart>
  )
}

function RemindersForm({ rules, result }: PartProps) {
  const [form, fields] = useForm<{ remindsOfLessons: string | null }>({
    id: "reminders-form",
    lastResult: result,
    defaultValue: { remindsOfLessons: rules.remindsOfLessons ? "on" : null },
  })
  return (
    <PartForm part="reminders" form={form}>
      <CheckField meta={fields.remindsOfLessons} label="Send reminders about tomorrow’s lessons" />
    </PartForm>
  )
}
