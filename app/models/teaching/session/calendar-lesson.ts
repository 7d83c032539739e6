import type { CalendarLesson } from "~/models/foundation/outbox/lesson-mail-data"
import type { SessionRow } from "./session"

// A lesson in its readers' calendars: by the same UID in the feed and in the files that come with letters.

/** A family has each student's lesson, a teacher the lesson. */
export const lessonUid = (sessionId: string, studentId?: string): string =>
  `${sessionId}${studentId === undefined ? "" : `-${studentId}`}@tutti`

/** A lesson for the file of a letter about it. */
export const calendarLesson = (
  {
    id,
    startsAt,
    endsAt,
    roomName,
    revision,
  }: Pick<SessionRow, "id" | "startsAt" | "endsAt" | "roomName" | "revision">,
  className: string,
  studentId: string | undefined,
  isCanceled: boolean,
): CalendarLesson => ({
  ...{ uid: lessonUid(id, studentId), className, startsAt, endsAt, roomName, isCanceled },
  sequence: revision,
})
