import type { Actor } from "~/models/foundation/access/actor"
import { sessionTitle, teacherNames } from "~/models/teaching/session/session"
import { listSessionsById } from "~/models/teaching/session/session-list.server"
import { findStranded } from "~/models/teaching/session/stranded-causes.server"
import { giversOf } from "../absence/diary.server"
import { findNewTimes } from "../absence/new-times.server"
import { rankSubstitutes } from "../absence/substitutes.server"
import { listDaysAway } from "../absence/teacher-facts.server"
import { findFreeRooms } from "./free-rooms.server"
import { concernsOthersOnly, movesToOtherTime, type StrandedLesson, strandedPerPage } from "./stranded"

const mostOffered = 5

/** A page of the lessons to settle, soonest first, each with who could teach it and where it could be. */
export function findStrandedPage(actor: Actor, page: number): { total: number; lessons: StrandedLesson[] } {
  const stranded = findStranded(actor)
  const all = listSessionsById(actor, [...stranded.keys()], [])
  const shown = all.slice((page - 1) * strandedPerPage, page * strandedPerPage)
  const away = listDaysAway(actor, shown)
  const substitutesFor = rankSubstitutes(actor, shown, "", away)
  const rooms = findFreeRooms(actor, shown)
  const times = findNewTimes(
    actor,
    shown.filter(({ id }) => movesToOtherTime(stranded.get(id) ?? [])),
    away,
  )
  return {
    total: all.length,
    lessons: shown.map((session) => ({
      id: session.id,
      title: sessionTitle(session),
      date: session.localDate,
      startTime: session.startTime,
      minutes: session.minutes,
      needs: [
        ...giversOf(session),
        ...session.students.map(({ id }) => id),
        ...(session.roomId ? [session.roomId] : []),
      ],
      teacherName: teacherNames(session) || null,
      roomName: session.roomName,
      students: session.students.length,
      causes: stranded.get(session.id) ?? [],
      // A substitute takes the place of the lesson's own teacher.
      substitutes: concernsOthersOnly(stranded.get(session.id) ?? [])
        ? []
        : substitutesFor(session)
            .filter(({ teacherId }) => teacherId !== session.teacherId)
            .slice(0, mostOffered)
            .map(({ teacherId, name, reasons }) => ({ teacherId, name, reasons })),
      times: (times.get(session.id) ?? []).map(({ date, startTime, leftOut }) => ({
        date,
        startTime,
        leftOut: leftOut.map(({ name }) => name),
      })),
      rooms: rooms.get(session.id) ?? [],
    })),
  }
}
