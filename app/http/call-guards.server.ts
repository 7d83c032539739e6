import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import type { PersonActor, SuperActor } from "~/models/foundation/access/actor"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { tooMany } from "./answer"
import { findViewer, personOf, staffOf } from "./guards.server"
import { refuseJson } from "./json.server"

// How often one logged-in person may call the JSON API. In this process's memory: a call that only reads must not write,
// and a machine that only reads can't. No screen of ours comes near it.

/** Calls a minute. */
export const mostCalls = 600
let limiter: RateLimiterMemory | undefined

/** Counts a call. Answers how many seconds to wait when there have been too many, else 0. */
async function countCall(userId: string): Promise<number> {
  limiter ??= new RateLimiterMemory({ points: mostCalls, duration: 60 })
  try {
    await limiter.consume(userId)
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}

// The guards of the JSON API: they refuse with `{ message }` and a status instead of sending a browser somewhere.

/** The sign-in a call carries, if any; 403 when it was sent from elsewhere, 429 when there are too many. */
export async function findCaller(request: Request): Promise<SignIn | undefined> {
  const viewer = await findViewer(request).catch((refusal: unknown) => {
    throw refusal instanceof Response
      ? refuseJson("This call wasn’t sent from one of our pages.", refusal.status)
      : refusal
  })
  const seconds = viewer ? await countCall(viewer.user.id) : 0
  if (seconds > 0) throw refuseJson(tooManyTries(seconds), tooMany(seconds))
  return viewer
}

/** Requires a logged-in user: 401 without one, 403 while a temporary password must be replaced. */
export async function requireViewerCall(request: Request): Promise<SignIn> {
  const viewer = await findCaller(request)
  if (!viewer) throw refuseJson("Authentication required", 401)
  if (viewer.user.mustChangePassword) throw refuseJson("Choose your own password first.", 403)
  return viewer
}

/** Requires a logged-in customer; the platform's staff have their own desk. */
export async function requirePersonCall(request: Request): Promise<PersonActor> {
  const viewer = await requireViewerCall(request)
  if (viewer.user.isSuperAdmin) throw refuseJson("Platform staff answer chats; they can’t start one.", 403)
  return personOf(viewer)
}

export async function requireStaffCall(request: Request): Promise<SuperActor> {
  const viewer = await requireViewerCall(request)
  if (!viewer.user.isSuperAdmin) throw refuseJson("Only platform staff can do this.", 403)
  return staffOf(viewer)
}
