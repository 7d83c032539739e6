import { existsSync, readFileSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { and, eq } from "drizzle-orm"
import { newRow } from "../../app/models/foundation/access/own.server"
import { keepNextTaught } from "../../app/models/overview/lesson-totals/keep-lesson-totals.server"
import { fixClock } from "../../app/utils/clock.server"
import { closeDatabase, db, migrateDatabase, sqlite } from "../../db/client.server"
import { guardians, portalAccess, teachers } from "../../db/schema/people"
import { testNow } from "../support/clock"
import { fillSchool } from "../support/large-school"
import { addMember, openSchool } from "../support/school"

// A school of 5,000 students: 155,000 lessons in half a year with their attendance and charges, three years of invoices,
// 10,000 guardians, 20,000 events and the sums that the worker keeps; beside it the platform's other schools, small. Built once and kept in the temporary folder.

const size = { students: 5000, weeksPast: 26, weeksAhead: 5 }
/** Every second month of the two and a half years before the lessons above. */
const olderInvoices = 12

/** Addresses of this school that no list leads to first. */
export const largeAddresses = [
  "/students/student-1",
  "/classes/class-1",
  "/classes/sessions/session-1.26",
  "/teachers/teacher-1",
  "/billing/families/family-1",
  "/messaging/conversation-1",
]

/** The path of its database. */
export function buildLargeSchool(): string {
  const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8")) as {
    entries: { when: number }[]
  }
  const facts = [size.students, size.weeksPast, olderInvoices, entries.at(-1)?.when]
  const path = join(tmpdir(), `tutti-large-${facts.join("-")}.db`)
  if (existsSync(path)) return path
  const draft = `${path}.draft-${process.pid}`
  process.env.DATABASE_PATH = draft
  fixClock(testNow)
  migrateDatabase()
  for (const pragma of ["synchronous = OFF", "cache_size = -200000"]) sqlite().pragma(pragma)
  const school = openSchool({ name: "Conservatory" })
  fillSchool(school.actor, size)
  addOlderInvoices(school.actor.school.id)
  for (let other = 1; other <= 20; other += 1)
    fillSchool(openSchool().actor, { students: 60, weeksPast: 10, weeksAhead: 5 }, `other${other}-`)
  addPeople(school.actor)
  while (keepNextTaught(school.actor));
  // The next invoices are numbered after those that were written past the model.
  sqlite().exec(`update schools set invoice_sequence =
    coalesce((select max(sequence) from invoices i where i.school_id = schools.id), 0)`)
  sqlite().exec("analyze")
  sqlite().pragma("wal_checkpoint(TRUNCATE)")
  closeDatabase()
  renameSync(draft, path)
  for (const suffix of ["-wal", "-shm"]) rmSync(`${draft}${suffix}`, { force: true })
  return path
}

function addPeople(actor: ReturnType<typeof openSchool>["actor"]) {
  const teacher = addMember(actor, "teacher", "Kwame Boateng")
  const isTeacher = (id: string) => and(eq(teachers.schoolId, actor.school.id), eq(teachers.id, id))
  db().delete(teachers).where(isTeacher(teacher.teacherId)).run()
  db().update(teachers).set({ memberId: teacher.actor.memberId }).where(isTeacher("teacher-1")).run()
  const guardian = addMember(actor, "student", "Fay Fontaine")
  const { memberId } = guardian.actor
  if (!memberId) throw new Error("A guardian is a member.")
  const isGuardian = and(eq(guardians.schoolId, actor.school.id), eq(guardians.id, "guardian-1"))
  db().update(guardians).set({ memberId }).where(isGuardian).run()
  for (const studentId of ["student-1", "student-2"])
    db()
      .insert(portalAccess)
      .values({ ...newRow(actor), memberId, studentId, as: "guardian" })
      .run()
}

/** Who logs in for each role, by email. */
export function peopleOf(path: string): Record<string, string> {
  process.env.DATABASE_PATH = path
  const emailOf = (name: string) =>
    sqlite()
      .prepare("select email from users where name = ? order by rowid limit 1")
      .pluck()
      .get(name) as string
  const people = {
    administrator: emailOf("Ruth Castellano"),
    teacher: emailOf("Kwame Boateng"),
    guardian: emailOf("Fay Fontaine"),
  }
  closeDatabase()
  return people
}

/** Paid invoices of one line each, as an earlier system's import leaves them. */
function addOlderInvoices(schoolId: string) {
  const each = `with recursive m(k) as (select 1 union all select k + 1 from m where k < ${olderInvoices}),
    old as (select f.id as family_id, 'old-' || f.id || '.' || k as id, date('2026-05-01', (-2 * k) || ' months') as day,
      ${olderInvoices} - k as age, row_number() over (order by k desc, f.id) as number
      from families f, m where f.school_id = @school)`
  const last = sqlite()
    .prepare("select coalesce(max(sequence), 0) from invoices where school_id = ?")
    .pluck()
    .get(schoolId) as number
  sqlite().pragma("foreign_keys = OFF")
  sqlite().transaction(() => {
    for (const statement of [
      `${each} insert into charges (school_id, id, created_at, family_id, source, description, reason, occurred_on, amount_minor)
        select @school, 'charge-' || id, unixepoch(day) * 1000, family_id, 'item', 'Lessons', 'Month', day, 18000 from old`,
      `${each} insert into invoice_lines (school_id, id, created_at, invoice_id, position, charge_id, student_name, description,
        reason, occurred_on, amount_minor)
        select @school, 'line-' || id, unixepoch(day) * 1000, id, 1, 'charge-' || id, 'First', 'Lessons', 'Month', day, 18000 from old`,
      `${each} insert into invoices (school_id, id, created_at, family_id, state, sequence, number, currency, period_from,
        period_to, due_on, issued_on, issued_at, seller_name, bill_to, total_minor)
        select @school, id, unixepoch(day) * 1000, family_id, 'issued', @last + number, 'O-' || number, 'USD', day,
        date(day, '+1 month', '-1 day'), date(day, '+45 days'), date(day, '+1 month'), unixepoch(date(day, '+1 month')) * 1000,
        'School', 'Guardian', 18000 from old`,
      `${each} insert into invoice_shares (school_id, id, created_at, invoice_id, guardian_id, name, basis_points, amount_minor)
        select @school, 'share-' || id, unixepoch(day) * 1000, id, null, 'Guardian', 10000, 18000 from old`,
      `${each} insert into payments (school_id, id, created_at, family_id, method, amount_minor, currency, received_on,
        received_at, payer_name) select @school, 'payment-' || id, unixepoch(day) * 1000, family_id, 'transfer', 18000, 'USD',
        date(day, '+40 days'), unixepoch(date(day, '+40 days')) * 1000, 'Guardian' from old`,
      `${each} insert into allocations (school_id, id, created_at, payment_id, invoice_id, amount_minor)
        select @school, 'allocation-' || id, unixepoch(day) * 1000, 'payment-' || id, id, 18000 from old`,
    ])
      sqlite()
        .prepare(statement)
        .run({ school: schoolId, last: BigInt(last) })
  })()
  sqlite().pragma("foreign_keys = ON")
}
