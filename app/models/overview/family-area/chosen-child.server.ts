import type { Actor } from "~/models/foundation/access/actor"
import { findPortal } from "~/models/people/family-access/portal.server"

/**
 * Whose pages are shown: the child an address names, else the first of the family. An address that names someone who is
 * not theirs to see shows the first too, as if no one were named.
 */
export function findChosenChild(actor: Actor, request: Request) {
  const portal = findPortal(actor)
  const childId = new URL(request.url).searchParams.get("child")
  const child = portal.students.find(({ id }) => id === childId) ?? portal.students[0]
  return { ...portal, child }
}
