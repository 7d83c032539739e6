import type { SessionRow } from "./session"
import type { MoveForm } from "./session-form"

type Sent = { has: (name: string) => boolean }

type Said = {
  date: string
  startTime: string
  minutes: string | number
  teacherId?: string | null
  roomId?: string | null
}

/** A lesson’s time, and its teacher or room where they’re said. */
export const slotText = ({ date, startTime, minutes, ...line }: Said): string =>
  [date, startTime, minutes, ...Object.values(line)].join(" ")

/** Whether someone has moved a lesson since the week showed it as `seen`, and not to where it goes now. */
export function isMovedSince(
  { localDate: date, startTime, minutes, teacherId, roomId }: SessionRow,
  slot: Said,
  form: FormData,
): boolean {
  const seen = form.get("seen")
  const lines = (from: Pick<Said, "teacherId" | "roomId">) => ({
    ...(form.has("teacherId") ? { teacherId: from.teacherId ?? "" } : {}),
    ...(form.has("roomId") ? { roomId: from.roomId ?? "" } : {}),
  })
  const present = slotText({ date, startTime, minutes, ...lines({ teacherId, roomId }) })
  return (
    seen !== null &&
    present !== seen &&
    present !==
      slotText({ date: slot.date, startTime: slot.startTime, minutes: slot.minutes, ...lines(slot) })
  )
}

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
