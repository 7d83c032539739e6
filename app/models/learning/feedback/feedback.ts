// What was said of a lesson, and what the family and the teacher said to each other about it. Safe in the browser.

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
  /** Null when the summary was taken away after somebody had answered it. */
  body: string | null
  replies: Reply[]
}

export const feedbackPageSize = 8
