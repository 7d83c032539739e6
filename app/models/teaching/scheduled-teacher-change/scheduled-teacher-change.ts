// Who has a class from when on. Safe in the browser.
import { countOf, formatDate } from "~/utils/formats"
import { joinNames } from "~/utils/names"

/** From this day on (2026-11-25) a class has another teacher of its own, or none yet. */
export type LaterTeacher = { teacherId: string | null; from: string }

/** A class's own teacher, and who it is from a later day on. */
export type Taught = { teacherId: string | null; later: LaterTeacher | null }

/** A teacher who leaves after a day. */
export type Leaving = { name: string; lastDay: string }

/** A teacher who leaves, and the days on which the lessons of a class have no one then. */
export type Unstaffed = Leaving & { dates: string[] }

const namedDates = 6

/** "Helena Novak leaves after Dec 4, 2026. 2 lessons have no teacher: Dec 9 and Dec 16." */
export function unstaffedText({ dates, ...leaving }: Unstaffed): string {
  const days = dates.slice(0, namedDates).map((date) => formatDate(date, "short"))
  const more = dates.length - days.length
  const listed = more > 0 ? `${days.join(", ")} and ${more} more` : joinNames(days)
  return dates.length === 0
    ? leavingText(leaving)
    : `${leavingText(leaving)} ${countOf(dates.length, "lesson has", "lessons have")} no teacher: ${listed}.`
}

export const leavingText = ({ name, lastDay }: Leaving): string =>
  `${name} leaves after ${formatDate(lastDay, "medium")}.`

/** Whose a class is on a day. */
export const teacherOn = ({ teacherId, later }: Taught, date: string): string | null =>
  later && later.from <= date ? later.teacherId : teacherId
