import type { MailData } from "./outbox"

/** What the email about an absence says over its lessons; the page shows the same before it is sent. */
export function lessonsArrangedParagraphs({
  teacherName,
  away,
  audience,
  isUndone,
  schoolName,
}: Pick<
  MailData["lessons-arranged"],
  "teacherName" | "away" | "audience" | "isUndone" | "schoolName"
>): string[] {
  if (isUndone) return ["We changed our plans. These lessons take place as they were before our last email:"]
  if (audience === "substitute") return [`${teacherName} is away. You teach these lessons:`]
  if (audience === "colleague")
    return [`${teacherName} is away ${away}. These are lessons you give together:`]
  if (audience === "away") return [`While you’re away ${away}, your lessons are arranged like this:`]
  return [
    `${teacherName} is away ${away}. Here is what we arranged for you:`,
    `If something doesn’t work for you, let ${schoolName} know.`,
  ]
}
