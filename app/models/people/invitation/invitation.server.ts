import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import { findUserByEmail, fold, isUnproven } from "~/models/accounts/user/user.server"
import { select } from "~/models/foundation/access/door.server"
import {
  findLink,
  type LinkState,
  linkState,
  type OneTimeLink,
} from "~/models/foundation/one-time-link/one-time-link.server"
import { findInvited, type InvitationPurpose, type Invited, invitationPurposes } from "./invited.server"

// The public side of an invitation. There is no actor yet: the mailed token is what a stranger has to show, and it
// opens only the one record it was made for.

export type OpenInvitation = {
  link: OneTimeLink & { schoolId: string; purpose: InvitationPurpose }
  school: typeof schools.$inferSelect
  invited: Invited
}

export type FoundInvitation =
  | { state: "unknown" }
  | { state: Exclude<LinkState, "open">; schoolName: string; schoolEmail: string | null }
  | ({ state: "open" } & OpenInvitation)

/**
 * What a token opens. A link whose person has in the meantime another address, or is gone, counts as revoked; one whose
 * person signs in by now, as used.
 */
export function findInvitation(token: string): FoundInvitation {
  const link = findLink(invitationPurposes, token)
  if (!link?.schoolId) return { state: "unknown" }
  const school = select().from(schools).where(eq(schools.id, link.schoolId)).get()
  if (!school) return { state: "unknown" }
  const purpose = link.purpose as InvitationPurpose
  const invited = findInvited(school.id, purpose, link.subjectId)
  const state = stateOf(link, invited)
  if (state !== "open" || !invited)
    return {
      state: state === "open" ? "revoked" : state,
      schoolName: school.name,
      schoolEmail: school.email,
    }
  return { state, link: { ...link, schoolId: school.id, purpose }, school, invited }
}

/** The school that an invitation is to, whatever became of it. */
export const findSchoolOfInvitation = (token: string): string | null | undefined =>
  findLink(invitationPurposes, token)?.schoolId

function stateOf(link: OneTimeLink, invited: Invited | undefined): LinkState {
  const state = linkState(link)
  if (state !== "open") return state
  if (!invited || fold(invited.email ?? "") !== link.email) return "revoked"
  return invited.memberId ? "used" : "open"
}

/**
 * Whether the invited address has an account: one that is proven is used and never changed, one that is not becomes its
 * reader's.
 */
export function accountOfInvited({ link }: OpenInvitation): "none" | "proven" | "unproven" {
  const account = findUserByEmail(link.email)
  if (!account) return "none"
  return isUnproven(account) ? "unproven" : "proven"
}
