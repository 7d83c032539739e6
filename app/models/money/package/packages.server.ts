import { packages, packageUses } from "db/schema/money-packages"
import { families, students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  isNotNull,
  isNull,
  lt,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, params, queryEach, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { containing } from "~/utils/like-pattern"
import { PER_PAGE } from "~/utils/page-number"
import { localDate } from "~/utils/zones"
import { type BoughtPackage, lowUnits, type PackageState, packageState, type WaitingLesson } from "./package"
import { takenUnits } from "./package-cover.server"

// What was sold and what is left of it, the same for the office, the teacher and the family.

const leftUnits = sql<number>`(${packages.lessons} * 100 - ${takenUnits})`

const columns = {
  id: packages.id,
  name: packages.name,
  familyId: packages.familyId,
  familyName: families.name,
  studentId: packages.studentId,
  studentName: sql<string | null>`nullif(trim(${students.firstName} || ' ' || ${students.lastName}), '')`,
  lessons: packages.lessons,
  leftUnits,
  priceMinor: packages.priceMinor,
  soldOn: packages.soldOn,
  expiresOn: packages.expiresOn,
  restRule: packages.restRule,
  classKind: packages.classKind,
  endReason: packages.endReason,
  endedAt: packages.endedAt,
}

const packageRows = () =>
  select(columns)
    .from(packages)
    .innerJoin(families, joined(families, packages.familyId))
    .leftJoin(students, joined(students, packages.studentId))

type Row = Omit<BoughtPackage, "state" | "endedOn"> & { endedAt: number | null }

function withState(actor: Actor) {
  const day = todayOf(actor)
  return ({ endedAt, ...bought }: Row): BoughtPackage => {
    const state = packageState({ ...bought, isEnded: endedAt !== null }, day)
    const endedBy = endedAt === null ? null : localDate(endedAt, actor.school.timeZone)
    const { expiresOn } = bought
    const isExpired = expiresOn !== null && (endedBy === null || expiresOn < endedBy)
    return { ...bought, state, endedOn: state === "ended" ? (isExpired ? expiresOn : endedBy) : null }
  }
}

export type PackageFilter = { state?: PackageState; search?: string; page: number }

/** Packages that were sold, the newest first, a page at a time, and how many there are. */
export function listPackages(actor: Actor, { state, search, page }: PackageFilter) {
  const pattern = containing(search?.trim() ?? "")
  const where = and(
    own(actor, packages),
    state && stateIs(state, todayOf(actor)),
    search?.trim()
      ? or(
          sql`${families.name} like ${pattern} escape '\\'`,
          sql`${students.firstName} || ' ' || ${students.lastName} like ${pattern} escape '\\'`,
        )
      : undefined,
  )
  const rows = packageRows()
    .where(where)
    .orderBy(desc(packages.soldOn), desc(packages.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
  const found = select({ total: count() })
    .from(packages)
    .innerJoin(families, joined(families, packages.familyId))
    .leftJoin(students, joined(students, packages.studentId))
    .where(where)
    .get()
  return { rows: rows.map(withState(actor)), total: found?.total ?? 0 }
}

const openOn = (day: string | Placeholder) =>
  and(isNull(packages.endedAt), or(isNull(packages.expiresOn), gte(packages.expiresOn, day)))

/** The same rule as `packageState`, for lists. */
function stateIs(state: PackageState, day: string): SQL | undefined {
  if (state === "ended") return or(isNotNull(packages.endedAt), lt(packages.expiresOn, day))
  if (state === "used-up") return and(openOn(day), sql`${leftUnits} <= 0`)
  if (state === "low") return and(openOn(day), sql`${leftUnits} between 1 and ${lowUnits}`)
  return and(openOn(day), sql`${leftUnits} > ${lowUnits}`)
}

/** One package with every lesson taken from it, newest first; undefined when the school has none such. */
export function findPackage(actor: Actor, packageId: string) {
  const bought = packageRows()
    .where(own(actor, packages, packageId))
    .get()
  if (!bought) return undefined
  const lessons = select({
    seatId: seats.id,
    sessionId: sessions.id,
    localDate: sessions.localDate,
    className: classes.name,
    studentName: sql<string>`trim(${students.firstName} || ' ' || ${students.lastName})`,
    units: packageUses.units,
  })
    .from(packageUses)
    .innerJoin(seats, joined(seats, packageUses.seatId))
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .innerJoin(students, joined(students, seats.studentId))
    .where(and(own(actor, packageUses), eq(packageUses.packageId, packageId), isNull(packageUses.releasedAt)))
    .orderBy(desc(sessions.startsAt), asc(packageUses.id))
    .all()
  return { ...withState(actor)(bought), taken: lessons }
}

/** So many days after its end a package is still shown to who had it. */
const shownDays = 60

type Which = { withEnded?: boolean }

/** The packages of a family that have not ended, those that end first at the front; behind them those that ended lately. */
export const listFamilyPackages = (actor: Actor, familyId: string, which: Which = {}): BoughtPackage[] =>
  listHeld(actor, "family", familyId, which)

/** The packages a student can use, their own and their family's; behind them those that ended lately. */
export const listStudentPackages = (actor: Actor, studentId: string, which: Which = {}): BoughtPackage[] =>
  listHeld(actor, "student", studentId, which)

type Holder = "family" | "student"

function listHeld(actor: Actor, holder: Holder, id: string, { withEnded = false }: Which): BoughtPackage[] {
  const day = todayOf(actor)
  const held = withEnded ? lateOrOpenQuery : openQuery
  return held(holder)
    .all(actor, {
      id,
      day,
      endedSince: now() - shownDays * 86_400_000,
      expiredSince: addDays(day, -shownDays),
    })
    .map(withState(actor))
}

const asked = params<Held>()
const heldBy = {
  family: eq(packages.familyId, asked.id),
  student: and(
    sql`${packages.familyId} = (select s.family_id from students s
      where s.school_id = ${asked.schoolId} and s.id = ${asked.id})`,
    or(isNull(packages.studentId), eq(packages.studentId, asked.id)),
  ),
}

type Held = { id: string; day: string; endedSince: number; expiredSince: string }
const openQuery = queryEach((holder: Holder, p: Params<Held>) => heldQuery(holder, p, false))
const lateOrOpenQuery = queryEach((holder: Holder, p: Params<Held>) => heldQuery(holder, p, true))

function heldQuery(holder: Holder, { day, endedSince, expiredSince }: Params<Held>, withEnded: boolean) {
  const lately = or(
    gte(packages.endedAt, endedSince),
    and(isNull(packages.endedAt), gte(packages.expiresOn, expiredSince)),
  )
  return packageRows()
    .where(
      and(own(asked.schoolId, packages), withEnded ? or(openOn(day), lately) : openOn(day), heldBy[holder]),
    )
    .orderBy(
      sql`${packages.endedAt} is not null or coalesce(${packages.expiresOn} < ${day}, 0)`,
      sql`${packages.expiresOn} is null`,
      asc(packages.expiresOn),
      asc(packages.soldOn),
    )
}

/** Lessons that wait for a package, oldest first, at most so many. */
export const listWaitingLessons = (actor: Actor, most = 100): WaitingLesson[] =>
  select({
    seatId: seats.id,
    sessionId: sessions.id,
    localDate: sessions.localDate,
    className: classes.name,
    familyId: students.familyId,
    studentId: students.id,
    studentName: sql<string>`trim(${students.firstName} || ' ' || ${students.lastName})`,
    units: packageUses.units,
  })
    .from(packageUses)
    .innerJoin(seats, joined(seats, packageUses.seatId))
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .innerJoin(students, joined(students, seats.studentId))
    .where(and(own(actor, packageUses), isNull(packageUses.packageId), isNull(packageUses.releasedAt)))
    .orderBy(asc(packageUses.createdAt), asc(packageUses.id))
    .limit(most)
    .all()
