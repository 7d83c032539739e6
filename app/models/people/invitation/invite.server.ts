import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { oneTimeLinks } from "db/schema/foundation"
import { members, students } from "db/schema/people"
import { and, count, eq, gt, inArray } from "drizzle-orm"
import { fold } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { readRights, rightsText } from "~/models/foundation/access/rights"
import { everybody, staffRoles } from "~/models/foundation/access/roles"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { makeOneTimeLink, revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { isBounced } from "~/models/foundation/outbox/bounce.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import type { InviteRefusal } from "~/texts/people/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { ageOn } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { findInvited, type InvitationPurpose, type Invited, invitationPurposes } from "./invited.server"

// An invitation is mail to whatever address an office types, so it is limited: one to an address every few minutes, and
// so many a day. Withdrawn ones count, since their mail has gone out.

const minutesBetween = 5
const mostPerDay = 300
const minuteMs = 60_000

/** Why this school may not mail an invitation to the address now; undefined when it may. */
function invitationLimitOf(actor: Actor, email: string): "too-soon" | "too-many-today" | undefined {
  const at = now()
  const sent = (since: number, to?: string) =>
    ownRows(actor, oneTimeLinks, { n: count() })
      .where(
        and(
          gt(oneTimeLinks.createdAt, since),
          inArray(oneTimeLinks.purpose, invitationPurposes),
          to === undefined ? undefined : eq(oneTimeLinks.email, to),
        ),
      )
      .get()?.n ?? 0
  if (sent(at - minutesBetween * minuteMs, email) > 0) return "too-soon"
  return sent(at - 24 * 60 * minuteMs) >= mostPerDay ? "too-many-today" : undefined
}

/** How many more invitations the school may send now. */
export function invitationsLeft(actor: Actor): number {
  const since = now() - 24 * 60 * minuteMs
  return Math.max(0, mostPerDay - listSentSince(actor, since).length)
}

/** The addresses that can't get another invitation for some minutes. */
export const listInvitedJustNow = (actor: Actor): Set<string> =>
  new Set(listSentSince(actor, now() - minutesBetween * minuteMs))

function listSentSince(actor: Actor, since: number): string[] {
  return ownRows(actor, oneTimeLinks, ["email"])
    .where(and(gt(oneTimeLinks.createdAt, since), inArray(oneTimeLinks.purpose, invitationPurposes)))
    .all()
    .map(({ email }) => email)
}

// An invitation is an email with a link that works once, for seven days. No account is created before it is accepted.
// How much of this mail a school may send is limited.

const lifetimeMs = 7 * 86_400_000
const grownUp = 18

type Outcome = Result<{ linkId: string; email: string }, InviteRefusal>

/** Invites a guardian to the family pages; earlier links stop working. */
export function inviteGuardian(actor: Actor, guardianId: string): Outcome {
  return invite(actor, "guardian-invitation", guardianId)
}

/** Invites a teacher to their lessons and registers; earlier links stop working. */
export function inviteTeacher(actor: Actor, teacherId: string): Outcome {
  return invite(actor, "teacher-invitation", teacherId)
}

/** Invites someone to help run the school; earlier links stop working. */
export function inviteStaff(actor: Actor, staffInvitationId: string): Outcome {
  return invite(actor, "staff-invitation", staffInvitationId)
}

/** Invites a student of 18 or more (or of unknown age) to their own pages; a child gets a printed password instead. */
export function inviteAdultStudent(actor: Actor, studentId: string): Outcome {
  const student = find(actor, students, studentId)
  if (student?.birthDate && ageOn(student.birthDate, todayOf(actor)) < grownUp)
    return { ok: false, reason: "not-adult" }
  return invite(actor, "student-invitation", studentId)
}

function invite(actor: Actor, purpose: InvitationPurpose, subjectId: string): Outcome {
  return transact(() => {
    const invited = findInvited(actor.school.id, purpose, subjectId)
    if (!invited) return { ok: false, reason: "not-found" }
    if (invited.memberId) return { ok: false, reason: "already-has-sign-in" }
    if (!invited.email) return { ok: false, reason: "no-email" }
    const email = fold(invited.email)
    if (!invited.offeredTo && worksHere(actor, purpose, email)) return { ok: false, reason: "works-here" }
    if (isBounced(email)) return { ok: false, reason: "returned" }
    const limit = invitationLimitOf(actor, email)
    if (limit) return { ok: false, reason: limit }
    const linkId = makeOneTimeLink({ purpose, schoolId: actor.school.id, subjectId, email, lifetimeMs })
    queueMail({ ...letterOf(actor, purpose, invited, linkId), schoolId: actor.school.id, recipient: email })
    const given = typeof invited.rights === "string" ? { rights: rightsText(readRights(invited.rights)) } : {}
    recordEvent(actor, `${nounOf(purpose)}.invite`, subjectId, { after: { email, ...given } })
    return { ok: true, linkId, email }
  })
}

/** One member of a school has one role: who works here is not also invited as family, nor the other way round. */
function worksHere(actor: Actor, purpose: InvitationPurpose, email: string): boolean {
  const conflicting =
    purpose === "teacher-invitation" || purpose === "staff-invitation" ? everybody : staffRoles
  return Boolean(
    select({ id: members.id })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(and(own(actor, members), eq(users.email, email), inArray(members.role, [...conflicting])))
      .get(),
  )
}

function letterOf(
  actor: Actor,
  purpose: InvitationPurpose,
  { name, rights, offeredTo, students: seen, seesMoney }: Invited,
  linkId: string,
) {
  const common = { schoolName: actor.school.name, invitedBy: actor.name, linkId }
  if (purpose === "teacher-invitation")
    return { template: purpose, data: { ...common, teacherName: name } } as const
  if (purpose === "staff-invitation")
    return {
      template: purpose,
      data: {
        ...common,
        staffName: name,
        ...(offeredTo ? { hasLogin: true } : {}),
        ...(typeof rights === "string" ? { rights: rightsText(readRights(rights)) } : {}),
      },
    } as const
  if (purpose === "student-invitation")
    return { template: purpose, data: { ...common, studentName: name } } as const
  return {
    template: purpose,
    data: { ...common, guardianName: name, studentNames: seen.map((student) => student.name), seesMoney },
  } as const
}

/** Makes the open link of a person of the school worthless. Refuses a person the school does not have. */
export function revokeInvitation(
  actor: Actor,
  purpose: InvitationPurpose,
  subjectId: string,
): Result<void, "not-found"> {
  return transact(() => {
    if (!findInvited(actor.school.id, purpose, subjectId)) return { ok: false, reason: "not-found" }
    revokeLinks(purpose, subjectId)
    recordEvent(actor, `${nounOf(purpose)}.revoke-invitation`, subjectId)
    return { ok: true }
  })
}

const nouns = {
  "guardian-invitation": "guardian",
  "student-invitation": "student",
  "teacher-invitation": "teacher",
  "staff-invitation": "staff",
} as const satisfies Record<InvitationPurpose, string>

const nounOf = (purpose: InvitationPurpose) => nouns[purpose]
