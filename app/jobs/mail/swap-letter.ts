import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { turnOff } from "./lesson-letters"
import { greet, type Letter } from "./letter"

/** What became of a swap; a family never reads whose the other lesson is. */
export const lessonSwapLetter = (data: MailData["lesson-swap"]): Letter => ({
  ...swapTexts[data.what],
  greeting: greet(data.recipientName),
  facts: data.lessons,
  ...(data.forTeacher
    ? { button: { label: "View schedule", url: `${env().APP_URL}${paths.teacherSchedule()}` } }
    : data.hasPages
      ? { button: { label: "View lesson swaps", url: `${env().APP_URL}${paths.studentSwaps()}` } }
      : {}),
  closing: data.hasPages ? turnOff() : `Contact ${data.schoolName} with any questions.`,
  sender: data.schoolName,
})

const swapTexts: Record<MailData["lesson-swap"]["what"], Pick<Letter, "subject" | "paragraphs">> = {
  asked: {
    subject: "Another family asks to swap lesson times",
    paragraphs: ["Another family would take your lesson’s time and give you theirs. Accept or decline:"],
  },
  declined: {
    subject: "Your lesson swap was declined",
    paragraphs: ["The other family keeps its time, so your lesson stays where it is."],
  },
  refused: {
    subject: "A lesson swap wasn’t approved",
    paragraphs: ["The school didn’t approve this swap. The lesson stays where it is."],
  },
  done: {
    subject: "Lesson times swapped",
    paragraphs: ["The swap is done. The teacher stays the same, and so does the price."],
  },
  undone: {
    subject: "A lesson swap was undone",
    paragraphs: ["The school undid this swap. The lesson is back at its earlier time."],
  },
}
