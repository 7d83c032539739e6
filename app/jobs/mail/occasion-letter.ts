import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { joinNames } from "~/utils/join-names"
import { paths } from "~/utils/paths"
import { turnOff } from "./lesson-letters"
import { greet, type Letter } from "./letter"

/** An event that a family's students are invited to: announced, changed or called off. */
export function occasionLetter(data: MailData["occasion"]): Letter {
  const { what, title, kind, students, when, where, note, hasPages } = data
  const isOn = what !== "canceled"
  return {
    subject: `${subjects[what]}: ${title}, ${when}`,
    greeting: greet(data.recipientName),
    paragraphs: [
      ...paragraphs[what],
      ...(note ? [isOn ? note : `Reason: ${note}`] : []),
      ...(isOn && hasPages ? ["Tell us who takes part:"] : []),
    ],
    facts: [
      [kind, title],
      ["When", when],
      ...(where ? [["Where", where] satisfies [string, string]] : []),
      ...(students.length > 0 ? [["Invited", joinNames(students)] satisfies [string, string]] : []),
    ],
    ...(hasPages
      ? {
          button: {
            label: isOn ? "View event and answer" : "View event",
            url: `${env().APP_URL}${paths.studentOccasion(data.occasionId)}`,
          },
        }
      : {}),
    closing: hasPages ? turnOff() : `Contact ${data.schoolName} with any questions.`,
    sender: data.schoolName,
  }
}

type What = MailData["occasion"]["what"]

const subjects: Record<What, string> = {
  invited: "You’re invited",
  changed: "Event changed",
  canceled: "Event canceled",
}

const paragraphs: Record<What, string[]> = {
  invited: ["Save the date."],
  changed: ["This event has a new time or location. Earlier answers still count, and you can change them."],
  canceled: ["This event is canceled."],
}
