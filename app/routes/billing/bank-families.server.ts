import type { Actor } from "~/models/foundation/access/actor"
import { listFamilies } from "~/models/people/family/family.server"

const mostFamilies = 10

/** Families to record a transfer for; none until one is searched for. */
export const familiesFor = (actor: Actor, search: string) =>
  search.trim() === ""
    ? []
    : listFamilies(actor, { search: search.trim(), page: 1 })
        .families.slice(0, mostFamilies)
        .map(({ id, name, students }) => ({ id, name, students }))
