import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { and, desc, eq } from "drizzle-orm"
import { withOwnTime } from "~/models/accounts/profile/own-time"
import { findTextAccount } from "~/models/accounts/text-account/text-account.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Reach } from "~/models/foundation/outbox/bounce"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import { listConsenting } from "~/models/foundation/text-message/text-outbox.server"
import { listReaders } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import { formatTime } from "~/utils/formats"
import { classWith } from "~/utils/names"
import type { Result } from "~/utils/result"
import { today } from "~/utils/zones"
import { listAway } from "./not-coming.server"
import { type SessionRow, teacherNames } from "./session"
import { listSessionsToTell } from "./session-list.server"

// A teacher says that a lesson of today starts late: its families read it at once, by text where they agreed to that.

/** Families are told of one lesson so often at most. */
const mostTold = 4

/** Families can be told from so long before the lesson. */
const toldFromMs = 2 * 3_600_000

/** Whether families can be told so: the lesson is today, takes place, begins soon and isn't over. */
export const mayRunLate = (
  { school }: Actor,
  session: Pick<SessionRow, "localDate" | "state" | "startsAt" | "endsAt">,
): boolean =>
  session.state === "planned" &&
  session.localDate === today(school.timeZone, now()) &&
  session.startsAt - toldFromMs <= now() &&
  session.endsAt > now()

/**
 * Tells everyone who is expected, and is refused where that is no one. Told again of another delay; the same one twice changes
 * nothing. Answers whom an email leaves for and how many get a text.
 */
export function tellRunningLate(
  actor: Actor,
  sessionId: string,
  minutes: number,
):
  | Result<{ reach: Reach; texts: number }, "no-session" | "not-now" | "told-already" | "told-often">
  | { ok: false; reason: "no-one"; notComing: string[] } {
  return transact(() => {
    const [session] = listSessionsToTell(actor, [sessionId])
    if (!session) return { ok: false, reason: "no-session" }
    if (!mayRunLate(actor, session)) return { ok: false, reason: "not-now" }
    const told = listDelays(actor, sessionId)
    if (told[0] === minutes) return { ok: false, reason: "told-already" }
    if (told.length >= mostTold) return { ok: false, reason: "told-often" }
    const readers = readersOf(actor, session)
    if (readers.length === 0) return { ok: false, reason: "no-one", notComing: session.notComing }
    recordEvent(actor, "session.run-late", sessionId, { after: { minutes } })
    const { name: schoolName, id: schoolId } = actor.school
    for (const { name, email, zone, students } of readers) {
      const time = withOwnTime(formatTime(session.startTime, actor.school), session, zone, actor.school)
      mailTo(
        actor,
        { email, name },
        "running-late",
        {
          teacherName: teacherNames(session) || schoolName,
          lesson: classWith(students, session.className),
          time,
          minutes,
          lessonId: sessionId,
        },
        { soonestAt: session.startsAt },
      )
    }
    const texted = listConsenting(
      schoolId,
      readers.map(({ email }) => email),
    ).filter(({ wants }) => wants("changes"))
    const phones = new Set(texted.map(({ phone }) => phone))
    return {
      ok: true,
      reach: reachOf({ template: "running-late", schoolId }, readers),
      texts: Math.min(phones.size, findTextAccount(actor)?.left ?? 0),
    }
  })
}

/** The minutes that were told, the last first. */
const listDelays = (actor: Actor, sessionId: string): (number | undefined)[] =>
  ownRows(actor, events, ["after"])
    .where(and(eq(events.noun, "session"), eq(events.nounId, sessionId), eq(events.verb, "run-late")))
    .orderBy(desc(events.createdAt), desc(events.id))
    .all()
    .map(({ after }) => (after ? (JSON.parse(after) as { minutes?: number }).minutes : undefined))

/** The families of who is expected, each once, with the names of theirs. */
function readersOf(actor: Actor, session: SessionRow) {
  const away = new Set(listAway(actor, session))
  const expected = session.students.filter(({ id }) => !away.has(id))
  const contacts = listReaders(
    actor,
    expected.map(({ id }) => id),
  )
  const readers = new Map<string, { name: string; email: string; zone: string | null; students: string[] }>()
  for (const { id, name: student } of expected)
    for (const { name, email, zone } of contacts.get(id) ?? []) {
      const known = readers.get(email) ?? { name, email, zone, students: [] }
      known.students.push(student)
      readers.set(email, known)
    }
  return [...readers.values()]
}
