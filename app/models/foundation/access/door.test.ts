import { schools } from "db/schema/accounts-schools"
import { repertoire } from "db/schema/learning"
import { bankColumnChoices } from "db/schema/money-bank"
import { staffSavedAnswers } from "db/schema/platform-desk"
import { and, asc, desc, eq, gt, sql } from "drizzle-orm"
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
  changeRows,
  changeSchool,
  find,
  type Params,
  params,
  platformAdd,
  platformAddOrChange,
  platformAddRow,
  platformAddUnlessThere,
  platformChange,
  platformChangeRows,
  platformQuery,
  platformQueryEach,
  platformRemove,
  platformRemoveRow,
  prepareAdd,
  query,
  queryEach,
  remove,
  removeRow,
  runSql,
  select,
  selectDistinct,
  written,
} from "./door.server"
import { undoable } from "./row-changes.server"
import { areAsLeft, undo } from "./undo.server"

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

const addPiece = prepareAdd(repertoire)
const addPieceOnce = prepareAdd(repertoire, "there")
const ofStudent = () => eq(repertoire.studentId, params<{ studentId: string }>().studentId)
const piecesOf = queryEach((which: "all" | "since", p: Params<{ studentId: string; since?: string }>, own) =>
  select({ title: repertoire.title })
    .from(repertoire)
    .where(and(own(repertoire), ofStudent(), which === "since" ? gt(repertoire.since, p.since) : undefined)),
)

test("rows made by the dozen are the school's, and what a change or removal met is answered", () => {
  const { school, miloId: studentId } = openLearning()
  const { actor: elsewhere } = openSchool()
  const piece = {
    title: "Arabesque",
    studentId,
    composer: null,
    state: "learning",
    since: "2026-11-18",
  } as const
  const id = addPiece(school, piece)
  addPieceOnce(school, { ...piece, id, title: "Again" })
  addAll(school, repertoire, [{ ...piece, id, title: "Again" }], "there")
  expect(find(school, repertoire, id)).toMatchObject({ title: "Arabesque" })
  expect(() => addPiece(school, { ...piece, id })).toThrow("UNIQUE")
  expect(piecesOf("all").all(school, { studentId })).toEqual([{ title: "Arabesque" }])
  expect(piecesOf("since").all(school, { studentId, since: "2026-11-18" })).toEqual([])
  expect(piecesOf("all").all(elsewhere, { studentId })).toEqual([])
  const which = eq(repertoire.title, "Arabesque")
  expect(changeRows(elsewhere, repertoire, which, { composer: "Burgmüller" })).toEqual([])
  expect(changeRows(school, repertoire, which, { composer: "Burgmüller" })).toMatchObject([
    { id, composer: "Burgmüller" },
  ])
  expect(removeRow(elsewhere, repertoire, id)).toBeUndefined()
  expect(removeRow(school, repertoire, id)).toMatchObject({ id, title: "Arabesque" })
  expect(find(school, repertoire, id)).toBeUndefined()
})

test("a statement that is written out takes its values by name", () => {
  const { school, miloId: studentId } = openLearning()
  const id = addPiece(school, {
    title: "Solo",
    studentId,
    composer: null,
    state: "learning",
    since: "2026-11-18",
  })
  const asked = { schoolId: school.school.id, id, title: "Duet @ four hands" }
  const its = "where school_id = @schoolId and id = @id"
  expect(runSql(written(`update "repertoire" set title = @title ${its}`, asked))).toBe(1)
  expect(askOne(written(`select title from "repertoire" ${its}`, asked))).toEqual({ title: asked.title })
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

const answersBy = platformQueryEach((column: "title" | "content", p: Params<{ text: string }>) =>
  select({ id: staffSavedAnswers.id }).from(staffSavedAnswers).where(eq(staffSavedAnswers[column], p.text)),
)

test("what belongs to no school is added, changed and removed for the platform", () => {
  openSchool()
  const at = 1_700_000_000_000
  platformAdd(staffSavedAnswers, { id: "one", title: "Refunds", content: "…", createdAt: at, updatedAt: at })
  const answer = { id: "two", title: "Plans", content: "…", createdAt: at, updatedAt: at }
  expect(platformAddRow(staffSavedAnswers, answer)).toMatchObject(answer)
  expect(platformAddUnlessThere(staffSavedAnswers, answer)).toBeUndefined()
  const to = { as: [staffSavedAnswers.id], to: { title: "Our plans" } }
  expect(platformAddOrChange(staffSavedAnswers, answer, to)).toMatchObject({ title: "Our plans" })
  expect(answersBy("title").get({ text: "Our plans" })).toEqual({ id: "two" })
  expect(answersBy("content").all({ text: "Our plans" })).toEqual([])
  expect(platformChangeRows(staffSavedAnswers, "two", { content: "Ours" })).toMatchObject([
    { content: "Ours" },
  ])
  expect(platformRemoveRow(staffSavedAnswers, "two")).toMatchObject({ title: "Our plans" })
  expect(platformChange(staffSavedAnswers, "one", { title: "Refunding" })).toBe(1)
  expect(platformChange(staffSavedAnswers, eq(staffSavedAnswers.title, "Refunds"), { title: "…" })).toBe(0)
  expect(select({ title: staffSavedAnswers.title }).from(staffSavedAnswers).all()).toEqual([
    { title: "Refunding" },
  ])
  expect(() => platformRemove(staffSavedAnswers, and())).toThrow("which rows")
  expect(platformRemove(staffSavedAnswers, "one")).toBe(1)
})

test("undoable work is taken back whole, but for what was changed since", () => {
  const { school, miloId: studentId } = openLearning()
  const piece = { composer: null, state: "learning", since: "2026-11-18", studentId } as const
  const [kept = "", gone = ""] = ["Gymnopédie", "Lágrima"].map((title) =>
    add(school, repertoire, { ...piece, title }),
  )
  const titles = () =>
    titlesOf
      .all(school, { studentId })
      .map(({ title }) => title)
      .sort()
  const changes = undoable(() => {
    change(school, repertoire, kept, { title: "Gnossienne", composer: "Satie" })
    remove(school, repertoire, gone)
    add(school, repertoire, { ...piece, title: "Valse" })
    change(school, repertoire, kept, { state: "learning" })
  })
  expect(changes).toHaveLength(3)
  expect(titles()).toEqual(["Gnossienne", "Valse"])
  change(school, repertoire, kept, { composer: "Erik Satie" })
  const { actor: elsewhere } = openSchool()
  expect(() => undo(elsewhere, changes)).toThrow("No row of the school")
  expect(areAsLeft(school, changes.slice(0, 2))).toBe(true)
  expect(areAsLeft(school, changes)).toBe(false)
  expect(undo(school, changes)).toBeUndefined()
  expect(titles()).toEqual(["Gymnopédie", "Lágrima"])
  expect(find(school, repertoire, kept)?.composer).toBe("Erik Satie")
  expect(undo(school, changes)).toBe("still-there")
  expect(undoable(() => undefined)).toEqual([])
})
