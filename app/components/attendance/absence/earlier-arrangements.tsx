import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
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
              <PostForm>
                <input type="hidden" name="arrangement" value={id} />
                <SubmitButton
                  variant="danger"
                  intent="undo"
                  pending="Restoring…"
                  aria-label={`Undo ${countOf(lessons, "lesson")}, ${when}`}
                >
                  Undo
                </SubmitButton>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
