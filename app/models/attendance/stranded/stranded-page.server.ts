import type { Actor } from "~/models/foundation/access/actor"
import { listRooms } from "~/models/teaching/room/room.server"
import { listRoomTimes } from "~/models/teaching/session/room-buffer.server"
import { type SessionRow, sessionTitle, teacherNames } from "~/models/teaching/session/session"
import { listSessionsById } from "~/models/teaching/session/session-list.server"
import { findStranded } from "~/models/teaching/session/stranded-causes.server"
import { isTooFar } from "~/models/teaching/session/travel"
import { findTravel, listStays } from "~/models/teaching/session/travel.server"
import { groupBy } from "~/utils/group-by"
import { giversOf } from "../absence/diary.server"
import { findNewTimes } from "../absence/new-times.server"
import { rankSubstitutes } from "../absence/substitutes.server"
import { readTeacherFacts } from "../absence/teacher-facts.server"
import { concernsOthersOnly, movesToOtherTime, type StrandedLesson, strandedPerPage } from "./stranded"

const mostOffered = 5

/** A page of the lessons to settle, soonest first, each with who could teach it and where it could be. */
export function findStrandedPage(
  actor: Actor,
  page: number,
): { total: number; page: number; lessons: StrandedLesson[] } {
  const stranded = findStranded(actor)
  const all = listSessionsById(actor, [...stranded.keys()], [])
  const last = Math.max(1, Math.ceil(all.length / strandedPerPage))
  const shownPage = Math.min(page, last)
  const shown = all.slice((shownPage - 1) * strandedPerPage, shownPage * strandedPerPage)
  const facts = readTeacherFacts(actor, shown)
  const substitutesFor = rankSubstitutes(actor, shown, "", facts)
  const roomsFor = findFreeRooms(actor, shown)
  const times = findNewTimes(
    actor,
    shown.filter(({ id }) => movesToOtherTime(stranded.get(id) ?? [])),
    facts,
  )
  return {
    total: all.length,
    page: shownPage,
    lessons: shown.map((session) => ({
      id: session.id,
      title: sessionTitle(session),
      date: session.localDate,
      startTime: session.startTime,
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
      rooms: roomsFor(session),
    })),
  }
}

/** The rooms that are free for each lesson, and that its teachers reach in time. Four queries, however many lessons. */
function findFreeRooms(
  actor: Actor,
  lessons: readonly SessionRow[],
): (lesson: SessionRow) => { id: string; name: string }[] {
  const rooms = listRooms(actor)
  const [first, last] = [lessons[0], lessons.at(-1)]
  if (!first || !last || rooms.length === 0) return () => []
  const period = { startsAt: first.startsAt, endsAt: Math.max(...lessons.map(({ endsAt }) => endsAt)) }
  const ids = rooms.map(({ id }) => id)
  const busy = groupBy(listRoomTimes(actor, period, ids), ({ resourceId }) => resourceId)
  const travel = findTravel(actor)
  const stays = travel ? listStays(actor, travel, [...new Set(lessons.flatMap(giversOf))], period) : []
  return ({ startsAt, endsAt, roomId, ...lesson }) => {
    const givers = giversOf(lesson)
    const theirs = stays.filter(
      ({ sessionId, resourceId }) => sessionId !== lesson.id && givers.includes(resourceId),
    )
    return rooms
      .filter(
        ({ id }) =>
          id !== roomId &&
          !busy.get(id)?.some((one) => one.startsAt < endsAt && one.endsAt > startsAt) &&
          !theirs.some((stay) => isTooFar(travel, { startsAt, endsAt, roomId: id }, stay)),
      )
      .slice(0, mostOffered)
  }
}
