import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import {
  type Hours,
  hoursText,
  weekdayChoices,
  weekdayOfHours,
} from "~/models/teaching/teacher-time/teacher-time"

type HoursFields = { weekday: string; fromTime: string; toTime: string }

/** The hours of the week in which a teacher can be given lessons. Sends `intent` add-hours or remove-hours. */
export function HoursPart({
  hours,
  isSolo,
  lastResult,
}: {
  hours: Hours[]
  isSolo: boolean
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const [form, fields] = useForm<HoursFields>({ id: "add-hours", lastResult })
  return (
    <section className="section" aria-labelledby="hours-title" id="hours">
      <h2 id="hours-title">Teaching hours</h2>
      <p className="dim">
        {isSolo ? "When you teach." : "When the office can schedule lessons for you."} Existing lessons don’t
        move.
      </p>
      {hours.length ? (
        <ul className="rows">
          {hours.map((each) => (
            <li key={each.id}>
              <span>
                <b>{weekdayOfHours(each)}</b> {hoursText(each)}
              </span>
              <PostForm>
                <input type="hidden" name="hoursId" value={each.id} />
                <SubmitButton
                  variant="danger"
                  intent="remove-hours"
                  pending="Removing…"
                  aria-label={`Remove ${weekdayOfHours(each)}, ${hoursText(each)}`}
                >
                  Remove
                </SubmitButton>
              </PostForm>
            </li>
          ))}
        </ul>
      ) : (
        <p>No hours yet. Add when you can teach.</p>
      )}
      <PostForm className="form" {...getFormProps(form)}>
        <SelectField meta={fields.weekday} label="Day" choices={weekdayChoices()} prompt="Choose a day" />
        <div className="two-columns even">
          <Field meta={fields.fromTime} label="From" type="time" />
          <Field meta={fields.toTime} label="To" type="time" />
        </div>
        <p>
          <SubmitButton variant="secondary" intent="add-hours" pending="Adding…">
            Add hours
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
