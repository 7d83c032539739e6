import { repertoire } from "db/schema/learning"
import { and, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { openLearning } from "../../../../tests/support/learning"
import { openSchool } from "../../../../tests/support/school"
import { add, change, find, type Params, platformQuery, query, remove, select } from "./door.server"

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
