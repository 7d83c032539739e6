import { db } from "db/client.server"
import { customFields } from "db/schema/foundation-lists"
import { expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { addMember, openSchool } from "../../../../tests/support/school"
import type { Actor } from "../access/actor"
import { newRow } from "../access/new-row.server"
import { startTask } from "./run-task.server"
import { countTasks, findTaskToShow, listTasks } from "./task.server"

function startChange(actor: Actor, noun: "class" | "student"): string {
  const field = newRow(actor)
  db()
    .insert(customFields)
    .values({ ...field, noun, name: "T-shirt size", kind: "text", audience: "office", position: 0 })
    .run()
  return startTask(actor, { kind: "set-answers", about: { fieldId: field.id, value: "M" }, items: [] })
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
  expect(sees(desk)).toEqual([false, true, true])
  expect(sees(office)).toEqual([false, false, false])
  expect(listTasks(lead, 1).map(({ id }) => id)).toEqual([ofClasses])
  expect(
    listTasks(desk, 1)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([ofStudents, undo].sort())
  expect(countTasks(actor)).toBe(3)
})
