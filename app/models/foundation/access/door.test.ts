import { repertoire } from "db/schema/learning"
import { and, asc, desc, eq, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { openLearning } from "../../../../tests/support/learning"
import { openSchool } from "../../../../tests/support/school"
import {
  add,
  addAll,
  askAll,
  askOne,
  change,
  find,
  type Params,
  platformQuery,
  query,
  queryEach,
  remove,
  select,
  selectDistinct,
} from "./door.server"

const titlesOf = query((p: Params<{ studentId: string }>, own) =>
  select({ title: repertoire.title })
    .from(repertoire)
    .where(and(own(repertoire), eq(repertoire.studentId, p.studentId))),
)
const titleAnywhere = platformQuery((p: Params<{ id: string }>) =>
  select({ title: repertoire.title }).from(repertoire).where(eq(repertoire.id, p.id)),
)

test("a school's row is found, changed and removed by that school alone", () => {
  const { school, miloId: studentId } = openLearning()
  const { actor: elsewhere } = openSchool()
  const piece = { title: "Gymnopédie", composer: null, state: "learning", since: "2026-11-18" } as const
  const id = add(school, repertoire, { ...piece, studentId })
  expect(find(school, repertoire, id)).toMatchObject({ ...piece, schoolId: school.school.id })
  expect(find(elsewhere, repertoire, id)).toBeUndefined()
  expect(change(elsewhere, repertoire, id, { title: "Theirs" })).toBe(0)
  expect(change(school, repertoire, id, { title: "Gnossienne" })).toBe(1)
  expect(titlesOf.all(school, { studentId })).toEqual([{ title: "Gnossienne" }])
  expect(titlesOf.get(elsewhere, { studentId })).toBeUndefined()
  expect(titleAnywhere.all({ id })).toEqual([{ title: "Gnossienne" }])
  expect(remove(elsewhere, repertoire, eq(repertoire.title, "Gnossienne"))).toBe(0)
  expect(() => remove(school, repertoire, and())).toThrow("which rows")
  expect(remove(school, repertoire, eq(repertoire.title, "Gnossienne"))).toBe(1)
  expect(titleAnywhere.get({ id })).toBeUndefined()
})

const byTitle = queryEach((order: "up" | "down", p: Params<{ studentId: string }>, own) =>
  select({ title: repertoire.title })
    .from(repertoire)
    .where(and(own(repertoire), eq(repertoire.studentId, p.studentId)))
    .orderBy(order === "up" ? asc(repertoire.title) : desc(repertoire.title)),
)

test("several rows are added to the school at once, and asked in either order", () => {
  const { school, miloId: studentId } = openLearning()
  const { actor: elsewhere } = openSchool()
  const piece = { studentId, composer: null, state: "learning", since: "2026-11-18" } as const
  addAll(school, repertoire, [])
  addAll(school, repertoire, [
    { ...piece, title: "Für Elise" },
    { ...piece, title: "Clair de lune" },
  ])
  const titles = ["Clair de lune", "Für Elise"].map((title) => ({ title }))
  expect(byTitle("up").all(school, { studentId })).toEqual(titles)
  expect(byTitle("down").all(school, { studentId })).toEqual([...titles].reverse())
  expect(byTitle("up").all(elsewhere, { studentId })).toEqual([])
  expect(
    selectDistinct({ since: repertoire.since })
      .from(repertoire)
      .where(eq(repertoire.studentId, studentId))
      .all(),
  ).toEqual([{ since: piece.since }])
  const ofSchool = sql`from repertoire where school_id = ${school.school.id}`
  expect(askAll(sql`select title ${ofSchool} order by title`)).toEqual(titles)
  expect(askOne(sql`select count(*) as pieces ${ofSchool}`)).toEqual({ pieces: 2 })
})
