import { createHash } from "node:crypto"
import { db } from "db/client.server"
import { guardians, students } from "db/schema/people"
import { and, asc, eq, isNotNull } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/dates"
import type { Actor } from "../access/actor"
import { planRoster, type RosterInput, type RosterPlan } from "../roster/roster-plan"
import { problemsCsv } from "../roster/roster-problems.server"
import { placesLeft } from "../subscription/plan-usage"
import { findPlanUsage } from "../subscription/plan-usage.server"
import { listTeachers } from "../teacher/teacher.server"
import { findImport, type RosterImport } from "./roster-import.server"

/**
 * The dry run: everything the import would make, against the school as it is now. Writes nothing. The fingerprint stands
 * for the whole plan: an import runs only while the plan is still the one that was looked at.
 */
export function planImport(
  actor: Actor,
  importId: string,
): { roster: RosterImport; plan: RosterPlan; fingerprint: string } | undefined {
  const roster = findImport(actor, importId)
  if (!roster) return undefined
  const { headers, rows, mapping, options } = roster
  const { lessonsFrom, ...chosen } = options
  const plan = planRoster({
    headers,
    rows,
    mapping,
    options: { ...chosen, defaultStart: lessonsFrom, today: today(actor.school.timeZone, now()) },
    known: knownTo(actor),
  })
  const seen = JSON.stringify([plan, options, roster.encoding, roster.delimiter])
  return { roster, plan, fingerprint: createHash("sha256").update(seen).digest("base64url") }
}

/** The rows that stay out, as a file to mend and import again; of an import that ran, as explained then. */
export function writeProblems(actor: Actor, importId: string): { fileName: string; csv: string } | undefined {
  const planned = planImport(actor, importId)
  if (!planned) return undefined
  const { roster, plan } = planned
  const rows = roster.summary?.problemRows ?? plan.rows
  return {
    fileName: `${roster.fileName.replace(/\.[a-z]{1,4}$/i, "")}-problems.csv`,
    csv: problemsCsv({ rows }, roster.headers, roster.rows),
  }
}

function knownTo(actor: Actor): RosterInput["known"] {
  const people = db()
    .select({
      id: students.id,
      code: students.code,
      firstName: students.firstName,
      lastName: students.lastName,
      birthDate: students.birthDate,
    })
    .from(students)
    .where(eq(students.schoolId, actor.school.id))
    .all()
  const addresses = db()
    .select({ email: guardians.email, familyId: guardians.familyId })
    .from(guardians)
    .where(and(eq(guardians.schoolId, actor.school.id), isNotNull(guardians.email)))
    .orderBy(asc(guardians.createdAt), asc(guardians.id))
    .all()
  const guardianEmails = new Map<string, string>()
  for (const { email, familyId } of addresses)
    if (email && !guardianEmails.has(email)) guardianEmails.set(email, familyId)

  const usage = findPlanUsage(actor)
  const room = (places: typeof usage.students) => (places.limit === null ? null : placesLeft(places))
  return {
    studentCodes: new Set(people.flatMap(({ code }) => code ?? [])),
    students: people,
    guardianEmails,
    teachers: listTeachers(actor),
    room: {
      teachers: room(usage.teachers),
      students: room(usage.students),
      plan: {
        name: usage.planName,
        teacherLimit: usage.teachers.limit,
        studentLimit: usage.students.limit,
      },
    },
  }
}
