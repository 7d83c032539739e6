import { Form } from "@remix-run/react"
import { NameChoice } from "~/components/form/name-choice/name-choice"
import { Button } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import type { FindTimesQuery } from "~/models/teaching/free-time/find-times-query"
import { type LineOffers, lineFinds } from "~/models/teaching/line-offer/line-offer"

type Choice = { id: string; name: string }

type FindTimesFormProps = {
  query: FindTimesQuery
  errors: Record<string, string>
  chosen: Choice[]
  /** The lesson or class that is searched for instead of students. */
  subject: string | undefined
  lines: LineOffers
  isSolo: boolean
  addressWithout: (studentId: string) => string
}

/** Students, teacher, length, room and days of a search for free times. A GET form: the address is the search. */
export function FindTimesForm(props: FindTimesFormProps) {
  const { query, errors, chosen, subject, lines, isSolo, addressWithout } = props
  return (
    <Form method="get" className="form find-times" key={chosen.map(({ id }) => id).join()}>
      {query.sessionId ? <input type="hidden" name="lesson" value={query.sessionId} /> : null}
      {query.classId ? <input type="hidden" name="class" value={query.classId} /> : null}
      {query.studentIds.map((id) => (
        <input key={id} type="hidden" name="student" value={id} />
      ))}
      {subject ? null : (
        <div className="field">
          <label htmlFor="find-who">{chosen.length > 0 ? "Add a student" : "Student or class"}</label>
          <input id="find-who" name="q" type="search" maxLength={100} defaultValue={query.search} />
          {chosen.length > 0 ? (
            <ul className="small">
              {chosen.map(({ id, name }) => (
                <li key={id}>
                  {name} <Link to={addressWithout(id)}>Remove</Link>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      )}
      {isSolo ? (
        <input type="hidden" name="teacher" value={query.teacherId} />
      ) : (
        <One
          name="teacher"
          label="Teacher"
          any="Any teacher"
          value={query.teacherId}
          offer={lines.teachers}
          find={lineFinds.teacher}
        />
      )}
      <div className="columns">
        <Typed name="minutes" label="Minutes" type="number" value={query.minutes} error={errors.minutes} />
        <One
          name="room"
          label="Room"
          any="Any room"
          value={query.roomId}
          offer={lines.rooms}
          find={lineFinds.room}
        />
      </div>
      <div className="columns">
        <Typed name="from" label="From" type="date" value={query.from} error={errors.from} />
        <Typed name="to" label="To" type="date" value={query.to} error={errors.to} />
      </div>
      <p>
        <Button variant="primary">Find times</Button>
      </p>
    </Form>
  )
}

type TypedProps = {
  name: string
  label: string
  type: "number" | "date"
  value: string
  error: string | undefined
}

function Typed({ name, label, type, value, error }: TypedProps) {
  const id = `find-${name}`
  return (
    <div className={error ? "field invalid" : "field"}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error ? (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

type OneProps = {
  name: "teacher" | "room"
  label: string
  any: string
  value: string
  offer: NameOffer
  find: string
}

/** A teacher or a room: listed, or found by name where there are many. */
function One({ name, label, any, value, offer, find }: OneProps) {
  const id = `find-${name}`
  if (offer.isSearched)
    return (
      <NameChoice {...{ id, name, label, value, offer, find }} sought={`a ${name}`} prompt={any} optional />
    )
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={value}>
        <option value="">{any}</option>
        {offer.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}
