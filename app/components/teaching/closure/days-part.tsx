import { type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field, SelectField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { PostForm } from "~/components/form/post-form"
import { Button, Link } from "~/components/ui/button"
import { EditablePart } from "~/components/ui/editable-part"
import type { DayList } from "~/models/teaching/closure/days-form"
import { countOf, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { ClosureEffect, type EffectPreview } from "./closure-effect"

export type Days = {
  id: string
  name: string
  period: string
  isOver: boolean
  /** Lessons that were canceled or moved for it and can be put back, how many of them moved, and of how many no one was told. */
  lessons?: number
  moved?: number
  untold?: number
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

const lessonChoices = [
  { value: "keep", label: "Keep them" },
  { value: "cancel", label: "Cancel them" },
  { value: "move", label: "Move them where possible" },
]

type DaysPartProps = { kind: DayList; days: Days[]; result?: SubmissionResult; preview?: EffectPreview }

/** Named days of the school: what there is, and a form for more behind its button. */
export function DaysPart({ kind, days, result, preview }: DaysPartProps) {
  const { title, noun, about } = texts[kind]
  return (
    <EditablePart
      id={kind}
      title={title}
      about={about}
      edit={`Add ${noun}`}
      isAnswered={result !== undefined}
      list={
        <>
          {kind === "closures" ? (
            <p>
              <Link to={paths.publicHolidays()}>Add public holidays</Link>
            </p>
          ) : null}
          {days.length === 0 ? (
            <p>No {noun}s yet.</p>
          ) : (
            <ul className="rows">
              {days.map((each) => (
                <DayRow key={each.id} kind={kind} days={each} />
              ))}
            </ul>
          )}
        </>
      }
    >
      <NewDays kind={kind} result={result} preview={preview} />
    </EditablePart>
  )
}

function DayRow({ kind, days }: { kind: DayList; days: Days }) {
  const { id, name, period, isOver, lessons = 0, moved = 0, untold = 0 } = days
  return (
    <li>
      <span className={isOver ? "dim" : undefined}>
        {name} <span className="dim">{[period, ...became(lessons - moved, moved)].join(": ")}</span>
      </span>
      <PostForm className="buttons" sends={{ days: id }}>
        {kind === "closures" && (!isOver || untold > 0) ? (
          <Link to={paths.closureLessons(id)} aria-label={untold > 0 ? undefined : `Lessons on ${name}`}>
            {untold > 0 ? `Send emails about ${countOf(untold, "lesson")}` : "Lessons"}
          </Link>
        ) : null}
        {lessons > 0 ? (
          <Button
            intent={`undo-${kind}`}
            variant="plain"
            aria-label={`Undo ${name} and restore ${countOf(lessons, "lesson")}`}
          >
            Undo, restore {countOf(lessons, "lesson")}
          </Button>
        ) : kind === "closures" && !isOver ? (
          <Button intent="undo-closures" variant="plain" aria-label={`Remove ${name} and plan its lessons`}>
            Remove, plan its lessons
          </Button>
        ) : null}
        <Button intent={`remove-${kind}`} variant="danger" aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </PostForm>
    </li>
  )
}

/** What became of a closure's lessons; nothing where it has none. */
function became(canceled: number, moved: number): string[] {
  if (canceled === 0) return moved === 0 ? [] : [`${countOf(moved, "lesson")} moved`]
  return [`${countOf(canceled, "lesson")} canceled${moved > 0 ? `, ${formatNumber(moved)} moved` : ""}`]
}

function NewDays({ kind, result, preview }: Omit<DaysPartProps, "days">) {
  const { noun, example } = texts[kind]
  const [form, fields] = useForm<Record<"name" | "startsOn" | "endsOn" | "lessons", string>>({
    id: `${kind}-form`,
    lastResult: result,
  })
  return (
    <PartForm
      adds
      part={kind}
      form={form}
      save={preview ? `Add closure and cancel ${countOf(preview.lessons, "lesson")}` : `Add ${noun}`}
      pending="Adding…"
    >
      <div className="columns">
        <Field meta={fields.name} label={`New ${noun}`} hint={example} maxLength={80} autoComplete="off" />
        <DateField meta={fields.startsOn} label="First day" />
        <DateField meta={fields.endsOn} label="Last day" />
      </div>
      {kind === "closures" ? (
        <SelectField
          meta={fields.lessons}
          label="Lessons already scheduled on these dates"
          hint="Lessons with attendance are kept."
          choices={lessonChoices}
        />
      ) : null}
      {preview ? <ClosureEffect preview={preview} of="the closure" /> : null}
    </PartForm>
  )
}
