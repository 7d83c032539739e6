import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { countActiveStudents } from "~/models/people/teacher/active-students.server"
import { givenBy, teaches } from "~/models/teaching/co-teacher/co-teacher.server"
import { now } from "~/utils/clock.server"
import { type Weekday, weekDates } from "~/utils/dates"
import { today } from "~/utils/zones"
import type { TeacherLesson } from "./teacher-record"

/** Active students of the teacher, classes that have not ended, and the minutes planned in this week. */
export function findTeacherFigures(actor: Actor, teacherId: string) {
  const schoolId = actor.school.id
  const day = today(actor.school.timeZone, now())
  const week = weekDates(day, actor.school.weekStart as Weekday)
  const rest = db().get<{ classes: number; weekMinutes: number }>(sql`select
    (select count(*) from classes where classes.school_id = ${schoolId} and ${teaches(actor, teacherId, day)}
      and (classes.ended_on is null or classes.ended_on >= ${day})) as classes,
    (select coalesce(sum(sessions.minutes), 0) from sessions where sessions.school_id = ${schoolId}
      and ${givenBy(actor, teacherId)}
      and sessions.local_date between ${week[0] ?? day} and ${week.at(-1) ?? day} and sessions.state = 'planned') as weekMinutes`)
  return { students: countActiveStudents(actor, [teacherId]).get(teacherId) ?? 0, ...rest }
}

/** The teacher's next lessons that are not canceled, soonest first. */
export function listTeacherLessons(actor: Actor, teacherId: string, most: number): TeacherLesson[] {
  const schoolId = actor.school.id
  return db().all<TeacherLesson>(sql`
    select s.id, c.name as className, s.local_date as localDate, s.start_time as startTime, s.minutes,
      r.name as roomName
    from sessions s join classes c on c.school_id = s.school_id and c.id = s.class_id
    left join rooms r on r.school_id = s.school_id and r.id = s.room_id
    where s.school_id = ${schoolId} and s.teacher_id = ${teacherId}
      and s.local_date >= ${today(actor.school.timeZone, now())} and s.ends_at >= ${now()} and s.state = 'planned'
    order by s.local_date, s.starts_at, s.id limit ${most}`)
}
