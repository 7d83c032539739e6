import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { groupBy } from "~/utils/group-by"
import { chargedOfSpots } from "./charged.server"
import { type ClassKind, earnedBy, rateFor } from "./pay"
import { listExtra } from "./pay-lines.server"
import type { PayPeriod } from "./pay-period"
import { readRates } from "./pay-reads.server"

// A school's lessons counted by all that decides what they bring and what they pay: a day of a large school comes to a few
// hundred groups, and no rate is looked at yet.

/** Lessons of one day that are alike. */
export type LessonGroup = {
  /** `YYYY-MM-DD` */
  day: string
  /** Of the lesson; of a group that pays a co-teacher or a substitute of one, theirs. */
  teacherId: string | null
  /** Whether it is of the lessons' own teacher: only these count what families were charged. */
  isOwn: boolean
  instrument: string | null
  classKind: ClassKind
  minutes: number
  /** How many have a status in each. */
  students: number
  paidPercent: number
  /** What families were charged for each, without tax, in minor units; not rounded. */
  chargedMinor: number
  lessons: number
}

type Row = Omit<LessonGroup, "isOwn"> & { isOwn: number }

/** The lessons of some days whose attendance was taken. The same lessons as `listTaught` has, and those that pay no one. */
export function groupLessons(actor: Actor, days: readonly string[]): LessonGroup[] {
  if (days.length === 0) return []
  const school = actor.school.id
  const rows = askAll<Row>(sql`
    with lesson as materialized (
      select s.id, s.local_date as day, s.teacher_id, s.class_id, s.minutes
      from json_each(${JSON.stringify(days)}) d
      cross join sessions s on s.school_id = ${school} and s.local_date = d.value and s.state = 'planned'
        and s.register_taken_at is not null
    ), spot as materialized (
      select lesson.id as key, x.id, x.enrollment_id, lesson.class_id, substr(lesson.day, 1, 7) as month
      from lesson cross join seats x on x.school_id = ${school} and x.session_id = lesson.id
    ), ${chargedOfSpots(actor)}, marked as materialized (
      select spot.key, count(*) as students, max(m.paid_percent) as paid
      from spot cross join marks m on m.school_id = ${school} and m.seat_id = spot.id and m.superseded_at is null
      group by spot.key
    ), given as (
      select lesson.id, lesson.teacher_id, 1 as is_own from lesson
      union all
      select distinct lesson.id, iif(r.id is null, k.teacher_id, r.substitute_id) as beside, 0
      from lesson
        cross join class_teachers k on k.school_id = ${school} and k.class_id = lesson.class_id
          and k.starts_on <= lesson.day and (k.ends_on is null or k.ends_on >= lesson.day)
        left join co_substitutes r on r.school_id = ${school} and r.session_id = lesson.id
          and r.teacher_id = k.teacher_id
      where beside is not null and beside is not lesson.teacher_id
    )
    select lesson.day, given.teacher_id as teacherId, given.is_own as isOwn, c.instrument, c.kind as classKind,
      lesson.minutes, coalesce(marked.students, 0) as students, coalesce(marked.paid, 0) as paidPercent,
      coalesce(charged.minor, 0) as chargedMinor, count(*) as lessons
    from given
      cross join lesson on lesson.id = given.id
      cross join classes c on c.school_id = ${school} and c.id = lesson.class_id
      left join marked on marked.key = lesson.id
      left join charged on charged.key = lesson.id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9`)
  return rows.map((row) => ({ ...row, isOwn: row.isOwn === 1 }))
}

/** The same as `listEarnedByAll` in sums of a teacher and an instrument, from lessons in groups. */
export const sumEarnedByAll = (
  actor: Actor,
  period: PayPeriod,
  groups: readonly LessonGroup[],
): SummedPay[] => [...sumEarnedByLessons(actor, groups), ...listEarnedBeside(actor, period)]

/** What teachers earned by lessons. */
export function sumEarnedByLessons(actor: Actor, groups: readonly LessonGroup[]): SummedPay[] {
  const rates = groupBy(readRates(actor), (rate) => rate.teacherId)
  return groups.flatMap(({ teacherId, instrument, lessons, ...group }) => {
    if (teacherId === null || group.students === 0) return []
    const rate = rateFor(rates.get(teacherId) ?? [], { ...group, localDate: group.day })
    const unrated = rate || group.paidPercent === 0 ? 0 : lessons
    const amountMinor = rate ? lessons * earnedBy(rate, group) : 0
    return [{ teacherId, instrument, amountMinor, unrated, day: group.day, lines: lessons }]
  })
}

/** What they earned by extra work, which is of no instrument. */
export const listEarnedBeside = (actor: Actor, period: PayPeriod): SummedPay[] =>
  listExtra(actor, period, [])
    .filter(({ isPaidBack }) => !isPaidBack)
    .map(({ teacherId, amountMinor, localDate }) => ({
      teacherId,
      instrument: null,
      amountMinor: amountMinor ?? 0,
      unrated: 0,
      day: localDate,
      lines: 1,
    }))

type SummedPay = {
  teacherId: string
  instrument: string | null
  amountMinor: number
  /** Lessons that pay their teacher and have no rate yet. */
  unrated: number
  /** The day it was earned, and how many lines `listEarnedByAll` has for it. */
  day: string
  lines: number
}
