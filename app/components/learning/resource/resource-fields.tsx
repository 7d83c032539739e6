import { Field, TextAreaField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"

type Fields = { title: FieldMeta; description: FieldMeta; tags: FieldMeta }

/** The description fields of a new or existing resource. */
export function ResourceFields({ fields }: { fields: Fields }) {
  return (
    <>
      <Field meta={fields.title} label="Title" maxLength={160} />
      <TextAreaField
        meta={fields.description}
        label="Description"
        hint="Families see this."
        optional
        rows={3}
        maxLength={2000}
      />
      <Field
        meta={fields.tags}
        label="Tags"
        hint="Separate with commas, for example: scales, grade 2"
        optional
        maxLength={300}
      />
    </>
  )
}
