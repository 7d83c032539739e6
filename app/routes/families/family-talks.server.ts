import type { Actor } from "~/models/foundation/access/actor"
import { listFamilyTalks, talksPerPage } from "~/models/overview/record/family-talks.server"
import { now } from "~/utils/clock.server"
import { formatRecent } from "~/utils/zones"

/** A page of the actor's conversations with a family, as their list shows them. */
export function readTalks(actor: Actor, familyId: string, page: number) {
  const { talks, total } = listFamilyTalks(actor, familyId, page)
  return {
    page,
    perPage: talksPerPage,
    total,
    talks: talks.map(({ lastMessageAt, ...talk }) => ({
      ...talk,
      when: formatRecent(lastMessageAt, actor.school.timeZone, now()),
    })),
  }
}
