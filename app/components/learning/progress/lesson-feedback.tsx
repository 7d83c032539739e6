import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { TextAreaField } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import type { Feedback, Reply } from "~/models/learning/feedback/feedback"
import { formatDate, formatTime } from "~/utils/formats"
import { formatInstant } from "~/utils/zones"

type LessonFeedbackProps = {
  lesson: Feedback
  timeZone: string
  /** Generated with the page, so that a reply sent twice is stored once. */
  entryId: string
  /** The recipient: "the family", "Marcus Whitfield". */
  to: string
  result?: SubmissionResult
  /** whether the form for a reply is open from the start */
  isOpen?: boolean
}

/** The reply form's id of a lesson; the summary of errors leads to its fields. */
export const replyFormId = (sessionId: string) => `reply-${sessionId}`

/** One lesson's notes, the replies to it, and a form for another reply. */
export function LessonFeedback({ lesson, timeZone, entryId, to, result, isOpen }: LessonFeedbackProps) {
  const { sessionId, className, teacherName, localDate, startTime, body, replies } = lesson
  return (
    <article className="lesson-feedback">
      <h2 className="text-18">
        {formatDate(localDate, "short")}, {formatTime(startTime)}
      </h2>
      <p className="expression dim">{[className, teacherName].filter(Boolean).join(", ")}</p>
      {body ? (
        <p className="whitespace-pre-line wrap-anywhere">{body}</p>
      ) : (
        <p className="dim">This note was deleted.</p>
      )}
      <ReplyList replies={replies} timeZone={timeZone} />
      <details className="disclosure" open={isOpen || Boolean(result)}>
        <summary>Reply to {to}</summary>
        <ReplyForm
          key={`${sessionId} ${replies.length}`}
          sessionId={sessionId}
          entryId={entryId}
          result={result}
        />
      </details>
    </article>
  )
}

type LessonReply = Reply & { studentName?: string }

/** Replies, oldest first. */
export function ReplyList({ replies, timeZone }: { replies: LessonReply[]; timeZone: string }) {
  if (replies.length === 0) return null
  return (
    <ul className="reply-list">
      {replies.map(({ id, body, by, at, isFamily, studentName }) => (
        <li key={id}>
          <p className="small dim">
            <b className="ink">{by ?? "Former member"}</b>
            {studentName ? ` about ${studentName}` : null}
            {isFamily ? ", family" : null}, {formatInstant(at, timeZone)}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{body}</p>
        </li>
      ))}
    </ul>
  )
}

type ReplyFormProps = { sessionId: string; entryId: string; result?: SubmissionResult }

function ReplyForm({ sessionId, entryId, result }: ReplyFormProps) {
  const [form, fields] = useForm<{ body: string }>({ id: replyFormId(sessionId), lastResult: result })
  return (
    <PostForm className="form" {...getFormProps(form)} sends={{ sessionId, entryId }}>
      <TextAreaField meta={fields.body} label="Your reply" rows={3} maxLength={1000} />
      <SubmitRow label="Send reply" pending="Sending…" intent="reply" variant="secondary" />
    </PostForm>
  )
}
