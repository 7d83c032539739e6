import { sqlite } from "db/client.server"
import { beforeEach, expect, test } from "vitest"
import { NoOneWaits } from "~/providers/threads/background-read.server"
import { nextTurn } from "~/utils/in-turns"
import { openSchool } from "../../../../tests/support/school"
import { keepReads } from "./keep-reads.server"

let reads = 0
const work = (answer: () => string) => ({
  work: {
    name: "test",
    input: {},
    here: () => {
      reads += 1
      return answer()
    },
  },
  isLong: true,
})
beforeEach(() => {
  reads = 0
})

test("is read once between two writes, also by two who ask at once, and again after one", async () => {
  const { actor } = openSchool()
  const keep = keepReads<string>(10)
  const ask = () =>
    keep(
      [actor.school.id],
      work(() => `read ${reads}`),
    )
  expect(await Promise.all([ask(), ask()])).toEqual(["read 1", "read 1"])
  expect(await ask()).toBe("read 1")
  sqlite().prepare("update schools set name = 'Another name' where id = ?").run(actor.school.id)
  expect(await ask()).toBe("read 2")
  expect(
    await keep(
      [actor.school.id, "another day"],
      work(() => "other"),
    ),
  ).toBe("other")
})

test("what could not be read is read again", async () => {
  const { actor } = openSchool()
  const keep = keepReads<string>(10)
  const failing = work(() => {
    throw new Error("The thread ended.")
  })
  await expect(keep([actor.school.id], failing)).rejects.toThrow("The thread ended.")
  expect(
    await keep(
      [actor.school.id],
      work(() => "read"),
    ),
  ).toBe("read")
})

/** Reads that are answered, or dropped once no one waits for them, when the test says so. */
function openQueue() {
  const queue: { answer: (text: string) => void; drop: () => void; isLeft: () => boolean }[] = []
  const asked = {
    work: {
      name: "test",
      input: {},
      here: (left?: AbortSignal) =>
        new Promise<string>((answer, refuse) => {
          queue.push({
            answer,
            drop: () => refuse(new NoOneWaits()),
            isLeft: () => left?.aborted === true,
          })
        }),
    },
    isLong: true,
  }
  const { actor } = openSchool()
  const keep = keepReads<string>(10)
  const ask = () => {
    const connection = new AbortController()
    return { answer: keep([actor.school.id], asked, connection.signal), leave: () => connection.abort() }
  }
  return { queue, ask, askToStay: () => keep([actor.school.id], asked) }
}

test("is given up when all who asked have left, not while one waits or no connection says so", async () => {
  const { queue, ask, askToStay } = openQueue()
  const [one, two] = [ask(), ask()]
  one.leave()
  expect(queue.map(({ isLeft }) => isLeft())).toEqual([false])
  two.leave()
  expect(queue.map(({ isLeft }) => isLeft())).toEqual([true])
  queue[0]?.drop()
  await expect(one.answer).rejects.toThrow(NoOneWaits)
  await expect(two.answer).rejects.toThrow(NoOneWaits)
  const [three, four] = [ask(), askToStay()]
  three.leave()
  expect(queue.map(({ isLeft }) => isLeft())).toEqual([true, false])
  queue[1]?.answer("read")
  expect(await four).toBe("read")
  expect(await ask().answer).toBe("read")
  expect(queue).toHaveLength(2)
})

test("who asks after all have left has the answer, of the read that had begun or of another one", async () => {
  const begun = openQueue()
  begun.ask().leave()
  const late = begun.ask()
  begun.queue[0]?.answer("read")
  expect(await late.answer).toBe("read")
  expect(begun.queue).toHaveLength(1)

  const dropped = openQueue()
  const left = dropped.ask()
  left.leave()
  const [one, two] = [dropped.ask(), dropped.ask()]
  dropped.queue[0]?.drop()
  await expect(left.answer).rejects.toThrow(NoOneWaits)
  await nextTurn()
  expect(dropped.queue).toHaveLength(2)
  one.leave()
  expect(dropped.queue[1]?.isLeft()).toBe(false)
  dropped.queue[1]?.answer("read again")
  expect(await two.answer).toBe("read again")
})

test("who has left before it is asked for begins nothing", async () => {
  const { actor } = openSchool()
  const asked = work(() => "read")
  await expect(keepReads<string>(1)([actor.school.id], asked, AbortSignal.abort())).rejects.toThrow(
    NoOneWaits,
  )
  expect(reads).toBe(0)
})
