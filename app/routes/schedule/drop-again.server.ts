import { data } from "@remix-run/node"
import type { Actor } from "~/models/foundation/access/actor"
import { offerLines } from "~/models/teaching/line-offer/line-offer.server"
import { movedSlot } from "~/models/teaching/session/moved-slot"
import type { SessionRow } from "~/models/teaching/session/session"
import { MoveForm } from "~/models/teaching/session/session-form"
import { formatTime } from "~/utils/clock-times"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { whyReturned } from "~/utils/returned-form.server"

/** A drop after the login had ended, which moved nothing: where it was to go, to be sent again. */
export function dropAgain(actor: Actor, session: SessionRow, form: FormData) {
  const sent = [...form].filter((field): field is [string, string] => typeof field[1] === "string")
  const wish = MoveForm.safeParse(Object.fromEntries(sent.filter(([, value]) => value !== "")))
  const again = wish.success ? { to: whereText(actor, session, wish.data, form), fields: kept(sent) } : null
  return data({ message: whyReturned(), refused: null, again, chosen: undefined }, { status: 400 })
}

const moves = new Set([
  "command",
  "date",
  "startTime",
  "minutes",
  "teacherId",
  "roomId",
  "back",
  "keptReason",
])
const kept = (sent: [string, string][]) => sent.filter(([name]) => moves.has(name))

/** "Wed, Dec 9, 3:00 PM, 60 minutes, with Ana Ruiz": what would change of a lesson. */
function whereText(actor: Actor, session: SessionRow, wish: MoveForm, form: FormData): string {
  const slot = movedSlot(session, wish, form)
  const { teacherId, roomId } = slot
  const { teachers, rooms } = offerLines(actor, { teacherId, roomId })
  const nameOf = ({ choices }: typeof teachers, id: string | null) =>
    choices.find(({ value }) => value === id)?.label
  const newTeacher = teacherId === session.teacherId ? undefined : nameOf(teachers, teacherId)
  const newRoom = roomId === session.roomId ? undefined : nameOf(rooms, roomId)
  return [
    formatDate(slot.date, "short"),
    formatTime(slot.startTime),
    ...(slot.minutes === session.minutes ? [] : [countOf(slot.minutes, "minute")]),
    ...(newTeacher ? [`with ${newTeacher}`] : []),
    ...(newRoom ? [`in ${newRoom}`] : []),
  ].join(", ")
}
