import { Field } from "~/components/form/field"
import { type FieldMeta, submittedValue } from "~/components/form/field-frame"
import { Callout } from "~/components/ui/callout"

/** Asks why someone joins a class without what it requires, once a form was refused for it. Part of the form. */
export function PrerequisiteReason({ meta }: { meta: FieldMeta }) {
  if (!meta.errors && !submittedValue(meta)) return null
  return (
    <Callout tone="amber">
      <Field
        meta={meta}
        label="Reason to enroll without a prerequisite"
        hint="Saved with the enrollment."
        optional
        maxLength={200}
      />
    </Callout>
  )
}
