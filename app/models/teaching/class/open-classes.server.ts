import { db } from "db/client.server"
import { teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { keepOfSchool } from "db/unchanged.server"
import { and, asc, gte, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import {
  mostListed,
  type NameChoice,
  type NameOffer,
  type NameWish,
  offerAll,
  offerFound,
} from "~/models/foundation/name-choice/name-offer"
import type { Findable } from "~/utils/find-among"

/** The classes that have not ended before a date, by name; `classId` for that one alone. */
export function listOpenClasses(
  actor: Actor,
  date: string,
  classId?: string,
): { id: string; name: string }[] {
  return openClassesQuery(actor, date, classId).all()
}

/** Exported for the test that reads its plan. */
export function openClassesQuery(actor: Actor, date: string, classId?: string) {
  const which = classId === undefined ? own(actor, classes) : own(actor, classes, classId)
  return db()
    .select({ id: classes.id, name: classes.name })
    .from(classes)
    .where(and(which, or(isNull(classes.endedOn), gte(classes.endedOn, date))))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
}

/** The same to choose one from, found by name or teacher in a school with many. */
export function offerClassNames(actor: Actor, date: string, wish: NameWish): NameOffer {
  const names = keepNames([actor.school.id, date], () => listNamed(actor, date))
  return names.length > mostListed
    ? offerFound(names, wish)
    : offerAll(names.map(({ value, title }) => ({ value, label: title })))
}

const keepNames = keepOfSchool<readonly (NameChoice & Findable)[]>(4)

const listNamed = (actor: Actor, date: string) =>
  classChoicesQuery(actor, date)
    .all()
    .map(({ id, name, teacherName }) => ({
      value: id,
      label: teacherName ? `${name} (${teacherName})` : name,
      title: name,
      also: teacherName ?? "",
    }))

/** Exported for the test that reads its plan. */
export function classChoicesQuery(actor: Actor, date: string) {
  return db()
    .select({ id: classes.id, name: classes.name, teacherName: teachers.name })
    .from(classes)
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .where(and(own(actor, classes), or(isNull(classes.endedOn), gte(classes.endedOn, date))))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
}
