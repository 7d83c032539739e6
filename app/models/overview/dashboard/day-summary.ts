import { countOf } from "~/utils/count-of"

/**
 * The school's day in a line: "15 lessons today with 5 teachers". `teachers` is null where there is only one, and not
 * named while no lesson has one.
 */
export function daySummary(lessons: number, teachers: number | null): string {
  if (lessons === 0) return "No lessons today"
  const summary = `${countOf(lessons, "lesson")} today`
  return !teachers ? summary : `${summary} with ${countOf(teachers, "teacher")}`
}
