import { weekday } from "~/utils/dates"

// Whether a message sounds like an absence, and of which lesson. It is only ever a suggestion. Safe in the browser.

const signs =
  /\b(sick|ill|unwell|fever|flu|absent|absence|miss(?:es|ing)?|skip|away|vacation|trip|(?:can(?:['’]t|not)|won(?:['’]t)|(?:not|un)\s?able to) (?:come|make|attend|be there)|not coming|cancel(?:ed|ing)?)\b/i

export const soundsLikeAbsence = (body: string): boolean => signs.test(body)

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

/** Of upcoming lessons, soonest first, the one a message means: on a weekday it names, tomorrow, or else the next one. */
export function lessonMeant<Lesson extends { localDate: string }>(
  body: string,
  lessons: readonly Lesson[],
  tomorrow: string,
): Lesson | undefined {
  const text = body.toLowerCase()
  if (/\btomorrow\b/.test(text)) return lessons.find(({ localDate }) => localDate === tomorrow) ?? lessons[0]
  const named = weekdays.flatMap((day, index) => (text.includes(day) ? [index + 1] : []))
  return lessons.find(({ localDate }) => named.includes(weekday(localDate))) ?? lessons[0]
}

/** The student a message names by first name; with only one there is no question. */
export function studentMeant<Student extends { firstName: string }>(
  body: string,
  students: readonly Student[],
): Student | undefined {
  if (students.length === 1) return students[0]
  const text = body.toLowerCase()
  return students.find(({ firstName }) => firstName !== "" && text.includes(firstName.toLowerCase()))
}
