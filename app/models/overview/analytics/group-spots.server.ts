import { keepUnchanged } from "db/unchanged.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { todayOf } from "~/utils/clock.server"
import type { Narrowing } from "./analytics-period"
import type { Counted } from "./counted"
import { narrowedTo } from "./narrow.server"

// How full the groups and ensembles are that haven't ended, and who has their spots.

export type FillRow = {
  classId: string
  name: string
  enrolled: number
  capacity: number
  /** on the day compared with */
  enrolledBefore: number
}

const keepRates = keepUnchanged<readonly FillRow[]>(50)

/** Groups and ensembles with how many spots are taken today and were on an earlier day, emptiest first. */
export function fillRates(actor: Actor, dayBefore: string, { teacher, instrument }: Narrowing): FillRow[] {
  const day = todayOf(actor)
  const key = [actor.school.id, day, dayBefore, teacher, instrument] as const
  return [...keepRates(key, () => readRates(actor, day, dayBefore, { teacher, instrument }))]
}

function readRates(actor: Actor, day: string, dayBefore: string, narrowing: Narrowing): FillRow[] {
  const takenOn = (on: string) => sql`(select count(*) from enrollments e
    where e.school_id = c.school_id and e.class_id = c.id
      and e.starts_on <= ${on} and (e.ends_on is null or e.ends_on >= ${on}))`
  return askAll<FillRow>(sql`
    select c.id as classId, c.name, c.capacity, ${takenOn(day)} as enrolled, ${takenOn(dayBefore)} as enrolledBefore
    from classes c where ${isGroup(actor, day, narrowing)}
    order by 1.0 * enrolled / c.capacity, c.name`)
}

/** The students who have these spots on a day, each under its class. */
export const listSpots = (actor: Actor, on: string, narrowing: Narrowing): Counted[] =>
  askAll<SpotRow>(sql`
      select c.id as classId, c.name as className, c.instrument, t.id as teacherId, t.name as teacherName,
        p.id as studentId, trim(p.first_name || ' ' || p.last_name) as name, e.starts_on as startsOn
      from classes c
      cross join enrollments e on e.school_id = c.school_id and e.class_id = c.id
        and e.starts_on <= ${on} and (e.ends_on is null or e.ends_on >= ${on})
      cross join students p on p.school_id = e.school_id and p.id = e.student_id
      left join teachers t on t.school_id = c.school_id and t.id = c.teacher_id
      where ${isGroup(actor, todayOf(actor), narrowing)}
      order by c.name collate nocase, c.id, p.last_name collate nocase, p.id`).map(
    ({ classId, className, instrument, teacherId, teacherName, studentId, name, startsOn }) => ({
      of: ["group-spots"],
      page: { noun: "student", id: studentId },
      name,
      on: startsOn,
      detail: `${className}, since the date shown`,
      teacher: teacherId ? { id: teacherId, name: teacherName ?? "" } : null,
      instrument,
      minutes: null,
      amountMinor: null,
      part: classId,
    }),
  )

type SpotRow = {
  classId: string
  className: string
  instrument: string | null
  teacherId: string | null
  teacherName: string | null
  studentId: string
  name: string
  startsOn: string
}

const isGroup = (actor: Actor, day: string, narrowing: Narrowing) => sql`c.school_id = ${actor.school.id}
  and c.capacity > 1 and (c.ended_on is null or c.ended_on >= ${day})
  ${narrowedTo(narrowing, { teacher: sql`c.teacher_id`, instrument: sql`c.instrument` })}`
