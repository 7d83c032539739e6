import { db } from "db/client.server"
import { enrollments } from "db/schema/teaching"
import { and, eq, gte, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { listClosures } from "~/models/teaching/closure/closure.server"
import { overlapsQuery } from "~/models/teaching/session/clash.server"
import { isTooFar } from "~/models/teaching/session/travel"
import { findTravel, listStays } from "~/models/teaching/session/travel.server"
import { listHours } from "~/models/teaching/teacher-time/availability.server"
import { isAwayAt } from "~/models/teaching/teacher-time/teacher-time"
import { listDaysAway } from "~/models/teaching/teacher-time/time-off.server"
import { now } from "~/utils/clock.server"
import { addMinutes, minutesOfDay } from "~/utils/clock-times"
import { addDays, weekday } from "~/utils/dates"
import { instantOf, today } from "~/utils/zones"
import { type MakeUpOffer, timeValue } from "./make-up"
import { creditOn, type OpenCredit } from "./open-credits.server"

// Times at which a missed private lesson can be made up without asking anyone: in the hours the teacher has said, where
// teacher, room and student are free, before the credit ends.

const [stepMinutes, mostTimes] = [30, 24]

/** The times between two dates (both included), the soonest first. */
export function listFreeTimes(
  actor: Actor,
  studentId: string,
  credits: readonly OpenCredit[],
  [from, to]: readonly [string, string],
): MakeUpOffer[] {
  const diaries = new Map<string, Diary | undefined>()
  const diaryOf = (credit: OpenCredit) => {
    if (!diaries.has(credit.classId))
      diaries.set(credit.classId, readDiary(actor, studentId, credit, [from, to]))
    return diaries.get(credit.classId)
  }
  const zone = actor.school.timeZone
  const earliest = now() + actor.school.noticeHours * 3_600_000
  const offers: MakeUpOffer[] = []
  for (let date = from; date <= to && offers.length < mostTimes; date = addDays(date, 1)) {
    const credit = creditOn(credits, date)
    const diary = credit && diaryOf(credit)
    if (!credit || !diary) continue
    if (diary.closed.some(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)) continue
    const { minutes, className, instrument, teacherName, roomName } = credit
    for (const { fromTime, toTime } of diary.hours.filter((each) => each.weekday === weekday(date))) {
      const latest = minutesOfDay(toTime) - minutes
      for (let start = minutesOfDay(fromTime); start <= latest; start += stepMinutes) {
        const startTime = addMinutes("00:00", start)
        const startsAt = instantOf(date, startTime, zone)
        const endsAt = startsAt + minutes * 60_000
        if (startsAt < earliest || offers.length >= mostTimes) continue
        if (diary.busy.some((booking) => booking.startsAt < endsAt && startsAt < booking.endsAt)) continue
        const here = { startsAt, endsAt, roomId: credit.roomId }
        const isAway = diary.away.some((off) =>
          isAwayAt(off, { date, from: startTime, to: addMinutes(startTime, minutes) }),
        )
        if (isAway) continue
        if (diary.stays.some((stay) => isTooFar(diary.travel, here, stay))) continue
        const value = timeValue(date, startTime)
        const title = instrument ?? className
        offers.push({ value, title, date, startTime, minutes, teacherName, roomName, free: null })
      }
    }
  }
  return offers
}

/** Whether a lesson of this class is made up at a time of its teacher at all. */
export const hasOwnTimes = (actor: Actor, studentId: string, credit: OpenCredit): boolean =>
  credit.kind === "private" &&
  credit.teacherId !== null &&
  credit.endedOn === null &&
  isAlone(actor, credit.classId, studentId) &&
  listHours(actor, credit.teacherId).length > 0

type Diary = NonNullable<ReturnType<typeof readDiary>>

function readDiary(
  actor: Actor,
  studentId: string,
  credit: OpenCredit,
  [from, to]: readonly [string, string],
) {
  const { teacherId, roomId } = credit
  if (!teacherId || !hasOwnTimes(actor, studentId, credit)) return undefined
  const zone = actor.school.timeZone
  const period = {
    startsAt: instantOf(from, "00:00", zone),
    endsAt: instantOf(addDays(to, 1), "00:00", zone),
  }
  const travel = roomId ? findTravel(actor) : undefined
  const stays = listStays(actor, travel, [teacherId], period)
  return {
    travel,
    stays,
    hours: listHours(actor, teacherId),
    closed: listClosures(actor, from, to),
    away: listDaysAway(actor, teacherId, from, to),
    busy: [
      ...stays,
      ...overlapsQuery(actor, period, "student", [studentId]).all(),
      ...(roomId ? overlapsQuery(actor, period, "room", [roomId]).all() : []),
    ],
  }
}

/** Whether the class is this student's alone, today and later: no one else would be expected at another time. */
export function isAlone(actor: Actor, classId: string, studentId: string): boolean {
  const enrolled = db()
    .select({ studentId: enrollments.studentId })
    .from(enrollments)
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.classId, classId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, today(actor.school.timeZone, now()))),
      ),
    )
    .all()
  return enrolled.length > 0 && enrolled.every((each) => each.studentId === studentId)
}
