import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ActButton } from "~/components/form/act-button"
import { SegmentedField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { WorkKind } from "~/models/money/pay/entered-work"
import { formatMoney } from "~/utils/money"

export const workKindFormId = "work-kind"

type WorkKindsPartProps = { kinds: WorkKind[]; currency: string; result?: SubmissionResult }

/** What the school pays for outside of lessons: teachers choose among these and see the rate. */
export function WorkKindsPart({ kinds, currency, result }: WorkKindsPartProps) {
  const [form, fields] = useForm<Record<"name" | "paid" | "amount", string>>({
    id: workKindFormId,
    lastResult: result,
    defaultValue: { paid: "hour" },
  })
  return (
    <section className="section narrow" aria-labelledby="kinds">
      <h2 id="kinds">Kinds and rates</h2>
      <p className="dim">
        Teachers choose one of these, and the amount follows from your rate. Work already entered keeps its
        rate.
      </p>
      {kinds.length > 0 ? (
        <ul className="rows">
          {kinds.map(({ id, name, isHourly, amountMinor }) => (
            <li key={id}>
              <span>
                {name}, {formatMoney(amountMinor, currency)} {isHourly ? "an hour" : "each time"}
              </span>
              <ActButton
                label="Archive"
                sends={{ kind: id }}
                intent="archive-kind"
                pending="Archiving…"
                about={name}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <PostForm className="form" {...getFormProps(form)}>
        <Field meta={fields.name} label="Name" hint="like Recital or Exam" maxLength={60} />
        <SegmentedField
          meta={fields.paid}
          label="Paid"
          choices={[
            { value: "hour", label: "Per hour" },
            { value: "time", label: "Each time" },
          ]}
        />
        <Field meta={fields.amount} label={`Rate in ${currency}`} inputMode="decimal" maxLength={20} />
        <p>
          <SubmitButton intent="add-kind" variant="secondary" pending="Adding…">
            Add kind
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
