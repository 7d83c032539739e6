import { sqlite } from "db/client.server"
import fc from "fast-check"
import type { Actor } from "~/models/foundation/access/actor"

// Random writes of a school that `fillSchool` has filled, for tests that compare what is kept with what reading it again says.

/** What a write sets in one row of a table; `@n` is a number from 1 to 100. */
const changes = {
  charges: "amount_minor = @n * 100",
  families: "name = 'Family ' || @n",
  guardians: "email = iif(@n % 2, 'g' || @n || '@mail.example', null), billing_email = null",
  students: "first_name = 'Child ' || @n, status = iif(@n % 3, 'active', 'paused')",
  teachers: "name = 'Teacher ' || @n",
  classes: "name = 'Class ' || @n, instrument = iif(@n % 3, 'Piano', 'Oboe'), is_tax_free = @n % 2",
  class_prices: "amount_minor = @n * 50, billing = iif(@n % 3, 'per_session', 'monthly')",
  sessions:
    "register_taken_at = iif(@n % 3, starts_at + 1, null), state = iif(@n % 7, 'planned', 'cancelled'), teacher_id = 'teacher-' || (1 + @n % 2)",
  bookings: "starts_at = starts_at + @n * 60000",
  enrollments: "ends_on = iif(@n % 2, date('2026-10-20', @n || ' days'), null)",
  marks: "paid_percent = @n, code = iif(@n % 3, 'absent', 'present')",
  seats: "notice_text = 'Note ' || @n, notice_at = iif(@n % 2, @n, null)",
  invoices: "due_on = date('2026-10-01', @n || ' days')",
  outcomes: "label = 'Status ' || @n",
  rooms: "name = 'Room ' || @n || ' ' || id, buffer_minutes = iif(@n % 4, null, @n % 30)",
  schedules: "starts_on = date('2026-10-01', @n || ' days')",
  schools:
    "tuition_basis = iif(@n % 2, 'days', 'full'), tuition_skips_closures = @n % 3 = 0, notice_hours = @n",
  teacher_availability: "weekday = 1 + @n % 7, to_time = iif(@n % 2, '17:00', '19:30')",
  time_off: "ends_on = date(starts_on, (@n % 5) || ' days'), from_time = iif(@n % 2, '15:00', null)",
} as const

/** What comes new: a payment, for one, is never edited. `@k` is a number of a row. */
const additions = {
  payments: `family_id, method, amount_minor, currency, received_on, received_at, payer_name)
    values (@school, @id, 1, 'family-' || (1 + @k % 12), 'cash', @n * 100, 'USD', '2026-10-20', 1, 'Guardian'`,
  own_prices: `enrollment_id, billing, amount_minor, from_date)
    values (@school, @id, 1, 'enrollment-' || (1 + @k % 24), null, @n * 30, date('2026-10-20', @n || ' days')`,
  discount_rules: `name, kind, from_nth, family_id, target, rate, amount_minor, position)
    values (@school, @id, 1, @id, 'family', 1, 'family-' || (1 + @k % 12), 'all', @n * 100, null, 1`,
  tax_rates: `name, rate, is_default) values (@school, @id, 1, @id, @n * 100, 1`,
  closures: `name, starts_on, ends_on)
    values (@school, @id, 1, @id, date('2026-11-25', @n || ' days'), date('2026-11-26', @n || ' days')`,
  student_status_changes: `student_id, status, from_date)
    values (@school, @id, 1, 'student-' || (1 + @k % 24), 'paused', date('2026-10-20', @n || ' days')`,
  pay_rates: `teacher_id, kind, amount_minor, from_date)
    values (@school, @id, 1, 'teacher-' || (1 + @k % 2), 'per_session', @n * 10, date('2026-10-01', (@n / 2) || ' days')`,
  extra_work: `teacher_id, worked_on, description, amount_minor)
    values (@school, @id, 1, 'teacher-' || (1 + @k % 2), '2026-10-20', 'Concert', @n`,
  class_teachers: `class_id, teacher_id, starts_on)
    values (@school, @id, 1, 'class-' || (1 + @k % 24), 'teacher-' || (1 + @n % 2), '2026-10-10'`,
  arranged_lessons: `arrangement_id, session_id, choice, before)
    select @school, @id, 1, 'arrangement', id, 'cancel', '{}' from (select id from sessions where school_id = @school
      and state = 'cancelled' limit 1`,
} as const

/** Of these a row is deleted now and then. */
const removed = new Set<string>([
  ...([
    "bookings",
    "charges",
    "class_teachers",
    "closures",
    "discount_rules",
    "extra_work",
    "marks",
  ] as const),
  ...(["own_prices", "pay_rates", "schedules", "student_status_changes", "tax_rates"] as const),
])

type Change = keyof typeof changes
type Addition = keyof typeof additions

/** A write of one row. */
export const anyWrite = fc.record({
  table: fc.constantFrom(...([...Object.keys(changes), ...Object.keys(additions)] as (Change | Addition)[])),
  row: fc.nat(1000),
  n: fc.integer({ min: 1, max: 100 }),
})
type Write = typeof anyWrite extends fc.Arbitrary<infer One> ? One : never

/** What the database refuses changes nothing: an issued invoice is frozen. */
export function tryTo(actor: Actor, write: Write) {
  try {
    if (write.n > 85 && removed.has(write.table)) remove(actor, write)
    else if (write.table in additions) add(actor, write)
    else change(actor, write)
  } catch (error) {
    if (!(error instanceof Error && "code" in error && String(error.code).includes("CONSTRAINT"))) throw error
  }
}

function change(actor: Actor, write: Write) {
  sqlite()
    .prepare(`update ${write.table} set ${changes[write.table as Change]} where ${oneRow(write)}`)
    .run({ ...whichRow(actor, write), n: BigInt(write.n) })
}

function remove(actor: Actor, write: Write) {
  sqlite()
    .prepare(`delete from ${write.table} where ${oneRow(write)}`)
    .run(whichRow(actor, write))
}

const schoolOf = ({ table }: Write) => (table === "schools" ? "id" : "school_id")

const oneRow = (write: Write) =>
  `rowid = (select rowid from ${write.table} where ${schoolOf(write)} = @school limit 1 offset @at)`

function whichRow(actor: Actor, write: Write) {
  const of = `from ${write.table} where ${schoolOf(write)} = ?`
  const count = Number(sqlite().prepare(`select count(*) ${of}`).pluck().get(actor.school.id))
  return { school: actor.school.id, at: BigInt(write.row % Math.max(count, 1)) }
}

/** What it belongs to may be missing, as the arrangement that a lesson was canceled by. */
function add(actor: Actor, { table, row, n }: Write) {
  const values = { school: actor.school.id, id: `${table} ${row} ${n}`, k: BigInt(row), n: BigInt(n) }
  const sql = `insert into ${table} (school_id, id, created_at, ${additions[table as Addition]})`
  const used = Object.entries(values).filter(([name]) => sql.includes(`@${name}`))
  sqlite().pragma("foreign_keys = off")
  try {
    sqlite().prepare(sql).run(Object.fromEntries(used))
  } finally {
    sqlite().pragma("foreign_keys = on")
  }
}

/** Nothing that was kept before stays true by its signs then. */
export const forget = () => sqlite().prepare("update change_signs set sign = random()").run()
