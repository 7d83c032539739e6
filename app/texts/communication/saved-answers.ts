import type { AnswerValues } from "~/models/communication/saved-answer/saved-answer"

/** What each field of a saved answer stands for. */
export const answerFieldTexts: Record<keyof AnswerValues, string> = {
  recipient: "Name of the reader; left out for several",
  student: "First name of the student; left out where there are several",
  school: "Name of your school",
}
