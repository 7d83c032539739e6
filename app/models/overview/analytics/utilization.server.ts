import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { teacherNames } from "~/models/people/teacher/teacher-names.server"
import {
  freeMinutes,
  listAllHours,
  listLeave,
  openDays,
} from "~/models/teaching/teacher-time/availability.server"
import { hoursText, weekdayOfHours } from "~/models/teaching/teacher-time/teacher-time"
import { todayOf } from "~/utils/clock.server"
import { minutesOfDay } from "~/utils/clock-times"
import { earlierOf, weekday } from "~/utils/dates"
import { countOf } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { readTaught } from "../lesson-totals/keep-lesson-totals.server"
import { type Narrowing, none } from "./analytics-period"
import type { Counted } from "./counted"
import { listGiven } from "./given-lessons.server"
import { narrowedTo } from "./narrow.server"

type Span = { first: string; last: string }

/** What teachers taught, and the hours in which they could have. */
export const listUtilization = (actor: Actor, span: Span, narrowing: Narrowing): Counted[] =>
  comparable(listGiven(actor, span, narrowing, ["hours-given"]), listAvailable(actor, span, narrowing))

/** The same summed up by teacher, for the card's figures: from the sums that are kept of days that are over. */
export const sumUtilization = (actor: Actor, span: Span, narrowing: Narrowing): Counted[] =>
  comparable(sumGiven(actor, span, narrowing), listAvailable(actor, span, narrowing))

/** Both, with the hours of teachers who have available ones counted apart: only these can be a share of them. */
function comparable(given: Counted[], available: Counted[]): Counted[] {
  const having = new Set(available.flatMap(({ teacher, minutes }) => (minutes && teacher ? teacher.id : [])))
  const counted = given.map((row): Counted => {
    const isCompared = row.teacher !== null && having.has(row.teacher.id)
    return isCompared ? { ...row, of: ["hours-given", "hours-compared"] } : row
  })
  return [...counted, ...available]
}

function sumGiven(actor: Actor, span: Span, { teacher }: Narrowing): Counted[] {
  const names = teacherNames(actor)
  const [taught] = readTaught(actor, [span])
  const parts = taught?.parts.filter(({ teacherId }) => !teacher || (teacherId ?? none) === teacher) ?? []
  return parts.map(({ teacherId, instrument, sessions, minutes }) => ({
    of: ["hours-given"],
    page: { noun: "teacher", id: teacherId ?? none },
    name: countOf(sessions, "lesson"),
    on: null,
    detail: "",
    teacher: teacherId ? { id: teacherId, name: names.get(teacherId) ?? "" } : null,
    instrument,
    minutes,
    amountMinor: null,
  }))
}

/** The weekly hours of each teacher, a row for each stretch, with what is left of them on the days of the span up to today. */
function listAvailable(actor: Actor, span: Span, { teacher }: Narrowing): Counted[] {
  const last = earlierOf(span.last, todayOf(actor))
  if (teacher === none || span.first > last) return []
  const hours = listAllHours(actor)
  if (hours.size === 0) return []
  const days = openDays(actor, { first: span.first, last })
  const leave = groupBy(listLeave(actor, { first: span.first, last }), ({ teacherId }) => teacherId)
  const names = askAll<{ id: string; name: string }>(sql`
    select t.id, t.name from teachers t where t.school_id = ${actor.school.id} and t.deactivated_at is null
      ${narrowedTo({ teacher }, { teacher: sql`t.id`, instrument: sql`null` })}`)
  return names.flatMap(({ id, name }) =>
    (hours.get(id) ?? []).map((stretch): Counted => {
      const from = minutesOfDay(stretch.fromTime)
      const to = minutesOfDay(stretch.toTime)
      const ofWeekday = days.filter((day) => weekday(day) === stretch.weekday)
      const minutes = ofWeekday.reduce(
        (sum, day) => sum + freeMinutes({ day, from, to }, leave.get(id) ?? []),
        0,
      )
      return {
        of: ["hours-available"],
        page: { noun: "teacher", id },
        name: `${weekdayOfHours(stretch)}, ${hoursText(stretch)}`,
        on: null,
        detail: countOf(ofWeekday.length, "day"),
        teacher: { id, name },
        instrument: null,
        minutes,
        amountMinor: null,
      }
    }),
  )
}
