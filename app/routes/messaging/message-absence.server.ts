import { redirectWithToast } from "~/http/toast.server"
import { bookOnce } from "~/models/attendance/make-up/book-make-up.server"
import { bookingMailText } from "~/models/attendance/make-up/booking-mail.server"
import { readWish } from "~/models/attendance/make-up/make-up"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import { undoFields } from "~/models/attendance/rebooking/undo-absence"
import { findConversation } from "~/models/communication/messaging/conversation.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { findMessageAbsence } from "~/models/overview/record/message-absence.server"
import { makeUpRefusals, noticeRefusals } from "~/texts/attendance/refusals"
import { formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** The absence that the newest message seems to report, when it is not the reader's own. */
export function absenceIn(
  actor: Actor,
  { kind, messages }: NonNullable<ReturnType<typeof findConversation>>,
) {
  const newest = messages.at(-1)
  if (kind !== "conversation" || !newest || newest.isMine) return undefined
  return findMessageAbsence(actor, newest)
}

/** Records what the page suggested; when the newest message is another one by now, nothing. */
export function recordAbsence(actor: Actor, conversationId: string, form: FormData) {
  const here = `${paths.conversation(conversationId)}#newest`
  const conversation = findConversation(actor, conversationId)
  const newest = conversation?.messages.at(-1)
  const absence = conversation && absenceIn(actor, conversation)
  const recorded =
    absence && newest
      ? recordNotice(actor, absence.sessionId, absence.studentId, {
          at: newest.at,
          text: newest.body.slice(0, 200),
        })
      : undefined
  if (!absence || !recorded?.ok)
    return redirectWithToast(here, {
      tone: "bad",
      title: "Absence not recorded.",
      text: recorded && !recorded.ok ? noticeRefusals[recorded.reason] : "The conversation has changed.",
    })
  const { firstName, localDate, studentId } = absence
  const title = `Absence recorded for ${firstName}, ${formatDate(localDate, "short")}.`
  const { bookedId, ...told } = bookAlong(actor, studentId, form)
  const fields = may(actor, "student:write") ? undoFields([absence.sessionId], bookedId) : undefined
  return redirectWithToast(here, {
    title,
    ...told,
    ...(fields ? { undo: { to: paths.studentAbsence(studentId), fields } } : {}),
  })
}

type Booked = { tone: "good" | "bad"; text?: string; bookedId?: string }

/** The make-up lesson chosen beside the absence, which stays recorded if the time was taken meanwhile. */
function bookAlong(actor: Actor, studentId: string, form: FormData): Booked {
  const wish = readWish(String(form.get("offer") ?? ""))
  if (!wish || !may(actor, "student:write")) return { tone: "good" }
  const booked = bookOnce(actor, { id: studentId }, wish)
  if (!booked.ok)
    return {
      tone: "bad",
      text: `No make-up lesson booked. ${makeUpRefusals(actor.school.noticeHours)[booked.reason]}`,
    }
  const { date, startTime, title, sessionId: bookedId } = booked
  return {
    tone: "good",
    bookedId,
    text: `Make-up lesson booked: ${title}, ${formatDate(date, "short")}, ${formatTime(startTime)}. ${bookingMailText(actor, bookedId)}`,
  }
}
