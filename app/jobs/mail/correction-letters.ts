import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"
import { type Reached, wayOn } from "./ways-on"

// Locked attendance that a teacher asks the office to correct.

const factsOf = ({
  studentName,
  lesson,
  recorded,
  wanted,
}: Pick<MailData["correction-asked"], "studentName" | "lesson" | "recorded" | "wanted">): Letter["facts"] => [
  ["Student", studentName],
  ["Lesson", lesson],
  ["Recorded", recorded],
  ["Asked for", wanted],
]

/** To the office: a teacher asks for a correction. */
const askedLetter = (data: MailData["correction-asked"]): Letter => ({
  subject: `${data.teacherName} asks to correct attendance for ${data.studentName}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.teacherName} can’t change this attendance anymore, because it’s locked. It’s corrected once you approve it.`,
    `“${data.reason}”`,
  ],
  facts: factsOf(data),
  button: { label: "Approve or decline", url: `${env().APP_URL}${paths.corrections()}` },
  sender: data.schoolName,
})

/** To the teacher: what the office answered. */
const answeredLetter = (data: MailData["correction-answered"] & Reached): Letter => ({
  subject: `Attendance for ${data.studentName} ${data.isApproved ? "corrected" : "stays as it is"}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    data.isApproved
      ? data.becomes
        ? `The office corrected this attendance to another status than you asked for: ${data.becomes}.`
        : "The office corrected this attendance as you asked."
      : "The office declined your request, so this attendance stays as it is.",
    ...(data.answer ? [`“${data.answer}”`] : []),
  ],
  facts: factsOf(data),
  ...wayOn(data, { label: "View attendance", path: paths.session(data.sessionId) }),
  sender: data.schoolName,
})

export const correctionLetters = {
  "correction-asked": askedLetter,
  "correction-answered": answeredLetter,
}
