// Lesson feedback: a lesson's summary and the replies between the family and the teacher. Safe in the browser.

export type Reply = {
  id: string
  body: string
  by: string | null
  /** UTC ms. */
  at: number
  isFamily: boolean
}

export type Feedback = {
  sessionId: string
  className: string
  teacherName: string | null
  localDate: string
  startTime: string
  /** Null when the summary was taken away after someone had answered it. */
  body: string | null
  replies: Reply[]
}

export const feedbackPageSize = 8
