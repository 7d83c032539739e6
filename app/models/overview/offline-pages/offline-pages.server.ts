import { listConversations } from "~/models/communication/messaging/list-conversations.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { findPortal } from "~/models/people/family-access/portal.server"
import { listMissingRegisters } from "~/models/teaching/missing-register/missing-registers.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { paths } from "~/utils/paths"
import { listedDays } from "../family-area/family-schedule.server"
import { listPortalSessions } from "../family-area/portal-sessions.server"
import type { OfflinePage } from "./offline-pages"

/** Bounds the device's space and what one visit asks of the server. */
const mostLessons = 60
const mostStudents = 30
const mostMissing = 10
const mostOfFamily = 30
const mostConversations = 5
/** Days ahead whose attendance forms are kept, today included. */
const daysAhead = 7

const soon = 15
const later = 4 * 60

/** Without the part that only scrolls: that is no page of its own. */
const openInDay = (lesson: string) => paths.teacherHome({ lesson }).replace(/#.*$/, "")

const page = (path: string, freshMinutes: number): OfflinePage => ({ path, freshMinutes })

/**
 * The pages that a person's device keeps for a place without a connection, the most wanted first: for teachers their day, the
 * attendance forms of this week and today's students; for families their home, their schedule and each lesson of it, where an
 * absence is reported; for an office its day. Last the newest conversations.
 */
export function listOfflinePages(actor: Actor): OfflinePage[] {
  if (may(actor, "portal:read")) return [...pagesOfFamily(actor), ...conversations(actor)]
  if (!may(actor, "register:take")) return []
  return [...pagesOfWork(actor), ...conversations(actor)]
}

function conversations(actor: Actor): OfflinePage[] {
  if (!may(actor, "message:read")) return []
  const newest = listConversations(actor, { view: "all", page: 1 }).rows.slice(0, mostConversations)
  if (newest.length === 0) return []
  return [page(paths.messages(), soon), ...newest.map(({ id }) => page(paths.conversation(id), later))]
}

function pagesOfFamily(actor: Actor): OfflinePage[] {
  const { students } = findPortal(actor)
  const day = todayOf(actor)
  const homes = students.length > 1 ? students.map(({ id }) => paths.studentHome({ child: id })) : []
  const lessons = listPortalSessions(actor, students, day, addDays(day, listedDays - 1))
    .filter(({ state, endsAt }) => state === "planned" && endsAt > now())
    .slice(0, mostOfFamily)
    .map(({ id, studentId }) => paths.studentSession(id, { child: studentId }))
  return [
    ...[paths.studentHome(), paths.studentSchedule()].map((path) => page(path, soon)),
    ...[...homes, ...lessons].map((path) => page(path, later)),
  ]
}

function pagesOfWork(actor: Actor): OfflinePage[] {
  const isTeacher = actor.role === "teacher"
  const home = isTeacher
    ? [page(paths.teacherHome(), soon), page(paths.teacherSchedule(), soon)]
    : [page(paths.dashboard(), soon), page(paths.simpleSchedule(), soon)]
  // An office's lessons are everybody's: its day is one page.
  if (!isTeacher && actor.school.kind !== "solo") return home
  const day = todayOf(actor)
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
