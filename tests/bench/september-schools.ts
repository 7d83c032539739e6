import { createHash } from "node:crypto"
import { closeDatabase, migrateDatabase, sqlite } from "../../db/client.server"

// Ten thousand schools as they are on a Monday in September, by plain SQL: small ones, each with lessons today whose
// attendance is still to take.

/** Monday, 3 PM in New York. */
export const monday = Date.parse("2026-09-14T19:00:00Z")
export const septemberPassword = "eine kleine Nachtmusik"
export const perSchool = { students: 40, families: 30, classes: 4, studentsPerClass: 10, registersToday: 8 }
const day = 86_400_000

/** Who is logged in already: an administrator and a guardian of each school. */
export const tokenOf = (role: "office" | "family", school: number) => `${role}-${school}`.padEnd(43, "x")
export const schoolId = (school: number) => `school-${String(school).padStart(5, "0")}`
export const number5 = (noun: string, n: number) => `${noun}-${String(n).padStart(5, "0")}`
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url")

const school = (per: number) => `printf('school-%05d', i / ${per})`
const id = (noun: string, per: number) => `printf('${noun}-%05d', i % ${per})`
const pick = (list: string[], step: number) =>
  `json_extract('${JSON.stringify(list)}', '$[' || ((i / ${step}) % ${list.length}) || ']')`
const firsts = ["Noa", "Milo", "Fay", "Ruth", "Ada", "Iris", "Juno", "Theo", "Lena", "Omar", "Kai", "Vera"]
const lasts = ["Fontaine", "Castellano", "Lindqvist", "Okafor", "Moreau", "Bauer", "Sato", "Novak", "Silva"]
const created = monday - 200 * day
/** Inserts so many rows: `SELECT` stands for a select from the numbers `i`. */
type Insert = (count: number, sql: string) => void

/** Fills a new database; answers how many rows the largest tables have. */
export function buildSeptember(path: string, schools: number, passwordHash: string): Record<string, number> {
  process.env.DATABASE_PATH = path
  migrateDatabase()
  const database = sqlite()
  for (const pragma of ["foreign_keys = OFF", "synchronous = OFF", "cache_size = -200000"])
    database.pragma(pragma)
  const insert: Insert = (count: number, sql: string) =>
    database.exec(
      `insert into ${sql.replace("SELECT", `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${count}) select`)} from n`,
    )

  database.transaction(() => {
    insertPeople(insert, schools, passwordHash)
    insertLessons(insert, schools)
    insertInvoices(insert, schools)
    const signIn = database.prepare(
      `insert into sign_ins (id, token_hash, user_id, school_id, member_id, remembered, created_at, expires_at)
       values (?, ?, ?, ?, ?, 1, ${created}, ${monday + 30 * day})`,
    )
    for (let n = 0; n < schools; n += 1)
      for (const role of ["office", "family"] as const)
        signIn.run(`${role}-${n}`, hashOf(tokenOf(role, n)), number5(role, n), schoolId(n), `member-${role}`)
  })()
  database.exec("analyze")
  database.pragma("wal_checkpoint(TRUNCATE)")
  const rows = Object.fromEntries(
    ["schools", "students", "families", "sessions", "enrollments", "invoices", "sign_ins"].map((table) => [
      table,
      (database.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n,
    ]),
  )
  closeDatabase()
  return rows
}

function insertPeople(insert: Insert, schools: number, passwordHash: string) {
  const { students, families } = perSchool
  insert(
    schools,
    `schools (id, kind, name, time_zone, currency, created_at)
    SELECT ${school(1)}, 'school', 'School ' || i, 'America/New_York', 'USD', ${created}`,
  )
  for (const [role, email] of [
    ["office", "office"],
    ["family", "family"],
  ])
    insert(
      schools,
      `users (id, name, email, password_hash, created_at)
      SELECT printf('${role}-%05d', i), ${pick(firsts, 1)} || ' ' || ${pick(lasts, 3)}, '${email}' || i || '@harmony.example', '${passwordHash}', ${created}`,
    )
  for (const [role, member] of [
    ["office", "admin"],
    ["family", "student"],
  ])
    insert(
      schools,
      `members (school_id, id, created_at, user_id, role)
      SELECT ${school(1)}, 'member-${role}', ${created}, printf('${role}-%05d', i), '${member}'`,
    )
  insert(
    schools,
    `subscriptions (school_id, plan, interval, status, paid_until, updated_at, created_at)
    SELECT ${school(1)}, 'standard', 'yearly', 'active', ${monday + 300 * day}, ${created}, ${created}`,
  )
  insert(
    schools * 5,
    `outcomes (school_id, id, created_at, code, label, charged_percent, paid_percent, issues_credit, counts_as_attended)
    SELECT ${school(5)}, ${id("outcome", 5)}, ${created}, ${pick(["present", "late", "absent", "excused", "cancelled"], 1)},
      ${pick(["Present", "Late", "Absent", "Excused", "Cancelled"], 1)}, 100, 100, 0, i % 5 < 2`,
  )
  insert(
    schools * 2,
    `teachers (school_id, id, created_at, name)
    SELECT ${school(2)}, ${id("teacher", 2)}, ${created}, ${pick(firsts, 1)} || ' ' || ${pick(lasts, 3)}`,
  )
  insert(
    schools * families,
    `families (school_id, id, created_at, name)
    SELECT ${school(families)}, ${id("family", families)}, ${created}, ${pick(lasts, 7)} || ' ' || (i % ${families})`,
  )
  insert(
    schools * families,
    `guardians (school_id, id, created_at, family_id, name, email, payer_share, member_id)
    SELECT ${school(families)}, ${id("guardian", families)}, ${created}, ${id("family", families)}, ${pick(firsts, 5)} || ' ' || ${pick(lasts, 7)},
      'guardian' || i || '@harmony.example', 10000, case when i % ${families} = 0 then 'member-family' end`,
  )
  insert(
    schools * students,
    `students (school_id, id, created_at, family_id, first_name, last_name, birth_date, status, instrument)
    SELECT ${school(students)}, ${id("student", students)}, ${created}, printf('family-%05d', (i % ${students}) % ${families}), ${pick(firsts, 1)}, ${pick(lasts, 3)},
      date('2010-01-01', '+' || (i % 3000) || ' days'), 'active', ${pick(["Piano", "Violin", "Cello", "Guitar", "Voice"], 2)}`,
  )
}

function insertLessons(insert: Insert, schools: number) {
  const { students, classes, studentsPerClass, registersToday } = perSchool
  insert(
    schools * classes,
    `classes (school_id, id, created_at, name, kind, instrument, teacher_id, capacity)
    SELECT ${school(classes)}, ${id("class", classes)}, ${created}, 'Class ' || (i % ${classes}), 'group', 'Piano', printf('teacher-%05d', i % 2), 15`,
  )
  insert(
    schools * classes,
    `class_prices (school_id, id, created_at, class_id, billing, amount_minor, from_date)
    SELECT ${school(classes)}, ${id("price", classes)}, ${created}, ${id("class", classes)}, 'per_session', 3500, '2026-01-01'`,
  )
  insert(
    schools * students,
    `enrollments (school_id, id, created_at, class_id, student_id, starts_on)
    SELECT ${school(students)}, ${id("enrollment", students)}, ${created}, printf('class-%05d', (i % ${students}) / ${studentsPerClass}),
      ${id("student", students)}, '2026-01-01'`,
  )
  const hour = `printf('%02d:00', 8 + i % ${registersToday})`
  insert(
    schools * registersToday,
    `sessions (school_id, id, created_at, class_id, original_date, original_start_time, local_date, start_time, minutes, starts_at, ends_at, teacher_id)
    SELECT ${school(registersToday)}, ${id("open", registersToday)}, ${created}, printf('class-%05d', i % ${classes}), '2026-09-14', ${hour}, '2026-09-14', ${hour}, 45,
      unixepoch('2026-09-14T' || ${hour}) * 1000 + 14400000, unixepoch('2026-09-14T' || ${hour}) * 1000 + 14400000 + 2700000, printf('teacher-%05d', i % 2)`,
  )
  const later = `date('2026-09-15', '+' || (i % 20) || ' days')`
  insert(
    schools * 20,
    `sessions (school_id, id, created_at, class_id, original_date, original_start_time, local_date, start_time, minutes, starts_at, ends_at, teacher_id)
    SELECT ${school(20)}, ${id("later", 20)}, ${created}, printf('class-%05d', i % ${classes}), ${later}, '16:00', ${later}, '16:00', 45,
      unixepoch(${later} || 'T16:00') * 1000 + 14400000, unixepoch(${later} || 'T16:00') * 1000 + 14400000 + 2700000, printf('teacher-%05d', i % 2)`,
  )
}

/** One unpaid invoice of each family. */
function insertInvoices(insert: Insert, schools: number) {
  const { families } = perSchool
  insert(
    schools * families,
    `invoices (school_id, id, created_at, family_id, state, sequence, number, currency, period_from, period_to, due_on, issued_on, issued_at, issued_by,
      seller_name, bill_to, total_minor)
    SELECT ${school(families)}, ${id("invoice", families)}, ${created}, ${id("family", families)}, 'issued', i % ${families} + 1, 'A' || (i % ${families} + 1), 'USD',
      '2026-08-01', '2026-08-31', '2026-09-10', '2026-08-27', ${monday - 18 * day}, 'member-office', 'School', ${pick(lasts, 7)}, 3500`,
  )
  insert(
    schools * families,
    `invoice_shares (school_id, id, created_at, invoice_id, guardian_id, name, email, basis_points, amount_minor)
    SELECT ${school(families)}, ${id("share", families)}, ${created}, ${id("invoice", families)}, ${id("guardian", families)}, ${pick(lasts, 7)}, null, 10000, 3500`,
  )
}
