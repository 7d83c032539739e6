import { db } from "db/client.server"
import { teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { and, asc, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { findAmong } from "~/utils/find-among"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"
import { classActs } from "./found-acts"
import { type FoundGroup, groupOf, mostOf } from "./search"

/** Classes that have not ended, by name, instrument or teacher. */
export function searchClasses(actor: Actor, text: string): FoundGroup[] {
  const all = classNamesQuery(actor, today(actor.school.timeZone, now()))
    .all()
    .map(({ id, name, instrument, teacherName }) => ({
      to: paths.class(id),
      title: name,
      also: `${instrument ?? ""} ${teacherName ?? ""}`,
      detail: teacherName,
      acts: classActs(actor, id),
    }))
  const label = actor.school.kind === "solo" ? "Lessons" : "Classes"
  return groupOf(label, findAmong(all, text, mostOf.classes), paths.classes({ q: text }))
}

/** Exported for the test that reads its plan. */
export function classNamesQuery(actor: Actor, day: string) {
  return db()
    .select({
      id: classes.id,
      name: classes.name,
      instrument: classes.instrument,
      teacherName: teachers.name,
    })
    .from(classes)
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .where(and(own(actor, classes), or(isNull(classes.endedOn), sql`${classes.endedOn} >= ${day}`)))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
}
