import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { and, eq, gt, gte, inArray, lt, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  change,
  type Params,
  platformQuery,
  platformRemove,
  select,
} from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { takeJobsBack } from "~/models/foundation/job/held-jobs.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { listMailed, recallMail } from "~/models/foundation/outbox/recall-mail.server"
import { pushKey, takePushesBack } from "~/models/foundation/push/push-devices.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { instantOf } from "~/utils/zones"
import { withThoseOn } from "./left-out.server"
import type { SessionRow } from "./session"

// The emails about a moved lesson that haven't left. While it is canceled they are kept back: its people know it where it was, so
// they read there that it is canceled, and of the move only once it is restored.

/** Where a lesson was, and who gave it. */
export type Was = NonNullable<MailData["session-changed"]["was"]>

export const moveKey = (sessionId: string) => `moved ${sessionId} `

/** What was said of a lesson's moves, in any state. */
export const isAboutMoves = (schoolId: string | Placeholder, sessionId: string | SQL) => {
  const key = sql`'moved ' || ${sessionId} || ' '`
  return and(
    eq(emails.schoolId, schoolId),
    gte(emails.gatheredFor, key),
    lt(emails.gatheredFor, sql`${key} || '~'`),
  )
}

export const columns = {
  id: emails.id,
  recipient: emails.recipient,
  data: emails.data,
  key: emails.gatheredFor,
}

/** Of some lessons. */
export const listWaiting = (schoolId: string, ...sessionIds: readonly string[]) =>
  waitingQuery.all({ schoolId, sessionIds: JSON.stringify(sessionIds), present: now() })

const waitingQuery = platformQuery((p: Params<{ schoolId: string; sessionIds: string; present: number }>) =>
  select(columns)
    .from(sql`json_each(${p.sessionIds}) lesson`)
    .crossJoin(emails)
    .where(
      and(
        isAboutMoves(p.schoolId, sql`lesson.value`),
        inArray(emails.state, ["queued", "withheld"]),
        gt(emails.dueAt, p.present),
      ),
    ),
)

/** All of the school's that are kept back: few, in an index of their own. */
const listKept = (schoolId: string) =>
  select(columns)
    .from(emails)
    .where(
      and(
        // The plus keeps the index of all mails away: what was sent of moves only grows.
        sql`+${emails.schoolId} = ${schoolId}`,
        gte(emails.gatheredFor, "moved "),
        lt(emails.gatheredFor, "moved ~"),
        sql`${emails.state} = 'gathered'`,
      ),
    )
    .all()

export const isOf =
  (sessionId: string) =>
  ({ key }: Waiting): boolean =>
    key?.startsWith(moveKey(sessionId)) ?? false

export type Waiting = ReturnType<typeof listWaiting>[number]

export const wasOf = ({ recipient, data }: Waiting): [string, Was][] => {
  const { was } = JSON.parse(data) as MailData["session-changed"]
  return was ? [[recipient, was]] : []
}

/** Discards the emails about earlier moves of a lesson that haven't left. Answers whose they were, and from where they begin. */
export function recallWaiting(schoolId: string, sessionId: string): Map<string, Was> {
  const waiting = listWaiting(schoolId, sessionId)
  const left = new Set<string>()
  for (const key of keysOf(waiting)) {
    recallMail(schoolId, key, 0)
    for (const recipient of listMailed(schoolId, key, 0)) left.add(recipient)
  }
  return new Map(waiting.filter(({ recipient }) => !left.has(recipient)).flatMap(wasOf))
}

const keysOf = (waiting: readonly Waiting[]) => new Set(waiting.flatMap(({ key }) => key ?? []))

/** Keeps the emails back that haven't left, with their notifications: the lesson is canceled. */
export function keepMovesBack(actor: Actor, sessionId: string) {
  const waiting = listWaiting(actor.school.id, sessionId)
  if (waiting.length === 0) return
  for (const key of keysOf(waiting)) takeJobsBack(pushKey(key))
  change(
    actor,
    emails,
    inArray(
      emails.id,
      waiting.map(({ id }) => id),
    ),
    { state: "gathered" },
  )
}

/** Discards what was kept back of lessons that are restored. Answers whose it was, and from where it begins, by lesson. */
export function takeKeptMoves(actor: Actor, sessionIds: readonly string[]) {
  const all = listKept(actor.school.id)
  return sessionIds.flatMap((sessionId) => {
    const kept = all.filter(isOf(sessionId))
    if (kept.length === 0) return []
    discard(kept)
    return [{ sessionId, ...asKept(kept) }]
  })
}

/** Who has emails about a lesson's moves to come: from where they begin, and who reads that it is on. */
export type Kept = { was: ReadonlyMap<string, Was>; others: ReadonlySet<string> }

export function asKept(mails: readonly Waiting[]): Kept {
  const was = new Map(mails.flatMap(wasOf))
  return { was, others: new Set(mails.map(({ recipient }) => recipient).filter((each) => !was.has(each))) }
}

export const discard = (mails: readonly Waiting[]) =>
  platformRemove(
    emails,
    inArray(
      emails.id,
      mails.map(({ id }) => id),
    ),
  )

/** Discards the emails about the moves of lessons that haven't left, of those who read of them in other mails. */
export function dropWaiting(
  actor: Actor,
  sessions: readonly SessionRow[],
  mails: readonly { recipient: string }[],
) {
  const told = new Set(mails.map(({ recipient }) => recipient))
  if (told.size === 0) return
  for (const { id } of sessions) {
    const waiting = listWaiting(actor.school.id, id).filter(({ recipient }) => told.has(recipient))
    for (const { key, recipient } of waiting) if (key) takePushesBack(actor.school.id, key, [recipient])
    if (waiting.length > 0) discard(waiting)
  }
}

/** A lesson as some of its people know it. */
export type KnownAs = { session: SessionRow; isFor: (recipient: string) => boolean }

/**
 * Canceled lessons as each reader knows them: where they were, for those who haven't read of their moves. Who has read already that
 * a move left them out reads nothing again.
 */
export function canceledAsKnown(actor: Actor, sessions: readonly SessionRow[]): KnownAs[] {
  const kept = sessions.length === 0 ? [] : listKept(actor.school.id)
  return sessions.flatMap((session) => {
    const those = kept.filter(isOf(session.id))
    const known = knownAs(actor, session, those)
    const apart = new Set(those.filter((mail) => wasOf(mail).length === 0).map(({ recipient }) => recipient))
    return [...known, asItIs(session, known, apart)]
  })
}

/** Lessons that are restored as each reader knows them: where they were, while emails about their moves wait. */
export const restoredAsKnown = (actor: Actor, sessions: readonly SessionRow[]): KnownAs[] =>
  sessions.flatMap((session) => {
    const known = knownAs(actor, session, listWaiting(actor.school.id, session.id))
    return [...known, asItIs(session, known)]
  })

/** For everyone who knows it as it is. */
const asItIs = (
  session: SessionRow,
  known: readonly KnownAs[],
  apart: ReadonlySet<string> = new Set(),
): KnownAs => ({
  session,
  isFor: (recipient) => !apart.has(recipient) && !known.some(({ isFor }) => isFor(recipient)),
})

/** What is over at the time that they know is said of the time that it has. */
function knownAs(actor: Actor, session: SessionRow, mails: readonly Waiting[]): KnownAs[] {
  const alike = groupBy(mails.flatMap(wasOf), ([, was]) => JSON.stringify(was))
  return [...alike.values()].flatMap((those): KnownAs[] => {
    const before = those[0] && rowAt(actor, session, those[0][1])
    const readers = new Set(those.map(([recipient]) => recipient))
    return before && before.startsAt > now()
      ? [{ session: before, isFor: (recipient) => readers.has(recipient) }]
      : []
  })
}

export const stateOf = ({
  localDate,
  startTime,
  minutes,
  teacherId,
  roomId,
  coTeachers = [],
}: SessionRow): Was => ({
  date: localDate,
  startTime,
  minutes,
  teacherId,
  roomId,
  coTeachers: coTeachers.map(({ id, name }) => ({ id, name })),
})

export const isSameState = (one: Was | undefined, other: Was): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The lesson as it was in another state. */
export function rowAt(actor: Actor, session: SessionRow, { date, coTeachers, ...was }: Was): SessionRow {
  const startsAt = instantOf(date, was.startTime, actor.school.timeZone)
  const endsAt = startsAt + was.minutes * 60_000
  const given = {
    ...(coTeachers ? { coTeachers } : {}),
    ...(was.teacherId === session.teacherId ? {} : { teacherName: nameOf(actor, teachers, was.teacherId) }),
    ...(was.roomId === session.roomId ? {} : { roomName: nameOf(actor, rooms, was.roomId) }),
  }
  return { ...withThoseOn(actor, session, date), ...was, ...given, localDate: date, startsAt, endsAt }
}

const nameOf = (actor: Actor, table: typeof teachers | typeof rooms, id: string | null): string | null =>
  (id &&
    select({ name: table.name })
      .from(table)
      .where(own(actor, table, id))
      .get()?.name) ||
  null
