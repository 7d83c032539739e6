import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { outcomeOf } from "~/models/teaching/closure-lesson/closure-lesson"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { ClosureEffect, type EffectPreview } from "./closure-effect"
import { MovesEffect, type MovesEffectProps } from "./moves-effect"

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
    <PostForm id="holidays" className="form">
      <input type="hidden" name="country" value={place.country} />
      <input type="hidden" name="region" value={place.region} />
      <input type="hidden" name="year" value={place.year} />
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
          Moved lessons go to their best free times; those without one are canceled. No one is told until you
          send the emails.
        </p>
      </div>
      {preview ? <ClosureEffect preview={preview} of={countOf(preview.closures, "holiday")} /> : null}
      {moves ? <MovesEffect moves={moves} /> : null}
      <p>
        <SubmitButton intent="add" pending="Adding…">
          {moves
            ? `Add ${countOf(moves.closures, "holiday")} and ${outcomeOf(moves)} ${countOf(moves.lessons, "lesson")}`
            : preview
              ? `Add ${countOf(preview.closures, "holiday")} and cancel ${countOf(preview.lessons, "lesson")}`
              : "Add selected holidays"}
        </SubmitButton>
      </p>
    </PostForm>
  )
}
