import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { countOf } from "~/utils/count-of"

type Offered = {
  id: string
  when: string
  minutes: number
  teacherName: string
  lessons: { value: string; label: string }[]
}

/** Times that other families offer, each with the family’s own lessons that it fits. */
export function OfferedSwaps({ offered }: { offered: Offered[] }) {
  return (
    <section className="section" aria-labelledby="offered">
      <h2 id="offered">Times offered by other families</h2>
      {offered.length === 0 ? (
        <EmptyState>No times that fit your lessons right now. Offer one of your lessons below.</EmptyState>
      ) : (
        <ul className="rows">
          {offered.map(({ id, when, minutes, teacherName, lessons }) => (
            <li key={id}>
              <span>
                <b>{when}</b>
                <br />
                <span className="dim">
                  {countOf(minutes, "minute")} with {teacherName}
                </span>
              </span>
              <PostForm className="form">
                <input type="hidden" name="offer" value={id} />
                <p className="field">
                  <label htmlFor={`lesson-${id}`}>Your lesson</label>
                  <select id={`lesson-${id}`} name="lesson">
                    {lessons.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </select>
                </p>
                <Button type="submit" name="intent" value="ask" aria-label={`Ask to swap for ${when}`}>
                  Ask to swap
                </Button>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
