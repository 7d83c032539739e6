import { type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, Field, SelectField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { formatTime } from "~/utils/formats"
import { expiryChoices } from "./expiry-choices"
import type { Rules } from "./setting-facts"

// The rules of lessons and credits as forms, each for one policy.

type PolicyField =
  | "noticeHours"
  | "creditExpiryDays"
  | "creditCap"
  | "creditExpiry"
  | "lateAllowance"
  | "creditWarnDays"

type RuleFormProps = { rules: Rules; result?: SubmissionResult }

/** Notice or make-up credits, a form each. */
export function PoliciesForm({ part, rules, result }: RuleFormProps & { part: "notice" | "credits" }) {
  const { noticeHours, creditExpiryDays, creditCap } = rules
  const values = {
    noticeHours: String(noticeHours),
    creditExpiryDays: String(creditExpiryDays),
    creditCap: creditCap === null ? null : String(creditCap),
    creditExpiry: rules.creditExpiry,
    lateAllowance: String(rules.lateAllowance),
    creditWarnDays: String(rules.creditWarnDays),
  }
  const [form, fields] = useForm<Record<PolicyField, string | null>>({
    id: "policies-form",
    lastResult: result,
    defaultValue: values,
  })
  return (
    <PartForm part={part} intent="policies" form={form} tries>
      <div className="columns">
        {part === "notice" ? (
          <>
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
          </>
        ) : (
          <>
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
          </>
        )}
      </div>
    </PartForm>
  )
}

export function TeachersForm({ rules, result }: RuleFormProps) {
  const [form, fields] = useForm<{ teachersSeePrices: string | null }>({
    id: "teachers-form",
    lastResult: result,
    defaultValue: { teachersSeePrices: rules.teachersSeePrices ? "on" : null },
  })
  return (
    <PartForm part="teacher-prices" intent="teachers" form={form}>
      <CheckField
        meta={fields.teachersSeePrices}
        label="Teachers can see what families pay"
        hint="Teachers always see their own pay."
      />
    </PartForm>
  )
}

/** @param rules those to begin with */
export function RemindersForm({ rules, result }: RuleFormProps) {
  const [form, fields] = useForm<{ remindsOfLessons: string | null }>({
    id: "reminders-form",
    lastResult: result,
    defaultValue: { remindsOfLessons: rules.remindsOfLessons ? "on" : null },
  })
  return (
    <PartForm part="lesson-reminders" intent="reminders" form={form}>
      <CheckField
        meta={fields.remindsOfLessons}
        label="Send reminders about lessons"
        hint="Families and teachers get one email with the lessons of a day. When it leaves is chosen under Emails and notifications. Each person can turn it off."
      />
    </PartForm>
  )
}

export const lessonEmailChoices = () => [
  { value: "never", label: "Never" },
  { value: "each", label: "After each lesson" },
  { value: "day", label: `Each evening, ${formatTime("19:00")}` },
  { value: "week", label: `Sundays, ${formatTime("19:00")}` },
]

/** @param when the choice to begin with */
export function LessonEmailsForm({ when, result }: { when: string; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ lessonEmails: string }>({
    id: "lesson-emails-form",
    lastResult: result,
    defaultValue: { lessonEmails: when },
  })
  return (
    <PartForm part="lesson-emails" intent="lesson-emails" form={form}>
      <SelectField
        meta={fields.lessonEmails}
        label="Email families lesson notes"
        hint="Once attendance is taken: notes for the family, assignments and shared reports, with what to practice and the next lesson. Never private notes. Each person can turn it off."
        choices={lessonEmailChoices()}
      />
    </PartForm>
  )
}
