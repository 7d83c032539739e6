import { sqlite } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { testToday } from "./clock"

// A school of any size, written by SQL within seconds: every student has one private lesson a week with a teacher in a room,
// two students a family, attendance and charges for what is past, invoices for the months before the last. For tests of
// what a school's size must not change. Ids are short and readable: `student-1`, `class-1`, `family-1`.

export type Size = { students: number; weeksPast: number; weeksAhead: number }

const weeklyPerTeacher = 40

/** Fills a school that has no people yet. Its ids begin with `prefix`, so that two schools can be told apart. */
export function fillSchool(actor: Actor, { students, weeksPast, weeksAhead }: Size, prefix = "") {
  const values = {
    school: actor.school.id,
    member: actor.memberId,
    // BigInt: a plain number would be bound as a fraction
    students: BigInt(students),
    families: BigInt(Math.ceil(students / 2)),
    teachers: BigInt(Math.ceil(students / weeklyPerTeacher)),
    past: BigInt(weeksPast),
    ahead: BigInt(weeksAhead),
    today: testToday,
    at: BigInt(Date.parse(`${testToday}T00:00:00Z`)),
    p: prefix,
  }
  // The rows of an issued invoice are written before it, which the database otherwise refuses.
  sqlite().pragma("foreign_keys = OFF")
  try {
    sqlite().transaction(() => {
      for (const statement of statements) sqlite().prepare(statement).run(values)
    })()
  } finally {
    sqlite().pragma("foreign_keys = ON")
  }
}

const numbers = (name: string, most: string) =>
  `${name}(n) as (select 1 union all select n + 1 from ${name} where n < ${most})`

/** One row for each weekly lesson: student n, teacher, day of the week (0 is Monday), minute of the day. */
const lessons = `${numbers("s", "@students")}, lesson as (
  select n, (n - 1) / ${weeklyPerTeacher} + 1 as teacher, (n - 1) % ${weeklyPerTeacher} % 5 as weekday,
    780 + (n - 1) % ${weeklyPerTeacher} / 5 * 45 as minute from s)`

/** The Monday of this week, and each lesson in each week from the past to those ahead. */
const meetings = `${lessons}, w(week) as (select -@past union all select week + 1 from w where week < @ahead),
  meeting as (select lesson.*, week,
    date(@today, '-6 days', 'weekday 1', (week * 7 + weekday) || ' days') as day,
    unixepoch(date(@today, '-6 days', 'weekday 1', (week * 7 + weekday) || ' days')) * 1000 + (minute + 300) * 60000 as starts
    from lesson, w)`

const id = (noun: string, number = "n") => `@p || '${noun}-' || ${number}`
const sessionId = "@p || 'session-' || n || '.' || (week + @past)"
const ofSession = (noun: string) => `@p || '${noun}-' || n || '.' || (week + @past)`
const wallTime = "printf('%02d:%02d', minute / 60, minute % 60)"
const isOver = "starts + 1800000 <= @at + 72600000"
/** Now and then someone forgot. */
const isTaken = `${isOver} and (n + week * 7) % 97 <> 0`
const familyOf = id("family", "((n + 1) / 2)")
const month = "substr(day, 1, 7)"
const isInvoiced = `day < date(@today, 'start of month', '-1 month')`

const statements = [
  `with recursive ${numbers("t", "@teachers")} insert into teachers (school_id, id, created_at, name, instruments)
    select @school, ${id("teacher")}, @at, 'Teacher ' || n, 'Piano' from t`,
  `with recursive ${numbers("t", "@teachers")} insert into rooms (school_id, id, created_at, name)
    select @school, ${id("room")}, @at, 'Room ' || n from t`,
  `with recursive ${numbers("f", "@families")} insert into families (school_id, id, created_at, name)
    select @school, ${id("family")}, @at, 'Family ' || n from f`,
  `with recursive ${numbers("g", "@families * 2")} insert into guardians
    (school_id, id, created_at, family_id, name, email, payer_share)
    select @school, ${id("guardian")}, @at, ${familyOf}, 'Guardian ' || n, @p || 'guardian' || n || '@example.com',
      case n % 2 when 1 then 10000 else 0 end from g`,
  `with recursive ${numbers("s", "@students")} insert into students
    (school_id, id, created_at, family_id, first_name, last_name, status, instrument)
    select @school, ${id("student")}, @at, ${familyOf}, 'First ' || n % 300, 'Last ' || n, 'active', 'Piano' from s`,
  `with recursive ${numbers("s", "@students")} insert into student_status_changes
    (school_id, id, created_at, student_id, status, from_date)
    select @school, ${id("status")}, @at, ${id("student")}, 'active', date(@today, (-7 * @past) || ' days') from s`,
  `with recursive ${lessons} insert into classes
    (school_id, id, created_at, name, kind, instrument, teacher_id, room_id, capacity)
    select @school, ${id("class")}, @at, 'Piano ' || n, 'private', 'Piano', ${id("teacher", "teacher")},
      ${id("room", "teacher")}, 1 from lesson`,
  `with recursive ${numbers("s", "@students")} insert into class_prices
    (school_id, id, created_at, class_id, billing, amount_minor, from_date)
    select @school, ${id("price")}, @at, ${id("class")}, 'per_session', 4500, date(@today, '-2 years') from s`,
  `with recursive ${lessons} insert into schedules
    (school_id, id, created_at, class_id, rrule, start_time, minutes, starts_on, made_until)
    select @school, ${id("schedule")}, @at, ${id("class")},
      'FREQ=WEEKLY;BYDAY=' || substr('MOTUWETHFR', weekday * 2 + 1, 2), ${wallTime}, 30,
      date(@today, (-7 * @past) || ' days'), date(@today, (7 * @ahead) || ' days') from lesson`,
  `with recursive ${numbers("s", "@students")} insert into enrollments
    (school_id, id, created_at, class_id, student_id, starts_on)
    select @school, ${id("enrollment")}, @at, ${id("class")}, ${id("student")},
      date(@today, (-7 * @past - 7) || ' days') from s`,
  `with recursive ${meetings} insert into sessions
    (school_id, id, created_at, class_id, schedule_id, original_date, original_start_time, local_date, start_time, minutes, starts_at, ends_at,
      teacher_id, room_id, register_taken_at)
    select @school, ${sessionId}, @at, ${id("class")}, ${id("schedule")}, day, ${wallTime}, day, ${wallTime}, 30,
      starts, starts + 1800000, ${id("teacher", "teacher")}, ${id("room", "teacher")},
      case when ${isTaken} then starts + 1800000 end from meeting`,
  ...[
    ["teacher", id("teacher", "teacher")],
    ["room", id("room", "teacher")],
    ["student", id("student")],
  ].map(
    ([resource, resourceId]) => `with recursive ${meetings} insert into bookings
    (school_id, id, created_at, session_id, resource, resource_id, starts_at, ends_at)
    select @school, ${ofSession(`booking-${resource}`)}, @at, ${sessionId}, '${resource}', ${resourceId}, starts,
      starts + 1800000 from meeting`,
  ),
  `with recursive ${meetings} insert into seats
    (school_id, id, created_at, session_id, student_id, enrollment_id, kind)
    select @school, ${ofSession("seat")}, @at, ${sessionId}, ${id("student")}, ${id("enrollment")}, 'enrolled'
    from meeting where ${isOver}`,
  `with recursive ${meetings} insert into marks
    (school_id, id, created_at, seat_id, code, charged_percent, paid_percent, issues_credit, counts_as_attended)
    select @school, ${ofSession("mark")}, starts, ${ofSession("seat")}, 'present', 100, 100, 0, 1
    from meeting where ${isTaken}`,
  `with recursive ${meetings} insert into notes
    (school_id, id, created_at, session_id, visibility, body)
    select @school, ${ofSession("note")}, starts, ${sessionId}, 'shared', 'Practice' from meeting where ${isTaken}
      and (n + week) % 3 <> 0`,
  `with recursive ${meetings} insert into charges
    (school_id, id, created_at, family_id, student_id, source, seat_id, mark_id, description, reason, occurred_on,
      amount_minor)
    select @school, ${ofSession("charge")}, starts, ${familyOf}, ${id("student")}, 'seat', ${ofSession("seat")},
      ${ofSession("mark")}, 'Piano', 'Present', day, 4500 from meeting where ${isTaken}`,
  `with recursive ${meetings} insert into invoice_lines
    (school_id, id, created_at, invoice_id, position, charge_id, student_name, description, reason, occurred_on,
      amount_minor)
    select @school, ${ofSession("line")}, starts, @p || 'invoice-' || ((n + 1) / 2) || '.' || ${month},
      n * 1000 + week + @past, ${ofSession("charge")}, 'First', 'Piano', 'Present', day, 4500
    from meeting where ${isTaken} and ${isInvoiced}`,
  `insert into invoices
    (school_id, id, created_at, family_id, state, sequence, number, currency, period_from, period_to, due_on, issued_on,
      issued_at, seller_name, bill_to, total_minor)
    select @school, invoice_id, @at, @p || 'family-' || substr(invoice_id, length(@p) + 9, instr(invoice_id, '.') - length(@p) - 9),
      'issued', row_number() over (order by invoice_id), 'T-' || row_number() over (order by invoice_id), 'USD',
      min(occurred_on), max(occurred_on), date(max(occurred_on), '+14 days'), date(max(occurred_on), 'start of month', '+1 month'),
      unixepoch(date(max(occurred_on), 'start of month', '+1 month')) * 1000, 'School', 'Guardian', sum(amount_minor)
    from invoice_lines where school_id = @school group by invoice_id`,
  `insert into invoice_shares (school_id, id, created_at, invoice_id, guardian_id, name, basis_points, amount_minor)
    select @school, 'share-' || id, @at, id, null, 'Guardian', 10000, total_minor from invoices where school_id = @school`,
  `insert into payments
    (school_id, id, created_at, family_id, method, amount_minor, currency, received_on, received_at, payer_name)
    select @school, 'payment-' || id, @at, family_id, 'transfer', total_minor, 'USD', due_on, unixepoch(due_on) * 1000,
      'Guardian' from invoices where school_id = @school and sequence % 9 <> 0`,
  `insert into allocations (school_id, id, created_at, payment_id, invoice_id, amount_minor)
    select @school, 'allocation-' || id, @at, 'payment-' || id, id, total_minor
    from invoices where school_id = @school and sequence % 9 <> 0`,
  `with recursive ${numbers("f", "@families")} insert into conversations
    (school_id, id, created_at, kind, subject, started_by, audience, last_message_at)
    select @school, ${id("conversation")}, @at, 'conversation', 'About ' || n, @member, 'Guardian ' || n, @at + n from f`,
  `with recursive ${numbers("f", "@families")} insert into participants
    (school_id, id, created_at, conversation_id, member_id, guardian_id, name, why)
    select @school, ${id("writer")}, @at, ${id("conversation")}, @member, null, 'Office', 'Office' from f
    union all select @school, ${id("reader")}, @at, ${id("conversation")}, null, ${id("guardian", "(n * 2)")}, 'Guardian',
      'Guardian' from f`,
  `with recursive ${numbers("m", "@families * 3")} insert into messages
    (school_id, id, created_at, conversation_id, member_id, author_name, body)
    select @school, ${id("message")}, @at + n, ${id("conversation", "(n % @families + 1)")}, @member, 'Office', 'Hello' from m`,
  `with recursive ${numbers("e", "@students * 4")} insert into events
    (school_id, id, created_at, member_id, actor_name, verb, noun, noun_id)
    select @school, ${id("event")}, @at - n * 1000, @member, 'Office', 'update', 'student',
      ${id("student", "(n % @students + 1)")} from e`,
]
