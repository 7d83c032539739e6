import type { Request } from "express"
import { addDuration, type Clock } from "../clock"
import type { Collection } from "../database"

/** What a remembered request uses of the state. */
type RequestState = {
  clock: Clock
  rememberedRequests: Collection<RememberedRequest>
  together<T>(work: () => T): T
}

/** A PayPal-Request-Id seen before: which call it belonged to and what that call made. `expiresAt` is UTC ms. */
export type RememberedRequest = { id: string; resourceId: string; expiresAt: number }

/**
 * The idempotency of PayPal-Request-Id: the same key for the same call gives the id of what the first call made, so that
 * the answer is its latest state. Keys are kept 72 hours for catalogue and subscriptions, 6 for orders, 3 for saved methods.
 */
export function rememberRequest(
  state: RequestState,
  request: Request,
  { call, keptFor, work }: { call: string; keptFor: "PT72H" | "PT6H" | "PT3H"; work: () => string },
): { resourceId: string; repeated: boolean } {
  const key = request.get("PayPal-Request-Id")
  if (!key) return { resourceId: state.together(work), repeated: false }
  const id = `${call} ${key}`
  const known = state.rememberedRequests.find(id)
  if (known && known.expiresAt > state.clock.now()) return { resourceId: known.resourceId, repeated: true }
  return state.together(() => {
    const resourceId = work()
    state.rememberedRequests.save({ id, resourceId, expiresAt: addDuration(state.clock.now(), keptFor) })
    return { resourceId, repeated: false }
  })
}

/** `Prefer: return=representation` asks for the full body; without it PayPal answers id, status and links. */
export function wantsRepresentation(request: Request) {
  return /return=representation/.test(request.get("Prefer") ?? "")
}
