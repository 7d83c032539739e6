import { teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, count, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { holdsWords, searchedWords } from "~/utils/names"
import { PER_PAGE } from "~/utils/page-number"

/** One page of the classes that have ended, the latest first, and how many there are. `page` counts from 1. */
export function listEndedClasses(actor: Actor, { search, page }: { search?: string; page: number }) {
  const where = and(
    own(actor, classes),
    lt(classes.endedOn, todayOf(actor)),
    search ? inArray(classes.id, findMatches(actor, search)) : undefined,
  )
  const rows = select({
    ...columns(classes, "id", "name", "kind", "instrument"),
    teacherName: teachers.name,
    endedOn: sql<string>`${classes.endedOn}`,
  })
    .from(classes)
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .where(where)
    .orderBy(desc(classes.endedOn), sql`${classes.name} collate nocase`, classes.id)
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
  const held = countHeld(
    actor,
    rows.map(({ id }) => id),
  )
  return {
    total: select({ n: count() }).from(classes).where(where).get()?.n ?? 0,
    classes: rows.map((row) => ({ ...row, held: held.get(row.id) ?? 0 })),
  }
}

function countHeld(actor: Actor, classIds: string[]): Map<string, number> {
  return new Map(
    ownRows(actor, sessions, { classId: sessions.classId, n: count() })
      .where(and(inArray(sessions.classId, classIds), eq(sessions.state, "planned")))
      .groupBy(sessions.classId)
      .all()
      .map(({ classId, n }) => [classId, n]),
  )
}

function findMatches(actor: Actor, search: string): string[] {
  const words = searchedWords(search)
  return ownRows(actor, classes, ["id", "name", "instrument"])
    .where(sql`${classes.endedOn} is not null` as SQL)
    .all()
    .filter(({ name, instrument }) => holdsWords(`${name} ${instrument ?? ""}`, words))
    .map(({ id }) => id)
}
