import type { Actor, Role } from "../access/actor"
import type { Right } from "../access/rights"

// Who looks at what is read in the background: a thread is told of the member as this request knows them.

/** A member as a thread is told of them; null where the school itself reads. */
export type Viewer = { memberId: string; userId: string; name: string; role: Role; rights: Right[] } | null

export function viewerOf({ memberId, userId, name, role, rights }: Actor): Viewer {
  if (memberId === null || userId === null || role === "job") return null
  return { memberId, userId, name, role, rights: [...rights] }
}

/** What of the viewer something kept depends on, as a part of its key. */
export const viewerKey = ({ memberId, role, rights }: Actor): string =>
  JSON.stringify([memberId, role, rights])
