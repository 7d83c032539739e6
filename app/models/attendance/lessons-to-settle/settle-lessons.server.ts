import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { cancelSession } from "~/models/teaching/session/cancel-session.server"
import type { MovedWithout } from "~/models/teaching/session/left-out"
import { listMovingWithout } from "~/models/teaching/session/left-out.server"
import { moveSession } from "~/models/teaching/session/move-session.server"
import { queueUpdates } from "~/models/teaching/session/reader-updates.server"
import { type SessionRow, sessionTitle, teacherNames } from "~/models/teaching/session/session"
import { listSessionsById, listSessionsToTell } from "~/models/teaching/session/session-list.server"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import { findStranded, keepLessons } from "~/models/teaching/session/stranded-causes.server"
import { slotMessages } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { lacksReason } from "../absence/arrange-lesson.server"
import { giversOf } from "../absence/diary.server"
import { findNewTimes } from "../absence/new-times.server"
import { rankSubstitutes } from "../absence/substitutes.server"
import { listDaysAway } from "../absence/teacher-facts.server"
import { findFreeRooms } from "./free-rooms.server"
import {
  concernsOthersOnly,
  movesToOtherTime,
  type Settlement,
  type StrandedLesson,
  unsettledPerPage,
} from "./lessons-to-settle"

class NotFree extends Error {
  constructor(readonly problems: Record<string, string>) {
    super("Some of it can’t be done.")
  }
}

export type Settled =
  | { ok: true; settled: number; without: MovedWithout[] }
  /** Nothing was changed: why, by lesson. */
  | { ok: false; reason: "not-free"; problems: Record<string, string> }
  | { ok: false; reason: "not-found" }

/**
 * Settles lessons as chosen, all or none. Families and teachers get an email each in two minutes with everything that changes for them;
 * a kept lesson changes for no one. A substitute outside their hours needs a reason, as what is kept does. Settled meanwhile by someone else, a lesson is left as it is.
 */
export function settleStranded(
  actor: Actor,
  chosen: ReadonlyMap<string, Settlement>,
  reason: string,
): Settled {
  try {
    return transact(() => {
      const ids = [...chosen.keys()]
      if (ids.some((id) => !findSessionRow(actor, id))) return { ok: false, reason: "not-found" }
      const stranded = findStranded(actor, ids)
      const open = ids.filter((id) => stranded.has(id))
      const before = listSessionsToTell(actor, open)
      const problems: Record<string, string> = {}
      for (const id of open) {
        const problem = settle(actor, id, chosen.get(id), reason)
        if (problem) problems[id] = problem
      }
      if (Object.keys(problems).length > 0) throw new NotFree(problems)
      const of = (acts: readonly string[]) =>
        before.filter(({ id }) => acts.includes(chosen.get(id)?.act ?? ""))
      queueUpdates(actor, of(["substitute", "time", "room", "cancel"]))
      const newDay = ({ id }: SessionRow) => {
        const settlement = chosen.get(id)
        return settlement?.act === "time" ? settlement.date : undefined
      }
      return { ok: true, settled: open.length, without: listMovingWithout(actor, of(["time"]), newDay) }
    })
  } catch (error) {
    if (error instanceof NotFree) return { ok: false, reason: "not-free", problems: error.problems }
    throw error
  }
}

/** Answers why it can't be done; undefined when it is. */
function settle(
  actor: Actor,
  id: string,
  chosen: Settlement | undefined,
  reason: string,
): string | undefined {
  const session = findSessionRow(actor, id)
  if (!session || !chosen) return "This lesson no longer exists."
  if (chosen.act === "keep") {
    keepLessons(actor, [id], reason)
    recordEvent(actor, "session.keep", id, { after: { reason } })
    return undefined
  }
  const at = chosen.act === "time" ? chosen : { date: session.localDate, startTime: session.startTime }
  if (chosen.act === "time" && instantOf(at.date, at.startTime, actor.school.timeZone) <= now())
    return "Choose a time in the future."
  const slot = {
    date: at.date,
    startTime: at.startTime,
    teacherId: chosen.act === "substitute" ? chosen.id : session.teacherId,
    roomId: chosen.act === "room" ? chosen.id : session.roomId,
  }
  const hoursReason = reason || undefined
  const taught = { ...session, ...slot }
  const lacking = chosen.act === "substitute" ? lacksReason(actor, taught, hoursReason) : undefined
  if (lacking) return lacking
  const done =
    chosen.act === "cancel"
      ? cancelSession(actor, id, reason, { silent: true })
      : moveSession(actor, id, slot, {
          silent: true,
          despiteHours: true,
          hoursReason,
          isSubstitution: chosen.act === "substitute",
        })
  return done.ok ? undefined : Object.values(slotMessages(done).messages).join(" ")
}

const mostOffered = 5

/** A page of the lessons to settle, soonest first, each with who could teach it and where it could be. */
export function findStrandedPage(actor: Actor, page: number): { total: number; lessons: StrandedLesson[] } {
  const stranded = findStranded(actor)
  const all = listSessionsById(actor, [...stranded.keys()], [])
  const shown = all.slice((page - 1) * unsettledPerPage, page * unsettledPerPage)
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
