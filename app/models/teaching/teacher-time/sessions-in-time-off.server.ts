import { timeOff } from "db/schema/teaching-teacher-time"
import { sql } from "drizzle-orm"

// What days off mean for the sessions planned on them, in SQL.

/** A session `s` within the hours of its time off, in SQL. */
const missed = sql`(s.local_date > ${timeOff.startsOn} or ${timeOff.fromTime} is null
    or s.start_time > ${timeOff.fromTime} or time(s.start_time, '+' || s.minutes || ' minutes') > ${timeOff.fromTime} || ':00')
  and (s.local_date < ${timeOff.endsOn} or ${timeOff.toTime} is null or s.start_time < ${timeOff.toTime})`

const isMissed = sql`s.state = 'planned' and s.local_date between ${timeOff.startsOn} and ${timeOff.endsOn} and ${missed}`

/** How many planned sessions they miss: their own, those they give beside another, and those in a co-teacher's place. */
export const planned = sql<number>`((select count(*) from sessions s where s.school_id = ${timeOff.schoolId}
    and s.teacher_id = ${timeOff.teacherId} and ${isMissed})
  + (select count(*) from class_teachers k
    cross join sessions s on s.school_id = k.school_id and s.class_id = k.class_id
    where k.school_id = ${timeOff.schoolId} and k.teacher_id = ${timeOff.teacherId}
      and s.teacher_id is not k.teacher_id and k.starts_on <= s.local_date
      and (k.ends_on is null or k.ends_on >= s.local_date) and ${isMissed}
      and not exists (select 1 from co_substitutes r where r.school_id = s.school_id
        and r.session_id = s.id and r.teacher_id = k.teacher_id))
  + (select count(*) from co_substitutes r
    cross join sessions s on s.school_id = r.school_id and s.id = r.session_id
    where r.school_id = ${timeOff.schoolId} and r.substitute_id = ${timeOff.teacherId}
      and s.teacher_id is not r.substitute_id and ${isMissed}))`
