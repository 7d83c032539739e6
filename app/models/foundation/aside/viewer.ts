import { z } from "zod"
import { type Actor, roles } from "~/models/foundation/access/actor"
import { rights } from "~/models/foundation/access/rights"

// Who looks at what is read aside: a thread is told of the member as this request knows them.

/** A member as a thread is told of them; null where the school itself reads. */
export const Viewer = z
  .object({
    memberId: z.string(),
    userId: z.string(),
    name: z.string(),
    role: z.enum(roles),
    rights: z.array(z.enum(rights)),
  })
  .nullable()
export type Viewer = z.output<typeof Viewer>

export function viewerOf({ memberId, userId, name, role, rights }: Actor): Viewer {
  if (memberId === null || userId === null || role === "job") return null
  return { memberId, userId, name, role, rights: [...rights] }
}

/** What of the viewer something kept depends on, as a part of its key. */
export const viewerKey = ({ memberId, role, rights }: Actor): string =>
  JSON.stringify([memberId, role, rights])
