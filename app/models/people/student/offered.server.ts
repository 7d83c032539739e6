import { offeredNames } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listInstruments } from "./list-students.server"

/** What a form about a student offers: the school's own lists, and the instruments someone learns already. */
export function listOffered(actor: Actor): { instruments: string[]; levels: string[] } {
  const own = offeredNames(actor, "instruments")
  const known = new Set(own.map((name) => name.toLowerCase()))
  return {
    instruments: [...own, ...listInstruments(actor).filter((name) => !known.has(name.toLowerCase()))],
    levels: offeredNames(actor, "levels"),
  }
}
