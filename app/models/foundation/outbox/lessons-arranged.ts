import type { MailData } from "./outbox"

/** What the email about an absence says over its lessons; the page shows the same before it is sent. */
export function lessonsArrangedParagraphs({
  teacherName,
  away,
  audience,
  isUndone,
  schoolName,
  movedIds = [],
}: Pick<
  MailData["lessons-arranged"],
  "teacherName" | "away" | "audience" | "isUndone" | "schoolName" | "movedIds"
>): string[] {
  if (isUndone) return ["We changed our plans. These lessons take place as they were before our last email:"]
  if (audience === "substitute") return [`${teacherName} is away. You teach these lessons:`]
  if (audience === "colleague")
    return [`${teacherName} is away ${away}. These are lessons you give together:`]
  if (audience === "away") return [`While you’re away ${away}, your lessons are arranged like this:`]
  return [
    `${teacherName} is away ${away}. Here is what we arranged for you:`,
    ...(movedIds.length > 0 ? [confirmText(movedIds.length)] : []),
    `If something ${movedIds.length > 0 ? "else " : ""}doesn’t work for you, let ${schoolName} know.`,
  ]
}

const confirmText = (moved: number) =>
  moved === 1
    ? "Does the new time work for you? You can confirm or decline it."
    : "Do the new times work for you? You can confirm or decline each of them."

/** What comes later, put into the email that waits for the same recipient. */
export const withMoreArranged = (
  waiting: MailData["lessons-arranged"],
  more: MailData["lessons-arranged"],
): MailData["lessons-arranged"] => {
  const movedIds = [...(waiting.movedIds ?? []), ...(more.movedIds ?? [])]
  return {
    ...waiting,
    lessons: [...waiting.lessons, ...more.lessons],
    calendar: [...(waiting.calendar ?? []), ...(more.calendar ?? [])],
    ...(movedIds.length > 0 ? { movedIds } : {}),
  }
}
