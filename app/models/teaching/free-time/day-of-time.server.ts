import { sessions } from "db/schema/teaching-sessions"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { formatTime } from "~/utils/clock-times"
import { sessionTitle } from "../session/session"
import { listSessionsById } from "../session/session-list.server"
import type { FoundTime, TimeWithDay } from "./find-times"

/** Puts each time among its teacher's lessons of that day, in order of time. Four queries, however many times. */
export function withDays(
  actor: Actor,
  times: readonly FoundTime[],
  exceptId: string | undefined,
): TimeWithDay[] {
  const dates = JSON.stringify([...new Set(times.map(({ date }) => date))])
  const teacherIds = JSON.stringify([...new Set(times.map(({ teacherId }) => teacherId))])
  const ids = select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        sql`${sessions.teacherId} in (select value from json_each(${teacherIds}))`,
        sql`${sessions.localDate} in (select value from json_each(${dates}))`,
        eq(sessions.state, "planned"),
      ),
    )
    .all()
    .flatMap(({ id }) => (id === exceptId ? [] : [id]))
  const given = listSessionsById(actor, ids, [])
  return times.map((time) => ({
    ...time,
    day: [
      { startTime: time.startTime, title: "this time", isThis: true },
      ...given
        .filter(({ teacherId, localDate }) => teacherId === time.teacherId && localDate === time.date)
        .map((session) => ({ startTime: session.startTime, title: sessionTitle(session), isThis: false })),
    ]
      .sort((one, other) => one.startTime.localeCompare(other.startTime))
      .map(({ startTime, title, isThis }) => ({
        text: `${formatTime(startTime, actor.school)} ${title}`,
        isThis,
      })),
  }))
}
