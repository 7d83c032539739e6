import { randomInt } from "node:crypto"
import { sqlite } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fillSchool } from "./large-school"

// A school whose lists look like a real one's: names that differ, ids as the app makes them, eight instruments, some families
// with the portal and some invited, a few former students. The piano has a fifth of all, so `?instrument=Piano` of 500 is
// a list of 100.

/** The column of each table whose texts the app makes with `newRowId`, as `fillSchool` writes them. */
const readable = /^(booking-)?[a-z]+\d?-[\w.-]*\d$/

/** The same school each time but for its ids. It must be the database's only one. */
export function fillListedSchool(actor: Actor, students: number) {
  fillSchool(actor, { students, weeksPast: 26, weeksAhead: 5 })
  const database = sqlite()
  database.pragma("foreign_keys = OFF")
  const triggers = database
    .prepare("select name, sql from sqlite_master where type = 'trigger'")
    .all() as Record<"name" | "sql", string>[]
  try {
    for (const { name } of triggers) database.exec(`drop trigger "${name}"`)
    database.transaction(() => {
      writeNames(students)
      writeIds()
    })()
    for (const { sql } of triggers) database.exec(sql)
  } finally {
    database.pragma("foreign_keys = ON")
  }
  database.exec("analyze")
}

const first =
  "Ada Amir Anouk Aya Bela Bruno Cara Chidi Clara Dario Dina Elio Emma Esra Fay Felix Gia Goran Hana Hugo Ida Ilya Iris Ivo Jana Joel Juno Kai Kenji Lara Lena Liam Lina Luca Maja Malik Mara Milo Mina Nadia Nils Noa Nora Oda Omar Otto Paula Pia Rafi Rosa Ruth Sami Selma Sofia Tariq Tess Theo Uma Vera Yara".split(
    " ",
  )
const last =
  "Abebe Adler Almeida Bauer Becker Bianchi Boateng Brandt Castellano Chen Cohen Costa Dahl Diallo Duarte Eriksen Faber Ferrari Fischer Fontaine Garcia Greco Haddad Hansen Hoang Ibarra Ivanov Jansen Joshi Kaya Keller Khan Kim Koch Kovacs Lang Larsen Lindqvist Lopez Marino Meyer Moreau Nakamura Nguyen Novak Okafor Olsen Ortiz Park Petrov Quinn Ramos Rossi Sato Schmidt Silva Singh Soto Suzuki Tanaka Torres Ueda Varga Vega Vogel Wagner Walsh Weber Weiss Wong Yilmaz Young Zhang Ziegler".split(
    " ",
  )
const instruments = ["Piano", "Violin", "Cello", "Guitar", "Voice", "Flute", "Clarinet", "Drums"]

function writeNames(students: number) {
  const numberOf = (id: unknown) => Number(/(\d+)$/.exec(String(id))?.[1] ?? 0)
  const lastOf = (family: number) => last[(family * 31) % last.length] as string
  const firstOf = (n: number, step: number) => first[(n * step) % first.length] as string
  const instrumentOf = (n: number) => instruments[n % 5 === 0 ? 0 : 1 + ((n * 3) % 7)] as string
  const database = sqlite()
  const functions: Record<string, (id: unknown) => string> = {
    family_name: (id) => lastOf(numberOf(id)),
    student_first: (id) => firstOf(numberOf(id), 37),
    student_last: (id) => lastOf(Math.ceil(numberOf(id) / 2)),
    guardian_name: (id) => `${firstOf(numberOf(id), 23)} ${lastOf(Math.ceil(numberOf(id) / 2))}`,
    teacher_name: (id) => `${firstOf(numberOf(id), 17)} ${last[(numberOf(id) * 13) % last.length]}`,
    instrument_of: (id) => instrumentOf(numberOf(id)),
  }
  for (const [name, call] of Object.entries(functions)) database.function(name, call)
  for (const statement of [
    "update families set name = family_name(id)",
    "update students set first_name = student_first(id), last_name = student_last(id), instrument = instrument_of(id)",
    "update guardians set name = guardian_name(id)",
    "update teachers set name = teacher_name(id) where id glob 'teacher-*'",
    "update classes set instrument = instrument_of(id), name = instrument_of(id) || ' ' || student_first(id)",
    `update students set status = case cast(substr(id, 9) as integer) % 29 when 3 then 'paused' when 7 then 'former' else status end
      where cast(substr(id, 9) as integer) <= ${students}`,
    ...portal(students),
  ])
    database.exec(statement)
}

/** Two families of three can log in. */
const portal = (students: number) => {
  const of = (noun: string) => `'${noun}-' || n`
  const each = `with recursive f(n) as (select 1 union all select n + 1 from f where n < ${Math.ceil(students / 2)}),
    reached as (select n from f where n % 3 <> 0), school as (select school_id from students where id = 'student-1')`
  return [
    `${each} insert into users (id, name, email, created_at)
      select ${of("user")}, guardian_name('guardian-' || n), 'family' || n || '@example.com', 0 from reached`,
    `${each} insert into members (school_id, id, created_at, user_id, role)
      select school_id, ${of("member")}, 0, ${of("user")}, 'student' from reached, school`,
    ...[1, 0].map(
      (child) => `${each} insert into portal_access (school_id, id, created_at, member_id, student_id, "as")
        select school_id, 'access${child}-' || n, 0, ${of("member")}, 'student-' || (n * 2 - ${child}), 'guardian'
        from reached, school`,
    ),
  ]
}

/** As `newRowId` writes it, whose own clock stays where it is: other tests of this process go by it. */
const rowIdOf = (at: number) =>
  [at, randomInt(36 ** 5)].map((part, index) => part.toString(36).padStart(index ? 5 : 8, "0")).join("")

/** Gives every row the id that the app would have given it, three milliseconds after the one before. */
function writeIds() {
  const database = sqlite()
  const given = new Map<string, string>()
  const begun = Date.now()
  database.function("given_id", (text: unknown) => {
    if (typeof text !== "string" || !readable.test(text)) return text as string
    const id = given.get(text) ?? rowIdOf(begun + given.size * 3)
    given.set(text, id)
    return id
  })
  const tables = database
    .prepare(
      "select name from sqlite_master where type = 'table' and (name = 'users' or sql like '%school_id%')",
    )
    .pluck()
    .all() as string[]
  for (const table of tables.sort(studentsFirst)) {
    const columns = database.prepare(`pragma table_info("${table}")`).all() as { name: string }[]
    const ids = columns.filter(({ name }) => name === "id" || name.endsWith("_id"))
    if (ids.length === 0) continue
    const set = ids.map(({ name }) => `"${name}" = given_id("${name}")`)
    database.exec(`update "${table}" set ${set.join(", ")}`)
  }
}

/** A roster's students come one after the other, and so do a class's lessons. */
const studentsFirst = (one: string, other: string) => rank(one) - rank(other)
const rank = (table: string) => (["students", "sessions"].includes(table) ? 0 : 1)
