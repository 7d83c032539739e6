import type { Actor } from "~/models/foundation/access/actor"
import { keepAside } from "~/models/foundation/aside/kept-aside.server"
import { viewerKey, viewerOf } from "~/models/foundation/aside/viewer"
import { hasManyStudents } from "~/models/people/student/many-students.server"
import { now } from "~/utils/clock.server"
import { findSchedulePage } from "./schedule-page.server"
import { beside, periodOf, type ScheduleQuery } from "./schedule-period"

export type SchedulePage = Readonly<ReturnType<typeof findSchedulePage>>

/**
 * What a view of the schedule shows, read once between two writes and once a minute, and of a large school aside: many a
 * lesson's card is opened beside the same week.
 */
export const keptSchedulePage = (actor: Actor, query: ScheduleQuery): Promise<SchedulePage> =>
  keepPage([actor.school.id, viewerKey(actor), query, Math.floor(now() / 60_000)], {
    work: {
      name: "schedule-page",
      input: { schoolId: actor.school.id, viewer: viewerOf(actor), query },
      here: () => findSchedulePage(actor, query),
    },
    isLong: hasManyStudents(actor),
  })

/**
 * The same for the page as it opens: once all days of the present week are over, as on a Sunday without lessons, the week is the
 * next one.
 */
export async function presentSchedulePage(actor: Actor, query: ScheduleQuery) {
  const page = await keptSchedulePage(actor, query)
  const isOver = page.body.kind === "week" && page.body.days.every(({ date }) => date < page.today)
  if (!isOver) return { query, page }
  const following = { ...query, date: beside(query).next }
  const [first = following.date] = periodOf(following, actor.school.weekStart)
  const next = { ...query, date: first }
  return { query: next, page: await keptSchedulePage(actor, next) }
}

const keepPage = keepAside<SchedulePage>(8)
