import { db, transact } from "db/client.server"
import { closures } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"
import { cancelSession } from "../session/cancel-session.server"
import { listSessionsToTell } from "../session/session-list.server"
import { tellChange } from "../session/tell-change.server"

/**
 * Closes the school for some days (both included): no session is made on them any more. Sessions that exist already
 * stay, unless `cancelSessions`: then those without a register are canceled for the closure's name. Answers how many
 * were canceled and how many stay; each person is told of all of theirs in one mail. Refused when the days are in the wrong order.
 */
export function addClosure(
  actor: Actor,
  closure: { name: string; startsOn: string; endsOn: string; cancelSessions?: boolean },
): Result<{ closureId: string; cancelled: number; left: number }, "wrong-order"> {
  const { name, startsOn, endsOn } = closure
  if (endsOn < startsOn) return { ok: false, reason: "wrong-order" }
  return transact(() => {
    const row = newRow(actor)
    db()
      .insert(closures)
      .values({ ...row, name, startsOn, endsOn })
      .run()
    recordEvent(actor, { verb: "add", noun: "closure", nounId: row.id, after: { name, startsOn, endsOn } })
    const planned = db()
      .select({ id: sessions.id })
      .from(sessions)
      .where(
        and(
          own(actor, sessions),
          between(sessions.localDate, startsOn, endsOn),
          eq(sessions.state, "planned"),
        ),
      )
      .all()
    const before = closure.cancelSessions
      ? listSessionsToTell(
          actor,
          planned.map(({ id }) => id),
        )
      : []
    const cancelled = before.filter(({ id }) => cancelSession(actor, id, name, { silent: true }).ok)
    tellChange(actor, "cancelled", cancelled, { reason: name })
    return {
      ok: true,
      closureId: row.id,
      cancelled: cancelled.length,
      left: planned.length - cancelled.length,
    }
  })
}
