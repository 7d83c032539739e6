import { users } from "db/schema/accounts"
import { guardians, members, portalAccess, students, teachers } from "db/schema/people"
import { and, eq, isNotNull, isNull, notExists, type SQL, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import { groupBy } from "~/utils/group-by"
import { select } from "../access/door.server"
import { among, joined, ofSchool } from "../access/own.server"

/**
 * The members who are reached at some email addresses, by the address in small letters: those who log in with it, and where no one does,
 * the adults whose contact in the school it is.
 */
export function listMembersAt(
  schoolId: string,
  addresses: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  if (addresses.length === 0) return new Map()
  const wanted = [...new Set(addresses.map((each) => each.toLowerCase()))]
  const isActive = isNull(members.deactivatedAt)
  const logins = select({ email: sql<string>`${users.email}`, memberId: members.id })
    .from(users)
    .innerJoin(members, and(eq(members.userId, users.id), ofSchool(schoolId, members)))
    .where(and(among(users.email, wanted), isActive))
    .all()
  const isLogin = new Set(logins.map(({ email }) => email))
  const rest = wanted.filter((each) => !isLogin.has(each))
  const written = [...new Set([...rest, ...addresses.filter((each) => rest.includes(each.toLowerCase()))])]
  const byContact = (table: typeof guardians | typeof students | typeof teachers, which?: SQL) =>
    select({ email: sql<string>`lower(${table.email})`, memberId: members.id })
      .from(table)
      .innerJoin(members, joined(members, table.memberId))
      .where(
        and(
          ofSchool(schoolId, table),
          isNotNull(table.memberId),
          isNull(table.erasedAt),
          among(table.email, written),
          isActive,
          which,
        ),
      )
  // A child hears nothing of what their parents are told.
  const ofChild = select({ id: portalAccess.id })
    .from(portalAccess)
    .where(and(joined(portalAccess.memberId, members.id), eq(portalAccess.as, "child")))
  const contacts =
    rest.length === 0
      ? []
      : unionAll(byContact(guardians), byContact(teachers), byContact(students, notExists(ofChild))).all()
  return new Map(
    [...groupBy([...logins, ...contacts], ({ email }) => email)].map(([email, all]) => [
      email,
      [...new Set(all.map(({ memberId }) => memberId))],
    ]),
  )
}
