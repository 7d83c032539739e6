import { keepUnchanged } from "db/unchanged.server"
import type { Actor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { findSchedulePage } from "./schedule-page.server"
import type { ScheduleQuery } from "./schedule-period"

type SchedulePage = Readonly<ReturnType<typeof findSchedulePage>>

/**
 * What a view of the schedule shows, read once between two writes and once a minute: many a lesson's card is opened
 * beside the same week.
 */
export const keptSchedulePage = (actor: Actor, query: ScheduleQuery): SchedulePage =>
  keepPage(JSON.stringify([actor.school.id, actor.memberId, query, Math.floor(now() / 60_000)]), () =>
    findSchedulePage(actor, query),
  )

const keepPage = keepUnchanged<SchedulePage>(8)
