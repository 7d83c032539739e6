import { sessions } from "db/schema/teaching-sessions"
import type { Actor } from "~/models/foundation/access/actor"
import { change, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { claim, release } from "./claim.server"
import { listClashPairsOf } from "./clash-pairs.server"
import { originalStartAgain } from "./original-start.server"
import type { KeptReason, RuleEffect } from "./rule-effect"
import { acceptAgain, type KeptChange, type Lesson } from "./schedule-change.server"
import { listUnsettled, settleClashes } from "./settle-clashes.server"
import { attendeesOn, type Override, type SlotRefusal } from "./slot.server"

// A weekly time that changes where some of its lessons clash at the new time.

type Change = {
  /** The lessons as they were. */
  old: readonly Lesson[]
  brought: Pick<RuleEffect, "moved" | "kept">
  /** Lessons that weren't there before. */
  made: readonly Lesson[]
  accepted: KeptChange["accepted"]
}

export type Settled = Pick<RuleEffect, "moved" | "kept" | "unscheduled"> & { made: readonly Lesson[] }

export type Leaving = { override?: Override; leavesClashing?: boolean }

/**
 * Asks what clashes at the new times; with the wish to, leaves those lessons out, unless none would be at its new time. A refusal
 * says how many would be left out, and the caller takes everything back.
 */
export function settleOrLeave(
  actor: Actor,
  { old, brought: { moved, kept }, made, accepted }: Change,
  { leavesClashing, override }: Leaving,
): ({ ok: true } & Settled) | Extract<SlotRefusal, { reason: "clash" }> {
  const ids = [...moved, ...made].map(({ id }) => id)
  const settled = settleClashes(actor, ids, {
    ...{ override: leavesClashing ? undefined : override, areNew: true, sameRoom: true },
  })
  if (settled.ok) return { ok: true, moved, kept, made, unscheduled: [] }
  const isMoved = new Set(moved.map(({ id }) => id))
  const left = leaveClashing(
    actor,
    { moved: old.filter(({ id }) => isMoved.has(id)), made, accepted },
    (others) => listUnsettled(actor, others),
  )
  const canLeave = left.size < ids.length
  if (!leavesClashing || !canLeave) return { ...settled, leavable: canLeave ? left.size : undefined }
  return { ok: true, ...withoutLeft(left, { moved, kept, made }, "clash") }
}

/**
 * Of lessons that take each other's times, leaves out those whose new time the other's lesson keeps that week, as on a day that
 * is closed for it: in the caller's transaction, before it's asked what clashes with anything else.
 */
export function leaveBesideKept(
  actor: Actor,
  { old, brought: { moved, kept }, made, accepted }: Change,
): Settled {
  const known = new Set([...old, ...made].map(({ id }) => id))
  const isMoved = new Set(moved.map(({ id }) => id))
  const left = leaveClashing(
    actor,
    { moved: old.filter(({ id }) => isMoved.has(id)), made, accepted },
    (others) => {
      const atNewTimes = new Set(others)
      return listClashPairsOf(actor, others).flatMap(({ sessionId, otherId }) =>
        known.has(otherId) && !atNewTimes.has(otherId) ? [sessionId] : [],
      )
    },
  )
  return withoutLeft(left, { moved, kept, made }, "swap")
}

/** What a change comes to without the lessons that are left out of it. */
function withoutLeft(
  left: ReadonlySet<string>,
  { moved, kept, made }: Omit<Settled, "unscheduled">,
  why: KeptReason,
): Settled {
  const stay = moved.filter(({ id }) => left.has(id))
  const gone = made.filter(({ id }) => left.has(id))
  return {
    moved: moved.filter(({ id }) => !left.has(id)),
    kept: [...kept, ...stay.map(({ id, was }) => ({ ...was, id, why }))],
    made: made.filter(({ id }) => !left.has(id)),
    unscheduled: gone.map(({ localDate: date, startTime }) => ({ date, startTime })),
  }
}

type NewTimes = {
  /** Lessons that have moved, as they were. */
  moved: readonly Lesson[]
  /** Lessons that weren't there before. */
  made: readonly Lesson[]
  accepted: KeptChange["accepted"]
}

/**
 * Of lessons that a new weekly time has moved and made, leaves out those that clash, in the caller's transaction: they are back
 * at their old times, and what wasn't there before is removed. Answers the IDs of both. One that is back may be in the way of
 * another, which is left out, too.
 */
function leaveClashing(
  actor: Actor,
  { moved, made, accepted }: NewTimes,
  listClashing: (sessionIds: readonly string[]) => string[],
): ReadonlySet<string> {
  const left = new Set<string>()
  for (;;) {
    const others = [...moved, ...made].flatMap(({ id }) => (left.has(id) ? [] : [id]))
    const clashing = new Set(listClashing(others))
    if (clashing.size === 0) return left
    for (const lesson of moved.filter(({ id }) => clashing.has(id))) putBack(actor, lesson)
    for (const lesson of made.filter(({ id }) => clashing.has(id))) unschedule(actor, lesson)
    acceptAgain(
      actor,
      accepted.filter(({ sessionId }) => clashing.has(sessionId)),
    )
    for (const id of clashing) left.add(id)
  }
}

/** At its old time and with its old original start, so that it doesn't look moved by hand. */
function putBack(actor: Actor, lesson: Lesson) {
  const { id, localDate, startTime, minutes, startsAt, endsAt } = lesson
  change(actor, sessions, id, {
    localDate,
    startTime,
    minutes,
    startsAt,
    endsAt,
    ...originalStartAgain(actor, lesson),
  })
  release(actor, id)
  claim(actor, lesson, attendeesOn(actor, lesson, localDate))
}

/** Takes a lesson out again that was only just made: for the school it was never scheduled. */
function unschedule(actor: Actor, { id, classId, localDate, startTime }: Lesson) {
  release(actor, id)
  remove(actor, sessions, id)
  const after = { classId, date: localDate, startTime }
  recordEvent(actor, "session.leave-out", id, { after })
}
