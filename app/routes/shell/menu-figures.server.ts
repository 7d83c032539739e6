import type { Usage } from "~/components/shell/usage-panel"
import { personOf, staffOf } from "~/http/guards.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { listMemberships } from "~/models/accounts/sign-in/sign-in.server"
import type { LimitUsage } from "~/models/accounts/subscription/plan-usage"
import { findUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor, Role } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { isOffice } from "~/models/foundation/access/roles"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import { keepUnchanged } from "~/models/foundation/access/unchanged.server"
import { countWaiting } from "~/models/overview/waiting/waiting.server"
import { countOpenCases } from "~/models/platform/platform/platform-figures.server"
import { countUnreadAnswers } from "~/models/platform/support/thread.server"
import { countDesk } from "~/models/platform/support-desk/list-desk.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { localDate } from "~/utils/zones"

/** The menu's figures change with what is written, staff's with any write, and those of missed lessons with the time. */
const keepFigures = keepUnchanged<ReturnType<typeof figuresOf>>(2000)

/** The counts of a person’s menu and what surrounds it, kept for the minute between two writes. */
export const menuFigures = (viewer: SignIn, role: Role | "super_admin", actor: Actor | undefined) =>
  keepFigures([schoolOf(viewer) ?? null, viewer.id, Math.floor(now() / 60_000)], () =>
    figuresOf(viewer, role, actor),
  )

const schoolOf = ({ user, membership }: SignIn) => (user.isSuperAdmin ? undefined : membership?.school.id)

/** Who has attendance in their menu: the administrators, and members with the right. */
const isWatching = (actor: Actor) => actor.role !== "teacher" && may(actor, "attendance:read")

/** What waits for the person, as far as they may answer it; without a school only what staff wrote to them. */
function waitingFor(viewer: SignIn, role: Role | "super_admin", actor: Actor | undefined) {
  if (!actor) return viewer.user.isSuperAdmin ? undefined : { answers: countUnreadAnswers(personOf(viewer)) }
  const attendance = isWatching(actor)
  return countWaiting(actor, viewer.user.id, {
    attendance,
    corrections: attendance && may(actor, "register:unlock"),
    requests: role === "admin",
  })
}

const nothing = { conversations: 0, missing: 0, corrections: 0, timeOff: 0, work: 0 }

function figuresOf(viewer: SignIn, role: Role | "super_admin", actor: Actor | undefined) {
  const { user, membership } = viewer
  const waiting = waitingFor(viewer, role, actor)
  const { conversations, missing, corrections, timeOff, work } = { ...nothing, ...waiting }
  return {
    otherSchools: listMemberships(user.id)
      .filter(({ memberId }) => memberId !== membership?.memberId)
      .map(({ schoolId, memberId, schoolName }) => ({ schoolId, memberId, schoolName })),
    usage: actor && isOffice(role) ? usageOf(actor, membership?.subscriptionStatus === "active") : null,
    payDueBy: membership && isOffice(role) ? payDueBy(membership) : null,
    supportUnread: user.isSuperAdmin ? undefined : waiting?.answers,
    mattersWaiting: mayStaff(user.staffRoles, "matter:answer") ? countDesk(staffOf(viewer)).waiting.all : 0,
    casesOpen: mayStaff(user.staffRoles, "subscription:read") ? countOpenCases(staffOf(viewer)) : 0,
    messagesUnread: conversations,
    attendanceWaiting: missing + corrections,
    teacherRequests: timeOff + work,
  }
}

/** The day a school closes unless a failed payment is fixed, as text; null when nothing is due. */
function payDueBy({ graceUntil, school, subscriptionStatus }: NonNullable<SignIn["membership"]>) {
  if (graceUntil === null || subscriptionStatus !== "active") return null
  return formatDate(localDate(graceUntil, school.timeZone), "full", school)
}

/** The panel's rows: a solo teacher has no Teachers (spec §2, §6). */
function usageOf(actor: Actor, active: boolean): Usage {
  const { planName, teachers, students, quotas } = findUsage(actor)
  const seat = (key: "teachers" | "students", { used, limit }: LimitUsage) => ({
    key,
    used,
    limit: limit ?? ("unlimited" as const),
  })
  const seats = [seat("students", students)]
  if (actor.school.kind !== "solo") seats.unshift(seat("teachers", teachers))
  return { schoolId: actor.school.id, plan: planName, active, seats, quotas }
}
