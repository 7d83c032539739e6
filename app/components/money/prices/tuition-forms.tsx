import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, Field, SegmentedField, SelectField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import { CancelEdit } from "~/components/ui/editable-part"
import {
  basisLabels,
  type FeeChange,
  type TuitionPlan,
  type TuitionRule,
} from "~/models/money/tuition/tuition"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type TuitionFormProps = {
  rule: TuitionRule
  currency: string
  plan: TuitionPlan | null
  result?: SubmissionResult
}

/** How a month's fee is shortened. */
export function TuitionForm({ rule, currency, plan, result }: TuitionFormProps) {
  const [form, fields] = useForm<Record<"basis" | "lessons" | "skipsClosures", string | null>>({
    id: "tuition-form",
    lastResult: result,
    defaultValue: {
      basis: rule.basis,
      lessons: String(rule.lessons),
      skipsClosures: rule.skipsClosures ? "on" : null,
    },
  })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <div className="columns">
        <SelectField
          meta={fields.basis}
          label="Charge"
          hint="Applies to months charged from now on."
          choices={Object.entries(basisLabels).map(([value, label]) => ({ value, label }))}
        />
        <Field
          meta={fields.lessons}
          label="Lessons in a month’s fee"
          hint="Only for every month by its lessons."
          optional
          inputMode="numeric"
          maxLength={2}
        />
      </div>
      <CheckField meta={fields.skipsClosures} label="Take off closures" />
      {plan ? <TuitionChanges plan={plan} currency={currency} /> : null}
      <p className="buttons">
        <SubmitButton
          intent="preview-tuition"
          isMain
          variant="secondary"
          pending="Checking…"
          label="Preview changes"
        />{" "}
        <SubmitButton intent="tuition" pending="Saving…">
          Save<span className="visually-hidden"> monthly fees</span>
        </SubmitButton>{" "}
        <CancelEdit part="tuition" />
      </p>
    </PostForm>
  )
}

/** What a class of the kind trial costs. */
export function TrialForm({ price, result }: { price: "free" | "class"; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ price: string }>({
    id: "trials-form",
    lastResult: result,
    defaultValue: { price },
  })
  return (
    <PartForm part="trials" form={form} tries>
      <SegmentedField
        meta={fields.price}
        label="Classes of the kind trial"
        hint="Applies to attendance you take from now on."
        choices={[
          { value: "free", label: "Free" },
          { value: "class", label: "At the class price" },
        ]}
      />
    </PartForm>
  )
}

/** What the typed rule makes of the next month, class by class. */
function TuitionChanges({ plan, currency }: { plan: TuitionPlan; currency: string }) {
  const { month, startsOn, changes, same, more } = plan
  const name = formatDate(`${month}-01`, "month")
  const amounts = ({ beforeMinor, afterMinor }: FeeChange) =>
    beforeMinor === afterMinor
      ? formatMoney(afterMinor, currency)
      : `${formatMoney(beforeMinor, currency)} → ${formatMoney(afterMinor, currency)}`
  return (
    <Callout>
      <p role="status">
        <b>
          {changes.length === 0
            ? `No class costs more or less in ${name}.`
            : `${countOf(changes.length, "class costs", "classes cost")} more or less in ${name}, before discounts and tax.`}
        </b>
        {changes.length > 0 && same > 0 ? ` ${countOf(same, "class stays", "classes stay")} the same.` : ""}
        {more ? " Only the first classes by name are shown." : ""}
      </p>
      {changes.length > 0 ? (
        <DataTable
          caption={`Fees in ${name}`}
          rows={changes}
          rowKey={({ classId }) => classId}
          columns={[
            { label: "Class", cell: ({ className }) => className },
            { label: "All month", cell: ({ all }) => amounts(all) },
            { label: `From ${formatDate(startsOn, "day")}`, cell: ({ part }) => amounts(part) },
          ]}
        />
      ) : null}
    </Callout>
  )
}
