import { sqlite } from "db/client.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { askAll, written } from "~/models/foundation/access/door.server"
import { checkBooks } from "../backup/books.server"
import type { IntegrityCheck } from "./integrity"

// Integrity checks of the database: the file, its references, and the sums behind each school's money. Nothing is
// repaired here; a finding needs a person.

/** What must find nothing: a query that answers the ids of rows that do not fit. */
const questions: { name: string; sql: string }[] = [
  {
    name: "Each recorded attendance has one current status",
    sql: `select m.seat_id as id from marks m group by m.school_id, m.seat_id
          having sum(m.superseded_at is null) <> 1`,
  },
  {
    name: "Every used make-up credit has its make-up lesson",
    sql: `select c.id from make_up_credits c
          join seats s on s.school_id = c.school_id and s.id = c.used_seat_id where s.kind <> 'make_up'`,
  },
  {
    name: "Every scheduled lesson holds its teacher’s time",
    sql: `select s.id from sessions s where s.state = 'planned' and s.teacher_id is not null and not exists (
            select 1 from bookings b where b.school_id = s.school_id and b.session_id = s.id
            and b.resource = 'teacher' and b.resource_id = s.teacher_id and b.starts_at = s.starts_at)`,
  },
  {
    name: "Every school has a subscription record",
    sql: "select id from schools where not exists (select 1 from subscriptions u where u.school_id = schools.id)",
  },
]

const examplesKept = 5

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Runs every check. Takes as long as reading the whole file does, and holds this machine up in the meantime. */
export function checkIntegrity(_staff: SuperActor): IntegrityCheck[] {
  const database = sqlite()
  const pages = (database.pragma("integrity_check(20)") as { integrity_check: string }[])
    .map((row) => row.integrity_check)
    .filter((text) => text !== "ok")
  const references = database.pragma("foreign_key_check") as {
    table: string
    rowid: number
    parent: string
  }[]
  return [
    {
      name: "Pages and indexes are intact",
      found: pages.length,
      examples: pages.slice(0, examplesKept),
    },
    {
      name: "Every reference points to a row",
      found: references.length,
      examples: references
        .slice(0, examplesKept)
        .map(({ table, rowid, parent }) => `${table} ${rowid} to ${parent}`),
    },
    ...checkBooks(database).map(({ says, n }) => ({ name: sentence(says), found: n, examples: [] })),
    ...questions.map(({ name, sql }) => {
      const ids = askAll<{ id: string }>(written(sql)).map(({ id }) => id)
      return { name, found: ids.length, examples: ids.slice(0, examplesKept) }
    }),
  ]
}
