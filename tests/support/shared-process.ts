import { createHook } from "node:async_hooks"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { Worker } from "node:worker_threads"
import { afterAll, expect, inject, vi } from "vitest"
import { forgetSettings } from "./settings"

// Most files of unit tests follow each other in one process, which takes them two thirds of the time. Each begins as in a
// process of its own: our modules are loaded again, the environment and the globals are those that the process began with.
// What can't be taken back so (a server, a socket, a timer, a thread, a child process, a listener) fails the file that left it.
//
// Files of routes keep our modules and the built app, which take a process two seconds to load. Whatever these keep of a database
// belongs to a connection to it (db/on-connection.server.ts), and each file has its own; the settings are read again. The app's
// threads end with the file that asked them; a timer that waits for an answer may outlive it, an interval may not.

const keepsModules = inject("keepsModules")

type Known = {
  env: NodeJS.ProcessEnv
  folder: string
  globals: PropertyDescriptorMap
  /** Those that were set since the file began. */
  intervals: Set<NodeJS.Timeout>
}

const knownAs = Symbol.for("tests of one process")
const shared = globalThis as typeof globalThis & { [knownAs]?: Known }
const known = shared[knownAs] ?? begin()
shared[knownAs] = known

vi.useRealTimers()
vi.unstubAllEnvs()
vi.unstubAllGlobals()
if (!keepsModules) vi.resetModules()
restore()
forgetSettings()
// The requests that failed before, and those that were slow, were another file's.
for (const name of ["tuttiMachine", "tuttiRequests"]) Reflect.deleteProperty(globalThis, name)

known.intervals.clear()
const listeners = listenerCounts()
const resources = resourceCounts()
const threads = new Set<Worker>()
subscribe("worker_threads", noteThread)
const pause = setTimeout

afterAll(async () => {
  unsubscribe("worker_threads", noteThread)
  // The app's threads read this file's database.
  if (keepsModules) for (const thread of threads) await thread.terminate()
  // What is being closed is gone a moment later.
  for (let tries = 0; left().length > 0 && tries < 100; tries += 1) {
    await new Promise((resolve) => pause(resolve, 20))
  }
  const remains = left()
  const immediates = remains.some((name) => name.startsWith("Immediate")) ? await immediatesSet() : []
  expect(
    [...remains.filter((name) => !name.startsWith("Immediate")), ...immediates],
    "left to the files after this one",
  ).toEqual([])
})

/** Where work that goes on and on is set going again. An immediate that is only counted has had its turn by then. */
async function immediatesSet(): Promise<string[]> {
  const from = new Set<string>()
  const hook = createHook({
    init(_id, type) {
      if (type === "Immediate") from.add(new Error("an immediate is set").stack ?? type)
    },
  }).enable()
  await new Promise((resolve) => pause(resolve, 60))
  hook.disable()
  return [...from]
}

function noteThread(message: unknown) {
  const { worker } = message as { worker: Worker }
  threads.add(worker)
  worker.once("exit", () => threads.delete(worker))
}

/** What the process began with. */
function begin(): Known {
  // Globals that node loads on their first use replace themselves, so each is used once.
  for (const name of globalNames()) void Reflect.get(globalThis, name)
  const intervals = new Set<NodeJS.Timeout>()
  const { setInterval: set } = globalThis
  globalThis.setInterval = Object.assign((...given: Parameters<typeof set>) => {
    const interval = set(...given)
    intervals.add(interval)
    return interval
  }, set)
  return { env: { ...process.env }, folder: process.cwd(), globals: globals(), intervals }
}

/** Setup names each file's database. Until then it's the last one's: what is late would open the developer's own without a name. */
function isKept(setting: string) {
  return setting === "DATABASE_PATH"
}

function restore() {
  if (process.cwd() !== known.folder) process.chdir(known.folder)
  for (const name of Object.keys(process.env)) {
    if (!(name in known.env) && !isKept(name)) delete process.env[name]
  }
  for (const [name, value] of Object.entries(known.env)) {
    if (process.env[name] !== value && !isKept(name)) process.env[name] = value
  }
  for (const [name, now] of Object.entries(globals())) {
    const before = known.globals[name]
    if (!before && keepsModules && name.startsWith("tutti")) continue
    if (!before) Reflect.deleteProperty(globalThis, name)
    else if (before.value !== now.value || before.get !== now.get)
      Object.defineProperty(globalThis, name, before)
  }
  for (const [name, before] of Object.entries(known.globals)) {
    if (!(name in globalThis)) Object.defineProperty(globalThis, name, before)
  }
}

/** Those of node and of our own; the test runner's change with each file. */
function globalNames(): string[] {
  return Object.getOwnPropertyNames(globalThis).filter(
    (name) => !name.startsWith("__vitest") && name !== "localStorage" && name !== "sessionStorage",
  )
}

function globals(): PropertyDescriptorMap {
  return Object.fromEntries(
    globalNames().map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name) ?? {}]),
  )
}

function left(): string[] {
  const intervals = [...known.intervals].filter(isRunning)
  return [
    ...more(listeners, listenerCounts()),
    ...more(resources, resourceCounts()),
    ...(threads.size > 0 ? [`threads: ${threads.size}`] : []),
    ...(intervals.length > 0 ? [`intervals: ${intervals.length}`] : []),
  ]
}

/** Whether it's neither cleared nor one that lets the process end. */
const isRunning = (interval: NodeJS.Timeout) =>
  interval.hasRef() && !(interval as unknown as { _destroyed: boolean })._destroyed

function more(before: Map<string, number>, now: Map<string, number>): string[] {
  return [...now].flatMap(([name, count]) =>
    count > (before.get(name) ?? 0) ? [`${name}: ${count - (before.get(name) ?? 0)}`] : [],
  )
}

/** Of those for the end of the process, packages keep some; none reaches another file. */
function listenerCounts(): Map<string, number> {
  const names = process.eventNames().filter((name) => name !== "exit")
  return new Map(names.map((name) => [`on ${String(name)}`, process.listenerCount(name)]))
}

function resourceCounts(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of process.getActiveResourcesInfo())
    if (!(keepsModules && name === "Timeout")) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

declare module "vitest" {
  export interface ProvidedContext {
    keepsModules: boolean
  }
}
