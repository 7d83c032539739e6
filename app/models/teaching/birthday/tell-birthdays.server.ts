import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { students } from "db/schema/people"
import { classes, classTeachers, enrollments } from "db/schema/teaching"
import { and, asc, eq, gte, inArray, isNull, lte, or, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { changeSchool, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { isQuietAt } from "~/models/foundation/notification-preferences/quiet-hours"
import { findSchoolHours } from "~/models/foundation/notification-preferences/quiet-hours.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import { isDate } from "~/utils/dates"
import { fullName, joinNames } from "~/utils/names"
import { localTime, today } from "~/utils/zones"
import { teachersOf } from "../session/teacher-recipients.server"

// Birthdays of the school's students, told to their families, their teachers or both, as the school chose; off by default.

/**
 * From the school's hour, one email to each family or teacher about today's birthdays, once a day however often the job runs. Someone
 * born on February 29 has theirs on February 28 in other years. Who isn't a student yet, or any more, has none here. In the school's quiet
 * hours no one is told: a machine that was down until the evening leaves that day's birthdays out. Answers how many.
 */
export function tellBirthdays(actor: Actor): number {
  const { timeZone, id: schoolId } = actor.school
  if (findSubscriptionStatus(actor) !== "active") return 0
  const day = today(timeZone, now())
  return transact(() => {
    const school = select({
      to: schools.birthdayEmails,
      at: schools.birthdayAt,
      toldOn: schools.birthdaysToldOn,
    })
      .from(schools)
      .where(eq(schools.id, schoolId))
      .get()
    if (!school || school.to === "off" || (school.toldOn ?? "") >= day) return 0
    const time = localTime(now(), timeZone)
    if (time < school.at || isQuietAt(time, findSchoolHours(schoolId))) return 0
    changeSchool(actor, { birthdaysToldOn: day })
    const celebrated = listBornOn(actor, day)
    return (
      (school.to === "teachers" ? 0 : tell(actor, toFamilies(actor, celebrated), false)) +
      (school.to === "families" ? 0 : tell(actor, toTeachers(actor, celebrated, day), true))
    )
  })
}

type Celebrated = { id: string; firstName: string; lastName: string }
type Told = Map<string, { name: string; names: string[]; hasPages: boolean }>

const listBornOn = (actor: Actor, day: string): Celebrated[] =>
  ownRows(actor, students, ["id", "firstName", "lastName"])
    .where(
      and(
        inArray(students.status, ["trial", "active", "paused"]),
        inArray(sql`substr(${students.birthDate}, 6)`, daysOf(day)),
      ),
    )
    .orderBy(asc(students.firstName), asc(students.id))
    .all()

/** "11-29"; on February 28 of a year without a 29th, that one, too. */
const daysOf = (day: string): string[] => [
  day.slice(5),
  ...(day.endsWith("02-28") && !isDate(`${day.slice(0, 4)}-02-29`) ? ["02-29"] : []),
]

function toFamilies(actor: Actor, celebrated: readonly Celebrated[]): Told {
  const told: Told = new Map()
  const contacts = listContacts(
    actor,
    celebrated.map(({ id }) => id),
  )
  for (const { id, firstName } of celebrated)
    for (const { email, name, hasPages } of contacts.get(id) ?? []) {
      const { names } = told.get(email) ?? { names: [] }
      told.set(email, { name, names: [...names, firstName], hasPages })
    }
  return told
}

/** The teachers and co-teachers of the classes that they are in on that day. */
function toTeachers(actor: Actor, celebrated: readonly Celebrated[], day: string): Told {
  const taught = selectTaught(actor, celebrated, day)
  const teachers = teachersOf(
    actor,
    taught.map(({ teacherId }) => teacherId),
  )
  return new Map(
    [...teachers].map(([teacherId, { name, email, hasPages }]) => {
      const theirs = celebrated.filter(({ id }) =>
        taught.some((each) => each.teacherId === teacherId && each.studentId === id),
      )
      return [email, { name, names: theirs.map(fullName), hasPages }]
    }),
  )
}

function selectTaught(actor: Actor, celebrated: readonly Celebrated[], day: string) {
  const attended = and(
    own(actor, enrollments),
    inArray(
      enrollments.studentId,
      celebrated.map(({ id }) => id),
    ),
    lte(enrollments.startsOn, day),
    or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
  )
  const alone = select({ studentId: enrollments.studentId, teacherId: classes.teacherId })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(attended)
  const beside = select({ studentId: enrollments.studentId, teacherId: classTeachers.teacherId })
    .from(enrollments)
    .innerJoin(classTeachers, joined(classTeachers.classId, enrollments.classId))
    .where(
      and(
        attended,
        lte(classTeachers.startsOn, day),
        or(isNull(classTeachers.endsOn), gte(classTeachers.endsOn, day)),
      ),
    )
  return unionAll(alone, beside).all()
}

function tell(actor: Actor, told: Told, forTeacher: boolean): number {
  for (const [recipient, { name, names, hasPages }] of told)
    mailTo(actor, { email: recipient, name }, "birthday", {
      studentName: joinNames(names),
      forTeacher,
      hasPages,
    })
  return told.size
}
