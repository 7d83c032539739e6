import { cacheUntilWrite } from "db/cache-until-write.server"
import { teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { and, asc, gte, isNull, ne, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import {
  mostListed,
  type NameChoice,
  type NameOffer,
  type NameWish,
  offerAll,
  offerFound,
} from "~/models/foundation/name-search/name-search"
import { todayOf } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import type { Findable } from "~/utils/find-among"
import { teaches } from "../co-teacher/co-teacher.server"
import { nameWithStart } from "./later-class"
import { startsLaterOn } from "./later-class.server"

/** A class that someone can be enrolled in or written to from a date on. A trial is one lesson of one student, who has a name. */
export const isOpenOn = (date: string) => and(ne(classes.kind, "trial"), goesOn(date))

const goesOn = (date: string) => or(isNull(classes.endedOn), gte(classes.endedOn, date))

/** The classes that have not ended before a date, without trial lessons, by name; `classId` for that one alone, also a trial. */
export function listOpenClasses(
  actor: Actor,
  date: string,
  classId?: string,
): { id: string; name: string }[] {
  return openClassesQuery(actor, date, classId).all().map(named)
}

type Named = { id: string; name: string; startsLaterOn: string | null }

/** A class that has begun is named as that, whichever earlier day is asked about. */
const namedOn = (actor: Actor, date: string) => laterOf(date, todayOf(actor))

const named = ({ id, name, startsLaterOn }: Named) => ({ id, name: nameWithStart(name, startsLaterOn) })

/** Exported for the test that reads its plan. */
export function openClassesQuery(actor: Actor, date: string, classId?: string) {
  const which = classId === undefined ? own(actor, classes) : own(actor, classes, classId)
  return select({
    id: classes.id,
    name: classes.name,
    startsLaterOn: startsLaterOn(actor, namedOn(actor, date)),
  })
    .from(classes)
    .where(and(which, classId === undefined ? isOpenOn(date) : goesOn(date)))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
}

/** The same to choose one from, found by name or teacher in a school with many. */
export function offerClassNames(actor: Actor, date: string, wish: NameWish): NameOffer {
  const names = keepNames([actor.school.id, date, namedOn(actor, date)], () => listNamed(actor, date))
  return names.length > mostListed
    ? offerFound(names, wish)
    : offerAll(names.map(({ value, title }) => ({ value, label: title })))
}

/**
 * The same for a lesson of one teacher: those they teach are apart from the others, before them. In a school with many
 * classes they alone are listed until others are searched for (`isNarrowed`).
 */
export function offerClassNamesOf(
  actor: Actor,
  date: string,
  teacher: { id: string; name: string },
  wish: NameWish,
): { offer: NameOffer; isNarrowed: boolean; only: string } {
  const offer = offerClassNames(actor, date, wish)
  const theirs = listTaughtBy(actor, date, teacher.id)
  const only = theirs.length === 1 ? (theirs[0]?.value ?? "") : ""
  if (theirs.length === 0) return { offer, isNarrowed: false, only }
  if (offer.isSearched && (wish.search || wish.chosen || theirs.length > mostListed))
    return { offer, isNarrowed: false, only }
  if (offer.isSearched) return { offer: offerAll(theirs), isNarrowed: true, only }
  const isTheirs = new Set(theirs.map(({ value }) => value))
  const others = offer.choices.filter(({ value }) => !isTheirs.has(value))
  if (others.length === 0) return { offer, isNarrowed: false, only }
  const groups = [
    ...theirs.map((choice) => ({ ...choice, group: `Classes with ${teacher.name}` })),
    ...others.map((choice) => ({ ...choice, group: "Other classes" })),
  ]
  return { offer: offerAll(groups), isNarrowed: false, only }
}

const listTaughtBy = (actor: Actor, date: string, teacherId: string): NameChoice[] =>
  taughtClassesQuery(actor, date, teacherId)
    .all()
    .map(named)
    .map(({ id, name }) => ({ value: id, label: name }))

/** Exported for the test that reads its plan. */
export const taughtClassesQuery = (actor: Actor, date: string, teacherId: string) =>
  select({ id: classes.id, name: classes.name, startsLaterOn: startsLaterOn(actor, namedOn(actor, date)) })
    .from(classes)
    .where(and(own(actor, classes), isOpenOn(date), teaches(actor, teacherId, date)))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))

const keepNames = cacheUntilWrite<readonly (NameChoice & Findable)[]>(4)

const listNamed = (actor: Actor, date: string) =>
  classChoicesQuery(actor, date)
    .all()
    .map(({ teacherName, ...row }) => {
      const { id, name } = named(row)
      const label = teacherName ? `${name} (${teacherName})` : name
      return { value: id, label, title: name, also: teacherName ?? "" }
    })

/** Exported for the test that reads its plan. */
export function classChoicesQuery(actor: Actor, date: string) {
  return select({
    id: classes.id,
    name: classes.name,
    teacherName: teachers.name,
    startsLaterOn: startsLaterOn(actor, namedOn(actor, date)),
  })
    .from(classes)
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .where(and(own(actor, classes), isOpenOn(date)))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
}
