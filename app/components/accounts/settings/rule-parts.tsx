import { type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { Part } from "./part"

type Rules = {
  noticeHours: number
  creditExpiryDays: number
  creditCap: number | null
  remindsOfLessons: boolean
  teachersSeePrices: boolean
}
type PartProps = { rules: Rules; result?: SubmissionResult }

export function PoliciesPart({ rules, result }: PartProps) {
  const { noticeHours, creditExpiryDays, creditCap } = rules
  const [form, fields] = useForm<Record<"noticeHours" | "creditExpiryDays" | "creditCap", string | null>>({
    id: "policies-form",
    lastResult: result,
    defaultValue: {
      noticeHours: String(noticeHours),
      creditExpiryDays: String(creditExpiryDays),
      creditCap: creditCap === null ? null : String(creditCap),
    },
  })
  return (
    <Part
      part="policies"
      title="Absence and make-up lessons"
      about="Which marks earn a credit is said in the table above. Of open credits the oldest is used first."
      form={form}
    >
      <div className="columns">
        <Field
          meta={fields.noticeHours}
          label="Hours of notice"
          hint="An absence told so long before is in time; a make-up lesson is booked so long before."
          inputMode="numeric"
        />
        <Field
          meta={fields.creditExpiryDays}
          label="Make-up credits last, in days"
          hint="Credits already given keep their day."
          inputMode="numeric"
        />
        <Field
          meta={fields.creditCap}
          label="Most credits in a term"
          hint="Per student. A make-up lesson that the school cancels always gives its credit back."
          inputMode="numeric"
          optional
        />
      </div>
    </Part>
  )
}

export function TeachersPart({ rules, result }: PartProps) {
  const [form, fields] = useForm<{ teachersSeePrices: string | null }>({
    id: "teachers-form",
    lastResult: result,
    defaultValue: { teachersSeePrices: rules.teachersSeePrices ? "on" : null },
  })
  return (
    <Part
      part="teachers"
      title="Teachers and prices"
      about="Teachers always see their own pay. The office always sees everything."
      form={form}
    >
      <CheckField meta={fields.teachersSeePrices} label="Teachers can see what families pay" />
    </Part>
  )
}

export function RemindersPart({ rules, result }: PartProps) {
  const [form, fields] = useForm<{ remindsOfLessons: string | null }>({
    id: "reminders-form",
    lastResult: result,
    defaultValue: { remindsOfLessons: rules.remindsOfLessons ? "on" : null },
  })
  return (
    <Part
      part="reminders"
      title="Reminders"
      about="At three in the afternoon, families and teachers get one mail with their lessons of the next day. Each person can turn it off for themself."
      form={form}
    >
      <CheckField meta={fields.remindsOfLessons} label="Remind people of tomorrow’s lessons" />
    </Part>
  )
}
