import { ActButton } from "~/components/form/act-button"
import { Status } from "~/components/ui/status"
import { countOf } from "~/utils/count-of"

type Earlier = { id: string; when: string; lessons: number; isUndone: boolean }

/** What was arranged for an absence so far; each can be undone as a whole. Sends `intent` undo. */
export function EarlierArrangements({ earlier }: { earlier: Earlier[] }) {
  if (earlier.length === 0) return null
  return (
    <section className="section" aria-labelledby="arranged-title">
      <h2 id="arranged-title">Arranged so far</h2>
      <p className="dim">
        Undo restores lessons, spots and make-up credits, and tells everyone who already got an email.
      </p>
      <ul className="rows">
        {earlier.map(({ id, when, lessons, isUndone }) => (
          <li key={id}>
            <span>
              <b>{countOf(lessons, "lesson")}</b> <span className="dim">{when}</span>
            </span>
            {isUndone ? (
              <Status head="rest" tone="dim">
                Undone
              </Status>
            ) : (
              <ActButton
                label="Undo"
                sends={{ arrangement: id }}
                intent="undo"
                pending="Restoring…"
                variant="danger"
                about={`${countOf(lessons, "lesson")}, ${when}`}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
