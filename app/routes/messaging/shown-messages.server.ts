import type { findConversation } from "~/models/communication/messaging/conversation.server"
import { editableUntil } from "~/models/communication/messaging/edit-message.server"
import { listReported, mayReport } from "~/models/communication/messaging/report.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { hiddenText } from "~/texts/communication/reports"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatRecent, localDate, localTime, today } from "~/utils/zones"

type Conversation = NonNullable<ReturnType<typeof findConversation>>

/** The messages of a conversation as its page shows them, each with the day and the time that the school’s clock says. */
export function shownMessages(actor: Actor, { id, kind, messages }: Conversation) {
  const zone = actor.school.timeZone
  const reported = listReported(actor, id)
  const mayEdit = kind === "announcement" && may(actor, "message:all")
  return messages.map(({ at, body, cut, isMine, isHidden, name, editedAt, ...message }) => ({
    id: message.id,
    isMine,
    name,
    content: isHidden ? hiddenText : body,
    cut,
    ...shownFile(id, message),
    day: dayOf(at, zone),
    when: formatTime(localTime(at, zone)),
    timestamp: new Date(at).toISOString(),
    edited: editedAt === null ? null : editedText(at, editedAt, zone),
    editAt:
      (isMine || mayEdit) && !isHidden && now() <= editableUntil(at)
        ? paths.editMessage(id, message.id)
        : null,
    reportAt: isMine || isHidden || !mayReport(actor) ? null : paths.reportMessage(id, message.id),
    isReported: reported.has(message.id),
  }))
}

/** "Edited 3:05 PM", and its day where that isn't the message's. */
function editedText(at: number, editedAt: number, zone: string): string {
  const isSameDay = localDate(at, zone) === localDate(editedAt, zone)
  return `Edited ${isSameDay ? "" : `${dayOf(editedAt, zone)}, `}${formatTime(localTime(editedAt, zone))}`
}

/** What the line above a day's messages says: "Today", "Yesterday", "Nov 17" this year, else "Nov 17, 2025". */
function dayOf(at: number, zone: string): string {
  const day = today(zone, now())
  const date = localDate(at, zone)
  if (date === day) return "Today"
  return date === addDays(day, -1) ? "Yesterday" : formatRecent(at, zone, now())
}

type Message = { id: string; fileId: string | null; fileName: string | null; contentType: string | null }

/** How a message shows its file: a picture in its place, another one as a link, one that is gone not at all. */
function shownFile(conversationId: string, { id, fileId, fileName, contentType }: Message) {
  if (!fileId || !fileName) return { imageUrl: null, file: null }
  const href = paths.messageFile(conversationId, id)
  return contentType?.startsWith("image/")
    ? { imageUrl: href, file: null }
    : { imageUrl: null, file: { href, name: fileName } }
}
