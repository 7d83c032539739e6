import { SelectField } from "~/components/form/field"
import { type FieldMeta, submittedValue } from "~/components/form/field-frame"
import { NameChoice } from "./name-choice"
import type { NameChoiceProps } from "./name-choice-props"

type NameChoiceFieldProps = Omit<NameChoiceProps, "id" | "name" | "value" | "problem"> & { meta: FieldMeta }

/** The same for a form that is posted. Where names are searched, its first button is an `EnterButton` with `formNoValidate`. */
export function NameChoiceField({ meta, ...props }: NameChoiceFieldProps) {
  const { offer, always = [], label, hint, optional, prompt } = props
  if (!offer.isSearched)
    return (
      <SelectField
        meta={meta}
        label={label}
        hint={hint}
        optional={optional}
        prompt={prompt}
        choices={[...always, ...offer.choices]}
      />
    )
  return (
    <NameChoice
      {...props}
      isPosted
      id={meta.id}
      name={meta.name}
      value={submittedValue(meta) ?? ""}
      problem={meta.errors?.join(" ")}
    />
  )
}
