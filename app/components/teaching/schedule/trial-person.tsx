import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"

type TrialPersonProps = {
  fields: Record<
    "firstName" | "lastName" | "instrument" | "guardianName" | "guardianEmail" | "guardianPhone",
    FieldMeta
  >
  /** Someone the school knows; their name isn't asked again. */
  student: { id: string; name: string } | null
  instruments: string[]
  /** Students who may be the same person. */
  known: { id: string; name: string }[]
}

/** Who comes to a trial lesson. */
export function TrialPerson({ fields, student, instruments, known }: TrialPersonProps) {
  return (
    <>
      {known.length > 0 ? (
        <Callout tone="amber">
          {known.map(({ id, name }) => (
            <p key={id}>
              Possible duplicate: <Link to={paths.student(id)}>{name}</Link>.{" "}
              <Link to={paths.trialLesson({ student: id })}>Book for {name}</Link>
            </p>
          ))}
        </Callout>
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
