import { reply } from "~/models/communication/messaging/conversation.server"
import {
  findMemberByEmail,
  findMessageCopy,
  handOnReply,
} from "~/models/communication/messaging/mail-reply.server"
import { memberActor, schoolActor } from "~/models/foundation/access/actor.server"
import type { MailOutcome } from "~/models/platform/inbound-mail/inbound-mail.server"
import type { SenderVerdict } from "~/providers/inbound-mail/sender-verdict"
import { inFormats } from "~/utils/formats.server"
import { newId } from "~/utils/ids.server"

/**
 * A reply by mail to the copy of a message: it joins the conversation as its recipient's when it is proven to be theirs, or
 * reaches the author.
 */
export function takeMessageReply(
  emailId: string,
  sender: string,
  { body, verdict }: { body: string; verdict: SenderVerdict },
): MailOutcome {
  const copy = findMessageCopy(emailId)
  const school = copy && schoolActor(copy.schoolId)
  if (!copy || !school) return "missing"
  return inFormats(school.school, () => {
    const isRecipients = sender === copy.recipient
    const member = isRecipients && verdict === "proven" ? findMemberByEmail(school, sender) : undefined
    const { conversationId } = copy.data
    const joined =
      member && reply(memberActor(school.school, member), conversationId, { entryId: newId(), body }).ok
    if (joined) return "taken"
    const isUnproven = isRecipients && verdict !== "proven"
    return handOnReply(school, copy, { sender, body, isUnproven }) ? "handed-on" : "missing"
  })
}
