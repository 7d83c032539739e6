import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, askOne } from "~/models/foundation/access/door.server"
import { countActiveStudents } from "~/models/people/teacher/list-teachers.server"
import { sessionsGivenBy, teaches } from "~/models/teaching/co-teacher/co-teacher.server"
import { namesAway, sessionTitle } from "~/models/teaching/session/session"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { listAvailableTime } from "~/models/teaching/teacher-time/availability.server"
import { now, todayOf } from "~/utils/clock.server"
import { type Weekday, weekDates } from "~/utils/dates"
import { shareText, sumMinutes, type TeacherHours, type TeacherLesson } from "./teacher-record"

/** Active students of the teacher, classes that have not ended, and this week's hours. */
export function findTeacherFigures(actor: Actor, teacherId: string) {
  const schoolId = actor.school.id
  const day = todayOf(actor)
  const { classes } = askOne<{ classes: number }>(sql`select count(*) as classes from classes
    where classes.school_id = ${schoolId} and ${teaches(actor, teacherId, day)}
      and (classes.ended_on is null or classes.ended_on >= ${day})`)
  const students = countActiveStudents(actor, [teacherId]).get(teacherId) ?? 0
  const hours = findWeekHours(actor, teacherId, weekOf(actor, day))
  return { students, classes, hours: { ...hours, share: shareText(hours) } }
}

/** The first and the last day of the school's week around a day. */
export function weekOf(actor: Actor, day: string) {
  const dates = weekDates(day, actor.school.weekStart as Weekday)
  return { first: dates[0] ?? day, last: dates.at(-1) ?? day }
}

type Week = ReturnType<typeof weekOf>

function findWeekHours(actor: Actor, teacherId: string, { first, last }: Week): TeacherHours {
  const { minutes } = askOne<{ minutes: number }>(sql`select coalesce(sum(sessions.minutes), 0) as minutes
    from sessions where sessions.school_id = ${actor.school.id} and ${sessionsGivenBy(actor, teacherId)}
      and sessions.local_date between ${first} and ${last} and sessions.state = 'planned'`)
  const times = listAvailableTime(actor, teacherId, { first, last })
  return { plannedMinutes: minutes, availableMinutes: sumMinutes(times), hasHours: times.length > 0 }
}

/** The lessons of a week that a teacher gives, alone or with others, canceled ones too, and their hours for it. */
export function findTeacherWeek(actor: Actor, teacherId: string, { first, last }: Week) {
  const lessons = listSessionsOn(actor, first, last, { which: sessionsGivenBy(actor, teacherId) }, []).map(
    ({ id, className, kind, students, localDate, startTime, minutes, roomName, register, ...away }) => ({
      ...{ id, localDate, startTime, minutes, roomName, register, notComing: namesAway(away) },
      title: sessionTitle({ className, kind, students }),
      students: students.length,
    }),
  )
  const times = listAvailableTime(actor, teacherId, { first, last })
  const planned = lessons.filter(({ register }) => register !== "cancelled")
  const hours: TeacherHours = {
    plannedMinutes: sumMinutes(planned),
    availableMinutes: sumMinutes(times),
    hasHours: times.length > 0,
  }
  return { lessons, planned: planned.length, times, hours }
}

/** The teacher's next lessons that are not canceled, soonest first. */
export function listTeacherLessons(actor: Actor, teacherId: string, most: number): TeacherLesson[] {
  const schoolId = actor.school.id
  return askAll<TeacherLesson>(sql`
    select s.id, c.name as className, s.local_date as localDate, s.start_time as startTime, s.minutes,
      r.name as roomName
    from sessions s join classes c on c.school_id = s.school_id and c.id = s.class_id
    left join rooms r on r.school_id = s.school_id and r.id = s.room_id
    where s.school_id = ${schoolId} and s.teacher_id = ${teacherId}
      and s.local_date >= ${todayOf(actor)} and s.ends_at >= ${now()} and s.state = 'planned'
    order by s.local_date, s.starts_at, s.id limit ${most}`)
}
