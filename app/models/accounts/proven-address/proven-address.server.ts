import { recoveryCodes, secondFactors, users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { calendarFeeds } from "db/schema/exchange"
import { oneTimeLinks } from "db/schema/foundation"
import { members, staffInvitations } from "db/schema/people"
import { and, asc, eq, inArray, isNull } from "drizzle-orm"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { platformChange, platformRemove, select } from "~/models/foundation/access/door.server"
import { ofSchool } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { endSignInsOf } from "../sign-in/sign-in.server"
import { forgetTriesAt } from "../sign-in/sign-in-tries.server"
import { findUser, isUnproven, setPassword } from "../user/user.server"

// An address belongs to the person who reads its mailbox. Anyone can register with any address, so an
// account proves nothing until its owner opens a link mailed there. Then everything set up earlier by someone else
// ends: password, second factor, sign-ins, calendar addresses, and invitations to help run a school.

/**
 * A mailed link came back: sets the password that the mailbox's owner chose and ends all sign-ins, in the caller's
 * transaction. An account that was never proven is taken over: whatever opened it before opens it no longer, and a letter
 * says so and which schools belong to it. One that was proven keeps its second factor.
 */
export function setPasswordByMailbox(userId: string, passwordHash: string) {
  const user = findUser(userId)
  if (!user?.email) return
  if (isUnproven(user)) takeOver(user.id, user.email)
  else
    queueMail({
      template: "password-changed",
      data: { name: user.name },
      schoolId: null,
      recipient: user.email,
    })
  setPassword(user.id, { passwordHash, mustChangePassword: false })
  endSignInsOf(user.id)
  forgetTriesAt(user.email)
}

function takeOver(userId: string, email: string) {
  const at = now()
  platformChange(users, userId, { emailProvenAt: at })
  platformRemove(recoveryCodes, eq(recoveryCodes.userId, userId))
  platformRemove(secondFactors, eq(secondFactors.userId, userId))
  revokeLinks("email-confirmation", userId)
  const memberships = select({ member: members, school: schools })
    .from(members)
    .innerJoin(schools, eq(schools.id, members.schoolId))
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt), asc(members.id))
    .all()
  for (const { member, school } of memberships) {
    endWhatMemberGaveOut(member.schoolId, member.id, at)
    const actor = schoolActor(school.id)
    if (actor) recordEvent(actor, "member.prove-address", member.id, { after: { email } })
  }
  queueMail({
    template: "address-proven",
    data: { email, schoolNames: memberships.map(({ school }) => school.name) },
    schoolId: null,
    recipient: email,
  })
}

/** A calendar's address and an open invitation to the office are ways in, too. */
function endWhatMemberGaveOut(schoolId: string, memberId: string, at: number) {
  platformChange(
    calendarFeeds,
    and(
      ofSchool(schoolId, calendarFeeds),
      eq(calendarFeeds.memberId, memberId),
      isNull(calendarFeeds.revokedAt),
    ),
    { revokedAt: at },
  )
  const request = select({ id: staffInvitations.id })
    .from(staffInvitations)
    .where(and(ofSchool(schoolId, staffInvitations), eq(staffInvitations.invitedBy, memberId)))
  platformChange(
    oneTimeLinks,
    and(
      ofSchool(schoolId, oneTimeLinks),
      eq(oneTimeLinks.purpose, "staff-invitation"),
      inArray(oneTimeLinks.subjectId, request),
      isNull(oneTimeLinks.usedAt),
      isNull(oneTimeLinks.revokedAt),
    ),
    { revokedAt: at },
  )
}
