import { studentStatusChanges } from "db/schema/people"
import { expect, test } from "vitest"
import { addMember, openSchool, rowsOf } from "../../../../tests/support/school"
import { addFamily, findFamiliesByGuardianEmail, findFamily, listFamilies } from "../family/family.server"
import { addTeacher, listTeachers } from "../teacher/teacher.server"
import { addStudent, findStudent } from "./student.server"

const guardian = { name: "Zoë Okafor", email: "Zoe.Okafor@example.com ", payerShare: 10_000 }
const amara = { firstName: "Amara", lastName: "Okafor", status: "active", fromDate: "2026-11-18" } as const

test("a family keeps its adults in order, with folded addresses and shares that make a whole", () => {
  const { actor } = openSchool()
  const added = addFamily(actor, {
    name: "Okafor family",
    guardians: [
      { ...guardian, payerShare: 6_000 },
      { name: "Mateo Okafor", payerShare: 4_000 },
    ],
  })
  const { studentId } = orFail(addStudent(actor, { ...amara, familyId: added.familyId }))

  const family = findFamily(actor, added.familyId)
  expect(family?.guardians.map(({ id, email }) => [id, email])).toEqual([
    [added.guardianIds[0], "zoe.okafor@example.com"],
    [added.guardianIds[1], null],
  ])
  expect(family?.students.map(({ id }) => id)).toEqual([studentId])
  expect(findFamiliesByGuardianEmail(actor, "ZOE.okafor@example.com")).toHaveLength(1)
  expect(listFamilies(actor, { page: 1 })).toEqual({
    total: 1,
    families: [
      {
        id: added.familyId,
        name: "Okafor family",
        guardians: ["Zoë Okafor", "Mateo Okafor"],
        students: ["Amara Okafor"],
      },
    ],
  })
  expect(() => addFamily(actor, { name: "Half", guardians: [{ ...guardian, payerShare: 5_000 }] })).toThrow()
  expect(listFamilies(actor, { page: 1, search: "Half" }).total).toBe(0)
})

test("another school sees nothing of a family or a student", () => {
  const { actor } = openSchool()
  const stranger = openSchool({ name: "Crescendo Academy" }).actor
  const { familyId } = addFamily(actor, { name: "Okafor family", guardians: [guardian] })
  const { studentId } = orFail(addStudent(actor, { ...amara, familyId }))
  expect(findFamily(stranger, familyId)).toBeUndefined()
  expect(findStudent(stranger, studentId)).toBeUndefined()
  expect(() => addStudent(stranger, { ...amara, familyId })).toThrow()
})

test("the plan's student limit holds at the last spot; leads and former students take none", () => {
  const { actor } = openSchool()
  const { familyId } = addFamily(actor, { name: "Okafor family", guardians: [] })
  const add = (status: "active" | "lead" | "former" | "paused") =>
    addStudent(actor, { ...amara, familyId, status })
  for (let index = 0; index < 99; index += 1) expect(add("active").ok).toBe(true)
  expect(add("lead").ok).toBe(true)
  expect(add("former").ok).toBe(true)
  expect(add("paused").ok).toBe(true)
  expect(add("active")).toEqual({
    ok: false,
    reason: "limit-reached",
    planName: "Standard",
    places: { used: 100, limit: 100 },
  })
  expect(add("lead").ok).toBe(true)
  const changes = rowsOf(studentStatusChanges)
  expect(changes.filter(({ schoolId }) => schoolId === actor.school.id)).toHaveLength(103)
})

test("the plan's teacher limit holds at the last spot", () => {
  const { actor } = openSchool()
  addMember(actor, "teacher", "Theo Petrović")
  for (const name of ["Ingrid Solheim", "beatriz Alvarez", "Carl Ek", "Dana Wu"])
    expect(addTeacher(actor, { name }).ok).toBe(true)
  expect(addTeacher(actor, { name: "One Too Many" })).toMatchObject({
    ok: false,
    reason: "limit-reached",
    places: { used: 5, limit: 5 },
  })
  expect(listTeachers(actor).map(({ name }) => name)).toEqual([
    "beatriz Alvarez",
    "Carl Ek",
    "Dana Wu",
    "Ingrid Solheim",
    "Theo Petrović",
  ])
})

function orFail<Answer extends { ok: boolean }>(answer: Answer): Extract<Answer, { ok: true }> {
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer as Extract<Answer, { ok: true }>
}
