import type { SessionRow } from "./session"
import type { MoveForm } from "./session-form"

type Sent = { has: (name: string) => boolean }

/** Where a move leads: a teacher or room that the form didn't send stays, one that it left empty is taken off. */
export function movedSlot(
  session: Pick<SessionRow, "minutes" | "teacherId" | "roomId">,
  wish: Pick<MoveForm, "date" | "startTime" | "minutes" | "teacherId" | "roomId">,
  sent: Sent,
) {
  return {
    date: wish.date,
    startTime: wish.startTime,
    minutes: wish.minutes ?? session.minutes,
    teacherId: sent.has("teacherId") ? (wish.teacherId ?? null) : session.teacherId,
    roomId: sent.has("roomId") ? (wish.roomId ?? null) : session.roomId,
  }
}
