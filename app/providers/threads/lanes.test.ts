import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openLanes } from "./lanes"

// A thread here answers one question after another, each when the test says so, as the built one does by itself.

type Question = { name: string; left?: AbortSignal; answer: () => void; fail: (error: Error) => void }
type Thread = { questions: Question[]; isEnded: boolean; breakDown: () => void }
let threads: Thread[] = []
let ask: ReturnType<typeof openLanes>

beforeEach(() => {
  vi.useFakeTimers()
  threads = []
  ask = openLanes((onEnd) => {
    const questions: Question[] = []
    const thread: Thread = {
      questions,
      isEnded: false,
      breakDown: () => {
        onEnd()
        for (const { fail } of questions) fail(new Error("The thread ended."))
      },
    }
    threads.push(thread)
    return {
      ask: ({ name }, left) =>
        new Promise((resolve, reject) =>
          questions.push({ name, left, answer: () => resolve(name), fail: reject }),
        ),
      end: () => {
        thread.isEnded = true
      },
    }
  })
})
afterEach(() => void vi.useRealTimers())

const short = (name: string) => ask({ name, input: {} })
const long = (name: string) => ask({ name, input: {}, isLong: true })
const asked = () => threads.map(({ questions }) => questions.map(({ name }) => name))
const answer = (thread: number, question: number) => threads[thread]?.questions[question]?.answer()

test("short reads share one thread", async () => {
  const both = [short("dashboard"), short("week")]
  expect(asked()).toEqual([["dashboard", "week"]])
  for (const question of [0, 1]) answer(0, question)
  expect(await Promise.all(both)).toEqual(["dashboard", "week"])
})

test("a dashboard doesn't wait for analytics, and analytics wait for each other", async () => {
  const reads = [long("analytics"), short("dashboard"), long("figures"), short("week")]
  expect(asked()).toEqual([
    ["analytics", "figures"],
    ["dashboard", "week"],
  ])
  answer(1, 0)
  expect(await reads[1]).toBe("dashboard")
  for (const question of [0, 1]) answer(0, question)
  expect(await Promise.all([reads[0], reads[2]])).toEqual(["analytics", "figures"])
  void short("pay")
  expect(asked()[0]).toEqual(["analytics", "figures", "pay"])
})

test("the second thread is ended half a minute after its last read, the first after five; none while it reads", async () => {
  const reads = [long("analytics"), short("dashboard")]
  vi.advanceTimersByTime(10 * 60_000)
  expect(threads.map(({ isEnded }) => isEnded)).toEqual([false, false])
  for (const thread of [0, 1]) answer(thread, 0)
  await Promise.all(reads)
  vi.advanceTimersByTime(30_000)
  expect(threads.map(({ isEnded }) => isEnded)).toEqual([false, true])
  vi.advanceTimersByTime(5 * 60_000)
  expect(threads.map(({ isEnded }) => isEnded)).toEqual([true, true])
  void short("dashboard")
  expect(threads).toHaveLength(3)
})

test("the thread is told when no one waits any more, and is busy until it says so itself", async () => {
  const connection = new AbortController()
  const left = ask({ name: "analytics", input: {}, isLong: true }, connection.signal)
  connection.abort()
  expect(threads[0]?.questions[0]?.left?.aborted).toBe(true)
  void short("dashboard")
  expect(asked()).toEqual([["analytics"], ["dashboard"]])
  threads[0]?.questions[0]?.fail(new Error("No one waits."))
  await expect(left).rejects.toThrow("No one waits.")
  void short("week")
  expect(asked()).toEqual([["analytics", "week"], ["dashboard"]])
})

test("after a thread that broke down the next read starts another", async () => {
  const read = long("analytics")
  threads[0]?.breakDown()
  await expect(read).rejects.toThrow("The thread ended.")
  void short("dashboard")
  expect(asked()).toEqual([["analytics"], ["dashboard"]])
})
