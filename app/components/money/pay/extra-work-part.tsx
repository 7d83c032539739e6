import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ActButton } from "~/components/form/act-button"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"

export const extraWorkFormId = "extra-work"

type Work = { id: string; workedOn: string; description: string; amountMinor: number }
type Fields = Record<"workedOn" | "description" | "hours" | "pay" | "formKey", string>

type ExtraWorkPartProps = {
  works: Work[]
  currency: string
  /** The day a new one is on unless another is chosen. */
  usualDay: string
  formKey: string
  result?: SubmissionResult
}

/** Work outside of lessons in this period, with the form that adds some. */
export function ExtraWorkPart({ works, currency, usualDay, formKey, result }: ExtraWorkPartProps) {
  const [form, fields] = useForm<Fields>({
    id: extraWorkFormId,
    lastResult: result,
    defaultValue: { workedOn: usualDay },
  })
  return (
    <section className="section narrow" aria-labelledby="extra">
      <h2 id="extra">Extra work</h2>
      {works.length > 0 ? (
        <ul className="rows">
          {works.map(({ id, workedOn, description, amountMinor }) => (
            <li key={id}>
              <span>
                {description}
                <br />
                <span className="small dim">
                  {formatDate(workedOn, "medium")}, {formatMoney(amountMinor, currency)}
                </span>
              </span>
              <ActButton
                label="Remove"
                sends={{ work: id }}
                intent="remove-work"
                pending="Removing…"
                about={description}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="dim">No extra work in this period. Add recitals or exams you pay for.</p>
      )}
      <PostForm className="form" {...getFormProps(form)}>
        <input type="hidden" name="formKey" value={formKey} />
        <div className="columns">
          <DateField meta={fields.workedOn} label="Date" />
          <Field meta={fields.description} label="Work" maxLength={120} />
        </div>
        <div className="columns">
          <Field
            meta={fields.hours}
            label="Hours"
            hint="like 2:30; blank for a fixed amount"
            optional
            inputMode="text"
            maxLength={6}
          />
          <Field
            meta={fields.pay}
            label={`Pay in ${currency}`}
            hint="per hour, or the whole amount"
            inputMode="decimal"
            maxLength={20}
          />
        </div>
        <p>
          <SubmitButton intent="add-work" variant="secondary" pending="Adding…">
            Add work
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
