import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import type { Actor } from "~/models/foundation/access/actor"
import { releaseMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { forJoined } from "./left-out"
import type { SessionRow } from "./session"
import { listSessionsToTell } from "./session-list.server"
import { besideKey, gatherChange } from "./tell-change.server"
import { heldMs } from "./tell-rule-change.server"
import {
  isAboutMoves,
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
  const recalled = recallWaiting(actor.school.id, before.id)
  tellFrom(actor, recalled, before, present)
  tell(actor, before, present, { has: (recipient) => !recalled.has(recipient) })
  tellBackOn(actor, before, present)
}

/** Lessons that are restored: whose email about a move was kept back while they were canceled gets it after all. */
export function tellKeptMoves(actor: Actor, sessionIds: readonly string[]) {
  for (const { sessionId, was, others } of takeKeptMoves(actor, sessionIds)) {
    const [present] = listSessionsToTell(actor, [sessionId])
    if (!present) continue
    tellFrom(actor, was, present, present)
    if (others.size > 0) tellOn(actor, [present], others)
  }
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
  if (JSON.stringify(was) === JSON.stringify(stateOf(present))) return
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
    db()
      .select({ recipient: emails.recipient, key: emails.gatheredFor })
      .from(emails)
      .where(isAboutMoves(schoolId, sessionId))
      .all()
      .flatMap(({ recipient, key }) => (key?.endsWith(besideKey("")) ? [recipient] : [])),
  )
