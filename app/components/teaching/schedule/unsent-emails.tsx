import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import type { UntoldLesson } from "~/models/teaching/closure-lesson/closure-lesson"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

type UnsentEmailsProps = {
  closureId: string
  lessons: number
  /** How many holidays that were added together wait for their emails. */
  closures: number
  untold: UntoldLesson[]
}

/** What was moved or canceled for a closure before anyone knows: send the emails, or undo it. */
export function UnsentEmails({ closureId, lessons, closures, untold }: UnsentEmailsProps) {
  return (
    <>
      <Callout tone="amber">
        <p>
          {countOf(lessons, "lesson is", "lessons are")} moved or canceled
          {closures > 1 ? ` on ${closures} holidays that you added together` : ""}, and no one has been told.
          Each person gets one email about moved lessons and one about canceled ones.
        </p>
        <PostForm>
          <SubmitButton intent="send" variant="primary" pending="Sending…">
            Send emails about {countOf(lessons, "lesson")}
          </SubmitButton>
        </PostForm>
      </Callout>
      {untold.length > 0 ? (
        <section className="section" aria-labelledby="untold">
          <h3 id="untold">What changes</h3>
          <ul className="rows">
            {untold.map(({ id, title, was, becomes }) => (
              <li key={id}>
                <span>
                  {title}, <span className="dim">{was}</span>
                </span>
                <span>{becomes}</span>
              </li>
            ))}
          </ul>
          <PostForm action={paths.schoolSettings()}>
            <input type="hidden" name="days" value={closureId} />
            <SubmitButton intent="undo-closures" variant="secondary" pending="Undoing…">
              Remove closure and restore {countOf(untold.length, "lesson")}
            </SubmitButton>
          </PostForm>
        </section>
      ) : null}
    </>
  )
}
