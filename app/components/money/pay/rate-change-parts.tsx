import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { FieldProblem } from "~/components/ui/field-problem"
import type { PlannedRates } from "~/models/money/pay/rate-change"
import { roundings } from "~/models/teaching/price/price-rise"
import { rateExclusions } from "~/texts/money/pay-rates"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { joinNames } from "~/utils/join-names"
import { formatMoney, plainAmount } from "~/utils/money"
import { LessonFields, rateKindChoices } from "./rate-part"

export const rateChangeFormId = "rate-change"

type Fields = Record<
  "change" | "kind" | "amount" | "fromDate" | "roundTo" | "classKind" | "minutes" | "studentsFrom",
  string
>

type RateChangeFieldsProps = {
  teachers: readonly { id: string; name: string }[]
  currency: string
  today: string
  plan: PlannedRates | null
  result?: SubmissionResult
}

/** Whose pay rates change to what, with a preview before anything does. */
export function RateChangeFields({ teachers, currency, today, plan, result }: RateChangeFieldsProps) {
  const [form, fields] = useForm<Fields>({
    id: rateChangeFormId,
    lastResult: result,
    defaultValue: { change: "raise", fromDate: today, roundTo: "1" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <div className="columns">
        <SelectField
          meta={fields.change}
          label="Change"
          choices={[
            { value: "raise", label: "Raise the rates" },
            { value: "set", label: "Set one rate for all" },
          ]}
        />
        <Field
          meta={fields.amount}
          label="Amount or percent"
          hint={`To raise: 5%, or ${plainAmount(200)} more in ${currency}. To set: the rate.`}
          inputMode="decimal"
          maxLength={20}
        />
        <DateField meta={fields.fromDate} label="From" />
      </div>
      <div className="columns">
        <SelectField
          meta={fields.kind}
          label="Paid per"
          optional
          prompt="Any, to raise"
          choices={rateKindChoices}
        />
        <SelectField
          meta={fields.roundTo}
          label="Round to"
          choices={roundings.map((step) => ({
            value: String(step),
            label: step === 1 ? "The cent" : formatMoney(step, currency),
          }))}
        />
      </div>
      <LessonFields fields={fields} />
      <TeacherTicks teachers={teachers} result={result} />
      {plan ? <Plan plan={plan} currency={currency} /> : null}
      <p className="buttons">
        <SubmitButton intent="preview" isMain variant={plan ? "secondary" : "primary"} pending="Checking…">
          Preview changes
        </SubmitButton>
        {plan && plan.changes.length > 0 ? (
          <SubmitButton intent="change" pending="Changing…">
            Change rates of {countOf(plan.changes.length, "teacher")}
          </SubmitButton>
        ) : null}
      </p>
    </PostForm>
  )
}

function TeacherTicks({ teachers, result }: Pick<RateChangeFieldsProps, "teachers" | "result">) {
  const typed = result?.initialValue
  const selected = typed ? [typed.teacher ?? []].flat().map(String) : undefined
  const problem = result?.error?.teacher?.join(" ")
  return (
    <fieldset
      id={`${rateChangeFormId}-teacher`}
      tabIndex={-1}
      className={problem ? "field invalid" : "field"}
      aria-describedby={problem ? `${rateChangeFormId}-teacher-error` : undefined}
    >
      <legend>Teachers</legend>
      <FieldProblem id={`${rateChangeFormId}-teacher-error`} message={problem} />
      {teachers.map(({ id, name }) => (
        <label key={id} className="checkbox">
          <input
            type="checkbox"
            name="teacher[]"
            value={id}
            defaultChecked={selected?.includes(id) ?? true}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Plan({ plan: { sign, changes, excluded }, currency }: { plan: PlannedRates; currency: string }) {
  return (
    <Callout>
      <input type="hidden" name="seen" value={sign} />
      <p role="status">
        <b>{countOf(changes.length, "teacher changes", "teachers change")}.</b>
        {excluded.length > 0
          ? ` ${countOf(excluded.length, "teacher doesn’t", "teachers don’t")} change.`
          : ""}
      </p>
      <ul>
        {changes.map(({ teacherId, name, rates, stays, past }) => (
          <li key={teacherId}>
            {`${name}: ${rates.map(rateChangeText).join("; ")}`}
            {stays.length > 0 ? `; other rates stay: ${joinNames(stays)}` : ""}
            {past
              ? `. ${countOf(past.lessons, "lesson")} since ${formatDate(past.from, "medium")}, on no payslip yet: ${formatMoney(past.afterMinor, currency)} instead of ${formatMoney(past.beforeMinor, currency)}`
              : ""}
          </li>
        ))}
        {excluded.map(({ teacherId, name, reason }) => (
          <li key={teacherId} className="dim">
            {`${name}: no change, ${rateExclusions[reason]}`}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** "$34.00 an hour to $35.70 an hour for group classes" */
const rateChangeText = ({
  lessons,
  before,
  after,
}: PlannedRates["changes"][number]["rates"][number]): string =>
  `${before ?? "no rate"} to ${after}${lessons ? ` for ${lessons}` : ""}`
