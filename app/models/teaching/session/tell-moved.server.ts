import { emails } from "db/schema/foundation-mail"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { releaseMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { takeUntold } from "./closure-untold.server"
import { forJoined } from "./left-out"
import { setMovesAside, takeMovesAside } from "./moves-aside.server"
import type { SessionRow } from "./session"
import { listSessionsToTell } from "./session-list.server"
import { besideKey, gatherChange } from "./tell-change.server"
import { heldMs } from "./tell-rule-change.server"
import {
  isAboutMoves,
  isSameState,
  type Kept,
  moveKey,
  recallWaiting,
  rowAt,
  stateOf,
  takeKeptMoves,
  type Was,
} from "./waiting-moves.server"

// A lesson that was moved, or that others give, is told two minutes later: until then it is put back without a word, and
// changed again with one email.

type Readers = { has: (recipient: string) => boolean }

/**
 * Families and teachers get their emails after two minutes. Whoever has one from an earlier change that hasn't left gets a single one
 * from the first state to the last, or none when the lesson is as they know it. `before` is the lesson as it was.
 */
export function tellMoved(actor: Actor, before: SessionRow) {
  const [present] = listSessionsToTell(actor, [before.id])
  if (!present) return
  const { known, aside } = takeUntold(actor, before)
  const recalled = new Map([...recallWaiting(actor.school.id, before.id), ...aside])
  tellFrom(actor, recalled, before, present)
  tell(actor, known, present, { has: (recipient) => !recalled.has(recipient) })
  tellBackOn(actor, before, present)
}

/** Lessons that are restored: whose email about a move was kept back while they were canceled gets it after all. */
export function tellKeptMoves(actor: Actor, sessionIds: readonly string[]) {
  for (const { sessionId, ...kept } of takeKeptMoves(actor, sessionIds)) tellKept(actor, sessionId, kept)
}

function tellKept(actor: Actor, sessionId: string, { was, others }: Kept) {
  if (was.size === 0 && others.size === 0) return
  const [present] = listSessionsToTell(actor, [sessionId])
  if (!present) return
  tellFrom(actor, was, present, present)
  if (others.size > 0) tellOn(actor, [present], others)
}

/**
 * A lesson of which the letters of a key tell: they are for these readers, and whoever else has an email about its last move that
 * hasn't left gets one that says where it is now.
 */
export function tellBeside(actor: Actor, sessionId: string, key: string, readers: ReadonlySet<string>) {
  setMovesAside(actor, sessionId, key, readers)
  tellUnread(actor, sessionId)
}

/** Whoever has an email about a lesson's last move that hasn't left gets one that says where it is now. */
export function tellUnread(actor: Actor, sessionId: string) {
  const waiting = recallWaiting(actor.school.id, sessionId)
  tellKept(actor, sessionId, { was: waiting, others: new Set() })
}

/**
 * What the letters of a key told of a lesson is undone: whoever would have read of its earlier move does so now. Those who have their
 * letter (`told`) know it as it was by then. Answers who they are, with them.
 */
export function tellAfterUndo(
  actor: Actor,
  sessionId: string,
  key: string,
  told?: { readers: ReadonlySet<string>; as: Was },
): ReadonlySet<string> {
  const { was, others } = takeMovesAside(actor, sessionId, key)
  const known = [...was].map(([reader, from]): [string, Was] => [
    reader,
    told?.readers.has(reader) ? told.as : from,
  ])
  const waiting = recallWaiting(actor.school.id, sessionId)
  const unread = new Set([...others].filter((reader) => !told?.readers.has(reader)))
  tellKept(actor, sessionId, { was: new Map([...waiting, ...known]), others: unread })
  return new Set(was.keys())
}

/** One email for all that know the lesson from the same state. */
function tellFrom(actor: Actor, known: ReadonlyMap<string, Was>, lesson: SessionRow, present: SessionRow) {
  for (const alike of groupBy([...known], ([, was]) => JSON.stringify(was)).values()) {
    const [, was] = alike[0] ?? []
    if (was) tell(actor, rowAt(actor, lesson, was), present, new Set(alike.map(([recipient]) => recipient)))
  }
}

function tell(actor: Actor, before: SessionRow, present: SessionRow, only: Readers) {
  const was = stateOf(before)
  if (isSameState(was, stateOf(present))) return
  const key = `${moveKey(before.id)}${now()} ${was.date} ${was.startTime}`
  const mails = gatherChange(actor, key, "moved", [before], { only, was })
  if (mails.length > 0) for (const each of [key, besideKey(key)]) releaseMail(each, mails.length, heldMs)
}

/** Whom an earlier move had left out, and who read that the lesson is canceled, reads that it is on again. */
function tellBackOn(actor: Actor, before: SessionRow, present: SessionRow) {
  const joined = forJoined([before], [present])
  if (joined.length > 0) tellOn(actor, joined, listLeftOut(actor.school.id, before.id))
}

function tellOn(actor: Actor, lessons: readonly SessionRow[], only: Readers) {
  const key = `${moveKey(lessons[0]?.id ?? "")}${now()} back on`
  const mails = gatherChange(actor, key, "restored", lessons, { only })
  if (mails.length > 0) releaseMail(key, mails.length, heldMs)
}

/** Who has an email that says that a move left them out. */
const listLeftOut = (schoolId: string, sessionId: string): Set<string> =>
  new Set(
    select({ recipient: emails.recipient, key: emails.gatheredFor })
      .from(emails)
      .where(isAboutMoves(schoolId, sessionId))
      .all()
      .flatMap(({ recipient, key }) => (key?.endsWith(besideKey("")) ? [recipient] : [])),
  )
