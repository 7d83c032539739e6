import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { and, eq, gt, gte, inArray, lt } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { releaseMail } from "~/models/foundation/outbox/outbox.server"
import { listMailed, recallMail } from "~/models/foundation/outbox/recall-mail.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { instantOf } from "~/utils/zones"
import { forJoined } from "./left-out"
import { withThoseOn } from "./left-out.server"
import type { SessionRow } from "./session"
import { listSessionsToTell } from "./session-list.server"
import { besideKey, gatherChange } from "./tell-change.server"
import { heldMs } from "./tell-rule-change.server"

// A lesson that was moved, or that others give, is told two minutes later: until then it is put back without a word, and
// changed again with one email.

const keyOf = (sessionId: string) => `moved ${sessionId} `

type Readers = { has: (recipient: string) => boolean }

/** Where a lesson was, and who gave it. */
type Was = NonNullable<MailData["session-changed"]["was"]>

/**
 * Families and teachers get their emails after two minutes. Whoever has one from an earlier change that hasn't left gets a single one
 * from the first state to the last, or none when the lesson is as they know it. `before` is the lesson as it was.
 */
export function tellMoved(actor: Actor, before: SessionRow) {
  const [present] = listSessionsToTell(actor, [before.id])
  if (!present) return
  const recalled = recallWaiting(actor.school.id, before.id)
  for (const alike of groupBy([...recalled], ([, was]) => JSON.stringify(was)).values()) {
    const [, was] = alike[0] ?? []
    if (was) tell(actor, rowAt(actor, before, was), present, new Set(alike.map(([recipient]) => recipient)))
  }
  tell(actor, before, present, { has: (recipient) => !recalled.has(recipient) })
  tellBackOn(actor, before, present)
}

function tell(actor: Actor, before: SessionRow, present: SessionRow, only: Readers) {
  const was = stateOf(before)
  if (JSON.stringify(was) === JSON.stringify(stateOf(present))) return
  const key = `${keyOf(before.id)}${now()} ${was.date} ${was.startTime}`
  const mails = gatherChange(actor, key, "moved", [before], { only, was })
  if (mails.length > 0) for (const each of [key, besideKey(key)]) releaseMail(each, mails.length, heldMs)
}

/** Whom an earlier move had left out, and who read that the lesson is canceled, reads that it is on again. */
function tellBackOn(actor: Actor, before: SessionRow, present: SessionRow) {
  const joined = forJoined([before], [present])
  if (joined.length === 0) return
  const key = `${keyOf(before.id)}${now()} back on`
  const mails = gatherChange(actor, key, "restored", joined, {
    only: listLeftOut(actor.school.id, before.id),
  })
  if (mails.length > 0) releaseMail(key, mails.length, heldMs)
}

const isAbout = (schoolId: string, sessionId: string) =>
  and(
    eq(emails.schoolId, schoolId),
    gte(emails.gatheredFor, keyOf(sessionId)),
    lt(emails.gatheredFor, `${keyOf(sessionId)}~`),
  )

/** Who has an email that says that a move left them out. */
const listLeftOut = (schoolId: string, sessionId: string): Set<string> =>
  new Set(
    db()
      .select({ recipient: emails.recipient, key: emails.gatheredFor })
      .from(emails)
      .where(isAbout(schoolId, sessionId))
      .all()
      .flatMap(({ recipient, key }) => (key?.endsWith(besideKey("")) ? [recipient] : [])),
  )

/** Discards the emails about earlier moves of a lesson that haven't left. Answers whose they were, and from where they begin. */
function recallWaiting(schoolId: string, sessionId: string): Map<string, Was> {
  const waiting = db()
    .select({ recipient: emails.recipient, data: emails.data, key: emails.gatheredFor })
    .from(emails)
    .where(
      and(
        isAbout(schoolId, sessionId),
        inArray(emails.state, ["queued", "withheld"]),
        gt(emails.dueAt, now()),
      ),
    )
    .all()
  const left = new Set<string>()
  for (const key of new Set(waiting.flatMap(({ key: each }) => each ?? []))) {
    recallMail(schoolId, key, 0)
    for (const recipient of listMailed(schoolId, key, 0)) left.add(recipient)
  }
  return new Map(
    waiting.flatMap(({ recipient, data }) => {
      const { was } = JSON.parse(data) as MailData["session-changed"]
      return was && !left.has(recipient) ? [[recipient, was]] : []
    }),
  )
}

const stateOf = ({ localDate, startTime, minutes, teacherId, roomId, coTeachers = [] }: SessionRow): Was => ({
  date: localDate,
  startTime,
  minutes,
  teacherId,
  roomId,
  coTeachers: coTeachers.map(({ id, name }) => ({ id, name })),
})

/** The lesson as it was in another state. */
function rowAt(actor: Actor, session: SessionRow, { date, coTeachers, ...was }: Was): SessionRow {
  const startsAt = instantOf(date, was.startTime, actor.school.timeZone)
  const endsAt = startsAt + was.minutes * 60_000
  const given = coTeachers ? { coTeachers } : {}
  return { ...withThoseOn(actor, session, date), ...was, ...given, localDate: date, startsAt, endsAt }
}
