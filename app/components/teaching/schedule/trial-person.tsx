import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { Button } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import type { KnownPeople } from "~/models/teaching/trial-lesson/trial-form"
import { paths } from "~/utils/paths"

type TrialPersonProps = {
  fields: Record<
    "familyId" | "firstName" | "lastName" | "instrument" | "guardianName" | "guardianEmail" | "guardianPhone",
    FieldMeta
  >
  /** Someone the school knows; their name isn't asked again. */
  student: { id: string; name: string } | null
  instruments: string[]
  known?: KnownPeople | undefined
}

/** Who comes to a trial lesson. */
export function TrialPerson({ fields, student, instruments, known }: TrialPersonProps) {
  return (
    <>
      {known && known.students.length + known.families.length > 0 ? (
        <Callout tone="amber">
          {known.students.map(({ id, name }) => (
            <p key={id}>
              Possible duplicate: <Link to={paths.student(id)}>{name}</Link>.{" "}
              <Link to={paths.trialLesson({ student: id })}>Book for {name}</Link>
            </p>
          ))}
          {known.families.map(({ id, name, email }) => (
            <p key={id}>
              {email} already belongs to the <Link to={paths.familyRecord(id)}>{name}</Link>.{" "}
              <Button name={fields.familyId.name} value={id}>
                Add to this family and book
              </Button>
            </p>
          ))}
        </Callout>
      ) : null}
      {fields.familyId.initialValue && !known?.families.length ? (
        <input type="hidden" name={fields.familyId.name} value={String(fields.familyId.initialValue)} />
      ) : null}
      {student ? (
        <>
          <input type="hidden" name="studentId" value={student.id} />
          <p>
            For <Link to={paths.student(student.id)}>{student.name}</Link>
          </p>
        </>
      ) : (
        <>
          <div className="columns">
            <Field meta={fields.firstName} label="First name" autoComplete="off" maxLength={80} />
            <Field meta={fields.lastName} label="Last name" optional autoComplete="off" maxLength={80} />
          </div>
          <Field meta={fields.guardianName} label="Guardian" optional autoComplete="off" maxLength={120} />
          <div className="columns">
            <Field
              meta={fields.guardianEmail}
              label="Guardian’s email"
              optional
              type="email"
              autoComplete="off"
            />
            <Field
              meta={fields.guardianPhone}
              label="Guardian’s phone"
              optional
              type="tel"
              autoComplete="off"
              maxLength={40}
            />
          </div>
        </>
      )}
      <Field
        meta={fields.instrument}
        label="Instrument"
        autoComplete="off"
        maxLength={60}
        list="trial-instruments"
      />
      <datalist id="trial-instruments">
        {instruments.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
