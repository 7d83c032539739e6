import { sqlite } from "db/client.server"
import { describe, expect, test } from "vitest"

// Tenancy in the database itself: every table belongs to a school, or is on this short list of global ones.

const globalTables: Record<string, string> = {
  schools: "the tenants themselves",
  users: "a person knows nothing of schools",
  second_factors: "how a person shows who they are, whichever school",
  recovery_codes: "how a person shows who they are, whichever school",
  sign_ins: "a browser of a person, whichever school",
  kept_forms: "sent without a sign-in; sealed, and gone within the hour",
  carried_forms: "two hashes and a time, gone within the week",
  one_time_links: "a password reset belongs to a person",
  emails: "the platform writes mail of its own",
  jobs: "the platform has work of its own",
  contact_messages: "written by visitors, before any school",
  demo_requests: "written by visitors, before any school",
  files: "uploaded by a person, whichever school",
  support_threads: "a person's talk with the platform, whichever school",
  support_messages: "part of such a talk",
  inquiry_replies: "answers to visitors, before any school",
  staff_presence: "the platform's own people",
  staff_acts: "also what the staff do to the platform itself",
  desk_notes: "beside a talk or what a visitor wrote",
  desk_waits: "beside a talk or what a visitor wrote",
  saved_answers: "the platform's own people",
  support_ratings: "part of a person's talk with the platform",
  returned_addresses: "an address is a person's, whichever school",
  reply_files: "part of a talk or of a reply",
  inbound_mails: "arrives before we know whose it is",
  deleted_schools: "what is left of a school that is gone",
  cleanup_runs: "the platform tidies up after itself",
  provider_events: "the provider writes before we know whose it is",
  platform_refunds: "what of it was refunded; kept with it",
  platform_receipts: "what stands on the receipt of such a payment; erased with the school",
  coupons: "made by the platform for any school",
  platform_payments: "paid to the platform; kept when a registration is gone",
  cancelled_registrations: "what is left of a school that is gone",
  orphaned_subscriptions: "belongs to a registration that is gone",
  platform_notices: "shown to everyone",
  failed_requests: "fail also for someone who isn't logged in",
  missed_searches: "counted by the word alone, whoever looked for it",
  incidents: "shown to everyone",
  incident_updates: "part of an incident",
  blocks: "whom the platform refuses, known or not",
  announcements: "to the administrators of every school",
  backups: "the whole database, every school in it",
  rate_limits: "counted before anybody is known",
  sign_in_tries: "counted before anybody is known",
  primary_terms: "which machine led, for all schools",
  push_keys: "what the installation signs notifications with",
  stored_files: "bytes of files, known by rows of files",
}
/** Owned by a school with the school itself as the key: one row each. */
const onePerSchool = new Set(["subscriptions", "billing_addresses"])

type ForeignKey = { id: number; table: string; from: string; to: string }
type Column = { name: string; pk: number }

const all = <Row>(sql: string) => sqlite().prepare(sql).all() as Row[]
const tables = () =>
  all<{ name: string; strict: number }>(
    "select name, strict from pragma_table_list where schema = 'main' and type = 'table'",
  ).filter(({ name }) => !name.startsWith("sqlite_") && name !== "__drizzle_migrations")
const columnsOf = (table: string) => all<Column>(`select name, pk from pragma_table_info('${table}')`)
const foreignKeysOf = (table: string) => {
  const keys = new Map<number, ForeignKey[]>()
  for (const part of all<ForeignKey>(
    `select id, "table", "from", "to" from pragma_foreign_key_list('${table}')`,
  ))
    keys.set(part.id, [...(keys.get(part.id) ?? []), part])
  return [...keys.values()]
}
const isOwned = (table: string) => !(table in globalTables) && !onePerSchool.has(table)

describe("the schema", () => {
  test("every table is strict", () => {
    expect(tables().filter(({ strict }) => !strict)).toEqual([])
  })

  test("a table outside the global list is keyed by school and id", () => {
    const keyOf = (table: string) =>
      columnsOf(table)
        .filter(({ pk }) => pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map(({ name }) => name)
        .join()
    const owned = tables().filter(({ name }) => isOwned(name))
    expect(owned.filter(({ name }) => keyOf(name) !== "school_id,id").map(({ name }) => name)).toEqual([])
  })

  test("a reference to a school's row carries the school, so that no row can point at another's", () => {
    const loose = tables().flatMap(({ name }) =>
      foreignKeysOf(name)
        .filter((key) => key[0] && isOwned(key[0].table))
        .filter((key) => !key.some(({ from, to }) => from === "school_id" && to === "school_id"))
        .map((key) => `${name} → ${key[0]?.table}`),
    )
    expect(loose).toEqual([])
  })

  test("a session's original start is a day and a time that exist", () => {
    const add = (date: string, time: string, sequence = 0) =>
      sqlite()
        .prepare(
          `insert into sessions (school_id, id, created_at, class_id, original_date, original_start_time, sequence,
            local_date, start_time, minutes, starts_at, ends_at)
          values ('s', 'x', 1, 'c', ?, ?, ?, '2026-11-18', '16:00', 30, 1, 2)`,
        )
        .run(date, time, sequence)
    expect(() => add("2026-02-30", "16:00")).toThrow("sessions_original_date")
    expect(() => add("2026-11-18T16:00", "16:00")).toThrow("sessions_original_date")
    expect(() => add("2026-11-18", "16:60")).toThrow("sessions_original_start_time")
    expect(() => add("2026-11-18", "4:00")).toThrow("sessions_original_start_time")
    expect(() => add("2026-11-18", "16:00", -1)).toThrow("sessions_sequence")
  })

  test("every column named for a noun is a foreign key, unless it names something outside", () => {
    const outside =
      /^(noun|resource|subject|provider|provider_plan|provider_order|provider_refund|provider_subscription)_id$/
    const free = tables().flatMap(({ name }) => {
      const bound = new Set(foreignKeysOf(name).flatMap((key) => key.map(({ from }) => from)))
      return columnsOf(name)
        .map((column) => column.name)
        .filter((column) => column.endsWith("_id") && !outside.test(column) && !bound.has(column))
        .map((column) => `${name}.${column}`)
    })
    expect(free).toEqual([])
  })
})
