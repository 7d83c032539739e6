import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { KeptBefore } from "~/models/teaching/session/move-session.server"
import { type SessionRow, sessionTitle } from "~/models/teaching/session/session"
import type { Slot } from "~/models/teaching/session/slot.server"
import { now } from "~/utils/clock.server"
import { addMinutes, formatTime, formatTimeRange } from "~/utils/clock-times"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { instantOf } from "~/utils/zones"

/**
 * The schedule after a lesson was moved, wherever it was, with Undo: `search` is what the schedule shows. `kept` is why it stayed
 * where it was before. One that was put back says so, and is told to no one who didn't read of the move.
 */
export function answerMoved(
  { school }: Actor,
  session: SessionRow,
  slot: Slot,
  { search, kept, isBack }: { search: string; kept: KeptBefore | undefined; isBack: boolean },
) {
  const to = `${paths.schedule()}${search}`
  const title = `${sessionTitle(session)} ${whatText(session, slot, isBack)}`
  if (isBack) return redirectWithToast(to, title)
  const { localDate, startTime, minutes, teacherId, roomId } = session
  const isToCome = Math.max(session.startsAt, instantOf(slot.date, slot.startTime, school.timeZone)) > now()
  return redirectWithToast(to, {
    title,
    ...(isToCome ? { text: "Families and teachers get an email in 2 minutes, unless you undo this." } : {}),
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

/** "moved to Fri, Dec 4, 3:00 PM.", "now lasts 60 minutes: Fri, Dec 4, 2:00 to 3:00 PM." */
function whatText(session: SessionRow, { date, startTime, minutes }: Slot, isBack: boolean): string {
  const day = formatDate(date, "short")
  const stays = date === session.localDate && startTime === session.startTime
  const range = formatTimeRange(startTime, addMinutes(startTime, minutes))
  if (isBack) return `is back on ${day}, ${range}.`
  return stays && minutes !== session.minutes
    ? `now lasts ${countOf(minutes, "minute")}: ${day}, ${range}.`
    : `moved to ${day}, ${formatTime(startTime)}.`
}
