import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { joinNames } from "~/utils/join-names"
import type { findSchedulePage } from "../session/schedule-page.server"
import type { ScheduleQuery } from "../session/schedule-period"
import { findTimesPage } from "./find-times-page.server"
import { readFindTimesQuery } from "./find-times-query"
import { withFoundTimes } from "./times-in-week"

type Body = ReturnType<typeof findSchedulePage>["body"]

/** A longer search isn't one of ours. */
const longestSearch = 1000

/**
 * The week of a schedule with the free times of a search, which is given as its address has it. Without a search, or where it
 * finds nothing, the schedule is as it was.
 */
export function drawFoundTimes(
  actor: Actor,
  { by }: Pick<ScheduleQuery, "by">,
  body: Body,
  find: string | null,
): { body: Body; sought: { find: string; subject: string | null } | null } {
  if (body.kind !== "week" || !find || find.length > longestSearch || !may(actor, "schedule:write"))
    return { body, sought: null }
  const asked = new URLSearchParams(find)
  const page = findTimesPage(actor, readFindTimesQuery(asked), asked)
  if (!page?.times?.length) return { body, sought: null }
  const { times, lesson, chosenClass, chosen, classId, query } = page
  const studentIds = chosen.map(({ id }) => id)
  const sought = { lessonId: lesson?.id, classId, studentIds, minutes: Number(query.minutes) }
  return {
    body: { ...body, days: withFoundTimes(body, by, times, sought) },
    sought: {
      find,
      subject: (lesson?.title ?? chosenClass?.name ?? joinNames(chosen.map(({ name }) => name))) || null,
    },
  }
}
