import { PostForm, SubmitRow } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import { type MovesPreview, outcomeOf } from "~/models/teaching/closure/closure-lesson"
import { cancelCreditText } from "~/models/teaching/credit/credit"
import { withoutText } from "~/models/teaching/session/left-out"
import { countOf, formatDate } from "~/utils/formats"
import { ClosureEffect, type EffectPreview } from "./closure-effect"

type MovesEffectProps = {
  moves: MovesPreview & {
    families: number
    /** Lessons that stay, because attendance is recorded. */
    kept: number
    givesCredits: boolean
    /** What is said here, as the form sends it back. */
    stamp: string
  }
}

const canceledText = {
  "no-time": "canceled, no time is free",
  "no-teacher": "canceled, it has no teacher",
}

/** Where the lessons of closures would go, shown before the closures are added. */
export function MovesEffect({
  moves: { lessons, families, kept, givesCredits, moves, stamp },
}: MovesEffectProps) {
  const canceled = moves.filter(({ becomes }) => becomes === null).length
  const more = lessons - moves.length
  const of = countOf(families, "family", "families")
  return (
    <Callout tone="amber">
      <input type="hidden" name="seenMoves" value={stamp} />
      <p role="status">
        <b>
          {more > 0
            ? `This moves ${countOf(lessons, "lesson")} of ${of}; those without a free time are canceled.`
            : canceled === lessons
              ? `This cancels ${countOf(lessons, "lesson")} of ${of}: no time was found to move to.`
              : canceled > 0
                ? `This moves ${countOf(lessons - canceled, "lesson")} and cancels ${canceled} without a free time, of ${of}.`
                : `This moves ${countOf(lessons, "lesson")} of ${of}.`}
        </b>
      </p>
      <ul>
        {moves.map(({ id, title, was, becomes, whyNone, leftOut }) => (
          <li key={id}>
            {title}, {was}: {becomes ? <b>{becomes}</b> : canceledText[whyNone ?? "no-time"]}
            {withoutText(leftOut)}
          </li>
        ))}
        {more > 0 ? <li>{countOf(more, "more lesson")}, each to its best free time</li> : null}
      </ul>
      <p>
        {kept > 0 ? `${countOf(kept, "lesson")} with attendance ${kept === 1 ? "is" : "are"} kept. ` : ""}
        {canceled > 0 || more > 0
          ? `${cancelCreditText(givesCredits)} No one is charged for a canceled lesson. `
          : ""}
        Each time is checked again when the lesson moves. Nothing is sent until you send the emails, and one
        undo puts every lesson back.
      </p>
    </Callout>
  )
}

type Offered = { date: string; name: string; lessons: number; closedFor: string | null }

type HolidayChoicesProps = {
  holidays: Offered[]
  place: { country: string; region: string; year: number }
  /** what was sent, when the page is an answer */
  chosen?: Record<string, unknown> | null
  preview?: EffectPreview & { closures: number }
  moves?: MovesEffectProps["moves"] & { closures: number }
}

/** The holidays of a year to tick; those that are closures already are only named. Sends `day` for each. */
export function HolidayChoices({ holidays, place, chosen, preview, moves }: HolidayChoicesProps) {
  const sent = chosen ? [chosen.day].flat() : undefined
  return (
    <PostForm
      id="holidays"
      className="form"
      sends={{ country: place.country, region: place.region, year: place.year }}
    >
      <fieldset className="field" id="holidays-day">
        <legend>Close on</legend>
        {holidays.map(({ date, name, lessons, closedFor }) => (
          <label key={date} className="checkbox">
            <input
              type="checkbox"
              name="day"
              value={date}
              disabled={closedFor !== null}
              defaultChecked={closedFor === null && (sent ? sent.includes(date) : true)}
            />
            <span>
              <b>{name}</b>, {formatDate(date, "weekday")}
              {closedFor !== null ? (
                <span className="dim">. Closed already: {closedFor}</span>
              ) : lessons > 0 ? (
                <span className="dim">. {countOf(lessons, "lesson")} scheduled</span>
              ) : null}
            </span>
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label htmlFor="holidays-lessons">Lessons already scheduled on these dates</label>
        <select
          id="holidays-lessons"
          name="lessons"
          aria-describedby="holidays-lessons-hint"
          defaultValue={String(chosen?.lessons ?? "keep")}
        >
          <option value="keep">Keep them</option>
          <option value="cancel">Cancel them</option>
          <option value="move">Move them where possible</option>
        </select>
        <p className="hint" id="holidays-lessons-hint">
          Moved lessons go to their best free times; those without one are canceled. Nothing is sent until you
          send the emails.
        </p>
      </div>
      {preview ? <ClosureEffect preview={preview} of={countOf(preview.closures, "holiday")} /> : null}
      {moves ? <MovesEffect moves={moves} /> : null}
      <SubmitRow
        label={
          moves
            ? `Add ${countOf(moves.closures, "holiday")} and ${outcomeOf(moves)} ${countOf(moves.lessons, "lesson")}`
            : preview
              ? `Add ${countOf(preview.closures, "holiday")} and cancel ${countOf(preview.lessons, "lesson")}`
              : "Add selected holidays"
        }
        intent="add"
        pending="Adding…"
      />
    </PostForm>
  )
}
