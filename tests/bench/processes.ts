import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"

// What the bench asks the system about the processes of a server.

/** Nanoseconds that all threads of a process have run. */
export const processorTime = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadTime(pid, thread), 0)

/** The same of one of them, the first unless named. */
export function threadTime(pid: number, thread: string | number = pid): number {
  const file = `/proc/${pid}/task/${thread}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[0]) : 0
}

/** The processes that one has started. */
export const workersOf = (pid: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentOf(other) === pid)

function parentOf(pid: number): number {
  try {
    return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])
  } catch {
    return 0
  }
}

/** How many cores a server and its workers keep busy while something is done: 1.3 is one and a third of another. */
export async function coresDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const spent = () => [pid, ...workersOf(pid)].reduce((sum, each) => sum + processorTime(each), 0)
  const [before, begun] = [spent(), performance.now()]
  await work()
  return (spent() - before) / 1e6 / (performance.now() - begun)
}

/** Leaves a process one core, with all of its threads. */
export const holdToOneCore = (pid: number) =>
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", "0", `${pid}`])
