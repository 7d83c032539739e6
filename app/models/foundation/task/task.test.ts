import { customFields } from "db/schema/foundation-lists"
import { expect, test } from "vitest"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { addMember, addRows, openSchool } from "../../../../tests/support/school"
import type { Actor } from "../access/actor"
import { cancelTask, startTask } from "./run-task.server"
import { countTasks, findTaskToShow, listTasks, listTasksUnderWay } from "./task.server"
import { startUndo } from "./undo-task.server"

function startChange(actor: Actor, noun: "class" | "student" | "teacher", subjectId?: string): string {
  const field = newRow(actor)
  const items = subjectId ? [{ subjectId, name: "Una Novak" }] : []
  addRows(customFields, {
    ...field,
    noun,
    name: "T-shirt size",
    kind: "text",
    audience: "office",
    position: 0,
  })
  return startTask(actor, { kind: "set-answers", about: { fieldId: field.id, value: "M" }, items })
}

test("a change of a field is shown to those who change what has the field", () => {
  fixClock(testNow)
  const { actor } = openSchool()
  const [ofClasses, ofStudents] = [startChange(actor, "class"), startChange(actor, "student")]
  const undo = startTask(actor, {
    kind: "undo",
    about: { taskId: ofClasses, kind: "set-answers" },
    items: [],
    undoes: ofClasses,
  })
  const office = addMember(actor, "office", "Iris Novak").actor
  const lead: Actor = { ...office, rights: ["calendar"] }
  const desk: Actor = { ...office, rights: ["people"] }
  const sees = (who: Actor) =>
    [ofClasses, ofStudents, undo].map((id) => findTaskToShow(who, id) !== undefined)
  expect(sees(actor)).toEqual([true, true, true])
  expect(sees(lead)).toEqual([true, false, true])
  expect(sees(desk)).toEqual([false, true, false])
  expect(sees(office)).toEqual([false, false, false])
  expect(listed(lead)).toEqual([ofClasses, undo].sort())
  expect(listed(desk)).toEqual([ofStudents])
  expect(countTasks(actor)).toBe(3)
})

test("a change of a field of teachers is neither shown to who doesn’t change teachers, nor canceled or undone by them", () => {
  fixClock(testNow)
  const { actor } = openSchool()
  const { actor: office, teacherId } = addMember(actor, "office", "Iris Novak")
  const desk: Actor = { ...office, rights: ["people", "calendar", "prices"] }
  const taskId = startChange(actor, "teacher", teacherId)
  expect(findTaskToShow(actor, taskId)?.id).toBe(taskId)
  expect(findTaskToShow(desk, taskId)).toBeUndefined()
  expect(listed(desk)).toEqual([])
  expect(cancelTask(desk, taskId)).toMatchObject({ reason: "not-found" })
  expect(startUndo(desk, taskId)).toMatchObject({ reason: "not-found" })
  expect(listed(actor)).toEqual([taskId])
})

test("the undo of a price change is shown to those who may see the price change", () => {
  fixClock(testNow)
  const { actor } = openSchool()
  const { actor: office } = addMember(actor, "office", "Iris Novak")
  const desk: Actor = { ...office, rights: ["people"] }
  const bookkeeper: Actor = { ...office, rights: ["calendar", "prices"] }
  const change = startTask(actor, { kind: "set-own-prices", about: {}, items: [] })
  const undo = startTask(actor, {
    kind: "undo",
    about: { taskId: change, kind: "set-own-prices" },
    items: [{ subjectId: "e1", name: "Wren, Drums" }],
    undoes: change,
  })
  expect([findTaskToShow(desk, undo), ...listTasksUnderWay(desk, ["undo"])]).toEqual([undefined])
  expect(listed(desk)).toEqual([])
  expect(cancelTask(desk, undo)).toMatchObject({ reason: "not-found" })
  expect(listed(bookkeeper)).toEqual([change, undo].sort())
  expect(listTasksUnderWay(bookkeeper, ["undo"]).map(({ id }) => id)).toEqual([undo])
  expect(cancelTask(bookkeeper, undo).ok).toBe(true)
})

test("invitations of teachers are shown to who invites teachers, those of families to both", () => {
  fixClock(testNow)
  const { actor } = openSchool()
  const { actor: office, teacherId } = addMember(actor, "office", "Iris Novak")
  const desk: Actor = { ...office, rights: ["people"] }
  const invite = (subjectId: string) =>
    startTask(actor, { kind: "invite-people", about: {}, items: [{ subjectId, name: "Una Novak" }] })
  const ofTeachers = invite(`teacher-invitation:${teacherId}`)
  const ofFamilies = invite("guardian-invitation:g1")
  expect(listed(actor)).toEqual([ofTeachers, ofFamilies].sort())
  expect(listed(desk)).toEqual([ofFamilies])
  expect(findTaskToShow(desk, ofTeachers)).toBeUndefined()
  expect(cancelTask(desk, ofTeachers)).toMatchObject({ reason: "not-found" })
})

const listed = (who: Actor) =>
  listTasks(who, 1)
    .map(({ id }) => id)
    .sort()
