import type { Actor } from "~/models/foundation/access/actor"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import type { SeatedLesson } from "./seated-lessons.server"

type Parted = {
  carried: readonly SeatedLesson[]
  left: readonly SeatedLesson[]
  /** Those at whose weekly time there would be a lesson. */
  canceled: readonly SeatedLesson[]
  /** Those whose weekly time is another by now: their week has a lesson. */
  besides: readonly SeatedLesson[]
}

const known = "with a time, teacher, room or link of its own, a reported absence, a guest or a make-up"

/**
 * What families and the office have entered for lessons of the term: what goes along, what stays canceled, and what they have to
 * enter again.
 */
export function knownLessonsText(
  { school }: Pick<Actor, "school">,
  { carried, left, canceled, besides }: Parted,
): string {
  const planned = carried.filter(({ state }) => state === "planned").length
  const days = (lessons: readonly SeatedLesson[]) => {
    const named = lessons.slice(0, 5).map(({ localDate }) => formatDate(localDate, "day", school))
    const more = lessons.length - named.length
    return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ")
  }
  return [
    planned > 0
      ? `${countOf(planned, "lesson")} ${known} ${planned === 1 ? "goes" : "go"} along with all of it.`
      : "",
    canceled.length > 0
      ? `${countOf(canceled.length, "canceled lesson")} ${canceled.length === 1 ? "stays" : "stay"} canceled (${days(canceled)}).`
      : "",
    besides.length > 0
      ? `${countOf(besides.length, "canceled lesson")} ${besides.length === 1 ? "isn’t" : "aren’t"} at a weekly time that continues (${days(besides)}): check those days in the new class.`
      : "",
    left.length > 0
      ? `${countOf(left.length, "lesson")} ${known} can’t go along (${days(left)}): enter that again in the new class.`
      : "",
  ]
    .filter(Boolean)
    .join(" ")
}
