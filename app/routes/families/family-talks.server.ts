import type { Actor } from "~/models/foundation/access/actor"
import { listClassTalks } from "~/models/overview/record/class-talks.server"
import { listFamilyTalks, talksPerPage } from "~/models/overview/record/family-talks.server"
import { now } from "~/utils/clock.server"
import { formatRecent } from "~/utils/zones"

/** A page of the actor's conversations with a family, as their list shows them. */
export const readTalks = (actor: Actor, familyId: string, page: number) =>
  asListed(actor, page, listFamilyTalks(actor, familyId, page))

/** The same with the families of a class. */
export const readClassTalks = (actor: Actor, theirs: { id: string; isOver: boolean }, page: number) =>
  asListed(actor, page, listClassTalks(actor, theirs, page))

/** The latest of them; undefined without any. */
export const readLatestClassTalk = (actor: Actor, theirs: { id: string; isOver: boolean }) =>
  asListed(actor, 1, listClassTalks(actor, theirs, 1, 1)).talks[0]

function asListed(actor: Actor, page: number, { talks, total }: ReturnType<typeof listFamilyTalks>) {
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
