import { paged, readPage } from "~/http/page-number"
import type { Actor } from "~/models/foundation/access/actor"
import {
  type FamilyTalk,
  listClassTalks,
  listFamilyTalks,
  listMemberTalks,
  talksPerPage,
} from "~/models/overview/record/family-talks.server"
import { now } from "~/utils/clock.server"
import { formatRecent } from "~/utils/zones"

/** A page of the actor's conversations with a family, as their list shows them. */
export const readTalks = (actor: Actor, familyId: string, request: Request) =>
  asPage(actor, request, listFamilyTalks(actor, familyId, readPage(request)))

/** The same with the families of a class. */
export const readClassTalks = (actor: Actor, theirs: { id: string; isOver: boolean }, request: Request) =>
  asPage(actor, request, listClassTalks(actor, theirs, readPage(request)))

/** The same with a member, such as a teacher. */
export const readMemberTalks = (actor: Actor, memberId: string, request: Request) =>
  asPage(actor, request, listMemberTalks(actor, memberId, readPage(request)))

/** The latest with the families of a class; undefined without any. */
export const readLatestClassTalk = (actor: Actor, theirs: { id: string; isOver: boolean }) =>
  asListed(actor, listClassTalks(actor, theirs, 1, 1).talks)[0]

const asPage = (actor: Actor, request: Request, { talks, total }: ReturnType<typeof listFamilyTalks>) => ({
  pages: paged(request, total, talksPerPage),
  talks: asListed(actor, talks),
})

const asListed = (actor: Actor, talks: readonly FamilyTalk[]) =>
  talks.map(({ lastMessageAt, ...talk }) => ({
    ...talk,
    when: formatRecent(lastMessageAt, actor.school.timeZone, now()),
  }))
