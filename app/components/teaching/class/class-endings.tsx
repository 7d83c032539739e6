import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { Ending } from "~/models/teaching/class/class-ending"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"

export type ShownEnding = Ending & { told: string | null; emails: number; unreached: string; text: string[] }

/** The endings of a class: the email to its families, which waits until it is confirmed, and the way back. */
export function ClassEndings({ name, endings }: { name: string; endings: ShownEnding[] }) {
  return endings.map(({ id, part, lastDay, told, emails, unreached, text }) => (
    <section className="section" key={id} aria-labelledby={`ending-${id}`}>
      <h2 id={`ending-${id}`}>
        {part ?? name}: last day {formatDate(lastDay, "medium")}
      </h2>
      {told ? (
        <p>Families were told on {told}.</p>
      ) : emails > 0 ? (
        <>
          <p>Families don’t know yet. This email waits until you send it, one per person:</p>
          <blockquote className="letter-preview">
            {text.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </blockquote>
        </>
      ) : (
        <p>{unreached ? "No email leaves." : "No families with an email are affected."}</p>
      )}
      {unreached && !told ? <p>{unreached}</p> : null}
      <PostForm>
        <input type="hidden" name="ending" value={id} />
        <p className="buttons">
          {!told && emails > 0 ? (
            <SubmitButton intent="tell" variant="primary" pending="Sending…">
              Send {countOf(emails, "email")}
            </SubmitButton>
          ) : null}
          <SubmitButton intent="undo" variant="secondary" pending="Undoing…">
            Undo this ending
          </SubmitButton>
        </p>
      </PostForm>
      <p className="dim">
        Undo brings lessons and enrollments back as they were.
        {told ? " Families who have the email are told." : ""}
      </p>
    </section>
  ))
}
