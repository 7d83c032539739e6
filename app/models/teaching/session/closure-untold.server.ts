import { closedLessons } from "db/schema/teaching-closed-lessons"
import { and, eq, isNotNull, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { takeMovesAside } from "./moves-aside.server"
import type { SessionRow } from "./session"
import { rowAt, type Was } from "./waiting-moves.server"

// A lesson that moved for a closure of which no one was told yet: its people know it where it was. What is changed by hand then is
// told from there.

const Place = z.object({ date: z.string(), startTime: z.string(), roomId: z.string().nullable() })

/** The lesson where its people know it, or as it is. */
export function asKnownBefore(actor: Actor, session: SessionRow): SessionRow {
  const row = findUntold(actor, session.id)
  return row ? rowWas(actor, session, row) : session
}

/** The same once they are told: its closure has nothing more to say of it. With those who know it from before that, and where. */
export function takeUntold(
  actor: Actor,
  session: SessionRow,
): { known: SessionRow; aside: ReadonlyMap<string, Was> } {
  const row = findUntold(actor, session.id)
  if (!row) return { known: session, aside: new Map() }
  change(actor, closedLessons, row.id, { toldAt: now() })
  const { was } = takeMovesAside(actor, session.id, row.closureId)
  return { known: rowWas(actor, session, row), aside: was }
}

type Untold = Pick<typeof closedLessons.$inferSelect, "was">

function rowWas(actor: Actor, session: SessionRow, { was }: Untold): SessionRow {
  const { minutes, teacherId } = session
  return was === null
    ? session
    : rowAt(actor, session, { minutes, teacherId, ...Place.parse(JSON.parse(was)) })
}

const findUntold = (actor: Actor, sessionId: string) =>
  select({ id: closedLessons.id, closureId: closedLessons.closureId, was: closedLessons.was })
    .from(closedLessons)
    .where(
      and(
        own(actor, closedLessons),
        eq(closedLessons.sessionId, sessionId),
        isNotNull(closedLessons.was),
        isNull(closedLessons.toldAt),
      ),
    )
    .get()
