import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { findChargedOfSeats } from "~/models/money/pay/charged.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { today } from "~/utils/zones"
import type { Narrowing } from "./analytics-period"
import type { Counted } from "./counted"
import { narrowedTo } from "./narrow.server"

/**
 * The lessons that the school still owes: make-up credits that can be used today, each with what was charged for the
 * missed lesson, without tax.
 */
export function listOwedLessons(actor: Actor, narrowing: Narrowing): Counted[] {
  const day = today(actor.school.timeZone, now())
  const credits = db().all<{
    studentId: string
    name: string
    seatId: string | null
    minutes: number
    expiresOn: string
    missedOn: string | null
    className: string
    teacherId: string | null
    teacherName: string | null
    instrument: string | null
  }>(sql`
    select p.id as studentId, trim(p.first_name || ' ' || p.last_name) as name, k.origin_seat_id as seatId,
      k.minutes, k.expires_on as expiresOn, x.local_date as missedOn, c.name as className,
      t.id as teacherId, t.name as teacherName, c.instrument
    from make_up_credits k
    cross join students p on p.school_id = k.school_id and p.id = k.student_id
    left join seats s on s.school_id = k.school_id and s.id = k.origin_seat_id
    left join sessions x on x.school_id = s.school_id and x.id = s.session_id
    join classes c on c.school_id = k.school_id and c.id = coalesce(x.class_id, k.granted_class_id)
    left join teachers t on t.school_id = k.school_id and t.id = coalesce(x.teacher_id, c.teacher_id)
    where k.school_id = ${actor.school.id} and k.used_at is null and k.revoked_at is null
      and k.expires_on >= ${day}
      ${narrowedTo(narrowing, { teacher: sql`t.id`, instrument: sql`c.instrument` })}
    order by k.expires_on, k.id`)
  const charged = findChargedOfSeats(
    actor,
    credits.flatMap(({ seatId }) => seatId ?? []),
  )
  return credits.map(
    ({ studentId, name, seatId, minutes, expiresOn, missedOn, className, ...of }): Counted => ({
      of: ["credits-open", "credits-hours", "credits-worth"],
      page: { noun: "student", id: studentId },
      name,
      on: expiresOn,
      detail: missedOn
        ? `For ${className} on ${formatDate(missedOn, "medium", actor.school)}, usable through the date shown`
        : `Granted for ${className}, usable through the date shown`,
      teacher: of.teacherId ? { id: of.teacherId, name: of.teacherName ?? "" } : null,
      instrument: of.instrument,
      minutes,
      amountMinor: Math.round((seatId && charged.get(seatId)) || 0),
    }),
  )
}
