import { setImmediate } from "node:timers/promises"
import { expect, test } from "vitest"
import { hearQuestions } from "./questions"

/** A thread that takes as long for each answer as the test says. */
function openThread() {
  const begun: number[] = []
  const dropped: number[] = []
  let end = () => {}
  const hear = hearQuestions({
    answer: ({ id }) => {
      begun.push(id)
      return new Promise((resolve) => {
        end = resolve
      })
    },
    drop: (id) => dropped.push(id),
  })
  const ask = (id: number, schoolId = "harmony") =>
    hear({ id, name: "analytics", input: { schoolId }, at: 1 })
  const leave = (id: number) => hear({ id, hasLeft: true })
  const endThis = async () => {
    end()
    for (let turn = 0; turn < 10; turn += 1) await setImmediate()
  }
  return { begun, dropped, ask, leave, endThis }
}

test("a question is dropped when whoever asked it has left, and those behind it are answered", async () => {
  const { begun, dropped, ask, leave, endThis } = openThread()
  for (const id of [1, 2, 3, 4]) ask(id)
  leave(2)
  leave(3)
  expect([begun, dropped]).toEqual([[1], [2, 3]])
  await endThis()
  expect(begun).toEqual([1, 4])
  await endThis()
  ask(5)
  expect([begun, dropped]).toEqual([
    [1, 4, 5],
    [2, 3],
  ])
})

test("one that is being answered, or was, is not", async () => {
  const { begun, dropped, ask, leave, endThis } = openThread()
  ask(1)
  ask(2, "other")
  leave(1)
  await endThis()
  leave(1)
  leave(7)
  expect([begun, dropped]).toEqual([[1, 2], []])
})
