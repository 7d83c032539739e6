import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"

/** Why a charge is changed or waived. */
export function ChargeReason({ meta }: { meta: FieldMeta }) {
  return (
    <Field
      meta={meta}
      label="Reason"
      hint="Why you change or waive it. Kept in the activity."
      maxLength={200}
    />
  )
}
