import { type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { ActButton } from "~/components/form/post-form"
import { tickedDays, WeekdayField } from "~/components/form/weekday-field"
import { EditablePart } from "~/components/ui/editable-part"
import { type Hours, hoursText, weekdayOfHours } from "~/models/teaching/teacher-time/teacher-time"

type HoursFields = { weekday: string[]; fromTime: string; toTime: string }

type HoursPartProps = {
  hours: Hours[]
  /** Whose hours they are and what they are for. */
  about: string
  /** What is read where there are none. */
  empty: string
  /** Who can be given the same. */
  others?: { id: string; name: string }[]
  /** Of a teacher who left they are only read. */
  isFixed?: boolean
  lastResult: SubmissionResult<string[]> | undefined
}

/** The hours of the week in which a teacher can be given lessons. Sends `intent` add-hours or remove-hours. */
export function HoursPart({ hours, about, empty, others = [], isFixed, lastResult }: HoursPartProps) {
  return (
    <EditablePart
      id="hours"
      title="Teaching hours"
      about={isFixed ? undefined : `${about} Existing lessons don’t move.`}
      edit="Add hours"
      isFixed={isFixed}
      isAnswered={lastResult !== undefined}
      list={hours.length ? <HoursList hours={hours} isFixed={isFixed} /> : <p className="dim">{empty}</p>}
    >
      <NewHours others={others} lastResult={lastResult} />
    </EditablePart>
  )
}

function HoursList({ hours, isFixed }: Pick<HoursPartProps, "hours" | "isFixed">) {
  return (
    <ul className="rows">
      {hours.map((each) => (
        <li key={each.id}>
          <span>
            <b>{weekdayOfHours(each)}</b> {hoursText(each)}
          </span>
          {isFixed ? null : (
            <ActButton
              label="Remove"
              sends={{ hoursId: each.id }}
              intent="remove-hours"
              pending="Removing…"
              variant="danger"
              about={`${weekdayOfHours(each)}, ${hoursText(each)}`}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function NewHours({ others, lastResult }: Required<Pick<HoursPartProps, "others" | "lastResult">>) {
  const [form, fields] = useForm<HoursFields>({ id: "add-hours", lastResult })
  const chosen = [lastResult?.initialValue?.also ?? []].flat().map(String)
  return (
    <PartForm adds part="hours" intent="add-hours" form={form} save="Add hours" pending="Adding…">
      <WeekdayField
        meta={fields.weekday}
        chosen={tickedDays(fields.weekday.value, null)}
        legend="Days"
        hint="The same hours on each day you check"
      />
      <div className="two-columns even">
        <Field meta={fields.fromTime} label="From" type="time" />
        <Field meta={fields.toTime} label="To" type="time" />
      </div>
      {others.length > 0 ? (
        <details className="disclosure" open={chosen.length > 0}>
          <summary>The same for other teachers</summary>
          <fieldset className="field">
            <legend className="visually-hidden">Other teachers</legend>
            {others.map(({ id, name }) => (
              <label key={id} className="checkbox">
                <input type="checkbox" name="also" value={id} defaultChecked={chosen.includes(id)} />
                <span>{name}</span>
              </label>
            ))}
          </fieldset>
        </details>
      ) : null}
    </PartForm>
  )
}
