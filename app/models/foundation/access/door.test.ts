import { schools } from "db/schema/accounts-schools"
import { repertoire } from "db/schema/learning"
import { bankColumnChoices } from "db/schema/money-bank"
import { savedAnswers } from "db/schema/platform-desk"
import { and, asc, desc, eq, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { openLearning } from "../../../../tests/support/learning"
import { openSchool } from "../../../../tests/support/school"
import {
  add,
  addAll,
  addOrChange,
  addRow,
  addUnlessThere,
  askAll,
  askOne,
  change,
  changeRow,
  changeSchool,
  find,
  type Params,
  platformAdd,
  platformChange,
  platformQuery,
  platformRemove,
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

const choiceOf = query((p: Params<{ headings: string }>, own) =>
  select({ columns: bankColumnChoices.columns })
    .from(bankColumnChoices)
    .where(and(own(bankColumnChoices), eq(bankColumnChoices.headings, p.headings))),
)

test("a row that the school has already is left, or changed; another school's is neither", () => {
  const { school } = openLearning()
  const { actor: elsewhere } = openSchool()
  const headings = "day,amount"
  const row = addRow(school, bankColumnChoices, { headings, columns: "1,2" })
  expect(row).toMatchObject({ headings, columns: "1,2", schoolId: school.school.id })
  expect(addUnlessThere(school, bankColumnChoices, { headings, columns: "2,1" })).toBe(false)
  expect(addUnlessThere(elsewhere, bankColumnChoices, { headings, columns: "2,1" })).toBe(true)
  expect(choiceOf.all(school, { headings })).toEqual([{ columns: "1,2" }])
  const as = [bankColumnChoices.headings]
  addOrChange(school, bankColumnChoices, { headings, columns: "3,4" }, { as, to: { columns: "3,4" } })
  expect(choiceOf.all(school, { headings })).toEqual([{ columns: "3,4" }])
  expect(choiceOf.all(elsewhere, { headings })).toEqual([{ columns: "2,1" }])
  expect(changeRow(school, bankColumnChoices, row.id, { columns: "5,6" })).toEqual({ ...row, columns: "5,6" })
  expect(changeRow(elsewhere, bankColumnChoices, row.id, { columns: "7,8" })).toBeUndefined()
  changeSchool(school, { name: "Room for Music" })
  expect(select({ name: schools.name }).from(schools).orderBy(schools.name).all()).toContainEqual({
    name: "Room for Music",
  })
})

test("what belongs to no school is added, changed and removed for the platform", () => {
  openSchool()
  const at = 1_700_000_000_000
  platformAdd(savedAnswers, { id: "one", title: "Refunds", content: "…", createdAt: at, updatedAt: at })
  expect(platformChange(savedAnswers, "one", { title: "Refunding" })).toBe(1)
  expect(platformChange(savedAnswers, eq(savedAnswers.title, "Refunds"), { title: "…" })).toBe(0)
  expect(select({ title: savedAnswers.title }).from(savedAnswers).all()).toEqual([{ title: "Refunding" }])
  expect(() => platformRemove(savedAnswers, and())).toThrow("which rows")
  expect(platformRemove(savedAnswers, "one")).toBe(1)
})
