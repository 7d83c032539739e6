import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field, SelectField } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import type { WorkKind } from "~/models/money/pay/entered-work"
import { formatMoney } from "~/utils/money"

export const enterWorkFormId = "enter-work"

type Fields = Record<"kind" | "workedOn" | "hours" | "pay" | "description" | "note" | "formKey", string>

type EnterWorkFormProps = {
  kinds: WorkKind[]
  currency: string
  today: string
  formKey: string
  result?: SubmissionResult
}

/** "Recital, $30.00 an hour" */
const kindLabel = ({ name, isHourly, amountMinor }: WorkKind, currency: string): string =>
  `${name}, ${formatMoney(amountMinor, currency)} ${isHourly ? "an hour" : "each time"}`

/** Extra work that a teacher enters: a kind the school pays for, or anything else with an amount. */
export function EnterWorkForm({ kinds, currency, today, formKey, result }: EnterWorkFormProps) {
  const [form, fields] = useForm<Fields>({
    id: enterWorkFormId,
    lastResult: result,
    defaultValue: { workedOn: today },
  })
  return (
    <PostForm className="form" {...getFormProps(form)} sends={{ formKey }}>
      {kinds.length > 0 ? (
        <SelectField
          meta={fields.kind}
          label="Kind"
          optional
          prompt="Something else"
          choices={kinds.map((kind) => ({ value: kind.id, label: kindLabel(kind, currency) }))}
        />
      ) : null}
      <div className="columns">
        <DateField meta={fields.workedOn} label="Date" max={today} />
        {kinds.some(({ isHourly }) => isHourly) ? (
          <Field
            meta={fields.hours}
            label="Hours"
            hint="like 2:30, for work paid by the hour"
            optional
            inputMode="text"
            maxLength={6}
          />
        ) : null}
      </div>
      <div className="columns">
        <Field
          meta={fields.description}
          label="What it was"
          hint={kinds.length > 0 ? "needed for something else" : "like Recital"}
          optional={kinds.length > 0}
          maxLength={120}
        />
        <Field
          meta={fields.pay}
          label={`Amount in ${currency}`}
          hint={kinds.length > 0 ? "only for something else; kinds have the school’s rate" : undefined}
          optional={kinds.length > 0}
          inputMode="decimal"
          maxLength={20}
        />
      </div>
      <Field meta={fields.note} label="Note to the office" optional maxLength={500} />
      <SubmitRow label="Send to the office" intent="enter" pending="Sending…" />
    </PostForm>
  )
}
