import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import type { DayList } from "~/models/accounts/school/calendar-form"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"

export type Days = {
  id: string
  name: string
  period: string
  isOver: boolean
  /** Lessons that were canceled for it, which can be restored. */
  lessons?: number
}

/** What a closure would cancel. */
type Preview = { lessons: number; families: number; kept: number; days: { date: string; lessons: number }[] }

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

const mostDays = 10

type DaysPartProps = { kind: DayList; days: Days[]; result?: SubmissionResult; preview?: Preview }

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
        {preview ? <ClosureEffect preview={preview} /> : null}
        <p>
          <SubmitButton intent={kind} variant="secondary" pending="Adding…">
            {preview ? `Add closure and cancel ${countOf(preview.lessons, "lesson")}` : `Add ${noun}`}
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}

/** What adding a closure cancels, shown before it is added. */
function ClosureEffect({ preview: { lessons, families, kept, days } }: { preview: Preview }) {
  const shown = days.slice(0, mostDays)
  return (
    <Callout tone="amber">
      <input type="hidden" name="confirmed" value={lessons} />
      <p role="status">
        <b>
          This cancels {countOf(lessons, "lesson")} of {countOf(families, "family", "families")}.
        </b>{" "}
        {shown.map(({ date, lessons: ofDay }) => `${formatDate(date, "short")}: ${ofDay}`).join("; ")}
        {days.length > shown.length ? `; and ${days.length - shown.length} more days.` : "."}
      </p>
      <p>
        {kept > 0 ? `${countOf(kept, "lesson")} with attendance ${kept === 1 ? "is" : "are"} kept. ` : ""}
        Each person gets one email, two minutes after you add the closure. Until then, you can undo it and no
        one is told.
      </p>
    </Callout>
  )
}
