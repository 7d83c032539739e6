import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, SegmentedField, SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { CancelEdit } from "~/components/ui/editable-part"
import { basisLabels, type TuitionPlan, type TuitionRule } from "~/models/money/tuition/tuition"
import { TuitionChanges } from "./tuition-changes"

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
        <SubmitButton intent="preview-tuition" isMain variant="secondary" pending="Checking…">
          Preview changes
        </SubmitButton>{" "}
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
    <PartForm part="trials" form={form}>
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
