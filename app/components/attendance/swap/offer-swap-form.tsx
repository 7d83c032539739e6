import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { tickedDays, WeekdayField } from "~/components/form/weekday-field"

type OfferSwapFormProps = {
  lessons: { value: string; label: string }[]
  lastResult: SubmissionResult<string[]> | undefined
}

/** Offers one lesson, and names the times that the family takes without being asked. */
export function OfferSwapForm({ lessons, lastResult }: OfferSwapFormProps) {
  const [form, fields] = useForm<{ lesson: string; days: string[]; from: string; to: string }>({
    id: "offer-swap",
    lastResult,
  })
  return (
    <section className="section" aria-labelledby="offer">
      <h2 id="offer">Offer a lesson</h2>
      <p className="dim">
        Other families see the time and the teacher, never your name. You keep the lesson until you agree to a
        swap.
      </p>
      <PostForm className="form" {...getFormProps(form)}>
        <SelectField meta={fields.lesson} label="Lesson" choices={lessons} prompt="Choose a lesson" />
        <WeekdayField
          meta={fields.days}
          chosen={tickedDays(fields.days.value, null)}
          legend="Times you’d take without being asked"
          hint="Within a week of the lesson. Leave blank to answer each request yourself."
        />
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
