import { type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import type { ClassKind, PaidSession } from "./pay"

// The facts of attendance and charges that pay is calculated from, for all sessions asked for in one query.

export type TaughtSession = PaidSession & { sessionId: string; teacherId: string; title: string }

type Asked = { from: string; to: string; teacherId?: string }

/** Sessions of a period whose attendance was taken, in order of time: one for each teacher who gave it. */
export const listTaught = (actor: Actor, { from, to, teacherId }: Asked): TaughtSession[] =>
  read(actor, sql`s.local_date between ${from} and ${to}`, teacherId)

/** The same by id; one without attendance is left out. */
export const listTaughtById = (actor: Actor, ids: readonly string[]): TaughtSession[] =>
  ids.length === 0 ? [] : read(actor, sql`s.id in (select value from json_each(${JSON.stringify(ids)}))`)

/**
 * A class's own teacher, and those who teach it beside them on the lesson's day, or in place of one of these: who taught
 * is paid, by their own rates.
 */
function read(actor: Actor, which: SQL, teacherId?: string): TaughtSession[] {
  const ofTeacher = (column: SQL) => (teacherId === undefined ? sql`` : sql`and ${column} = ${teacherId}`)
  const ownTeacher = readBy(
    actor,
    sql`s.teacher_id`,
    sql``,
    sql`${which} and +s.teacher_id is not null ${ofTeacher(sql`s.teacher_id`)}`,
  )
  const beside = sql`iif(r.id is null, k.teacher_id, r.substitute_id)`
  const coTeachers = readBy(
    actor,
    beside,
    sql`cross join class_teachers k on k.school_id = s.school_id and k.class_id = s.class_id
      and k.starts_on <= s.local_date and (k.ends_on is null or k.ends_on >= s.local_date)
      left join co_substitutes r on r.school_id = s.school_id and r.session_id = s.id
        and r.teacher_id = k.teacher_id`,
    sql`${which} and s.class_id in (select o.class_id from class_teachers o
      where o.school_id = ${actor.school.id}) and ${beside} is not null and ${beside} is not s.teacher_id
      and not exists (${earlierPlace(beside)}) ${ofTeacher(beside)}`,
  )
  if (coTeachers.length === 0) return ownTeacher
  return [...ownTeacher, ...coTeachers].sort((a, b) => (a.localDate < b.localDate ? -1 : 1))
}

/** An earlier place in the lesson that the same person has, as whoever stands in for one and teaches beside them as well. */
const earlierPlace = (beside: SQL) => sql`select 1 from class_teachers e
  left join co_substitutes f on f.school_id = e.school_id and f.session_id = s.id and f.teacher_id = e.teacher_id
  where e.school_id = s.school_id and e.class_id = s.class_id and e.starts_on <= s.local_date
    and (e.ends_on is null or e.ends_on >= s.local_date) and e.id < k.id
    and iif(f.id is null, e.teacher_id, f.substitute_id) = ${beside}`

function readBy(actor: Actor, teacher: SQL, beside: SQL, which: SQL): TaughtSession[] {
  return askAll<Omit<TaughtSession, "chargedMinor" | "classKind"> & { classKind: ClassKind }>(
    // cross joins keep SQLite from starting with all the marks of a school, the pluses from walking through all its
    // sessions in the order of their ids, or through all that have a teacher
    sql`
    select s.id as sessionId, ${teacher} as teacherId, s.local_date as localDate, s.minutes, c.kind as classKind,
      case when c.kind in ('private', 'trial')
        then group_concat(trim(p.first_name || ' ' || p.last_name), ', ') else c.name end as title,
      count(*) as students, max(m.paid_percent) as paidPercent
    from sessions s
      cross join classes c on c.school_id = s.school_id and c.id = s.class_id
      ${beside}
      cross join seats x on x.school_id = s.school_id and x.session_id = s.id
      cross join marks m on m.school_id = x.school_id and m.seat_id = x.id and m.superseded_at is null
      cross join students p on p.school_id = x.school_id and p.id = x.student_id
    where s.school_id = ${actor.school.id} and ${which} and s.state = 'planned'
      and s.register_taken_at is not null
    group by +s.id, ${teacher} order by +s.local_date, s.starts_at, s.id`,
  ).map((session) => ({ ...session, chargedMinor: 0 }))
}

/** What a teacher gives or was paid for. */
const sessionsOf = ({ school }: Actor, teacherId: string) => sql`
  select id from sessions
  where school_id = ${school.id} and teacher_id = ${teacherId} and register_taken_at is not null
  union
  select s.id from class_teachers k
    cross join sessions s on s.school_id = ${school.id} and s.class_id = k.class_id
  where k.school_id = ${school.id} and k.teacher_id = ${teacherId} and s.register_taken_at is not null
  union
  select session_id from co_substitutes where school_id = ${school.id} and substitute_id = ${teacherId}
  union
  select session_id from pay_slip_lines
  where school_id = ${school.id} and teacher_id = ${teacherId} and +session_id is not null`

type FeeQuestion = {
  /** Those who are paid by percentage. */
  paid: readonly string[]
  /** `YYYY-MM-DD` */
  since: string
  /** Only what this teacher gives or was paid for. */
  teacherId: string | undefined
}

/**
 * The sessions since a day that payslips of these teachers name and that are part of a monthly fee: each has another part
 * of it when a lesson of its month is canceled, added or moved, without a change of its own.
 */
export const listOfMonthlyFees = (actor: Actor, { paid, since, teacherId }: FeeQuestion): string[] =>
  paid.length === 0
    ? []
    : askAll<{ id: string }>(
        sql`
    select distinct l.session_id as id
    from ${teacherId === undefined ? sql`pay_slip_lines l` : sql`(${sessionsOf(actor, teacherId)}) o cross join pay_slip_lines l on l.school_id = ${actor.school.id} and l.session_id = o.id`}
      cross join sessions s on s.school_id = l.school_id and s.id = l.session_id
    where l.school_id = ${actor.school.id} and l.occurred_on >= ${since}
      and l.teacher_id in (select value from json_each(${JSON.stringify(paid)}))
      and exists (select 1 from seats x cross join charges c on c.school_id = x.school_id
          and c.enrollment_id = x.enrollment_id and c.month = substr(s.local_date, 1, 7)
        where x.school_id = s.school_id and x.session_id = s.id and c.source = 'flat' and c.withdrawn_at is null)`,
      ).map(({ id }) => id)

/** The charges on whose invoice lines a credit note was sent since an instant (UTC ms). */
const creditedSince = ({ school: { id: school } }: Actor, since: number) => sql`
  select c.seat_id, c.enrollment_id, c.package_id from credit_notes n
    cross join credit_note_lines k on k.school_id = ${school} and k.credit_note_id = n.id
    cross join invoice_lines l on l.school_id = ${school} and l.id = k.invoice_line_id
    cross join charges c on c.school_id = ${school} and c.id = coalesce(l.charge_id, l.part_of_charge_id)
  where n.school_id = ${school} and n.issued_at >= ${since}`

/**
 * The sessions whose attendance or charges changed since an instant (UTC ms), whose charges were credited since, or that took
 * from a package or gave back to it since. One that had waited for a package can take what another gave back without a change of
 * its own marks. Only these can differ from what a payslip says.
 */
export function listChangedSince(actor: Actor, since: number): string[] {
  const school = actor.school.id
  return askAll<{ id: string }>(
    sql`
    with changed as (
      select seat_id, enrollment_id, package_id from charges where school_id = ${school} and created_at >= ${since}
      union
      select seat_id, enrollment_id, package_id from charges where school_id = ${school} and withdrawn_at >= ${since}
      union
      ${creditedSince(actor, since)})
    select id from (
      select x.session_id as id from marks m cross join seats x on x.school_id = ${school} and x.id = m.seat_id
      where m.school_id = ${school} and m.created_at >= ${since}
      union
      select x.session_id from marks m cross join seats x on x.school_id = ${school} and x.id = m.seat_id
      where m.school_id = ${school} and m.superseded_at >= ${since}
      union
      select x.session_id from changed c cross join seats x on x.school_id = ${school} and x.id = c.seat_id
      where c.seat_id is not null
      union
      select x.session_id from changed c
        cross join seats x on x.school_id = ${school} and x.enrollment_id = c.enrollment_id
      where c.seat_id is null and c.enrollment_id is not null
      union
      select x.session_id from changed c
        cross join package_uses u on u.school_id = ${school} and u.package_id = c.package_id
        cross join seats x on x.school_id = ${school} and x.id = u.seat_id
      where c.package_id is not null
      union
      select x.session_id from package_uses u cross join seats x on x.school_id = ${school} and x.id = u.seat_id
      where u.school_id = ${school} and u.created_at >= ${since}
      union
      select x.session_id from package_uses u cross join seats x on x.school_id = ${school} and x.id = u.seat_id
      where u.school_id = ${school} and u.released_at >= ${since}
    )`,
  ).map(({ id }) => id)
}

/**
 * The same among what one teacher gives or was paid for. It looks at their lessons instead of at all that changed in the
 * school, so that the pay of one of many teachers is calculated in a few milliseconds.
 */
export function listChangedOf(actor: Actor, since: number, teacherId: string): string[] {
  const school = actor.school.id
  // The pluses and the named indexes keep SQLite from reading all that is recent in the school, for each spot again: where
  // hardly a charge is of a package, its figures say that looking for one is worth nothing. 3.4 s so, 6 ms like this.
  const isRecent = (begun: SQL, ended: SQL) => sql`(+${begun} >= ${since} or +${ended} >= ${since})`
  return askAll<{ id: string }>(
    sql`
    with own as (${sessionsOf(actor, teacherId)}), credited as materialized (${creditedSince(actor, since)})
    select distinct x.session_id as id from own o
      cross join seats x on x.school_id = ${school} and x.session_id = o.id
    where exists (select 1 from marks m where m.school_id = ${school} and m.seat_id = x.id
        and ${isRecent(sql`m.created_at`, sql`m.superseded_at`)})
      or exists (select 1 from charges c where c.school_id = ${school} and c.seat_id = x.id
        and ${isRecent(sql`c.created_at`, sql`c.withdrawn_at`)})
      or exists (select 1 from charges c indexed by charges_by_month
        where c.school_id = ${school} and c.enrollment_id = x.enrollment_id
        and +c.seat_id is null and ${isRecent(sql`c.created_at`, sql`c.withdrawn_at`)})
      or exists (select 1 from package_uses u where u.school_id = ${school} and u.seat_id = x.id
        and ${isRecent(sql`u.created_at`, sql`u.released_at`)})
      or exists (select 1 from package_uses u
        cross join charges c indexed by charges_by_package on c.school_id = ${school} and c.package_id = u.package_id
        where u.school_id = ${school} and u.seat_id = x.id
        and ${isRecent(sql`c.created_at`, sql`c.withdrawn_at`)})
      or x.id in (select seat_id from credited)
      or x.enrollment_id in (select enrollment_id from credited where seat_id is null)
      or exists (select 1 from package_uses u where u.school_id = ${school} and u.seat_id = x.id
        and u.package_id in (select package_id from credited))`,
  ).map(({ id }) => id)
}
