import { beforeEach, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import { addSelection, findSelection } from "~/models/foundation/selection/selection.server"
import { findTask, listTaskItems } from "~/models/foundation/task/task.server"
import { rollOverClasses } from "~/models/teaching/roll-over/roll-over-classes.server"
import { testNow } from "../../../../tests/support/clock"
import { openRollingPiano } from "../../../../tests/support/rolling-piano"
import { findAct } from "./bulk-acts.server"
import { planSelection, runSelection, undoBulk } from "./run-selection.server"

// Piano rolls over into the spring term, and a family reports an absence there, so that this can't be undone.

let piano: ReturnType<typeof openRollingPiano>

beforeEach(() => {
  piano = openRollingPiano()
})

async function rollOver() {
  const { actor, classId, termId } = piano
  const id = addSelection(actor, { noun: "classes", act: "roll-over", ids: [classId] })
  const act = findAct(actor, "classes", "roll-over")
  const choice = { termId, price: "", reason: "" }
  const chosen = findSelection(actor, id)
  if (!act || !chosen) throw new Error("No selection")
  const [line] = await planSelection(actor, chosen, act, choice)
  const planned = findSelection(actor, id)
  const started = planned && (await runSelection(actor, planned, act))
  const taskId = started?.ok ? started.taskId : ""
  return { line, taskId, madeId: listTaskItems(actor, taskId, { state: "done", page: 1 })[0]?.made ?? "" }
}

const textNow = () =>
  rollOverClasses.plan(piano.actor, [piano.classId], { termId: piano.termId, price: "", reason: "Again" })[0]

test("a class whose roll-over couldn't be undone isn't rolled over into the term a second time", async () => {
  const { actor, studentIds, lessonOn } = piano
  const { line, taskId, madeId } = await rollOver()
  expect(line?.can).toBe(true)
  const [milo = ""] = studentIds
  const notice = { at: testNow, text: "On a trip" }
  expect(recordNotice(actor, lessonOn("2027-01-20", madeId).id, milo, notice)).toMatchObject({ ok: true })
  const undone = await undoBulk(actor, taskId)
  expect(undone.ok && findTask(actor, undone.taskId)).toMatchObject({ excepted: 1 })
  expect(textNow()).toMatchObject({ can: false, text: "Already rolled over into this term." })
})

test("one whose roll-over was undone is", async () => {
  const { taskId } = await rollOver()
  expect(textNow()).toMatchObject({ can: false, text: "Already rolled over into this term." })
  expect((await undoBulk(piano.actor, taskId)).ok).toBe(true)
  expect(textNow()?.can).toBe(true)
  const again = await rollOver()
  expect(again.madeId).not.toBe("")
  expect(textNow()).toMatchObject({ can: false, text: "Already rolled over into this term." })
})
