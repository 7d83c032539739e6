import { findUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"

/** The zone that the reader chose for themselves; null for the school's. */
export const findOwnZone = (actor: Actor): string | null =>
  (actor.userId && findUser(actor.userId)?.timeZone) || null
