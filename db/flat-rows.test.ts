import { eq, sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { expect, test } from "vitest"
import { addClassRow, addTeacherRow } from "../tests/support/lessons"
import { openSchool } from "../tests/support/school"
import { db, sqlite, transact } from "./client.server"
import { schools } from "./schema/accounts-schools"
import { teachers } from "./schema/people"
import { classes, rooms } from "./schema/teaching"

// The same rows as the query builder makes them.

function openStudio() {
  const { actor } = openSchool()
  const kwame = addTeacherRow(actor, "Kwame Boateng")
  addClassRow(actor, { name: "Drums", teacherId: kwame })
  addClassRow(actor, { name: "Choir" })
  return { schoolId: actor.school.id, kwame }
}

type Queries = Pick<ReturnType<typeof db>, "select" | "$with" | "with">
const both = <Answer>(ask: (queries: Queries) => Answer) =>
  [ask(db()), ask(drizzle(sqlite()) as unknown as Queries)] as const

test.each<[string, (queries: Queries, schoolId: string) => unknown]>([
  ["whole rows", (on, id) => on.select().from(classes).where(eq(classes.schoolId, id)).all()],
  ["numbers, dates and switches", (on, id) => on.select().from(schools).where(eq(schools.id, id)).get()],
  [
    "columns of two tables, one of which has no row",
    (on, id) =>
      on
        .select({
          name: classes.name,
          teacher: teachers.name,
          isTaught: sql`${teachers.id} is not null`.mapWith(Boolean),
        })
        .from(classes)
        .leftJoin(teachers, eq(teachers.id, classes.teacherId))
        .where(eq(classes.schoolId, id))
        .all(),
  ],
  [
    "rows inside rows",
    (on, id) =>
      on
        .select({ name: classes.name, teacher: { id: teachers.id, name: teachers.name } })
        .from(classes)
        .leftJoin(teachers, eq(teachers.id, classes.teacherId))
        .where(eq(classes.schoolId, id))
        .all(),
  ],
  [
    "records of a joined table, of two tables and of what is worked out, among other columns",
    (on, id) =>
      on
        .select({
          teacher: { isKnown: sql`${teachers.id} is not null`.mapWith(Boolean), name: teachers.name },
          name: classes.name,
          kept: { school: classes.schoolId, kind: classes.kind },
          pair: { teacher: teachers.name, class: classes.name },
          counted: { letters: sql<number>`length(${classes.name})` },
          last: { email: teachers.email, id: teachers.id, isActive: teachers.createdAt },
        })
        .from(classes)
        .leftJoin(teachers, eq(teachers.id, classes.teacherId))
        .where(eq(classes.schoolId, id))
        .all(),
  ],
  [
    "records of a table that the other one may have no row for",
    (on, id) =>
      on
        .select({ class: { name: classes.name, room: classes.roomId }, teacher: { name: teachers.name } })
        .from(teachers)
        .fullJoin(classes, eq(teachers.id, classes.teacherId))
        .where(eq(classes.schoolId, id))
        .all(),
  ],
  [
    "whole rows of two tables",
    (on, id) =>
      on
        .select()
        .from(classes)
        .leftJoin(teachers, eq(teachers.id, classes.teacherId))
        .where(eq(classes.schoolId, id))
        .all(),
  ],
  [
    "figures of a part",
    (on, id) => {
      const counted = on
        .select({ teacherId: classes.teacherId, count: sql<string>`count(*)`.mapWith(String).as("count") })
        .from(classes)
        .where(eq(classes.schoolId, id))
        .groupBy(classes.teacherId)
        .as("counted")
      return on.select({ teacherId: counted.teacherId, count: counted.count }).from(counted).all()
    },
  ],
  ["no rows", (on) => on.select().from(rooms).where(eq(rooms.schoolId, "none")).all()],
  ["no row", (on) => on.select().from(rooms).where(eq(rooms.schoolId, "none")).get()],
  [
    "lists of values",
    (on, id) => on.select({ name: classes.name }).from(classes).where(eq(classes.schoolId, id)).values(),
  ],
])("%s", (_, ask) => {
  const { schoolId } = openStudio()
  const [made, expected] = both((queries) => ask(queries, schoolId))
  expect(made).toEqual(expected)
})

test("a prepared query and what a write returns have them too, one row and all of them", () => {
  const { schoolId, kwame } = openStudio()
  const byId = db()
    .select({ id: teachers.id, name: teachers.name })
    .from(teachers)
    .where(eq(teachers.id, sql.placeholder("id")))
    .prepare()
  const found = { id: kwame, name: "Kwame Boateng" }
  expect([byId.get({ id: kwame }), byId.all({ id: kwame }), byId.get({ id: "none" })]).toEqual([
    found,
    [found],
    undefined,
  ])
  const renamed = transact(() =>
    db().update(classes).set({ name: "Percussion" }).where(eq(classes.teacherId, kwame)).returning().get(),
  )
  expect(renamed).toEqual(drizzle(sqlite()).select().from(classes).where(eq(classes.teacherId, kwame)).get())
  expect(renamed?.schoolId).toBe(schoolId)
})
