import type { ReactNode } from "react"
import { ActButton, PostForm, SubmitButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { notEmailedText } from "~/models/foundation/outbox/bounce"
import {
  becameSentence,
  type ClosureLetters,
  type UntoldLesson,
} from "~/models/teaching/closure/closure-lesson"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

type UnsentEmailsProps = {
  /** Those that were added together, whose emails are one. */
  closureIds: string[]
  lessons: number
  /** How many of them moved: the others are canceled. */
  moved: number
  /** How many lessons come back when all of them are removed. */
  restored: number
  told: Pick<ClosureLetters, "families" | "teachers" | "people" | "unwanting" | "withoutEmail" | "returned">
  untold: UntoldLesson[]
  /** The task that is still at work on the lessons. */
  workId: string | undefined
  /** Who gets what. */
  children: ReactNode
}

/** What was moved or canceled for a closure before anyone knows: send the emails, send none, or undo it. */
export function UnsentEmails(props: UnsentEmailsProps) {
  const { closureIds, lessons, moved, restored, told, untold, workId, children } = props
  const holidays = closureIds.length
  return (
    <>
      <Callout tone="amber">
        <p>
          <b>{waitingText(told)}</b> {becameSentence({ lessons, moved })}
          {holidays > 1 ? ` on ${holidays} holidays that you added together` : ""}, and no one has been
          emailed. Each person gets one email.
          {told.withoutEmail > 0
            ? ` ${countOf(told.withoutEmail, "family has", "families have")} no email address: call them.`
            : ""}
          {told.unwanting > 0
            ? ` ${countOf(told.unwanting, "person", "people")} turned these emails off.`
            : ""}
          {told.returned.length > 0 ? ` ${notEmailedText(told.returned)}` : ""}
        </p>
        {workId ? (
          <p>
            You can send them when the work in the background is done.{" "}
            <Link to={paths.task(workId)}>See its progress</Link>
          </p>
        ) : (
          <PostForm className="buttons">
            <SubmitButton intent="send" variant="primary" pending="Sending…">
              Send emails about {countOf(lessons, "lesson")}
            </SubmitButton>
            <SubmitButton intent="silence" variant="secondary" pending="Saving…" label="Don’t email" />
          </PostForm>
        )}
      </Callout>
      {children}
      {untold.length > 0 ? (
        <section className="section" aria-labelledby="untold">
          <h3 id="untold">What changes</h3>
          <Changes lessons={lessons} untold={untold} />
          <ActButton
            action={paths.schoolSettings()}
            sends={{ days: closureIds.join(" ") }}
            intent="undo-closures"
            pending="Undoing…"
          >
            Remove {holidays > 1 ? `${holidays} holidays` : "closure"} and restore{" "}
            {countOf(restored, "lesson")}
          </ActButton>
        </section>
      ) : null}
    </>
  )
}

/** So many lessons are listed without being opened. */
const mostOpen = 8

function Changes({ lessons, untold }: Pick<UnsentEmailsProps, "lessons" | "untold">) {
  const list = (
    <>
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
      {lessons > untold.length ? (
        <p className="small dim">And {countOf(lessons - untold.length, "more lesson")}.</p>
      ) : null}
    </>
  )
  if (lessons <= mostOpen) return list
  return (
    <details className="disclosure">
      <summary>{countOf(lessons, "lesson")}</summary>
      {list}
    </details>
  )
}

function waitingText({ families, teachers, people }: UnsentEmailsProps["told"]): string {
  if (people === 0) return "No one would be emailed: no family or teacher here gets these emails."
  const those = [
    families > 0 ? countOf(families, "family", "families") : "",
    teachers > 0 ? countOf(teachers, "teacher") : "",
  ]
  return `Emails to ${those.filter(Boolean).join(" and ")} aren’t sent yet.`
}

/** What the office decided before: no one is told of these lessons. */
export function SilentLessons({ lessons }: { lessons: number }) {
  return (
    <Callout>
      <p>No one is emailed about {countOf(lessons, "lesson")}, as you decided.</p>
      <ActButton label="Bring back the emails" intent="hold" pending="Saving…" />
    </Callout>
  )
}
