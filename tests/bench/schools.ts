import { createHash } from "node:crypto"
import { closeDatabase, migrateDatabase, sqlite } from "../../db/client.server"
import { testNow } from "../support/clock"

// Schools by plain SQL: the same school is measured in a database of two and in one of thousands.

const headersOf = (token: string) => ({
  Cookie: `tutti=${encodeURIComponent(Buffer.from(JSON.stringify(token)).toString("base64"))}`,
})
const benchToken = "bench".padEnd(43, "x")
const colleagueTokens = Array.from({ length: 400 }, (_, index) => `bench-${index}-`.padEnd(43, "x"))
/** The headers of a login, and those of its colleagues: one alone may make 600 calls a minute. */
export const signedIn = headersOf(benchToken)
export const colleagues = colleagueTokens.map(headersOf)

export const measuredSchool = "school-00000"
export const studentsPerRegister = 12
/** How many registers the measured school has to take. */
export const openRegisters = 400

const day = 86_400_000

const numbers = (count: number) =>
  `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${count})`
const school = (per: number) => `printf('school-%05d', i / ${per})`
const id = (noun: string, per: number) => `printf('${noun}-%05d', i % ${per})`
const names = (list: string, step: number) =>
  `(select value from json_each('${list}') where key = (i / ${step}) % json_array_length('${list}'))`
const firsts = '["Noa","Milo","Fay","Ruth","Ada","Iris","Juno","Theo","Lena","Omar","Kai","Vera"]'
const lasts = '["Fontaine","Castellano","Lindqvist","Okafor","Moreau","Bauer","Sato","Novak","Silva","Weber"]'

/** Inserts so many rows of a table by one select; `i` counts them from 0. */
type Insert = (count: number, select: string) => void

/** Fills a new database: 200 students, 20 classes and six weeks of sessions in each school. */
export function buildSchools(path: string, schools: number) {
  process.env.DATABASE_PATH = path
  migrateDatabase()
  const database = sqlite()
  for (const pragma of ["foreign_keys = OFF", "synchronous = OFF", "cache_size = -200000"])
    database.pragma(pragma)
  const insert: Insert = (count, select) =>
    database.exec(`insert into ${select.replace("SELECT", `${numbers(count)} select`)} from n`)

  database.transaction(() => {
    fillAccounts(insert, schools)
    fillPeople(insert, schools)
    fillClasses(insert, schools)
    fillLessons(insert, schools)
    database
      .prepare(
        `insert into sign_ins (id, token_hash, user_id, school_id, member_id, remembered, created_at, expires_at)
         values ('sign-in', ?, 'user-00000', '${measuredSchool}', 'member-0', 1, ${testNow}, ${testNow + 30 * day})`,
      )
      .run(hashOf(benchToken))
    fillColleagues()
  })()
  database.exec("analyze")
  database.pragma("wal_checkpoint(TRUNCATE)")
  closeDatabase()
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url")

function fillColleagues() {
  const [users, members, signIns] = [
    "insert into users (id, name, email, created_at) values (@user, 'Vera Sato', @user || '@harmony.example', @now)",
    `insert into members (school_id, id, created_at, user_id, role) values (@school, @member, @now, @user, 'admin')`,
    `insert into sign_ins (id, token_hash, user_id, school_id, member_id, remembered, created_at, expires_at)
     values (@user, @hash, @user, @school, @member, 1, @now, @now + ${30 * day})`,
  ].map((text) => sqlite().prepare(text))
  for (const [index, token] of colleagueTokens.entries()) {
    const facts = {
      ...{ user: `colleague-${index}`, member: `colleague-${index}`, hash: hashOf(token) },
      ...{ school: measuredSchool, now: testNow },
    }
    for (const insert of [users, members, signIns]) insert?.run(facts)
  }
}

function fillAccounts(insert: Insert, schools: number) {
  insert(
    schools,
    `schools (id, kind, name, time_zone, currency, created_at)
    SELECT ${school(1)}, 'school', 'School ' || i, 'America/New_York', 'USD', ${testNow - 400 * day}`,
  )
  insert(
    schools,
    `users (id, name, email, created_at)
    SELECT printf('user-%05d', i), 'Ruth Castellano', 'ruth' || i || '@harmony.example', ${testNow}`,
  )
  insert(
    schools,
    `members (school_id, id, created_at, user_id, role)
    SELECT ${school(1)}, 'member-0', ${testNow}, printf('user-%05d', i), 'admin'`,
  )
  insert(
    schools,
    `subscriptions (school_id, plan, interval, status, paid_until, updated_at, created_at)
    SELECT ${school(1)}, 'professional', 'yearly', 'active', ${testNow + 300 * day}, ${testNow}, ${testNow}`,
  )
}

function fillPeople(insert: Insert, schools: number) {
  insert(
    schools * 5,
    `outcomes (school_id, id, created_at, code, label, charged_percent, paid_percent, issues_credit, counts_as_attended)
    SELECT ${school(5)}, ${id("outcome", 5)}, ${testNow},
      json_extract('["present","late","absent","excused","cancelled"]', '$[' || (i % 5) || ']'),
      json_extract('["Present","Late","Absent","Excused","Cancelled"]', '$[' || (i % 5) || ']'), 100, 100, 0, i % 5 < 2`,
  )
  insert(
    schools * 4,
    `teachers (school_id, id, created_at, name)
    SELECT ${school(4)}, ${id("teacher", 4)}, ${testNow}, ${names(firsts, 1)} || ' ' || ${names(lasts, 3)}`,
  )
  insert(
    schools * 150,
    `families (school_id, id, created_at, name)
    SELECT ${school(150)}, ${id("family", 150)}, ${testNow}, ${names(lasts, 7)} || ' ' || (i % 150)`,
  )
  insert(
    schools * 150,
    `guardians (school_id, id, created_at, family_id, name, email, payer_share)
    SELECT ${school(150)}, ${id("guardian", 150)}, ${testNow}, ${id("family", 150)}, ${names(firsts, 5)} || ' ' || ${names(lasts, 7)},
      'guardian' || i || '@harmony.example', 10000`,
  )
  insert(
    schools * 200,
    `students (school_id, id, created_at, family_id, first_name, last_name, birth_date, status, instrument)
    SELECT ${school(200)}, ${id("student", 200)}, ${testNow}, printf('family-%05d', i % 150), ${names(firsts, 1)}, ${names(lasts, 3)},
      date('2008-01-01', '+' || (i % 3000) || ' days'), 'active', ${names('["Piano","Violin","Cello","Guitar","Voice"]', 2)}`,
  )
}

function fillClasses(insert: Insert, schools: number) {
  insert(
    schools * 20,
    `classes (school_id, id, created_at, name, kind, instrument, teacher_id, capacity)
    SELECT ${school(20)}, ${id("class", 20)}, ${testNow}, 'Class ' || (i % 20), 'group', 'Piano', printf('teacher-%05d', i % 4), 15`,
  )
  insert(
    schools * 20,
    `class_prices (school_id, id, created_at, class_id, billing, amount_minor, from_date)
    SELECT ${school(20)}, ${id("price", 20)}, ${testNow}, ${id("class", 20)}, 'per_session', 3500, '2026-01-01'`,
  )
  insert(
    schools * 200,
    `enrollments (school_id, id, created_at, class_id, student_id, starts_on)
    SELECT ${school(200)}, ${id("enrollment", 200)}, ${testNow}, printf('class-%05d', min(i % 200 / ${studentsPerRegister}, 19)),
      ${id("student", 200)}, '2026-01-01'`,
  )
}

/** Six weeks of sessions in each school, and the registers that the measured one has to take. */
function fillLessons(insert: Insert, schools: number) {
  const date = `date('2026-10-26', '+' || ((i % 120 / 20) * 7 + i % 5) || ' days')`
  const hour = `printf('%02d:00', 14 + i % 6)`
  insert(
    schools * 120,
    `sessions (school_id, id, created_at, class_id, original_date, original_start_time, local_date, start_time, minutes, starts_at, ends_at, teacher_id, register_taken_at)
    SELECT ${school(120)}, ${id("session", 120)}, ${testNow}, printf('class-%05d', i % 20), ${date}, ${hour}, ${date}, ${hour}, 45,
      unixepoch(${date} || 'T' || ${hour}) * 1000 + 18000000, unixepoch(${date} || 'T' || ${hour}) * 1000 + 18000000 + 2700000,
      printf('teacher-%05d', i % 4), ${testNow}`,
  )
  const past = `date('2026-11-17', '-' || (i / 10) || ' days')`
  const early = `printf('%02d:30', 8 + i % 10)`
  insert(
    openRegisters,
    `sessions (school_id, id, created_at, class_id, original_date, original_start_time, local_date, start_time, minutes, starts_at, ends_at, teacher_id)
    SELECT '${measuredSchool}', printf('open-%05d', i), ${testNow}, 'class-00000', ${past}, ${early}, ${past}, ${early}, 30,
      unixepoch(${past} || 'T' || ${early}) * 1000 + 18000000, unixepoch(${past} || 'T' || ${early}) * 1000 + 18000000 + 1800000, 'teacher-00000'`,
  )
}
