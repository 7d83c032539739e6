import { schools } from "db/schema/accounts-schools"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor, PersonActor, Role, SchoolFacts, SuperActor } from "./actor"
import { type Params, platformQuery, select } from "./door.server"
import type { Right } from "./rights"
import { type StaffRole, staffRoles } from "./staff-permissions"

type Membership = { memberId: string; userId: string; name: string; role: Role; rights?: readonly Right[] }

/** The actor of a signed-in member. For the guard and tests only. */
export function memberActor(school: SchoolFacts, membership: Membership): Actor {
  return { rights: [], ...membership, kind: "member", school: factsOf(school) } as Actor
}

/** The school itself acting, without a person: for jobs. Undefined when the school is gone, or is being erased. */
export function schoolActor(schoolId: string): Actor | undefined {
  const school = schoolQuery.get({ schoolId })
  if (!school) return undefined
  return {
    kind: "member",
    school: factsOf(school),
    memberId: null,
    userId: null,
    name: school.name,
    role: "job",
    rights: [] as readonly Right[],
  } as Actor
}

const schoolQuery = platformQuery((p: Params<{ schoolId: string }>) =>
  select()
    .from(schools)
    .where(and(eq(schools.id, p.schoolId), isNull(schools.erasingSince))),
)

/** Platform staff, of all roles unless some are named. For the guard and tests only. */
export function superActor(user: { userId: string; name: string; roles?: readonly StaffRole[] }): SuperActor {
  return { roles: staffRoles, ...user, kind: "staff" } as SuperActor
}

/** A person as themself. For the guard and tests only. */
export function personActor(person: {
  userId: string
  name: string
  schoolId: string | null
  timeZone: string
}): PersonActor {
  return { ...person, kind: "person" } as PersonActor
}

function factsOf(school: SchoolFacts): SchoolFacts {
  const { id, kind, name, logoId, accentColor, timeZone, currency, weekStart } = school
  const { dateOrder, hourCycle, numberStyle, currencyPlace } = school
  const { attendanceLockDays, noticeHours, creditExpiryDays, creditCap, invoiceDueDays, teachersSeePrices } =
    school
  const { creditExpiry, lateAllowance, creditWarnDays, deletionDueAt } = school
  return {
    id,
    kind,
    name,
    logoId,
    accentColor,
    timeZone,
    currency,
    weekStart,
    dateOrder,
    hourCycle,
    numberStyle,
    currencyPlace,
    attendanceLockDays,
    noticeHours,
    creditExpiryDays,
    creditCap,
    creditExpiry,
    lateAllowance,
    creditWarnDays,
    invoiceDueDays,
    teachersSeePrices,
    deletionDueAt,
  }
}
