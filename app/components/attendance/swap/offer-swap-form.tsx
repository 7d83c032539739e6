import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { FieldProblem } from "~/components/ui/field-problem"
import { dayName } from "~/utils/date-text"
import { weekdaysInOrder } from "~/utils/formats"

type OfferSwapFormProps = {
  lessons: { value: string; label: string }[]
  lastResult: SubmissionResult<string[]> | undefined
}

// A Monday and the six days after it.
const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, day: dayName(`2026-06-0${weekday}`) }))

/** Offers one lesson, and names the times that the family takes without being asked. */
export function OfferSwapForm({ lessons, lastResult }: OfferSwapFormProps) {
  const [form, fields] = useForm<{ lesson: string; days: string[]; from: string; to: string }>({
    id: "offer-swap",
    lastResult,
  })
  const sent = fields.days.value
  const chosen = Array.isArray(sent) ? sent : [sent]
  return (
    <section className="section" aria-labelledby="offer">
      <h2 id="offer">Offer a lesson</h2>
      <p className="dim">
        Other families see the time and the teacher, never your name. You keep the lesson until you agree to a
        swap.
      </p>
      <PostForm className="form" {...getFormProps(form)}>
        <SelectField meta={fields.lesson} label="Lesson" choices={lessons} prompt="Choose a lesson" />
        <fieldset
          id={fields.days.id}
          tabIndex={-1}
          className={fields.days.errors ? "field invalid" : "field"}
          aria-describedby={fields.days.errors ? fields.days.errorId : undefined}
        >
          <legend>Times you’d take without being asked</legend>
          <p className="hint">Leave blank to answer each request yourself.</p>
          <FieldProblem id={fields.days.errorId} message={fields.days.errors?.join(" ")} />
          <div className="flex flex-wrap gap-x-5">
            {weekdaysInOrder(days).map(({ weekday, day }) => (
              <label className="checkbox" key={weekday}>
                <input
                  type="checkbox"
                  name="days"
                  value={weekday}
                  defaultChecked={chosen.includes(String(weekday))}
                />
                <span>{day}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="columns">
          <Field meta={fields.from} label="From" type="time" optional />
          <Field meta={fields.to} label="To" type="time" optional />
        </div>
        <p>
          <SubmitButton intent="offer" pending="Offering…">
            Offer lesson
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
