import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"

/** A teacher’s details. */
export function TeacherFields({ fields }: { fields: Record<"name" | "email" | "instruments", FieldMeta> }) {
  return (
    <>
      <Field meta={fields.name} label="Name" autoComplete="off" maxLength={120} />
      <Field
        meta={fields.email}
        label="Email"
        type="email"
        hint="Required for their own login"
        optional
        autoComplete="off"
      />
      <Field
        meta={fields.instruments}
        label="Instruments"
        hint="For example, piano, theory"
        optional
        autoComplete="off"
        maxLength={200}
      />
    </>
  )
}
