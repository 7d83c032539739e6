import { AsyncLocalStorage } from "node:async_hooks"
import { currentZone } from "./formats.server"
import { formatInstant } from "./zones"

// How long the parts of one request take, for the platform's own staff (`Server-Timing`). The scope follows the work.

type Work = { begun: number; databaseMs: number; statements: number; isStaff: boolean }

// One scope for the built server and its edge, which are two bundles in one process.
const shared = globalThis as typeof globalThis & { tuttiWork?: AsyncLocalStorage<Work> }
shared.tuttiWork ??= new AsyncLocalStorage<Work>()
const scope = shared.tuttiWork

/** Measures what a request does from here on. */
export const measureWork = <Result>(work: () => Result): Result =>
  scope.run({ begun: performance.now(), databaseMs: 0, statements: 0, isStaff: false }, work)

export function noteStatement(ms: number) {
  const current = scope.getStore()
  if (!current) return
  current.databaseMs += ms
  current.statements += 1
}

/** From now on the request is known to come from the platform's staff. */
export function noteStaff() {
  const current = scope.getStore()
  if (current) current.isStaff = true
}

const rounded = (ms: number) => ms.toFixed(1)

/**
 * The header's value for staff, undefined for anyone else: how fast a page answers someone can say whether a record exists.
 * @param renderMs how long the document took to write; absent for page data
 */
export function serverTiming(renderMs?: number): string | undefined {
  const current = scope.getStore()
  if (!current?.isStaff) return undefined
  const loaderMs = performance.now() - current.begun - (renderMs ?? 0)
  return [
    `loader;dur=${rounded(loaderMs)}`,
    `database;dur=${rounded(current.databaseMs)};desc="${current.statements} statements"`,
    ...(renderMs === undefined ? [] : [`render;dur=${rounded(renderMs)}`]),
  ].join(", ")
}

// Times as the platform's staff read them: in the zone they chose for themselves, or in the usual one of the page. Days
// that sums are made of stay those of UTC, or of the school.

/** "Nov 18, 2026, 3:10 PM" */
export const staffTime = (ms: number, usualZone = "UTC"): string =>
  formatInstant(ms, currentZone() ?? usualZone)

/** The same with its zone: "Nov 18, 2026, 3:10 PM UTC". */
export const staffTimeAndZone = (ms: number): string =>
  `${staffTime(ms)} ${(currentZone() ?? "UTC").replaceAll("_", " ")}`
