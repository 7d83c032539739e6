import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, count, eq, gte, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { type NameOffer, nothingSought, readNameWish } from "~/models/foundation/name-search/name-search"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { offerTeachersEach } from "../line-offer/line-offer.server"
import { eventTakerFind, eventTakerName, takerFind, takerName } from "./teacher-leaving"

/** Whom each class and event can go to: one list while it is short, a search for each where it isn't. */
type TakerOffers = {
  shared: NameOffer | null
  byClass: Record<string, NameOffer>
  byEvent: Record<string, NameOffer>
}

/** What is known of those who could take over: the instruments they teach, and how many lessons they give in the next seven days. */
export type TakerFacts = Record<string, { instruments: string; lessons: number }>

/** By teacher. Who has chosen no instruments teaches those of their classes. */
export function listTakerFacts(actor: Actor): TakerFacts {
  const day = todayOf(actor)
  const lessons = new Map(
    ownRows(actor, sessions, { teacherId: sessions.teacherId, n: count() })
      .where(
        and(eq(sessions.state, "planned"), between(sessions.localDate, addDays(day, 1), addDays(day, 7))),
      )
      .groupBy(sessions.teacherId)
      .all()
      .map(({ teacherId, n }) => [teacherId, n]),
  )
  const ofClasses = groupBy(
    ownRows(actor, classes, ["teacherId", "instrument"])
      .where(or(isNull(classes.endedOn), gte(classes.endedOn, day)))
      .all(),
    ({ teacherId }) => teacherId,
  )
  return Object.fromEntries(
    listTeachers(actor).map(({ id, instruments }) => {
      const taught = (ofClasses.get(id) ?? []).flatMap(({ instrument }) => instrument ?? [])
      return [id, { instruments: instruments ?? taught.join(", "), lessons: lessons.get(id) ?? 0 }]
    }),
  )
}

type Left = { classIds: readonly string[]; eventIds: readonly string[] }

/** Who can take the classes and events of a teacher who leaves; once a form was sent, those it searched for and has chosen. */
export function offerTakers(
  actor: Actor,
  teacherId: string,
  { classIds, eventIds }: Left,
  form: FormData | URLSearchParams = new URLSearchParams(),
): TakerOffers {
  const except = new Set([teacherId])
  const wishes = [
    ...classIds.map((id) => readNameWish(form, takerName(id), takerFind(id))),
    ...eventIds.map((id) => readNameWish(form, eventTakerName(id), eventTakerFind(id))),
  ]
  const [shared, ...offers] = offerTeachersEach(actor, [nothingSought, ...wishes], except)
  if (!shared?.isSearched) return { shared: shared ?? null, byClass: {}, byEvent: {} }
  const named = (ids: readonly string[], from: number) =>
    Object.fromEntries(offers.slice(from, from + ids.length).map((offer, at) => [ids[at] ?? "", offer]))
  return { shared: null, byClass: named(classIds, 0), byEvent: named(eventIds, classIds.length) }
}
