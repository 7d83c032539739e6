import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"

/** What is known of a teacher. */
export function TeacherFields({ fields }: { fields: Record<"name" | "email" | "instruments", FieldMeta> }) {
  return (
    <>
      <Field meta={fields.name} label="Name" autoComplete="off" maxLength={120} />
      <Field
        meta={fields.email}
        label="Email"
        type="email"
        hint="Needed for a sign-in of their own."
        optional
        autoComplete="off"
      />
      <Field
        meta={fields.instruments}
        label="Instruments"
        hint="Such as Piano, Theory."
        optional
        autoComplete="off"
        maxLength={200}
      />
    </>
  )
}
