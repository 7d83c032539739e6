// The formats of the school that a request or a job is for. A request begins with the usual ones and takes those of its
// school once a guard knows it; a job says them. Nothing is read from another request: the scope follows the work.
import { AsyncLocalStorage } from "node:async_hooks"
import { type Formats, findFormatsBy, usualFormats } from "./formats"

type Scope = { formats: Formats; zone?: string }

// One scope for the built server and its edge, which are two bundles in one process.
const shared = globalThis as typeof globalThis & { tuttiFormatsScope?: AsyncLocalStorage<Scope> }
shared.tuttiFormatsScope ??= new AsyncLocalStorage<Scope>()
const scope = shared.tuttiFormatsScope
findFormatsBy(() => scope.getStore()?.formats ?? usualFormats)

/** Does the work with a school's formats; without any, with the usual ones until `takeFormats`. */
export const inFormats = <Result>(formats: Formats | undefined, work: () => Result): Result =>
  scope.run({ formats: formats ?? usualFormats }, work)

/** Says whose formats the rest of this request is written in; undefined for someone of no school. */
export function takeFormats(formats: Formats | undefined) {
  const current = scope.getStore()
  if (current && current.formats !== formats) current.formats = formats ?? usualFormats
}

/** Says in whose zone the times of this request are written, where no school says it: that of the platform's staff. */
export function takeZone(zone: string | null | undefined) {
  const current = scope.getStore()
  if (current) current.zone = zone ?? undefined
}

/** The zone that was said, if one was. */
export const currentZone = (): string | undefined => scope.getStore()?.zone
