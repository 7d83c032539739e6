import type { SubmissionResult } from "@conform-to/react"
import type { ReactNode } from "react"
import { EmptyState } from "~/components/ui/empty-state"
import { Pagination } from "~/components/ui/pagination"
import { type Feedback, feedbackPageSize } from "~/models/learning/feedback/feedback"
import { LessonFeedback } from "./lesson-feedback"

type FeedbackListProps = {
  lessons: Feedback[]
  total: number
  page: number
  timeZone: string
  entryId: string
  /** The recipient of a reply; by default the lesson's teacher. */
  to?: string
  empty: ReactNode
  pageAddress: (page: string) => string
  result?: SubmissionResult
  /** the lesson whose reply form is open from the start */
  replying?: string | null
}

/** Lesson notes and replies, newest first, with pages. */
export function FeedbackList(props: FeedbackListProps) {
  const { lessons, total, page, timeZone, entryId, to, empty, pageAddress, result, replying } = props
  if (total === 0) return <EmptyState>{empty}</EmptyState>
  const from = (page - 1) * feedbackPageSize
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
      {total > feedbackPageSize || page > 1 ? (
        <Pagination
          from={Math.min(from + 1, total)}
          to={Math.min(from + feedbackPageSize, total)}
          total={total}
          previous={page > 1 ? pageAddress(String(page - 1)) : undefined}
          next={from + feedbackPageSize < total ? pageAddress(String(page + 1)) : undefined}
        />
      ) : null}
    </>
  )
}
