import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field, SelectField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { ActButton, PostForm, SubmitRow } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import { type PastRate, type PayRate, rateText, reviewedRate, scopeText } from "~/models/money/pay/pay"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

export const rateFormId = "pay-rate"

export const rateKindChoices = [
  { value: "per_hour", label: "Hour" },
  { value: "per_session", label: "Lesson" },
  { value: "percent", label: "Percent of charges" },
]

type Rate = PayRate & { id: string }
type Fields = Record<"kind" | "amount" | "fromDate" | "classKind" | "minutes" | "studentsFrom", string>

type RatePartProps = {
  rates: Rate[]
  currency: string
  today: string
  result?: SubmissionResult
  /** What a rate from a past day would change, to be confirmed. */
  past?: PastRate
}

/** What the teacher is paid and for which lessons, with the form that adds a rate. */
export function RatePart({ rates, currency, today, result, past }: RatePartProps) {
  const [form, fields] = useForm<Fields>({
    id: rateFormId,
    lastResult: result,
    defaultValue: { kind: "per_hour", fromDate: today },
  })
  return (
    <section className="section narrow" aria-labelledby="rates">
      <h2 id="rates">Rates</h2>
      {rates.length > 0 ? (
        <ul className="rows">
          {rates.map((rate) => (
            <OneRate key={rate.id} rate={rate} currency={currency} today={today} />
          ))}
        </ul>
      ) : (
        <p className="dim">No rate yet. Add one to calculate pay.</p>
      )}
      <PostForm className="form" {...getFormProps(form)}>
        <div className="columns">
          <SelectField meta={fields.kind} label="Paid per" choices={rateKindChoices} />
          <Field
            meta={fields.amount}
            label="Amount or percent"
            hint={`in ${currency}, or like 40%. A percentage is rounded for each lesson.`}
            inputMode="decimal"
            maxLength={20}
          />
          <DateField meta={fields.fromDate} label="From" />
        </div>
        <LessonFields fields={fields} />
        <p className="small dim">
          The rate with the most matching conditions applies. Percentages are of what families were charged,
          without tax.
        </p>
        {past ? <PastRatePreview past={past} currency={currency} /> : null}
        <SubmitRow label="Save rate" intent="rate" pending="Saving…" />
      </PostForm>
    </section>
  )
}

type LessonFieldsProps = { fields: Record<"classKind" | "minutes" | "studentsFrom", FieldMeta> }

/** For which lessons a rate is; all left blank, for any. */
export function LessonFields({ fields }: LessonFieldsProps) {
  return (
    <div className="columns">
      <SelectField
        meta={fields.classKind}
        label="Type of class"
        optional
        prompt="All"
        choices={[
          { value: "private", label: "Private" },
          { value: "group", label: "Group" },
          { value: "ensemble", label: "Ensemble" },
          { value: "trial", label: "Trial" },
        ]}
      />
      <Field meta={fields.minutes} label="Length in minutes" optional inputMode="numeric" maxLength={3} />
      <Field
        meta={fields.studentsFrom}
        label="Students, at least"
        optional
        inputMode="numeric"
        maxLength={3}
      />
    </div>
  )
}

function PastRatePreview({ past, currency }: { past: PastRate; currency: string }) {
  const { from, lessons, beforeMinor, afterMinor } = past
  return (
    <Callout tone="amber">
      <input type="hidden" name="reviewed" value={reviewedRate(past)} />
      <p role="status">
        This changes the pay of {countOf(lessons, "lesson")} since {formatDate(from, "medium")}, which no
        payslip has yet: {formatMoney(afterMinor, currency)} instead of {formatMoney(beforeMinor, currency)}.
        Save again to confirm.
      </p>
    </Callout>
  )
}

function OneRate({ rate, currency, today }: { rate: Rate; currency: string; today: string }) {
  const scope = scopeText(rate)
  return (
    <li>
      <span>
        <b>{rateText(rate, currency)}</b>
        {scope ? ` for ${scope}` : null}
      </span>{" "}
      <span className="dim">
        from {formatDate(rate.fromDate, "medium")}
        {rate.lastDay ? ` to ${formatDate(rate.lastDay, "medium")}` : ""}
      </span>
      {rate.lastDay || rate.fromDate > today ? null : (
        <ActButton
          label="End after today"
          sends={{ rate: rate.id, lastDay: today }}
          intent="end-rate"
          pending="Ending…"
          aria-label={`End ${rateText(rate, currency)} after today`}
        />
      )}
    </li>
  )
}
