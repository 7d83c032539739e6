import type { MailData } from "~/models/foundation/outbox/outbox"
import { formFor } from "~/utils/formats"
import { joinNames } from "~/utils/names"

/** What an email of lesson notes is called; its replies are, too. */
export function lessonNotesSubject({ students }: Pick<MailData["lesson-notes"], "students">): string {
  const names = joinNames(students.map(({ studentName }) => studentName))
  const lessons = students.flatMap((student) => student.lessons)
  const [lesson, ...others] = lessons
  if (lesson && others.length === 0 && students.length === 1)
    return `${lesson.isCorrected ? "Corrected note" : "Lesson note"} for ${names}: ${lesson.className}, ${lesson.day}`
  if (lesson) return `Lesson notes for ${names}`
  const reports = students.reduce((sum, student) => sum + student.reports.length, 0)
  const hasPractice = students.some(({ hasNewPractice }) => hasNewPractice)
  if (reports === 0) return `What to practice: ${names}`
  return `${formFor(reports, "Progress report", "Progress reports")}${hasPractice ? " and practice" : ""} for ${names}`
}
