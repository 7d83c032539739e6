// Texts that the school, or one of its people, writes once and uses in many messages. Safe in the browser.

/** Of the school, and of each person, at most so many. */
export const mostAnswers = 100

/** What a saved answer may hold in braces; it is filled in when the answer is put into a message. */
export const answerFields = ["recipient", "student", "school"] as const
export type AnswerValues = Record<(typeof answerFields)[number], string>

/** Whom an answer is for. */
export const whose = ["own", "school"] as const

export type SavedAnswerFields = { name: string; body: string; whose: (typeof whose)[number] }

export type SavedAnswer = { id: string; name: string; body: string; isShared: boolean; mayChange: boolean }
