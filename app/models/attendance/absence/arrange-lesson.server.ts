import { arrangedLessons } from "db/schema/attendance-absences"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import { z } from "zod"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import { findDefaultTax } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined } from "~/models/foundation/access/own.server"
import { dueOf } from "~/models/money/charge/due"
import { findDiscounts } from "~/models/money/discount/discount-rules.server"
import { coTeachersOn } from "~/models/teaching/co-teacher/co-teacher.server"
import { creditLastDay } from "~/models/teaching/credit/seat-credits.server"
import { agreedOn } from "~/models/teaching/price/agreed-on.server"
import { priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import { expectedInSession } from "~/models/teaching/seat/seat.server"
import { cancelSession } from "~/models/teaching/session/cancel-session.server"
import type { Clash } from "~/models/teaching/session/clash"
import { findClashes } from "~/models/teaching/session/clash.server"
import { withoutText } from "~/models/teaching/session/left-out"
import { leftOutFinder } from "~/models/teaching/session/left-out.server"
import { moveSession } from "~/models/teaching/session/move-session.server"
import { queueUpdates } from "~/models/teaching/session/reader-updates.server"
import { listCoPlaces, replaceCoTeacher } from "~/models/teaching/session/replace-co-teacher.server"
import { readAccepted } from "~/models/teaching/session/schedule-change.server"
import type { SessionRow } from "~/models/teaching/session/session"
import { findSession, listSessionsToTell } from "~/models/teaching/session/session-list.server"
import { attendeesOn, findSessionRow } from "~/models/teaching/session/slot.server"
import { findTeacherLimits, type TaughtTime } from "~/models/teaching/teacher-time/teacher-limits.server"
import { isAwayAt, type TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { replaceText, slotMessages } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { addMinutes, isTime } from "~/utils/clock-times"
import { isDate } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { percentOf } from "~/utils/money"
import { instantOf } from "~/utils/zones"
import { type Chosen, noSubstitute } from "./absence"

/** Why a substitute can't be given a lesson without a reason: it is outside their hours. Undefined when it isn't. */
export function lacksReason(
  actor: Actor,
  lesson: TaughtTime,
  reason: string | undefined,
): string | undefined {
  if (reason) return undefined
  const { outside } = findTeacherLimits(actor, [lesson])
  return outside.length > 0 ? `${outside.join(" ")} Enter a reason, or choose another teacher.` : undefined
}

/** What a lesson is worth if it takes place, and what canceling it gives. */
export type LessonTerms = {
  /** Null where no lesson is charged by itself: a monthly fee, a package, no price. */
  chargeMinor: number | null
  credits: { count: number; until: string } | null
}

/**
 * The terms of some lessons by their id: what their students are charged when they come, by the prices, discounts and tax
 * of today. A lesson that the school cancels earns credits when its attendance rules say so. Six queries, however many.
 */
export function readLessonTerms(actor: Actor, lessons: readonly SessionRow[]): (id: string) => LessonTerms {
  const enrolled = readEnrolled(actor, lessons)
  const dates = lessons.map(({ localDate }) => localDate).sort()
  const [from, to] = [dates[0], dates.at(-1)]
  const prices = listClassPrices(actor, [...new Set(lessons.map(({ classId }) => classId))])
  const tax = findDefaultTax(actor)
  const discountsOf =
    from && to
      ? findDiscounts(actor, { from, to, target: "lessons", families: enrolled.map((one) => one.familyId) })
      : () => []
  const outcomes = new Map(listOutcomes(actor).map((outcome) => [outcome.code, outcome]))
  const chargedPercent = outcomes.get("present")?.chargedPercent ?? 100
  const givesCredit = outcomes.get("cancelled")?.issuesCredit ?? false
  const byLesson = groupBy(enrolled, ({ sessionId }) => sessionId)
  const terms = new Map(
    lessons.map((lesson) => {
      const seats = byLesson.get(lesson.id) ?? []
      const amounts = seats.flatMap((seat) => {
        const price = priceOf(seat, prices.get(lesson.classId) ?? [], lesson.localDate)
        if (price?.billing !== "per_session") return []
        const priceMinor = percentOf(price.amountMinor, chargedPercent)
        return [dueOf(priceMinor, { tax, discounts: discountsOf(seat) }).amountMinor]
      })
      const until = creditLastDay(actor, lesson.localDate)
      return [
        lesson.id,
        {
          chargeMinor: amounts.length ? amounts.reduce((sum, amount) => sum + amount, 0) : null,
          credits: givesCredit && seats.length > 0 ? { count: seats.length, until } : null,
        },
      ]
    }),
  )
  return (id) => terms.get(id) ?? { chargeMinor: null, credits: null }
}

const readEnrolled = (actor: Actor, lessons: readonly SessionRow[]) =>
  enrolledQuery.all(actor, { ids: JSON.stringify(lessons.map(({ id }) => id)) })

const enrolledQuery = query((p: Params<{ ids: string }>, own) =>
  select({
    sessionId: sessions.id,
    studentId: enrollments.studentId,
    enrollmentId: enrollments.id,
    familyId: students.familyId,
    ...agreedOn(sessions.localDate),
  })
    .from(sessions)
    .innerJoin(enrollments, expectedInSession)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(and(own(sessions), among(sessions.id, p.ids))),
)

// What was booked twice before an arrangement: an undo leads back to that, and the schedule names it as it did before.

/** Another lesson that had a teacher, a room or a student at the same time, and when it began (UTC ms). */
const Standing = z.object({ sessionId: z.string(), resourceId: z.string(), startsAt: z.number() })
type Standing = z.output<typeof Standing>

/** What of a lesson is booked twice where it is now. */
function listStanding(actor: Actor, session: NonNullable<ReturnType<typeof findSessionRow>>): Standing[] {
  const { id, classId, localDate, teacherId, roomId, startsAt, endsAt } = session
  return findClashes(actor, {
    teacherId,
    coTeacherIds: coTeachersOn(actor, classId, localDate, id).filter((each) => each !== teacherId),
    roomId,
    studentIds: attendeesOn(actor, session, localDate),
    startsAt,
    endsAt,
    exceptSessionId: id,
  }).map(({ resourceId, other }) => ({ sessionId: other.id, resourceId, startsAt: other.startsAt }))
}

/**
 * Tells a clash that stood before a lesson was arranged from one that came since. Of two lessons of one arrangement only the
 * first to be arranged saw the other.
 */
export const stoodBefore =
  (actor: Actor, arrangementId: string, sessionId: string, standing: readonly Standing[]) =>
  ({ resourceId, other }: Clash): boolean =>
    standing.some(
      (one) => one.sessionId === other.id && one.resourceId === resourceId && one.startsAt === other.startsAt,
    ) ||
    standingOf(actor, arrangementId, other.id).some(
      (one) => one.sessionId === sessionId && one.resourceId === resourceId,
    )

const Kept = z.object({ standing: z.array(Standing).default([]) })

function standingOf(actor: Actor, arrangementId: string, sessionId: string): Standing[] {
  const row = ownRows(actor, arrangedLessons, ["before"])
    .where(and(eq(arrangedLessons.arrangementId, arrangementId), eq(arrangedLessons.sessionId, sessionId)))
    .get()
  return row ? Kept.parse(JSON.parse(row.before)).standing : []
}

/** Who has a co-teacher's place in a lesson: they, a substitute, or no one. */
const Place = z.object({ teacherId: z.string(), by: z.string().nullable() })

/** The slot a lesson had. */
export const Before = z.object({
  date: z.string(),
  startTime: z.string(),
  minutes: z.number(),
  teacherId: z.string().nullable(),
  roomId: z.string().nullable(),
  /** The place that was given to another, where the lesson has several teachers. */
  place: Place.optional(),
  /** Why it stayed there, and despite what. */
  kept: z.object({ keptReason: z.string().nullable(), keptDespite: z.string().nullable() }).optional(),
  /** What was booked twice there already, and what of it was accepted: undone, it is so again. */
  standing: z.array(Standing).optional(),
  accepted: z
    .array(z.object({ sessionId: z.string(), resourceId: z.string(), reason: z.string() }))
    .optional(),
  /** What its letters say besides. */
  letter: z
    .object({ isCharged: z.boolean(), creditUntil: z.string().nullable(), leftOut: z.array(z.string()) })
    .optional(),
})
export type Before = z.output<typeof Before>

export type LessonOutcome = { ok: true; note: string } | { ok: false; reason: string }

const changed = "This lesson has changed. Reload the page and choose again."

/**
 * Carries out what was chosen for one lesson of an absence, in the caller's transaction, and tells of it with the
 * arrangement. Refused when the lesson is no longer the absent teacher's, or what was chosen is no longer free.
 */
export function arrangeLesson(
  actor: Actor,
  { arrangementId, off }: { arrangementId: string; off: TimeOff },
  sessionId: string,
  chosen: Chosen,
): LessonOutcome {
  const session = findSession(actor, sessionId)
  if (!session || !isMissed(off, session)) return { ok: false, reason: changed }
  const row = findSessionRow(actor, sessionId)
  const [asBefore] = listSessionsToTell(actor, [sessionId])
  if (!row || !asBefore || chosen.choice === "leave") return { ok: false, reason: changed }
  const terms = readLessonTerms(actor, [session])(sessionId)
  const { startTime, minutes, teacherId, roomId, keptReason, keptDespite } = row
  const before: Before = {
    date: row.localDate,
    startTime,
    minutes,
    teacherId,
    roomId,
    kept: { keptReason, keptDespite },
    ...placeOf(actor, off, sessionId, chosen),
    standing: listStanding(actor, row),
    accepted: readAccepted(actor, [row]),
  }
  const lacking = isOutsideHours(actor, before, chosen)
  if (lacking) return { ok: false, reason: lacking }
  const done = applyChoice(actor, off, before, sessionId, chosen)
  if (!done.ok) return done
  const present = findSession(actor, sessionId)
  const leftOut = present ? leftOutFinder(actor, [session])(session, present.localDate) : []
  const letter: Before["letter"] = {
    isCharged: (terms.chargeMinor ?? 0) > 0,
    creditUntil: terms.credits?.until ?? null,
    leftOut: leftOut.map(({ id }) => id),
  }
  add(actor, arrangedLessons, {
    arrangementId,
    sessionId,
    choice: chosen.choice,
    before: JSON.stringify({ ...before, letter }),
    after: done.after && JSON.stringify(done.after),
  })
  queueUpdates(actor, [asBefore], { key: arrangementId })
  return { ok: true, note: `${done.note}${withoutText(leftOut.map(({ name }) => name))}` }
}

/** The place of a teacher who is away, when another takes it: in a lesson that they give beside its own teacher. */
function placeOf(actor: Actor, off: TimeOff, sessionId: string, { choice }: Chosen): Pick<Before, "place"> {
  if (choice !== "substitute") return {}
  const place = listCoPlaces(actor, sessionId).find(({ by }) => by === off.teacherId)
  return place ? { place: { teacherId: place.teacherId, by: off.teacherId } } : {}
}

/** What only an undo and the letters need. */
export const forUndo = { kept: true, standing: true, accepted: true, letter: true } as const

type Slot = Omit<Before, keyof typeof forUndo>
type Done = { ok: true; note: string; after: Slot | null } | { ok: false; reason: string }

const isMissed = (
  off: TimeOff,
  session: Pick<SessionRow, "teacherId" | "coTeachers" | "localDate" | "startTime" | "minutes" | "startsAt">,
): boolean =>
  (session.teacherId === off.teacherId ||
    session.coTeachers?.some(({ id }) => id === off.teacherId) === true) &&
  session.startsAt > now() &&
  isAwayAt(off, {
    date: session.localDate,
    from: session.startTime,
    to: addMinutes(session.startTime, session.minutes),
  })

function applyChoice(actor: Actor, off: TimeOff, before: Before, sessionId: string, chosen: Chosen): Done {
  const slot: Slot = Before.omit(forUndo).parse(before)
  if (chosen.choice === "cancel") return cancel(actor, off, sessionId)
  if (chosen.choice === "substitute") {
    if (!chosen.by || chosen.by === off.teacherId) return { ok: false, reason: "Choose a substitute." }
    const by = chosen.by === noSubstitute ? null : chosen.by
    if (slot.place) return replace(actor, sessionId, slot, by, chosen.hoursReason)
    return put(actor, sessionId, { ...slot, teacherId: chosen.by }, "Substitute", chosen)
  }
  const [date = "", startTime = "", roomId] = (chosen.at ?? "").split(" ")
  if (!isDate(date) || !isTime(startTime)) return { ok: false, reason: "Choose a new time." }
  if (instantOf(date, startTime, actor.school.timeZone) <= now())
    return { ok: false, reason: "Choose a time in the future." }
  return put(actor, sessionId, { ...slot, date, startTime, roomId: roomId || slot.roomId }, "Moved", {
    choice: "move",
  })
}

/** Why the chosen substitute needs a reason: undefined where they have one, or teach at that time. */
function isOutsideHours(actor: Actor, at: Before, { choice, by, hoursReason }: Chosen): string | undefined {
  if (choice !== "substitute" || !by || by === noSubstitute) return undefined
  return lacksReason(actor, { ...at, teacherId: by }, hoursReason)
}

function put(
  actor: Actor,
  sessionId: string,
  after: Slot,
  note: string,
  { choice, hoursReason }: Pick<Chosen, "choice" | "hoursReason">,
): Done {
  const moved = moveSession(actor, sessionId, after, {
    silent: true,
    despiteHours: true,
    hoursReason,
    isSubstitution: choice === "substitute",
  })
  return moved.ok ? { ok: true, note, after } : { ok: false, reason: reasonOf(moved) }
}

/** Gives the place of a co-teacher to another, or to no one. */
function replace(actor: Actor, sessionId: string, slot: Slot, by: string | null, hoursReason?: string): Done {
  const place = slot.place && { ...slot.place, by }
  if (!place) return { ok: false, reason: changed }
  const done = replaceCoTeacher(actor, sessionId, place, { silent: true, hoursReason })
  if (!done.ok) return { ok: false, reason: replaceText(done) }
  return { ok: true, note: by ? "Substitute" : "Without a substitute", after: { ...slot, place } }
}

export const reasonOf = (refusal: Parameters<typeof slotMessages>[0]): string =>
  Object.values(slotMessages(refusal).messages).join(" ")

/** Cancels a lesson; its students get what the attendance rules give for a lesson the school cancels. */
function cancel(actor: Actor, off: TimeOff, sessionId: string): Done {
  const canceled = cancelSession(actor, sessionId, `${off.teacherName} is away`, { silent: true })
  return canceled.ok ? { ok: true, note: "Canceled", after: null } : { ok: false, reason: reasonOf(canceled) }
}
