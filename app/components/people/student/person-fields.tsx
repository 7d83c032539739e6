import type { FieldMetadata, useForm } from "@conform-to/react"
import { DateField, Field, SegmentedField, TextAreaField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { MoreDetails } from "~/components/form/more-details"
import { AnswerFields } from "~/components/foundation/custom-field/answer-fields"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import { notedFields } from "~/models/people/student/student-fields"
import type { StudentFields } from "~/models/people/student/student-form"
import { emergencyHint } from "~/texts/people/emergency-contact"
import { sellsPlans } from "~/utils/sold-plans"

type Fields = ReturnType<typeof useForm<StudentFields>>[1]

const Names = ({ fields }: { fields: Fields }) => (
  <div className="columns">
    <Field meta={fields.firstName} label="First name" autoComplete="off" maxLength={80} />
    <Field meta={fields.lastName} label="Last name" optional autoComplete="off" maxLength={80} />
  </div>
)

const BirthAndId = ({ fields }: { fields: Fields }) => (
  <div className="columns">
    <DateField meta={fields.birthDate} label="Birth date" optional autoComplete="off" />
    <Field meta={fields.code} label="Student ID" optional autoComplete="off" maxLength={40} />
  </div>
)

const OwnEmail = ({ fields }: { fields: Fields }) => (
  <Field
    meta={fields.email}
    label="Email"
    hint="For adult students. For a child, add a guardian’s email below."
    type="email"
    optional
    autoComplete="off"
    maxLength={254}
  />
)

const Phone = ({ fields }: { fields: Fields }) => (
  <Field meta={fields.phone} label="Phone" type="tel" optional autoComplete="off" maxLength={40} />
)

/** The person: name, birth date, how to reach them. */
export function PersonFields({ fields }: { fields: Fields }) {
  return (
    <section className="form" aria-labelledby="person">
      <h2 id="person">Student</h2>
      <Names fields={fields} />
      <BirthAndId fields={fields} />
      <div className="columns">
        <OwnEmail fields={fields} />
        <Phone fields={fields} />
      </div>
    </section>
  )
}

/** What a new student begins with; the rest is among the details. */
export function NewPersonFields({ fields }: { fields: Fields }) {
  return (
    <section className="form" aria-labelledby="person">
      <h2 id="person">Student</h2>
      <Names fields={fields} />
      <OwnEmail fields={fields} />
      <SegmentedField
        meta={fields.status}
        label="Status"
        hint={sellsPlans() ? "Leads don’t count toward your plan limit." : undefined}
        choices={[
          { value: "active", label: "Active" },
          { value: "trial", label: "Trial" },
          { value: "lead", label: "Lead" },
        ]}
      />
    </section>
  )
}

type DetailsProps = {
  fields: Fields
  own: readonly CustomField[]
  metas: Record<string, FieldMeta | undefined>
}

/** What can be added to a new student later. */
export function NewPersonDetails({ fields, own, metas }: DetailsProps) {
  const { birthDate, code, phone, medicalNotes, emergencyContact, notes } = fields
  const optional = [birthDate, code, phone, medicalNotes, emergencyContact, notes]
  return (
    <MoreDetails metas={[...optional, ...own.map(({ id }) => metas[id])]}>
      <div className="stack">
        <div className="form">
          <BirthAndId fields={fields} />
          <Phone fields={fields} />
          <AnswerFields fields={own} metas={metas} />
        </div>
        <NoteFields fields={fields} />
      </div>
    </MoreDetails>
  )
}

type KnownChoices = { instruments: string[]; levels: string[] }

/** What the student learns, the main instrument first. */
export function InstrumentFields({ fields, known }: { fields: Fields; known: KnownChoices }) {
  return (
    <section className="form" aria-labelledby="instruments">
      <h2 id="instruments">Instruments</h2>
      {fields.instruments.getFieldList().map((row, index) => {
        const { instrument, level } = row.getFieldset()
        return (
          <div className="columns" key={row.name}>
            <Field
              meta={instrument}
              label={index === 0 ? "Instrument" : `Instrument ${index + 1}`}
              optional
              autoComplete="off"
              maxLength={60}
              list="known-instruments"
            />
            <Field
              meta={level}
              label="Level"
              optional
              autoComplete="off"
              maxLength={60}
              list="known-levels"
            />
          </div>
        )
      })}
      <datalist id="known-instruments">
        {known.instruments.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id="known-levels">
        {known.levels.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </section>
  )
}

/** Medical notes and whom to call, which teachers see, and the office's own notes. */
export function NoteFields({ fields }: { fields: Record<keyof typeof notedFields, FieldMetadata> }) {
  return (
    <section className="form" aria-labelledby="notes-title">
      <h2 id="notes-title">Safety and notes</h2>
      <TextAreaField
        meta={fields.medicalNotes}
        label={notedFields.medicalNotes}
        hint="Allergies, medication. Highlighted for teachers when they take attendance."
        optional
        rows={3}
        maxLength={2000}
      />
      <Field
        meta={fields.emergencyContact}
        label={notedFields.emergencyContact}
        hint={emergencyHint}
        optional
        autoComplete="off"
        maxLength={300}
      />
      <TextAreaField
        meta={fields.notes}
        label="Notes"
        hint="Visible to administrators and teachers, not to families"
        optional
        rows={3}
        maxLength={4000}
      />
    </section>
  )
}
