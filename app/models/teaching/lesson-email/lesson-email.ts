import type { lessonEmailTimes } from "db/schema/choices"

/** When notes, assignments and reports are emailed to families: never, at once, or as the summary of a day or a week. */
export type LessonEmails = (typeof lessonEmailTimes)[number]

/** When a summary leaves, school's time; a week's leaves on Sundays. */
export const summaryTime = "19:00"
