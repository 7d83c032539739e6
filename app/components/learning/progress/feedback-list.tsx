import type { SubmissionResult } from "@conform-to/react"
import type { ReactNode } from "react"
import { EmptyState, MorePages, type Pages } from "~/components/ui/data-table"
import type { Feedback } from "~/models/learning/feedback/feedback"
import { LessonFeedback } from "./lesson-feedback"

type FeedbackListProps = {
  lessons: Feedback[]
  pages: Pages
  timeZone: string
  entryId: string
  /** The recipient of a reply; by default the lesson's teacher. */
  to?: string
  empty: ReactNode
  result?: SubmissionResult
  /** the lesson whose reply form is open from the start */
  replying?: string | null
}

/** Lesson notes and replies, newest first, with pages. */
export function FeedbackList(props: FeedbackListProps) {
  const { lessons, pages, timeZone, entryId, to, empty, result, replying } = props
  if (pages.total === 0) return <EmptyState>{empty}</EmptyState>
  return (
    <>
      {lessons.map((lesson) => (
        <LessonFeedback
          key={lesson.sessionId}
          lesson={lesson}
          timeZone={timeZone}
          entryId={entryId}
          to={to ?? lesson.teacherName ?? "the school"}
          result={result?.initialValue?.sessionId === lesson.sessionId ? result : undefined}
          isOpen={replying === lesson.sessionId}
        />
      ))}
      <MorePages {...pages} />
    </>
  )
}
