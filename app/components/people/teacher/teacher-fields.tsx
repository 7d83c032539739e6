import { CheckBoxes, named } from "~/components/form/check-boxes"
import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { Link } from "~/components/ui/button"
import { paths } from "~/utils/paths"

type TeacherFieldsProps = {
  fields: Record<"name" | "email" | "phone" | "instruments", FieldMeta>
  /** What can be chosen. */
  instruments: readonly string[]
}

/** A teacher’s details. */
export function TeacherFields({ fields, instruments }: TeacherFieldsProps) {
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
        meta={fields.phone}
        label="Phone"
        type="tel"
        hint="For your office. They can change it in their profile."
        optional
        autoComplete="off"
        maxLength={40}
      />
      <CheckBoxes
        legend="Instruments"
        meta={fields.instruments}
        choices={named(instruments)}
        hint="With none checked, those of their classes count."
      />
      <p className="small">
        Missing one?{" "}
        <Link to={`${paths.schoolSettings()}#instruments`}>Add it to your school’s instruments</Link>
      </p>
    </>
  )
}
