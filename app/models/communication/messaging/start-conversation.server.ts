import { transact } from "db/client.server"
import { conversations, messages } from "db/schema/communication"
import { isOverMails } from "~/models/accounts/quota/quota"
import { findQuotas } from "~/models/accounts/quota/quota.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { findTaskOfForm } from "~/models/foundation/task/run-task.server"
import type { MessagingRefusal } from "~/texts/communication/refusals"
import { now } from "~/utils/clock.server"
import { idOfOther, newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import { findAudience } from "./audience.server"
import { type ByEmail, isSentBy, type MessageFile } from "./conversation.server"
import { findSent } from "./message-file.server"
import { messageText } from "./messaging"
import type { NewMessageForm } from "./messaging-forms.server"
import { addParticipant, mailCopies, peopleAtOnce, startSending } from "./send-message.server"

type Sent = Pick<NewMessageForm, "to" | "subject" | "body" | "shown"> &
  Partial<NewMessageForm> & { file?: MessageFile | null; byEmail?: ByEmail }

/**
 * Writes the first message to an audience: the conversation, everyone in it with the reason, and a mail to each who has
 * an address. A few people get it at once, in one transaction; for more a task is started that adds them step by step,
 * and its id is returned. Refuses an audience that is not the actor's, one that no one of can be reached, and one whose
 * people are others than were shown. Who is among them may have been read in the background just before. The same form again is the
 * same conversation.
 */
export function startConversation(
  actor: Actor,
  { to, subject, body, shown, byText = false, entryId = null, file = null, byEmail, ...asked }: Sent,
  audience = findAudience(actor, to),
): Result<{ conversationId: string; reached: number; taskId: string | null }, MessagingRefusal> {
  const memberId = actor.memberId
  if (!memberId) throw new Error("Only a member writes messages.")
  return transact(() => {
    const isSame = (sent: ReturnType<typeof findSent>) => isSentBy(sent, memberId, body)
    const first = findSent(actor, entryId)
    // Someone went back and wrote something else into the same form.
    const isOther = entryId !== null && first && !isSame(first)
    const ownId = isOther ? idOfOther(entryId, [memberId, to, subject, body]) : entryId
    const sentBefore = ownId === null ? undefined : findTaskOfForm(actor, ownId)
    if (sentBefore) return { ok: true, conversationId: "", reached: 0, taskId: sentBefore }
    const earlier = findSent(actor, ownId)
    if (earlier && isSame(earlier)) {
      const reached = audience?.recipients.length ?? 0
      return { ok: true, conversationId: earlier.conversationId, reached, taskId: null }
    }
    if (body === "" && !file) return { ok: false, reason: "empty" }
    if (!audience) return { ok: false, reason: "no-audience" }
    const { recipients, kind, label } = audience
    if (recipients.length === 0) return { ok: false, reason: "nobody-to-reach" }
    if (shown >= 0 && shown !== recipients.length) return { ok: false, reason: "other-people" }
    const mails = recipients.filter(({ email, inTuttiOnly }) => email && !inTuttiOnly).length
    if (isOverMails(findQuotas(actor), mails)) return { ok: false, reason: "too-many-mails" }
    const at = now()
    const isAnnouncement = kind === "announcement"
    const asksReceipt = isAnnouncement && asked.asksReceipt === true
    const conversationId = add(actor, conversations, {
      kind,
      subject,
      startedBy: memberId,
      audience: label,
      lastMessageAt: at,
      asksReceipt,
      pinnedUntil: isAnnouncement ? (asked.pinnedUntil ?? null) : null,
    })
    addParticipant(actor, conversationId, { memberId, guardianId: null, name: actor.name, why: "Sender" }, at)
    const row = { conversationId, memberId, authorName: actor.name, emailAfterMs: byEmail?.afterMs ?? null }
    // Replies have the ids of their forms: with one kind of ids all are in the order in which they were written.
    const messageId = ownId ?? newId()
    add(actor, messages, { ...row, id: messageId, body, cut: byEmail?.cut || null, ...file })
    for (const each of byEmail?.more ?? []) add(actor, messages, { ...row, body: "", ...each })
    recordEvent(actor, "conversation.start", conversationId, {
      after: { kind, audience: label, people: recipients.length },
    })
    const text = messageText({ body, fileName: file?.fileName ?? null })
    const message = {
      ...{ conversationId, messageId, subject, body: text, joins: !isAnnouncement },
      ...(byText ? { byText } : {}),
      ...(asksReceipt ? { asksReceipt } : {}),
    }
    const reached = recipients.length
    if (reached > peopleAtOnce) {
      const taskId = startSending(actor, message, recipients, ownId)
      return { ok: true, conversationId, reached, taskId }
    }
    for (const { email: _, inTuttiOnly: __, ...person } of recipients)
      addParticipant(actor, conversationId, person, null)
    mailCopies(actor, message, recipients)
    return { ok: true, conversationId, reached, taskId: null }
  })
}
