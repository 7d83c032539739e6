import { closedLessons } from "db/schema/teaching-closed-lessons"
import { sessions } from "db/schema/teaching-sessions"
import { and, exists, gt, inArray, isNull, type Placeholder, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, type Owner, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { type ClosureFacts, closureKey, listAddedWith } from "../closure/closure.server"
import { SpentCredits } from "../credit/spent-credits.server"
import { MovedFrom } from "../school-calendar/undo-closure.server"
import { lessonIn, withStudents } from "../session/lesson-in.server"
import type { SessionRow } from "../session/session"
import type { ChangeChoice } from "../session/tell-change.server"
import { isSameState, type Known } from "../session/told.server"

// Which lessons of a closure no one was told about yet, and what is to be told of each.

/** A closure with those that were added with it: their emails are one. */
export const together = (actor: Actor, closure: ClosureFacts): ClosureFacts[] => [
  closure,
  ...listAddedWith(actor, closure),
]

export const idsTogether = (actor: Actor, closure: ClosureFacts): string[] =>
  together(actor, closure).map(({ id }) => id)

/** UTC ms, or where a statement that is prepared once is given it. */
type Present = number | Placeholder

/** The lessons to come of some closures, or of all, for which the office hasn't decided whether their people are told. */
export const isWaiting = (owner: Owner, closureIds?: readonly string[], present: Present = now()) =>
  and(
    closureIds && inArray(closedLessons.closureId, [...closureIds]),
    isNull(closedLessons.toldAt),
    isNull(closedLessons.silencedAt),
    isToCome(owner, present),
  )

/** The lesson is to come, and still as the closure left it: what changed since, its people know. */
export const isToCome = (owner: Owner, present: Present = now()) =>
  exists(
    select({ id: sessions.id })
      .from(sessions)
      .where(
        and(
          own(owner, sessions),
          joined(sessions, closedLessons.sessionId),
          gt(sessions.startsAt, present),
          sql`(${sessions.state} = 'cancelled') = (${closedLessons.was} is null)`,
        ),
      ),
  )

export type ClosureNotice = {
  /** What its emails are gathered for. */
  key: string
  change: "cancelled" | "moved"
  before: SessionRow
  choice: Pick<ChangeChoice, "reason" | "spent" | "only"> & {
    part?: string | undefined
  }
}

/**
 * What is told of a lesson as it is now: from where it was for the closure, or from where those know it who hadn't read yet of its
 * move before. None of one that changed again since, whose people know.
 */
export function noticesOf(
  actor: Actor,
  closure: ClosureFacts,
  closed: Pick<typeof closedLessons.$inferSelect, "was" | "spent">,
  session: SessionRow,
  unread: ReadonlyMap<string, Known> = new Map(),
): ClosureNotice[] {
  const notice = noticeOf(actor, closure, closed, session)
  if (!notice || closed.was === null || unread.size === 0) return notice ? [notice] : []
  const others = { ...notice, choice: { ...notice.choice, only: { has: (one: string) => !unread.has(one) } } }
  const alike = groupBy([...unread], ([, was]) => JSON.stringify(was))
  return [
    others,
    ...[...alike.values()].flatMap((those): ClosureNotice[] => {
      const was = those[0]?.[1]
      if (!was || isSameState(was, session)) return []
      const only = new Set(those.map(([reader]) => reader))
      return [{ ...notice, before: was, choice: { ...notice.choice, only } }]
    }),
  ]
}

function noticeOf(
  actor: Actor,
  closure: ClosureFacts,
  closed: Pick<typeof closedLessons.$inferSelect, "was" | "spent">,
  session: SessionRow,
): ClosureNotice | undefined {
  const [key, part] = [closureKey(closure), closure.addedAs === null ? undefined : closure.id]
  const reason = closure.name
  if (closed.was === null) {
    if (session.state !== "cancelled") return undefined
    const credits = SpentCredits.parse(JSON.parse(closed.spent))
    const spent = [{ sessionId: session.id, credits }]
    return {
      key,
      change: "cancelled",
      // Whose spots in it went when their make-up credits were opened again.
      before: withStudents(
        actor,
        session,
        credits.map(({ studentId }) => studentId),
        "make_up",
      ),
      choice: { reason, spent, part },
    }
  }
  if (session.state !== "planned") return undefined
  const { date, startTime, roomId } = MovedFrom.parse(JSON.parse(closed.was))
  const before = lessonIn(actor, session, { date, startTime, roomId })
  return { key, change: "moved", before, choice: { reason, part } }
}
