import type { MailData } from "~/models/foundation/outbox/outbox"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"
import { type Reached, wayOnOrOff } from "./ways-on"

/** What became of a swap; a family never reads whose the other lesson is. */
export const lessonSwapLetter = (data: MailData["lesson-swap"] & Reached): Letter => ({
  ...swapTexts[data.what],
  greeting: greet(data.recipientName),
  facts: data.lessons,
  ...wayOnOrOff(
    data,
    data.forTeacher
      ? { label: "View schedule", path: paths.teacherSchedule() }
      : { label: "View lesson swaps", path: paths.studentSwaps() },
  ),
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
