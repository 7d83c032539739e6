import { type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { findChargedOfSeats } from "~/models/money/pay/charged.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addDays } from "~/utils/dates"
import { instantOf, today } from "~/utils/zones"
import type { Narrowing } from "./analytics-period"
import type { Counted } from "./counted"
import { narrowedTo } from "./narrow.server"

/**
 * The lessons that the school owes on a day: make-up credits that can be used then, each with what was charged for the
 * missed lesson, without tax. Of an earlier day by what the ledger of credits says of its end.
 */
export function listOwedLessons(actor: Actor, day: string, narrowing: Narrowing): Counted[] {
  const { lastDay, isOpen } = creditsOn(actor, day)
  const credits = askAll<{
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
      k.minutes, ${lastDay} as expiresOn, x.local_date as missedOn, c.name as className,
      t.id as teacherId, t.name as teacherName, c.instrument
    from make_up_credits k
    cross join students p on p.school_id = k.school_id and p.id = k.student_id
    left join seats s on s.school_id = k.school_id and s.id = k.origin_seat_id
    left join sessions x on x.school_id = s.school_id and x.id = s.session_id
    join classes c on c.school_id = k.school_id and c.id = coalesce(x.class_id, k.granted_class_id)
    left join teachers t on t.school_id = k.school_id and t.id = coalesce(x.teacher_id, c.teacher_id)
    where k.school_id = ${actor.school.id} and ${isOpen} and ${lastDay} >= ${day}
      ${narrowedTo(narrowing, { teacher: sql`t.id`, instrument: sql`c.instrument` })}
    order by expiresOn, k.id`)
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

/**
 * Whether a credit was open at the end of a day, and its last day as it was then: before it was used, revoked or extended,
 * and before that was undone. A booking that was canceled since leaves no trace in the credit: it counts as open.
 */
function creditsOn(actor: Actor, day: string): { lastDay: SQL; isOpen: SQL } {
  const { timeZone } = actor.school
  if (day >= today(timeZone, now()))
    return { lastDay: sql`k.expires_on`, isOpen: sql`k.used_at is null and k.revoked_at is null` }
  const end = instantOf(addDays(day, 1), "00:00", timeZone)
  const changes = (act: string) => sql`credit_changes g where g.school_id = k.school_id and g.credit_id = k.id
    and g.act = ${act}`
  return {
    lastDay: sql`coalesce((select was from (
        select g.created_at as at, g.day_before as was from ${changes("extend")} and g.created_at >= ${end}
        union all
        select g.undone_at, g.day_after from ${changes("extend")} and g.created_at < ${end} and g.undone_at >= ${end}
      ) order by at limit 1), k.expires_on)`,
    isOpen: sql`k.created_at < ${end} and (k.used_at is null or k.used_at >= ${end})
      and (k.revoked_at is null or k.revoked_at >= ${end})
      and not exists (select 1 from ${changes("revoke")} and g.created_at < ${end} and g.undone_at >= ${end})`,
  }
}
