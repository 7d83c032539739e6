import { sessions } from "db/schema/teaching-sessions"
import { and, asc } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { listClashPairsOn } from "./clash-pairs.server"
import type { SessionRow } from "./session"
import { listSessionsById, onDates } from "./session-list.server"

// A day of a large school has more sessions than a page can carry.

export const sessionsPerPage = 100

type DayPage = {
  /** All sessions of the day; of them planned ones, and those with a register. */
  total: number
  planned: number
  taken: number
  sessions: SessionRow[]
}

/** One page of a day's sessions, in order of time. For those who see the whole school's. */
export function findDayPage(actor: Actor, date: string, page: number): DayPage {
  const all = dayQuery(actor, date).all()
  const ids = all.slice((page - 1) * sessionsPerPage, page * sessionsPerPage).map(({ id }) => id)
  const planned = all.filter(({ state }) => state === "planned")
  return {
    total: all.length,
    planned: planned.length,
    taken: planned.filter(({ registerTakenAt }) => registerTakenAt !== null).length,
    sessions: listSessionsById(actor, ids, listClashPairsOn(actor, date, date)),
  }
}

/** Exported for the test that reads its plan. */
export const dayQuery = (actor: Actor, date: string) =>
  select({ id: sessions.id, state: sessions.state, registerTakenAt: sessions.registerTakenAt })
    .from(sessions)
    .where(and(own(actor, sessions), onDates(date, date)))
    .orderBy(asc(sessions.localDate), asc(sessions.startsAt), asc(sessions.id))
