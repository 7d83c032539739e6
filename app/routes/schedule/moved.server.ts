import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { whatChanged, withWhom } from "~/models/teaching/session/lesson-change"
import { findLastMove, type KeptBefore } from "~/models/teaching/session/move-session.server"
import { listWaits } from "~/models/teaching/session/reader-updates.server"
import { type SessionRow, sessionEnd, sessionTitle } from "~/models/teaching/session/session"
import { findSession } from "~/models/teaching/session/session-list.server"
import type { Slot } from "~/models/teaching/session/slot.server"
import { familiesToldText } from "~/texts/foundation/leaving"
import { now } from "~/utils/clock.server"
import { countOf, formatDate, formatTime, formatTimeRange } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { instantOf } from "~/utils/zones"

type Moved = {
  slot: Slot
  /** What the schedule shows. */
  search: string
  /** Why it stayed where it was before. */
  kept: KeptBefore | undefined
  /** Its move was undone. */
  isBack: boolean
  /** It was there already. */
  isUnchanged: boolean | undefined
}

/**
 * The schedule after a lesson was moved, wherever it was, with Undo. One that was put back says so, and is told to no one who
 * didn't read of the move. A form that was sent twice is answered as the first time; one that moves a lesson to where it is changes
 * nothing.
 */
export function answerMoved(actor: Actor, before: SessionRow, moved: Moved) {
  const { slot, search, isBack, isUnchanged } = moved
  const to = `${paths.schedule()}${search}`
  const session = findSession(actor, before.id) ?? before
  const again = isUnchanged ? findLastMove(actor, before.id, slot) : undefined
  const was = again ? rowAt(actor, before, again.from) : before
  const title = sessionTitle(session)
  if (isUnchanged && !again) {
    const { localDate, startTime } = session
    const when = `${formatDate(localDate, "short")}, ${formatTime(startTime)}`
    return redirectWithToast(to, { title: `No changes to save: ${title}, ${when}.`, tone: "plain" })
  }
  const text = `${title} ${isBack ? backText(was, session) : whatText(was, session)}`
  if (isBack) return redirectWithToast(to, text)
  const { localDate, startTime, minutes, teacherId, roomId } = was
  const kept = again?.kept ?? moved.kept
  const isToCome = Math.max(was.startsAt, session.startsAt) > now()
  return redirectWithToast(to, {
    title: text,
    ...(isToCome ? { text: familiesToldText(listWaits(actor, session)) } : {}),
    tone: "good",
    undo: {
      to: paths.lessonCard(session.id, search),
      fields: {
        command: "move",
        date: localDate,
        startTime,
        minutes: String(minutes),
        teacherId: teacherId ?? "",
        roomId: roomId ?? "",
        back: kept?.keptDespite ?? "",
        keptReason: kept?.keptReason ?? "",
      },
    },
  })
}

function rowAt({ school }: Actor, session: SessionRow, { date, ...slot }: Slot): SessionRow {
  return { ...session, ...slot, localDate: date, startsAt: instantOf(date, slot.startTime, school.timeZone) }
}

const rangeOf = (session: SessionRow) =>
  `${formatDate(session.localDate, "short")}, ${formatTimeRange(session.startTime, sessionEnd(session))}`

/** "moved to Fri, Dec 4, 3:00 PM.", "is now with Helena Novak: Fri, Dec 4, 2:00 to 3:00 PM." */
function whatText(was: SessionRow, is: SessionRow): string {
  const teacher = is.teacherName ? `with ${is.teacherName}` : "without a teacher"
  const room = is.roomName ? `in ${is.roomName}` : "without a room"
  const others = [
    ...(was.teacherId === is.teacherId ? [] : [teacher]),
    ...(was.roomId === is.roomId ? [] : [room]),
  ].join(", ")
  if (whatChanged(was, is) !== "moved") return `is now ${others}: ${rangeOf(is)}.`
  if (was.localDate === is.localDate && was.startTime === is.startTime)
    return `now lasts ${countOf(is.minutes, "minute")}${others && `, ${others}`}: ${rangeOf(is)}.`
  return `moved to ${formatDate(is.localDate, "short")}, ${formatTime(is.startTime)}${others && `, ${others}`}.`
}

/** "is back on Fri, Dec 4, 2:00 to 3:00 PM.", or as before where it only had another teacher or room. */
const backText = (was: SessionRow, is: SessionRow): string =>
  whatChanged(was, is) === "moved"
    ? `is back on ${rangeOf(is)}.`
    : `is as before: ${rangeOf(is)}${withWhom(is)}.`
