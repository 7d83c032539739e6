import { teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { keepUnchanged } from "db/unchanged.server"
import { and, asc, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { nameWithStart } from "~/models/teaching/class/later-class"
import { startsLaterOn } from "~/models/teaching/class/later-class.server"
import { todayOf } from "~/utils/clock.server"
import { findFolded, foldAll } from "~/utils/find-among"
import { paths } from "~/utils/paths"
import { classActs } from "./found-acts"
import { type FoundGroup, groupOf, mostOf } from "./search"

/** Classes that have not ended, by name, instrument or teacher. */
export function searchClasses(actor: Actor, text: string): FoundGroup[] {
  const day = todayOf(actor)
  const { found, more } = findFolded(
    keepClasses([actor.school.id, day], () => readClasses(actor, day)),
    text,
    mostOf.classes,
  )
  const shown = found.map(({ id, title, startsLaterOn, detail }) => ({
    to: paths.class(id),
    title: nameWithStart(title, startsLaterOn),
    detail,
    acts: classActs(actor, id),
  }))
  const label = actor.school.kind === "solo" ? "Lessons" : "Classes"
  return groupOf(label, { found: shown, more }, paths.classes({ q: text }))
}

const readClasses = (actor: Actor, day: string) =>
  foldAll(
    classNamesQuery(actor, day)
      .all()
      .map(({ id, name, instrument, teacherName, startsLaterOn }) => ({
        id,
        title: name,
        startsLaterOn,
        also: `${instrument ?? ""} ${teacherName ?? ""}`,
        detail: teacherName,
      })),
  )

/** Of some schools, as the names of their students are. */
const keepClasses = keepUnchanged<ReturnType<typeof readClasses>>(10)

/** Exported for the test that reads its plan. */
export function classNamesQuery(actor: Actor, day: string) {
  return select({
    id: classes.id,
    name: classes.name,
    instrument: classes.instrument,
    teacherName: teachers.name,
    startsLaterOn: startsLaterOn(actor, day),
  })
    .from(classes)
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .where(and(own(actor, classes), or(isNull(classes.endedOn), sql`${classes.endedOn} >= ${day}`)))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
}
