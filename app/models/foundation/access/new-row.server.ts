import { now } from "~/utils/clock.server"
import { newRowId } from "~/utils/ids.server"
import type { Actor } from "./actor"

/** What every row of a school begins with: its owner, an id of its own, the present (UTC ms). */
export const newRow = (actor: Actor) => ({ schoolId: actor.school.id, id: newRowId(), createdAt: now() })
