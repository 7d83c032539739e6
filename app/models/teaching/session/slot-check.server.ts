import type { Actor } from "~/models/foundation/access/actor"
import { slotMessages } from "~/texts/teaching/refusals"
import { formatDate, formatTime } from "~/utils/formats"
import { impossibleTime } from "./impossible-time.server"
import { andLeftOut, wouldBeEmpty } from "./lesson-day.server"
import type { SessionRow } from "./session"
import { attendeesOn, checkSlot, type Slot, slotNow } from "./slot.server"
import type { SlotCheck } from "./slot-check"

/** Whether a lesson could move to a slot, without moving it: the answer of the form, before it is sent. */
export function checkMove(actor: Actor, session: SessionRow, slot: Slot): Omit<SlotCheck, "asked"> {
  if (session.state === "cancelled") return refusedBy(slotMessages({ reason: "is-cancelled" }).messages)
  if (session.register === "taken") return refusedBy(slotMessages({ reason: "has-register" }).messages)
  const impossible = impossibleTime(slot, actor.school.timeZone) ?? wouldBeEmpty(actor, session, slot.date)
  if (impossible) return refusedBy(slotMessages(impossible).messages)
  const studentIds = attendeesOn(actor, session, slot.date)
  const free = checkSlot(actor, slot, studentIds, {
    exceptSessionId: session.id,
    classId: session.classId,
    now: slotNow(session),
    sameRoom: true,
  })
  const checked = andLeftOut(actor, session, slot.date, free)
  if (checked.ok) return { refusal: "", free: [] }
  const { messages, refused } = slotMessages(checked)
  return {
    ...refusedBy(messages),
    free: (refused?.alternatives ?? []).map(({ date, startTime }) => ({
      date,
      startTime,
      text: `${formatDate(date, "short")}, ${formatTime(startTime)}`,
    })),
  }
}

const refusedBy = (messages: Record<string, string>) => ({
  refusal: Object.values(messages).join(" "),
  free: [],
})
