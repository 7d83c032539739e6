import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import type { DayList } from "~/models/accounts/school/calendar-form"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import { ClosureEffect, type EffectPreview } from "./closure-effect"

export type Days = {
  id: string
  name: string
  period: string
  isOver: boolean
  /** Lessons that were canceled for it, which can be restored. */
  lessons?: number
}

const texts: Record<DayList, { title: string; noun: string; about: string; example: string }> = {
  closures: {
    title: "Holidays and closures",
    noun: "closure",
    about: "No lessons are scheduled on these dates.",
    example: "For example, Winter break",
  },
  terms: {
    title: "Terms",
    noun: "term",
    about:
      "Your terms or semesters. Make-up credit limits reset each term, or every half year if you don’t add any.",
    example: "For example, Fall term",
  },
}

type DaysPartProps = { kind: DayList; days: Days[]; result?: SubmissionResult; preview?: EffectPreview }

/** Named days of the school: what there is, and a form for more. */
export function DaysPart({ kind, days, result, preview }: DaysPartProps) {
  const { title, noun, about, example } = texts[kind]
  const [form, fields] = useForm<Record<"name" | "startsOn" | "endsOn" | "cancelSessions", string>>({
    id: `${kind}-form`,
    lastResult: result,
  })
  return (
    <section className="section" aria-labelledby={`${kind}-title`} id={kind}>
      <h2 id={`${kind}-title`}>{title}</h2>
      <p className="dim">{about}</p>
      {kind === "closures" ? (
        <p>
          <Link to={paths.publicHolidays()}>Add public holidays</Link>
        </p>
      ) : null}
      {days.length === 0 ? <p>No {noun}s yet.</p> : null}
      <ul className="rows">
        {days.map(({ id, name, period, isOver, lessons = 0 }) => (
          <li key={id}>
            <span className={isOver ? "dim" : undefined}>
              {name} <span className="dim">{period}</span>
            </span>
            <PostForm>
              <input type="hidden" name="days" value={id} />
              {lessons > 0 ? (
                <Button
                  type="submit"
                  name="intent"
                  value={`undo-${kind}`}
                  variant="plain"
                  aria-label={`Undo ${name} and restore ${countOf(lessons, "lesson")}`}
                >
                  Undo, restore {countOf(lessons, "lesson")}
                </Button>
              ) : null}
              <Button
                type="submit"
                name="intent"
                value={`remove-${kind}`}
                variant="danger"
                aria-label={`Remove ${name}`}
              >
                Remove
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
      <PostForm className="form" {...getFormProps(form)}>
        <div className="columns">
          <Field meta={fields.name} label={`New ${noun}`} hint={example} maxLength={80} autoComplete="off" />
          <DateField meta={fields.startsOn} label="First day" />
          <DateField meta={fields.endsOn} label="Last day" />
        </div>
        {kind === "closures" ? (
          <CheckField
            meta={fields.cancelSessions}
            label="Cancel lessons already scheduled on these dates"
            hint="Lessons with attendance are kept."
          />
        ) : null}
        {preview ? <ClosureEffect preview={preview} of="the closure" /> : null}
        <p>
          <SubmitButton intent={kind} variant="secondary" pending="Adding…">
            {preview ? `Add closure and cancel ${countOf(preview.lessons, "lesson")}` : `Add ${noun}`}
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
