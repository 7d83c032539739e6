import { minutesOfDay } from "~/utils/clock-times"
import { addDays, daysBetween, isWithinReach, weekday } from "~/utils/dates"
import { exampleDate } from "~/utils/form-messages"
import { formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { longestSession } from "../session/session"
import { isTooFar, type Travel } from "../session/travel"
import type { Lane, WeekDay, WeekItem } from "../session/week"
import { type Away, isAwayAt } from "../teacher-time/teacher-time"

// Free times, ranked with their reasons. Only arithmetic on the school's wall clock; find-times.server reads what it needs.
// Safe in the browser.

/** A stretch of a day, in minutes of the wall clock. */
export type Stretch = { date: string; from: number; to: number }

/** When a teacher works and when they are away: whole days or a part of one. */
export type WorkingTimes = {
  /** Weekly hours by ISO weekday; none are recorded when it is empty. */
  hours: { weekday: number; from: number; to: number }[]
  away: Away[]
}

export type TeacherTimes = WorkingTimes & {
  id: string
  name: string
  lessons: (Placed & { title: string })[]
}

/** A lesson in its room. */
export type Placed = Stretch & { roomId: string | null }

export type TimesSearch = {
  from: string
  to: string
  minutes: number
  teachers: TeacherTimes[]
  /** The rooms to try, the preferred ones first, with who is usually in them; empty when the lesson needs none. */
  rooms: { id: string; name: string; isPreferred: boolean; teacherId: string | null; lessons: Stretch[] }[]
  /** The sites of the rooms, where the school has several, and what other teachers of the class have. */
  travel?: Travel
  colleagues?: Placed[]
  /** When those other teachers work: they have to be there, too. */
  alsoWorking?: WorkingTimes[]
  /** What the students have already. */
  students: Stretch[]
  /** Lessons of brothers and sisters: a family comes once. */
  siblings: (Stretch & { name: string; lesson: string })[]
  closures: { startsOn: string; endsOn: string }[]
  opening: { weekdays: ReadonlySet<number>; from: number; to: number }
  /** Where the lesson is now, or usually. */
  usual: { date: string; startTime: string; teacherId: string | null; roomId: string | null } | null
  /** Days on which the class of a lesson to move meets besides. */
  classDays?: ReadonlySet<string> | undefined
  /** Not before this, on this day. */
  earliest: { date: string; minute: number }
  /** How many minutes lie between two starts to try. */
  step?: number
}

export type FoundTime = {
  date: string
  startTime: string
  endTime: string
  teacherId: string
  teacherName: string
  roomId: string | null
  roomName: string | null
  reasons: string[]
}

/** A found time among its teacher's lessons of that day: "3:00 PM Milo Haddad", with `isThis` for the time itself. */
export type TimeWithDay = FoundTime & { day: { text: string; isThis: boolean }[] }

/** So many teachers are searched at most where they were chosen. */
export const mostAmong = 40

const usualStep = 15
export const longestSpan = 42
const mostOfDay = 2
const nearMinutes = 60
const siblingWait = 60

/** The best free times, best first: at most two a day, never overlapping each other. */
export function rankTimes(search: TimesSearch, most: number): FoundTime[] {
  const ranked = timesOfAll(search).sort(
    (a, b) => b.score - a.score || a.date.localeCompare(b.date) || a.from - b.from,
  )
  const chosen: typeof ranked = []
  for (const time of ranked) {
    const sameDay = chosen.filter(({ date }) => date === time.date)
    const isApart = sameDay.every(({ from }) => Math.abs(from - time.from) >= search.minutes)
    if (sameDay.length < mostOfDay && isApart) chosen.push(time)
    if (chosen.length === most) break
  }
  return chosen.map(({ score, from, ...time }) => time)
}

/** All free times in order of time, then by teacher. */
export const everyTime = (search: TimesSearch): FoundTime[] =>
  timesOfAll(search)
    .sort(
      (a, b) => a.date.localeCompare(b.date) || a.from - b.from || a.teacherName.localeCompare(b.teacherName),
    )
    .map(({ score, from, ...time }) => time)

const timesOfAll = (search: TimesSearch) =>
  search.teachers.flatMap((teacher) => {
    const own = { ...search, rooms: roomsFor(teacher, search.rooms) }
    return openDays(own, teacher).flatMap((date) => timesOf(own, teacher, date))
  })

/** The preferred rooms, the one that is usually the teacher's, those in which they have most lessons, the others. */
function roomsFor({ id, lessons }: TeacherTimes, rooms: TimesSearch["rooms"]): TimesSearch["rooms"] {
  const rank = (room: TimesSearch["rooms"][number]) => {
    if (room.isPreferred) return Number.POSITIVE_INFINITY
    return room.teacherId === id
      ? lessons.length + 1
      : lessons.filter(({ roomId }) => roomId === room.id).length
  }
  return rooms
    .map((room) => ({ room, rank: rank(room) }))
    .sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank))
    .map(({ room }) => room)
}

function openDays({ from, to, closures, opening, usual }: TimesSearch, teacher: TeacherTimes): string[] {
  const days = Math.min(longestSpan, daysBetween(from, to) + 1)
  const hasHours = teacher.hours.length > 0
  return Array.from({ length: Math.max(0, days) }, (_, day) => addDays(from, day)).filter(
    (date) =>
      !closures.some(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn) &&
      (hasHours
        ? teacher.hours.some((hours) => hours.weekday === weekday(date))
        : opening.weekdays.has(weekday(date)) || date === usual?.date),
  )
}

function timesOf(search: TimesSearch, teacher: TeacherTimes, date: string) {
  const { minutes, opening, earliest } = search
  const on = <S extends Stretch>(stretches: readonly S[]) => stretches.filter((each) => each.date === date)
  const lessons = on(teacher.lessons)
  const busy = [...lessons, ...on(search.students)]
  const stays = [...lessons, ...on(search.colleagues ?? [])].map(asStay)
  const rooms = search.rooms.map((room) => ({ ...room, lessons: on(room.lessons) }))
  const windows =
    teacher.hours.length > 0
      ? teacher.hours.filter((hours) => hours.weekday === weekday(date))
      : [{ from: opening.from, to: opening.to }]
  const needed = [teacher, ...(search.alsoWorking ?? [])].map(({ hours, away }) => ({
    hours,
    away: away.filter(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn),
  }))
  const first = date < earliest.date ? 24 * 60 : date === earliest.date ? earliest.minute : 0
  return windows.flatMap((window) => {
    const found = []
    for (let from = window.from; from + minutes <= window.to; from += search.step ?? usualStep) {
      const to = from + minutes
      if (from < first || overlaps(busy, from, to) || !needed.every(isWorking({ date, from, to }))) continue
      const isReached = (roomId: string) =>
        !stays.some((stay) => isTooFar(search.travel, asStay({ from, to, roomId }), stay))
      const room = rooms.find((each) => !overlaps(each.lessons, from, to) && isReached(each.id))
      if (rooms.length > 0 && !room) continue
      const { score, reasons } = judge(search, teacher, { date, from, to, roomId: room?.id ?? null, lessons })
      found.push({
        score,
        from,
        date,
        startTime: clock(from),
        endTime: clock(to),
        teacherId: teacher.id,
        teacherName: teacher.name,
        roomId: room?.id ?? null,
        roomName: room?.name ?? null,
        reasons,
      })
    }
    return found
  })
}

/** Whether a teacher works through all of a time. One without recorded hours does, unless they are away. */
const isWorking =
  ({ date, from, to }: Stretch) =>
  ({ hours, away }: WorkingTimes): boolean =>
    (hours.length === 0 ||
      hours.some((each) => each.weekday === weekday(date) && each.from <= from && to <= each.to)) &&
    !away.some((off) => isAwayAt(off, { date, from: clock(from), to: clock(to) }))

const asStay = ({ from, to, roomId }: Omit<Placed, "date">) => ({
  startsAt: from * 60_000,
  endsAt: to * 60_000,
  roomId,
})

type Candidate = Stretch & { roomId: string | null; lessons: (Stretch & { title: string })[] }

/** What speaks for a time, as points and as text. */
function judge(
  { usual, siblings, from: firstDay, classDays }: TimesSearch,
  teacher: TeacherTimes,
  { date, from, to, roomId, lessons }: Candidate,
) {
  const reasons: string[] = []
  const wanted = classDays && usual ? usual.date : firstDay
  let score = -0.5 * Math.abs(daysBetween(wanted, date))
  const add = (points: number, reason?: string) => {
    score += points
    if (reason) reasons.push(reason)
  }
  if (usual) {
    const isTeacher = usual.teacherId === teacher.id
    const isRoom = roomId !== null && usual.roomId === roomId
    const isDay = weekday(usual.date) === weekday(date)
    const same = [isTeacher ? "teacher" : "", isRoom ? "room" : "", isDay ? "day of the week" : ""].filter(
      Boolean,
    )
    add((isTeacher ? 20 : 0) + (isRoom ? 8 : 0) + (isDay ? 10 : 0), same.length ? `Same ${listed(same)}` : "")
    if (usual.roomId !== null && !isRoom) add(0, "Different room")
    const away = Math.abs(from - minutesOfDay(usual.startTime))
    add(-away / 20, away > 0 && away <= nearMinutes ? "Near the usual time" : "")
  }
  if (classDays?.has(date)) add(-20, "Second lesson that day")
  const sibling = siblings.find(
    (each) =>
      each.date === date && (near(each.to, from) || near(to, each.from)) && !overlaps([each], from, to),
  )
  if (sibling)
    add(12, `${sibling.name} has ${sibling.lesson} ${sibling.to <= from ? "just before" : "just after"}`)
  const before = lessons.find((lesson) => lesson.to === from)
  const after = lessons.find((lesson) => lesson.from === to)
  if (before) add(6, `Right after ${before.title}`)
  else if (after) add(6, `Right before ${after.title}`)
  if (teacher.hours.length > 0) add(0, `Within ${teacher.name}’s weekly hours`)
  return { score, reasons }
}

const near = (end: number, start: number) => start >= end && start - end <= siblingWait

const overlaps = (stretches: readonly Stretch[], from: number, to: number) =>
  stretches.some((each) => each.from < to && from < each.to)

const listed = (names: string[]) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`

// What an address of "Find a time" asks for. Safe in the browser.

export type FindTimesQuery = {
  studentIds: string[]
  classId: string
  /** The lesson that is to move. */
  sessionId: string
  /** Empty for any. */
  teacherId: string
  roomId: string
  minutes: string
  from: string
  to: string
  search: string
}

const defaultSpan = 13
/** How long before the lesson that is to move the search begins. */
const daysBefore = 6
const mostStudents = 12

/** What is missing or can't be understood is empty; `spanOf` gives the days and `findTimesErrors` tells errors. */
export function readFindTimesQuery(parameters: URLSearchParams): FindTimesQuery {
  const text = (name: string) => parameters.get(name)?.trim().slice(0, 64) ?? ""
  return {
    studentIds: [...new Set(parameters.getAll("student").filter(Boolean))].slice(0, mostStudents),
    classId: text("class"),
    sessionId: text("lesson"),
    teacherId: text("teacher"),
    roomId: text("room"),
    minutes: text("minutes"),
    from: text("from"),
    to: text("to"),
    search: parameters.get("q")?.trim().slice(0, 100) ?? "",
  }
}

/** The days of a search: those asked for, otherwise two weeks from today, or around the lesson that is to move. */
export function spanOf(
  { from: asked, to }: Pick<FindTimesQuery, "from" | "to">,
  today: string,
  lessonOn: string | undefined,
): Pick<FindTimesQuery, "from" | "to"> {
  const before = lessonOn ? addDays(lessonOn, -daysBefore) : today
  const from = asked || (before > today ? before : today)
  return { from, to: to || (isWithinReach(from) ? addDays(from, defaultSpan) : "") }
}

const dateRefused = (typed: string) => (typed === "" ? "Enter a date." : exampleDate())

/** What is wrong with a search, by field. */
export function findTimesErrors({ minutes, from, to }: FindTimesQuery): Record<string, string> {
  const length = Number(minutes)
  return {
    ...(Number.isInteger(length) && length >= 5 && length <= longestSession
      ? {}
      : { minutes: `Enter a length from 5 to ${longestSession} minutes.` }),
    ...(isWithinReach(from) ? {} : { from: dateRefused(from) }),
    ...(isWithinReach(to) && isWithinReach(from)
      ? to < from
        ? { to: "Enter a date on or after the first." }
        : daysBetween(from, to) >= longestSpan
          ? { to: `Search up to ${longestSpan} days at a time.` }
          : {}
      : { to: dateRefused(to) }),
  }
}

// Found times drawn in the week of their teacher, in place of what is free there. Safe in the browser.

type Week = { columns: number; firstHour: number; lanes: Lane[]; days: WeekDay[] }

/** What the times are for: a lesson that is to move, or a new one of a class or of students who have none together. */
export type SoughtFor = {
  lessonId: string | undefined
  classId: string | undefined
  studentIds: readonly string[]
  minutes: number
}

const quarter = 15

/** The letter of a time in the list: A is the best. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index)

/** The form that books a found time. */
export const bookingOf = (
  { date, startTime, teacherId, roomId }: Pick<FoundTime, "date" | "startTime" | "teacherId" | "roomId">,
  { lessonId, classId, studentIds, minutes }: SoughtFor,
): string => {
  const slot = {
    date,
    time: startTime,
    minutes: String(minutes),
    teacher: teacherId,
    room: roomId ?? undefined,
  }
  if (lessonId) return paths.editSession(lessonId, slot)
  return classId || studentIds.length === 0
    ? paths.newSession({ ...slot, class: classId })
    : `${paths.newClass(slot)}${studentIds.map((id) => `&student=${encodeURIComponent(id)}`).join("")}`
}

/** The days of a week with the found times that are in it, each in its lane; free time that they cover isn't offered besides. */
export function withFoundTimes(
  { columns, firstHour, lanes, days }: Week,
  by: "teacher" | "room",
  times: readonly FoundTime[],
  sought: SoughtFor,
): WeekDay[] {
  return days.map((day) => {
    const found = times.flatMap((time, index): Extract<WeekItem, { kind: "found" }>[] => {
      const key = by === "teacher" ? time.teacherId : (time.roomId ?? "none")
      const lane = lanes.findIndex((each) => each.key === key) + 1
      const column = Math.floor((minutesOfDay(time.startTime) - firstHour * 60) / quarter) + 1
      if (time.date !== day.date || lane === 0 || column < 1 || column > columns) return []
      const length = Math.min(Math.max(1, Math.round(sought.minutes / quarter)), 16, columns - column + 1)
      const to = bookingOf(time, sought)
      const letter = letterOf(index)
      return [{ kind: "found", lane, column, length, letter, time: formatTime(time.startTime), to }]
    })
    if (found.length === 0) return day
    const isCovered = (item: WeekItem) =>
      item.kind === "gap" &&
      found.some(
        ({ lane, column, length }) =>
          lane === item.lane && column < item.column + item.length && item.column < column + length,
      )
    const items = [...day.items.filter((item) => !isCovered(item)), ...found]
    return { ...day, items: items.sort((a, b) => a.column - b.column) }
  })
}
