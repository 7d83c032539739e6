import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { listMissingRegisters } from "~/models/teaching/missing-register/missing-registers.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"
import type { KeptPage } from "./kept-pages"

/** Bounds the device's space and what one visit asks of the server. */
const mostLessons = 60
const mostStudents = 30
const mostMissing = 10
/** Days ahead whose attendance forms are kept, today included. */
const daysAhead = 7

const soon = 15
const later = 4 * 60

/** Without the part that only scrolls: that is no page of its own. */
const openInDay = (lesson: string) => paths.teacherHome({ lesson }).replace(/#.*$/, "")

const page = (path: string, freshMinutes: number): KeptPage => ({ path, freshMinutes })

/**
 * The pages that a person's device keeps for a place without a connection, the most wanted first: for teachers their day, the
 * attendance forms of this week and today's students; for families their home and schedule; for an office its day.
 */
export function listKeptPages(actor: Actor): KeptPage[] {
  if (may(actor, "portal:read")) return [page(paths.studentHome(), soon), page(paths.studentSchedule(), soon)]
  if (!may(actor, "register:take")) return []
  const isTeacher = actor.role === "teacher"
  const home = isTeacher
    ? [page(paths.teacherHome(), soon), page(paths.teacherSchedule(), soon)]
    : [page(paths.dashboard(), soon), page(paths.simpleSchedule(), soon)]
  // An office's lessons are everybody's: its day is one page.
  if (!isTeacher && actor.school.kind !== "solo") return home
  const day = today(actor.school.timeZone, now())
  const lessons = listSessionsOn(actor, day, addDays(day, daysAhead - 1), {}, [])
    .filter(({ state }) => state === "planned")
    .slice(0, mostLessons)
  const attendance = (shown: typeof lessons, freshMinutes: number) =>
    shown.map(({ id }) => page(paths.session(id), freshMinutes))
  const [ofToday, ofLater] = [
    lessons.filter(({ localDate }) => localDate === day),
    lessons.filter(({ localDate }) => localDate !== day),
  ]
  const studentPage = isTeacher ? paths.teacherStudent : paths.student
  const students = [...new Set(ofToday.flatMap((lesson) => lesson.students.map(({ id }) => id)))]
    .slice(0, mostStudents)
    .map((studentId) => page(studentPage(studentId), later))
  const missing = listMissingRegisters(actor)
    .slice(0, mostMissing)
    .map(({ id }) => page(paths.session(id), later))
  // The day as it looks with each of its lessons open.
  const inPlace = isTeacher ? ofToday.map(({ id }) => page(openInDay(id), soon)) : []
  return [
    ...home,
    ...attendance(ofToday, soon),
    ...inPlace,
    ...missing,
    ...students,
    ...attendance(ofLater, later),
  ]
}
