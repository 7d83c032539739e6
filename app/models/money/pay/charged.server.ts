import { type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"

/**
 * What families were charged for each session, without tax and less credit notes, in minor units: the charges of its spots; of
 * a monthly fee the part of one lesson among those planned in the month; of a package the part that the lesson used. Not rounded.
 */
export const findCharged = (actor: Actor, sessionIds: readonly string[]): Map<string, number> =>
  readCharged(actor, sessionIds, sql`x.session_id`)

/** The same for each spot by itself. */
export const findChargedOfSeats = (actor: Actor, seatIds: readonly string[]): Map<string, number> =>
  readCharged(actor, seatIds, sql`x.id`)

/** By the column of the spots that the ids are of. */
function readCharged(actor: Actor, ids: readonly string[], column: SQL): Map<string, number> {
  const school = actor.school.id
  const rows = askAll<{ key: string; minor: number }>(sql`
    with spot as materialized (
      select ${column} as key, x.id, x.enrollment_id, s.class_id, substr(s.local_date, 1, 7) as month
      from (select value as id from json_each(${JSON.stringify(ids)})) i
      cross join seats x on x.school_id = ${school} and ${column} = i.id
      cross join sessions s on s.school_id = ${school} and s.id = x.session_id
    ), ${chargedOfSpots(actor)}
    select key, minor from charged`)
  return new Map(rows.map(({ key, minor }) => [key, minor]))
}

/**
 * The same in SQL: the table `charged` with a sum for each `key` of a table `spot`, which has the spots' `id`,
 * `enrollment_id`, `class_id` and `month`. The named index keeps SQLite from reading all charges of all schools for each spot
 * where hardly one is monthly (minutes in a large school), the pluses from counting a month's lessons of a class among all
 * those of the school. A fee is divided once, however many lessons it's for.
 */
export const chargedOfSpots = ({ school: { id: school } }: Actor): SQL => sql`
  monthly as materialized (
    select fee.enrollment_id, fee.class_id, fee.month, 1.0 * (c.amount_minor - c.tax_minor - c.credited_net_minor + coalesce((
        select sum(k.amount_minor - k.tax_minor) from charges k
        where k.school_id = ${school} and k.corrects_charge_id = c.id and k.source = 'correction'
          and k.withdrawn_at is null), 0))
      / max(1, (select count(*) from sessions o where o.school_id = ${school} and o.class_id = fee.class_id
        and o.state = 'planned' and +o.local_date between c.month || '-01' and c.month || '-31'
        and +o.local_date >= e.starts_on and (e.ends_on is null or o.local_date <= e.ends_on))) as minor
    from (select distinct enrollment_id, class_id, month from spot where enrollment_id is not null) fee
      cross join charges c indexed by charges_by_month on c.school_id = ${school}
        and c.enrollment_id = fee.enrollment_id and c.month = fee.month and c.source in ('flat', 'item')
        and c.withdrawn_at is null
      cross join enrollments e on e.school_id = ${school} and e.id = fee.enrollment_id
  ), charged as materialized (
    select key, sum(minor) as minor from (
      select spot.key, 1.0 * (c.amount_minor - c.tax_minor - c.credited_net_minor) as minor
      from spot cross join charges c on c.school_id = ${school} and c.seat_id = spot.id and c.withdrawn_at is null
      union all
      select spot.key, monthly.minor
      from monthly cross join spot on spot.enrollment_id = monthly.enrollment_id
        and spot.class_id = monthly.class_id and spot.month = monthly.month
      union all
      select spot.key, 1.0 * u.units * (c.amount_minor - c.tax_minor - c.credited_net_minor) / (p.lessons * 100)
      from spot
        cross join package_uses u on u.school_id = ${school} and u.seat_id = spot.id and u.released_at is null
        cross join packages p on p.school_id = ${school} and p.id = u.package_id
        cross join charges c on c.school_id = ${school} and c.package_id = p.id and c.source = 'package'
          and c.withdrawn_at is null
    ) group by key
  )`
