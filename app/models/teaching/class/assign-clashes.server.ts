import { bookings } from "db/schema/teaching-sessions"
import { isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { datedTexts } from "~/utils/dated-texts"
import { groupBy } from "~/utils/group-by"
import { clashText } from "../session/clash"
import { overlapsQuery } from "../session/clash.server"
import { listSessionsToTell } from "../session/session-list.server"
import { findTeacherLimits } from "../teacher-time/teacher-limits.server"
import { planGiven, planLines } from "./change-class.server"
import { type ClassLines, listComingLessons } from "./class-changes.server"

/** A teacher or room that classes get, and when it is taken. */
type Chosen = { resource: "teacher" | "room"; id: string; name: string }
type Booked = Chosen & { times: { sessionId: string; startsAt: number; endsAt: number }[] }
type Given = ReturnType<typeof planGiven<ReturnType<typeof listComingLessons>[number]>>

/**
 * Why classes can't get a teacher or room one after the other, by class: what has it at the time of a lesson, also a class that gets it
 * before, and days and hours on which the teacher isn't there. Only read.
 */
export function listAssignClashes(
  actor: Actor,
  each: readonly { id: string; was: ClassLines; next: Parameters<typeof planLines>[2] }[],
  chosen: readonly Chosen[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const lessons = listComingLessons(actor, ...each.map(({ id }) => id))
  const [startsAt, endsAt] = [
    lessons.reduce((first, lesson) => Math.min(first, lesson.startsAt), Number.POSITIVE_INFINITY),
    lessons.reduce((last, lesson) => Math.max(last, lesson.endsAt), 0),
  ]
  if (lessons.length === 0) return found
  const booked = chosen.map((one): Booked => {
    const taken = overlapsQuery(
      actor,
      { startsAt, endsAt },
      one.resource,
      [one.id],
      isNull(bookings.overrideReason),
    )
    return { ...one, times: taken.all() }
  })
  const coming = groupBy(lessons, ({ classId }) => classId)
  for (const { id, was, next } of each) {
    const { refusal, ...planned } = planLines(actor, was, next)
    const given = planGiven(coming.get(id) ?? [], was, planned.next, planned.leaves)
    const texts =
      refusal?.reason === "clash" ? refusal.clashes : booked.flatMap((one) => textsOf(actor, one, given))
    if (texts.length > 0) found.set(id, texts.join(" "))
    else
      for (const one of booked) {
        const lost = new Set(
          given.flatMap(({ session, left }) => (left[lineOf(one)] === one.id ? [] : [session.id])),
        )
        one.times = [
          ...one.times.filter(({ sessionId }) => !lost.has(sessionId)),
          ...lessonsOf(one, given).map((lesson) => ({ ...lesson, sessionId: lesson.id })),
        ]
      }
  }
  return found
}

const lineOf = ({ resource }: Chosen) => (resource === "teacher" ? "teacherId" : "roomId")

/** The lessons that get a teacher or room which they didn't have. */
const lessonsOf = (one: Chosen, given: Given) =>
  given.flatMap(({ session, was, left }) =>
    was[lineOf(one)] !== one.id && left[lineOf(one)] === one.id ? [session] : [],
  )

function textsOf(actor: Actor, { times, ...one }: Booked, given: Given): string[] {
  const lessons = lessonsOf(one, given)
  const taught = lessons.map(({ localDate: date, startTime, minutes }) => ({
    ...{ teacherId: one.resource === "teacher" ? one.id : null, date, startTime, minutes },
  }))
  const { away, outside } = findTeacherLimits(actor, taught)
  const clashing = lessons.flatMap(({ id, localDate: date, startsAt, endsAt }) =>
    times
      .filter((other) => other.sessionId !== id && other.startsAt < endsAt && startsAt < other.endsAt)
      .map(({ sessionId }) => ({ date, sessionId })),
  )
  const others = listSessionsToTell(
    actor,
    clashing.map(({ sessionId }) => sessionId),
  )
  const clashes = clashing.flatMap(({ date, sessionId }) =>
    others
      .filter(({ id }) => id === sessionId)
      .map((other) => ({
        date,
        text: clashText({ ...one, resourceId: one.id, resourceName: one.name, other }),
      })),
  )
  return [...away, ...outside, ...datedTexts(clashes)]
}
