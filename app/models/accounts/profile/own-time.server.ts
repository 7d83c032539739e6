import { cacheUntilWrite } from "db/cache-until-write.server"
import { findUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"

/** The zone that the reader chose for themselves; null for the school's. */
export const findOwnZone = (actor: Actor): string | null =>
  keepZone([actor.school.id, actor.userId], () => (actor.userId && findUser(actor.userId)?.timeZone) || null)

/** Users are no school's: it's read once until one of them changes. */
const keepZone = cacheUntilWrite<string | null>(500)
