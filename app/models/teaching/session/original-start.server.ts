import { sessions } from "db/schema/teaching-sessions"
import { and, eq, max, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"

// What identifies a session within its class: the date and wall-clock time it was first meant for, and a sequence where
// that start is shared. A moved or canceled session keeps its original start, so the rule never fills that gap again.

type OriginalStart = { originalDate: string; originalStartTime: string; sequence: number }

/** The next free original start of a class at a date and time, in the caller's transaction. */
export function nextOriginalStart(
  actor: Actor,
  classId: string,
  originalDate: string,
  originalStartTime: string,
): OriginalStart {
  const found = select({ last: max(sessions.sequence) })
    .from(sessions)
    .where(isMeantFor(actor, classId, originalDate, originalStartTime))
    .get()
  const last = found?.last ?? null
  return { originalDate, originalStartTime, sequence: last === null ? 0 : last + 1 }
}

const isMeantFor = (actor: Actor, classId: string, originalDate: string, originalStartTime: string) =>
  and(
    own(actor, sessions),
    eq(sessions.classId, classId),
    eq(sessions.originalDate, originalDate),
    eq(sessions.originalStartTime, originalStartTime),
  )

type Identified = OriginalStart & { id: string; classId: string }

/** The original start that a session had, or the next one where another session of its class has it by now. */
export function originalStartAgain(
  actor: Actor,
  { id, classId, originalDate, originalStartTime, sequence }: Identified,
): OriginalStart {
  const taken = select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        isMeantFor(actor, classId, originalDate, originalStartTime),
        eq(sessions.sequence, sequence),
        ne(sessions.id, id),
      ),
    )
    .get()
  return taken
    ? nextOriginalStart(actor, classId, originalDate, originalStartTime)
    : { originalDate, originalStartTime, sequence }
}
