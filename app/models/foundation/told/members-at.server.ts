import { users } from "db/schema/accounts"
import { guardians, members, students, teachers } from "db/schema/people"
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import { groupBy } from "~/utils/group-by"
import { select } from "../access/door.server"
import { joined, ofSchool } from "../access/own.server"

/**
 * The members who are reached at some email addresses, by the address in small letters: those who log in with it, and where no one does,
 * those whose contact in the school it is.
 */
export function listMembersAt(
  schoolId: string,
  addresses: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  if (addresses.length === 0) return new Map()
  const asked = sql`(select value from json_each(${JSON.stringify(addresses.map((each) => each.toLowerCase()))}))`
  const isActive = isNull(members.deactivatedAt)
  const byLogin = select({
    email: sql<string>`${users.email}`,
    memberId: members.id,
    isLogin: sql<number>`1`,
  })
    .from(users)
    .innerJoin(members, and(eq(members.userId, users.id), ofSchool(schoolId, members)))
    .where(and(sql`${users.email} in ${asked}`, isActive))
  const byContact = (table: typeof guardians | typeof students | typeof teachers) =>
    select({ email: sql<string>`lower(${table.email})`, memberId: members.id, isLogin: sql<number>`0` })
      .from(table)
      .innerJoin(members, joined(members, table.memberId))
      .where(
        and(
          ofSchool(schoolId, table),
          isNotNull(table.memberId),
          isNull(table.erasedAt),
          sql`lower(${table.email}) in ${asked}`,
          isActive,
        ),
      )
  const rows = unionAll(byLogin, byContact(guardians), byContact(students), byContact(teachers)).all()
  return new Map(
    [...groupBy(rows, ({ email }) => email)].map(([email, all]) => {
      const logins = all.filter(({ isLogin }) => isLogin === 1)
      return [email, [...new Set((logins.length > 0 ? logins : all).map(({ memberId }) => memberId))]]
    }),
  )
}
