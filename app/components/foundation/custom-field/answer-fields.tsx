import { DateField, Field, SelectField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { type CustomField, longestAnswer, yesNo } from "~/models/foundation/custom-field/custom-field"

type AnswerFieldsProps = {
  fields: readonly CustomField[]
  /** By field: `form.custom.getFieldset()`. */
  metas: { [fieldId: string]: FieldMeta | undefined }
}

/** The school's own fields in a record's form. */
export function AnswerFields({ fields, metas }: AnswerFieldsProps) {
  return fields.map((field) => {
    const meta = metas[field.id]
    return meta ? <AnswerField key={field.id} field={field} meta={meta} /> : null
  })
}

/** The same as a part of a long form, with a heading; nothing when the school has no such fields. */
export function AnswerSection(props: AnswerFieldsProps) {
  if (props.fields.length === 0) return null
  return (
    <section className="form" aria-labelledby="own-fields">
      <h2 id="own-fields">More details</h2>
      <AnswerFields {...props} />
    </section>
  )
}

type AnswerFieldProps = { field: CustomField; meta: FieldMeta; hint?: string }

/** The control of an answer’s kind. */
export function AnswerField({ field, meta, hint }: AnswerFieldProps) {
  const shared = { meta, label: field.name, hint, optional: !field.isRequired }
  switch (field.kind) {
    case "choice": {
      // What was chosen before stays possible, also when it is no longer offered.
      const present = typeof meta.initialValue === "string" ? meta.initialValue : ""
      const offered =
        present && !field.choices.includes(present) ? [...field.choices, present] : field.choices
      return (
        <SelectField
          {...shared}
          prompt={field.isRequired ? "Choose" : "Not answered"}
          choices={offered.map((value) => ({ value, label: value }))}
        />
      )
    }
    case "yes_no":
      return (
        <SelectField {...shared} prompt={field.isRequired ? "Choose" : "Not answered"} choices={[...yesNo]} />
      )
    case "date":
      return <DateField {...shared} autoComplete="off" />
    case "number":
      return <Field {...shared} inputMode="decimal" autoComplete="off" maxLength={20} />
    case "text":
      return <Field {...shared} autoComplete="off" maxLength={longestAnswer} />
  }
}
