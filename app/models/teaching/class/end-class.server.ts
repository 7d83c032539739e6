import { db, transact } from "db/client.server"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, gt } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { today } from "~/utils/zones"
import { makeSessions, makingHorizon } from "../session/make-sessions.server"
import { removeSession } from "../session/remove-session.server"
import type { EndEffect } from "./class-effects"
import { findClass } from "./find-class.server"
import { dropStudent } from "./leave-class.server"
import { listRoster } from "./roster.server"

type EndRefusal = "no-class" | "over-already"

/**
 * Ends a class after a last day (included): its students leave, its rules end, the sessions after it go. What was
 * marked and charged stays. Refused when it has ended by then.
 */
export function endClass(
  actor: Actor,
  classId: string,
  { lastDay, reason }: { lastDay: string; reason: string },
): Result<{ effect: EndEffect }, EndRefusal> {
  return transact(() => {
    const found = findClass(actor, classId)
    if (!found) return { ok: false, reason: "no-class" }
    if (found.endedOn !== null && found.endedOn <= lastDay) return { ok: false, reason: "over-already" }
    const students = listRoster(actor, classId).present.flatMap(({ enrollmentId, name, startsOn }) => {
      const last = startsOn > lastDay ? startsOn : lastDay
      return dropStudent(actor, classId, enrollmentId, { lastDay: last, reason }).ok ? [name] : []
    })
    db()
      .update(classes)
      .set({ endedOn: lastDay })
      .where(own(actor, classes, classId))
      .run()
    const effect = { sessions: 0, cancelled: 0, kept: 0, students: [...new Set(students)] }
    for (const { id } of listAfter(actor, classId, lastDay)) {
      const removed = removeSession(actor, id, reason)
      if (removed === "kept") effect.kept += 1
      else effect.sessions += 1
      if (removed === "cancelled") effect.cancelled += 1
    }
    recordEvent(actor, {
      verb: "end",
      noun: "class",
      nounId: classId,
      before: { endedOn: found.endedOn },
      after: { lastDay, reason, ...effect },
    })
    return { ok: true, effect }
  })
}

/**
 * Brings an ended class back without its students: its rules go on from today, or from a later day, and sessions are made
 * again.
 */
export function restoreClass(
  actor: Actor,
  classId: string,
  { notBefore = "" }: { notBefore?: string } = {},
): Result<{ made: number; clashes: number }, "no-class" | "not-ended"> {
  return transact(() => {
    const found = findClass(actor, classId)
    if (!found) return { ok: false, reason: "no-class" }
    if (found.endedOn === null) return { ok: false, reason: "not-ended" }
    db()
      .update(classes)
      .set({ endedOn: null })
      .where(own(actor, classes, classId))
      .run()
    const day = today(actor.school.timeZone, now())
    const from = notBefore > day ? notBefore : day
    const made = { made: 0, clashes: 0 }
    for (const { id } of found.rules) {
      const more = makeSessions(actor, id, makingHorizon(actor), { from })
      made.made += more.made
      made.clashes += more.clashes
    }
    recordEvent(actor, {
      verb: "restore",
      noun: "class",
      nounId: classId,
      before: { endedOn: found.endedOn },
      after: made,
    })
    return { ok: true, ...made }
  })
}

function listAfter(actor: Actor, classId: string, day: string) {
  return db()
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        eq(sessions.classId, classId),
        eq(sessions.state, "planned"),
        gt(sessions.localDate, day),
      ),
    )
    .all()
}
