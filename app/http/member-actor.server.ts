import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor, schoolActor } from "~/models/foundation/access/actor.server"

// Who acts in a request: the member behind a sign-in.

const actors = new WeakMap<SignIn, Actor>()

/**
 * The member behind a sign-in as an actor, whatever the subscription's state; for choosing and paying the plan. The
 * loaders of one page, which share the sign-in, share the actor.
 */
export function actorOf(viewer: SignIn): Actor {
  const { user, membership } = viewer
  if (!membership) throw new Error("This person belongs to no school.")
  const { school, memberId, role, rights } = membership
  const known = actors.get(viewer)
  if (known) return known
  const actor = memberActor(school, { memberId, role, rights, userId: user.id, name: user.name })
  actors.set(viewer, actor)
  return actor
}

const officeActors = new WeakMap<SignIn, Actor>()

/** The same acting by a right: a teacher then sees the whole school, and not only their own lessons. */
export function officeOf(viewer: SignIn): Actor {
  const actor = actorOf(viewer)
  if (actor.role !== "teacher") return actor
  const known = officeActors.get(viewer) ?? { ...actor, role: "office" as const }
  officeActors.set(viewer, known)
  return known
}

/** The school that a provider’s call is about, as the provider has signed it. */
export const schoolOfWebhook = (schoolId: string): Actor | undefined => schoolActor(schoolId)
