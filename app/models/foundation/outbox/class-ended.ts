import { joinNames } from "~/utils/names"
import type { MailData } from "./outbox"

// What a family reads when a class ends, or one of its weekly times; also shown before it is sent. Safe in the browser.

export const classEndedSubject = ({
  className,
  part,
  lastDay,
  isPast,
  isUndone,
}: MailData["class-ended"]): string => {
  const what = part ? `${className} (${part})` : className
  return isUndone ? `${what} continues` : `${what} ${isPast ? "ended" : "ends"} on ${lastDay}`
}

export function classEndedParagraphs(data: MailData["class-ended"]): string[] {
  const { className, part, continuing, lastDay, isPast, lastLesson, reason, studentNames } = data
  const what = part ? `${className} (${part})` : className
  if (data.isUndone)
    return [
      `We wrote that ${what} ends on ${lastDay}. It continues after that day, and ${joinNames(studentNames)} ${studentNames.length === 1 ? "stays" : "stay"} enrolled.`,
    ]
  return [
    `${what} ${isPast ? "ended" : "ends"} on ${lastDay}. There are no lessons ${part ? "at this time " : ""}after that day.`,
    ...(isPast ? [] : [lastLesson ? `Last lesson: ${lastLesson}.` : "There are no lessons until then."]),
    ...(continuing.length > 0 ? [`These lessons continue: ${continuing.join("; ")}.`] : []),
    `Reason: ${reason}`,
  ]
}
