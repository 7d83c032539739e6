// What the parts of a request learn about it before it ends: whose it was and why it failed. A global, because the server
// and the build are bundled apart. It is taken when the request ends; what no one takes makes room for newer ones.

export type RequestFacts = {
  schoolId?: string
  problem?: string
  userId?: string
}

const most = 2000
const shared = globalThis as typeof globalThis & { tuttiRequestFacts?: Map<string, RequestFacts> }

function known(): Map<string, RequestFacts> {
  shared.tuttiRequestFacts ??= new Map()
  return shared.tuttiRequestFacts
}

/** Adds to what is known of a request; without an ID there is nothing to add to. */
export function noteRequestFacts(requestId: string | null, facts: RequestFacts) {
  if (!requestId) return
  const all = known()
  all.set(requestId, { ...all.get(requestId), ...facts })
  const [oldest] = all.keys()
  if (all.size > most && oldest !== undefined) all.delete(oldest)
}

/** What is known of a request so far. */
export const requestFactsOf = (requestId: string | null): RequestFacts =>
  (requestId && known().get(requestId)) || {}

/** What is known of a request that has ended. */
export function takeRequestFacts(requestId: string): RequestFacts {
  const facts = known().get(requestId) ?? {}
  known().delete(requestId)
  return facts
}
