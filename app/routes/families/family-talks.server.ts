import type { Actor } from "~/models/foundation/access/actor"
import { listClassTalks } from "~/models/overview/record/class-talks.server"
import { listFamilyTalks, talksPerPage } from "~/models/overview/record/family-talks.server"
import { listMemberTalks } from "~/models/overview/record/teacher-talks.server"
import { now } from "~/utils/clock.server"
import { formatRecent } from "~/utils/zones"

/** A page of the actor's conversations with a family, as their list shows them. */
export const readTalks = (actor: Actor, familyId: string, page: number) =>
  asListed(actor, page, listFamilyTalks(actor, familyId, page))

/** The same with the families of a class. */
export const readClassTalks = (actor: Actor, theirs: { id: string; isOver: boolean }, page: number) =>
  asListed(actor, page, listClassTalks(actor, theirs, page))

/** The same with a member, such as a teacher. */
export const readMemberTalks = (actor: Actor, memberId: string, page: number) =>
  asListed(actor, page, listMemberTalks(actor, memberId, page))

/** The latest with the families of a class; undefined without any. */
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
