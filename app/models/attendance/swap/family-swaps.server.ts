import { swapOffers, swapRequests } from "db/schema/attendance-swaps"
import { students, teachers } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, count, desc, eq, gt, inArray, notInArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import { fitTogether, isStanding, type SwapRules } from "./swap"
import { findSwapRules } from "./swap-rules.server"
import {
  earliestSwap,
  listBusy,
  listHidden,
  listSwappable,
  listSwappableOf,
  type Swappable,
} from "./swappable.server"
import { startText } from "./tell-swap.server"

// What a family sees of swaps. Nothing here names another family, its student or its lesson: a time, a teacher, and an ID of
// the offer or the request, which only answers to those it concerns.

/** More offered times than anyone reads. */
const mostOffered = 40
const mostPast = 20
const weekMs = 7 * 86_400_000

type Own = { id: string; firstName: string }

/** Everything on the family's page, for the students it may act for. */
export function findFamilySwaps(actor: Actor, own: readonly Own[]) {
  const rules = findSwapRules(actor)
  const ids = own.map(({ id }) => id)
  const lessons = rules.rule === "off" ? [] : listSwappable(actor, ids)
  const ours = listOwnOffers(actor, ids)
  const standing = new Set(ours.filter(({ isStanding }) => isStanding).map(({ sessionId }) => sessionId))
  return {
    rules,
    lessons: lessons
      .filter(({ sessionId }) => !standing.has(sessionId))
      .map((lesson) => choiceOf(actor, lesson)),
    offered: listOffered(actor, rules, lessons),
    siblings: listSiblingPairs(
      actor,
      rules,
      lessons.filter(({ sessionId }) => !standing.has(sessionId)),
    ),
    ours: ours.map(({ sessionId: _, ...offer }) => offer),
    asked: listOwnRequests(actor, ids),
  }
}

/** How many times are offered that a lesson of these students fits, and how many requests wait for the family's answer. */
export function countFamilySwaps(actor: Actor, ids: readonly string[]) {
  const rules = findSwapRules(actor)
  if (rules.rule === "off" || ids.length === 0) return { isOn: rules.rule !== "off", offered: 0, toAnswer: 0 }
  const toAnswer = countSwapRequests(actor, ids)
  return { isOn: true, offered: listOffered(actor, rules, listSwappable(actor, ids)).length, toAnswer }
}

/** How many other families wait for the answer of this one. */
export const countSwapRequests = (actor: Actor, ids: readonly string[]): number =>
  requestsQuery.get(actor, { studentIds: JSON.stringify(ids) })?.n ?? 0

const requestsQuery = query((p: Params<{ studentIds: string }>, own) =>
  select({ n: count() })
    .from(swapOffers)
    .innerJoin(swapRequests, joined(swapRequests.offerId, swapOffers.id))
    .where(
      and(
        own(swapOffers),
        among(swapOffers.studentId, p.studentIds),
        eq(swapOffers.state, "open"),
        eq(swapRequests.state, "asked"),
      ),
    ),
)

const choiceOf = (actor: Actor, { sessionId, firstName, instrument, startsAt, teacherName }: Swappable) => ({
  value: sessionId,
  label: `${firstName}, ${instrument ?? "lesson"}: ${startText(actor, startsAt)} with ${teacherName}`,
})

/** Times that other families offer, each with the lessons of these students that it fits. */
function listOffered(actor: Actor, rules: SwapRules, lessons: readonly Swappable[]) {
  if (rules.rule === "off" || lessons.length === 0) return []
  const offers = offersQuery(actor, lessons).all()
  const theirs = new Map(
    listSwappableOf(
      actor,
      offers.map(({ studentId }) => studentId),
      offers.map(({ sessionId }) => sessionId),
    ).map((lesson) => [lesson.sessionId, lesson]),
  )
  const all = [...lessons, ...theirs.values()]
  const isBusy = listBusy(
    actor,
    [...new Set(all.map(({ studentId }) => studentId))],
    Math.min(...all.map(({ startsAt }) => startsAt)),
    Math.max(...all.map(({ endsAt }) => endsAt)),
  )
  return offers.flatMap(({ id, sessionId, startsAt }) => {
    const lesson = theirs.get(sessionId)
    if (!lesson || lesson.startsAt !== startsAt) return []
    const fitting = lessons.filter((mine) => {
      const both = [mine.sessionId, lesson.sessionId]
      return (
        fitTogether(lesson, mine, rules) &&
        !isBusy(mine.studentId, lesson, both) &&
        !isBusy(lesson.studentId, mine, both)
      )
    })
    return fitting.length === 0
      ? []
      : [
          {
            id,
            when: startText(actor, startsAt),
            minutes: lesson.minutes,
            teacherName: lesson.teacherName,
            lessons: fitting.map((mine) => choiceOf(actor, mine)),
          },
        ]
  })
}

/** Pairs of lessons of these students, less than a week apart, that can take each other's time; the soonest first. */
function listSiblingPairs(actor: Actor, rules: SwapRules, lessons: readonly Swappable[]) {
  const [first] = lessons
  const ids = [...new Set(lessons.map(({ studentId }) => studentId))]
  if (!first || ids.length < 2) return []
  const isBusy = listBusy(actor, ids, first.startsAt, Math.max(...lessons.map(({ endsAt }) => endsAt)))
  const pairs = lessons.flatMap((one, index) =>
    lessons.slice(index + 1).flatMap((other) => {
      const both = [one.sessionId, other.sessionId]
      const fits =
        other.startsAt - one.startsAt < weekMs &&
        fitTogether(one, other, rules) &&
        !isBusy(one.studentId, other, both) &&
        !isBusy(other.studentId, one, both)
      return fits ? [{ one, other, value: both.join(" ") }] : []
    }),
  )
  return pairs.slice(0, mostOffered).map(({ one, other, value }) => ({
    value,
    label: `${one.firstName}, ${startText(actor, one.startsAt)}, and ${other.firstName}, ${startText(actor, other.startsAt)}`,
  }))
}

const offersQuery = (actor: Actor, lessons: readonly Swappable[]) =>
  select(columns(swapOffers, "id", "sessionId", "studentId", "startsAt"))
    .from(swapOffers)
    .innerJoin(sessions, joined(sessions, swapOffers.sessionId))
    .where(
      and(
        own(actor, swapOffers),
        eq(swapOffers.state, "open"),
        gt(swapOffers.startsAt, earliestSwap(actor)),
        inArray(sessions.teacherId, [...new Set(lessons.map(({ teacherId }) => teacherId))]),
        notInArray(swapOffers.studentId, [...new Set(lessons.map(({ studentId }) => studentId))]),
      ),
    )
    .orderBy(asc(swapOffers.startsAt), asc(swapOffers.id))
    .limit(mostOffered)

/** What these students' families offered, newest first, with who asked: a time each. */
function listOwnOffers(actor: Actor, ids: readonly string[]) {
  const offers = select({
    id: swapOffers.id,
    ...columns(swapOffers, "sessionId", "studentId"),
    firstName: students.firstName,
    ...columns(swapOffers, "startsAt", "state", "takesDays", "takesFrom", "takesTo"),
    teacherName: teachers.name,
  })
    .from(swapOffers)
    .innerJoin(students, joined(students, swapOffers.studentId))
    .innerJoin(sessions, joined(sessions, swapOffers.sessionId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .where(and(own(actor, swapOffers), inArray(swapOffers.studentId, [...ids])))
    .orderBy(desc(swapOffers.createdAt), desc(swapOffers.id))
    .limit(mostPast)
    .all()
  const requests = ownRows(actor, swapRequests, ["id", "offerId", "state", "startsAt"])
    .where(
      and(
        inArray(
          swapRequests.offerId,
          offers.map(({ id }) => id),
        ),
        inArray(swapRequests.state, ["asked", "accepted", "done", "undone", "refused"]),
      ),
    )
    .orderBy(asc(swapRequests.createdAt), asc(swapRequests.id))
    .all()
  const hidden = listHidden(actor, offers)
  const ofOffer = groupBy(requests, ({ offerId }) => offerId)
  return offers.map(({ startsAt, studentId: _, ...offer }) => ({
    ...offer,
    isHidden: hidden.has(offer.id),
    when: startText(actor, startsAt),
    isStanding: isStanding(offer.state),
    requests: (ofOffer.get(offer.id) ?? []).map((request) => ({
      id: request.id,
      state: request.state,
      when: startText(actor, request.startsAt),
    })),
  }))
}

/** What these students' families asked for, newest first. */
const listOwnRequests = (actor: Actor, ids: readonly string[]) =>
  select({
    id: swapRequests.id,
    state: swapRequests.state,
    firstName: students.firstName,
    startsAt: swapRequests.startsAt,
    offeredAt: swapOffers.startsAt,
  })
    .from(swapRequests)
    .innerJoin(swapOffers, joined(swapOffers, swapRequests.offerId))
    .innerJoin(students, joined(students, swapRequests.studentId))
    .where(and(own(actor, swapRequests), inArray(swapRequests.studentId, [...ids])))
    .orderBy(desc(swapRequests.createdAt), desc(swapRequests.id))
    .limit(mostPast)
    .all()
    .map(({ startsAt, offeredAt, ...request }) => ({
      ...request,
      when: startText(actor, startsAt),
      offered: startText(actor, offeredAt),
      isStanding: isStanding(request.state),
    }))
