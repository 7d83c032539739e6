import { packages, packageUses } from "db/schema/money-packages"
import { and, asc, eq, gte, inArray, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import type { Room } from "./package"
import { settleRest } from "./package-rest.server"

// What lessons take from packages. A seat takes from those that end first; a correction releases what it had taken and
// takes again, so that what is left is always what was sold less what current marks took.

/** What is taken of a package now, in SQL; named by hand, because a query of one table leaves its name away. */
export const takenUnits = sql<number>`(select coalesce(sum(u.units), 0) from package_uses u
  where u.school_id = packages.school_id and u.package_id = packages.id and u.released_at is null)`

/** Why a package has ended whose last day has passed. */
export const expired = "Expired"

export type CoveredSeat = { seatId: string | null; studentId: string; familyId: string }
/** What a seat has taken: from a package, or, without one, what waits for the next package. */
export type Use = { useId: string; seatId: string; packageId: string | null; units: number }

type Bought = { packageId: string; familyId: string; studentId: string | null; units: number }

/**
 * What packages have left for the lessons of one session, and what its seats have taken already. Each seat is asked and
 * booked in turn, so that brothers and sisters never share a lesson of one package.
 */
export type PackageRooms = ReturnType<typeof packageRooms>

function packageRooms(bought: readonly Bought[], uses: readonly Use[]) {
  const left = new Map(bought.map(({ packageId, units }) => [packageId, units]))
  const add = (packageId: string, units: number) => left.set(packageId, (left.get(packageId) ?? 0) + units)
  const usesOf = (seat: CoveredSeat): Use[] => uses.filter(({ seatId }) => seatId === seat.seatId)
  return {
    usesOf,
    /** What a seat could take now: what it has first, then what is left for its student or family. */
    roomsOf(seat: CoveredSeat): Room[] {
      const own = new Map<string, number>()
      for (const { packageId, units } of usesOf(seat))
        if (packageId) own.set(packageId, (own.get(packageId) ?? 0) + units)
      const others = bought.flatMap(({ packageId, familyId, studentId }) =>
        familyId === seat.familyId && (studentId === null || studentId === seat.studentId) ? [packageId] : [],
      )
      return [...new Set([...own.keys(), ...others])].map((packageId) => ({
        packageId,
        units: (own.get(packageId) ?? 0) + (others.includes(packageId) ? (left.get(packageId) ?? 0) : 0),
      }))
    },
    /** Notes what a seat takes instead of what it had. */
    book(seat: CoveredSeat, taken: readonly Room[]) {
      for (const { packageId, units } of usesOf(seat)) if (packageId) add(packageId, units)
      for (const { packageId, units } of taken) add(packageId, -units)
    },
  }
}

/**
 * Packages with room on a day for seats of a kind of class, those that end first at the front, and what the seats took. One
 * that has expired still gives to a lesson of its days: attendance may be taken later.
 */
export function findPackageRooms(
  actor: Actor,
  seats: readonly CoveredSeat[],
  lesson: { localDate: string; classKind: string },
): PackageRooms {
  if (seats.length === 0) return packageRooms([], [])
  const bought = ownRows(actor, packages, {
    packageId: packages.id,
    familyId: packages.familyId,
    studentId: packages.studentId,
    units: sql<number>`${packages.lessons} * 100 - ${takenUnits}`,
  })
    .where(
      and(
        inArray(packages.familyId, [...new Set(seats.map(({ familyId }) => familyId))]),
        or(isNull(packages.endedAt), eq(packages.endReason, expired)),
        or(isNull(packages.expiresOn), gte(packages.expiresOn, lesson.localDate)),
        sql`(${packages.classKind} is null or ${packages.classKind} = ${lesson.classKind})`,
      ),
    )
    .orderBy(
      sql`${packages.expiresOn} is null`,
      asc(packages.expiresOn),
      asc(packages.soldOn),
      asc(packages.id),
    )
    .all()
  const ids = seats.flatMap(({ seatId }) => seatId ?? [])
  return packageRooms(bought, ids.length === 0 ? [] : listUses(actor, ids))
}

const listUses = (actor: Actor, seatIds: readonly string[]): Use[] =>
  ownRows(actor, packageUses, {
    useId: packageUses.id,
    seatId: packageUses.seatId,
    packageId: packageUses.packageId,
    units: packageUses.units,
  })
    .where(and(inArray(packageUses.seatId, [...seatIds]), isNull(packageUses.releasedAt)))
    .all()

/** Releases what a seat had taken and takes again, in the caller's transaction. `waiting` is left for the next package. */
export function coverSeat(
  actor: Actor,
  seatId: string,
  cover: { release: readonly Use[]; taken: readonly Room[]; waiting: number },
) {
  const { release, taken, waiting } = cover
  if (release.length > 0)
    change(
      actor,
      packageUses,
      and(
        inArray(
          packageUses.id,
          release.map(({ useId }) => useId),
        ),
        isNull(packageUses.releasedAt),
      ),
      { releasedAt: now() },
    )
  for (const { packageId, units } of taken) insertUse(actor, { packageId, seatId, units })
  if (waiting > 0) insertUse(actor, { packageId: null, seatId, units: waiting })
  const touched = new Set([...release, ...taken].map(({ packageId }) => packageId))
  for (const packageId of touched) if (packageId) settleRest(actor, packageId)
}

/** Releases whatever a seat has taken or waits for: it is waived, or no longer takes place. */
export function uncoverSeat(actor: Actor, seatId: string) {
  const release = listUses(actor, [seatId])
  if (release.length > 0) coverSeat(actor, seatId, { release, taken: [], waiting: 0 })
}

function insertUse(actor: Actor, use: { packageId: string | null; seatId: string; units: number }) {
  add(actor, packageUses, use)
}

/** How many lessons of the school wait for a package. */
export function countWaitingLessons(actor: Actor): number {
  const found = ownRows(actor, packageUses, { seats: sql<number>`count(*)` })
    .where(and(isNull(packageUses.packageId), isNull(packageUses.releasedAt)))
    .get()
  return found?.seats ?? 0
}
