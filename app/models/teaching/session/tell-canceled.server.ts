import { emails } from "db/schema/foundation-mail"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { and, desc, eq, gte, isNull, lt } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { platformChange, remove, select } from "~/models/foundation/access/door.server"
import { releaseMail } from "~/models/foundation/outbox/outbox.server"
import { listMailed, recallMail } from "~/models/foundation/outbox/recall-mail.server"
import { now } from "~/utils/clock.server"
import type { SpentIn } from "../credit/spent-credits.server"
import { asKnownBefore } from "./closure-untold.server"
import type { SessionRow } from "./session"
import { listSessionsToTell } from "./session-list.server"
import { gatherChange, tellChange } from "./tell-change.server"
import { heldMs } from "./tell-rule-change.server"

// A canceled lesson is told two minutes later: until then it is restored without a word.

/** Each cancellation has emails of its own, so that a lesson that is canceled twice is told twice. */
const keyOf = (sessionId: string) => `canceled ${sessionId} `

/** Families and the teacher get their emails after two minutes. */
export function tellCanceled(
  actor: Actor,
  session: SessionRow,
  { reason, spent }: { reason: string; spent: readonly SpentIn[] },
) {
  const key = `${keyOf(session.id)}${now()}`
  const known = asKnownBefore(actor, session)
  const mails = gatherChange(actor, key, "cancelled", [known], { reason, spent })
  if (mails.length > 0) releaseMail(key, mails.length, heldMs)
}

/**
 * Discards what hasn't left about a cancellation, and tells whoever has an email that the lesson takes place. One whose
 * cancellation was told another way is told to everyone; one for a closure of which no one was told, to no one.
 */
export function tellRestored(actor: Actor, sessionId: string) {
  const schoolId = actor.school.id
  if (forgetUntold(actor, sessionId)) return
  const key = findKey(schoolId, sessionId)
  if (key) recallMail(schoolId, key, 0)
  const told = key ? { only: listMailed(schoolId, key, 0) } : {}
  tellChange(actor, "restored", listSessionsToTell(actor, [sessionId]), { ...told, withMoves: true })
  // What is restored is told: the next cancellation, which may be told another way, has nothing to do with it.
  if (key)
    platformChange(emails, and(eq(emails.schoolId, schoolId), eq(emails.gatheredFor, key)), {
      gatheredFor: null,
    })
}

/** Whether a lesson was canceled for a closure without an email: then none about it is to leave any more. */
const forgetUntold = (actor: Actor, sessionId: string): boolean =>
  remove(
    actor,
    closedLessons,
    and(eq(closedLessons.sessionId, sessionId), isNull(closedLessons.was), isNull(closedLessons.toldAt)),
  ) > 0

/** What the emails of the last cancellation were gathered for. */
const findKey = (schoolId: string, sessionId: string) =>
  select({ key: emails.gatheredFor })
    .from(emails)
    .where(
      and(
        eq(emails.schoolId, schoolId),
        gte(emails.gatheredFor, keyOf(sessionId)),
        lt(emails.gatheredFor, `${keyOf(sessionId)}~`),
      ),
    )
    .orderBy(desc(emails.gatheredFor))
    .limit(1)
    .get()?.key
