import { transact } from "db/client.server"
import { personActor } from "~/models/foundation/access/actor.server"
import type { JobData } from "~/models/foundation/job/job"
import {
  addInquiryReply,
  findCorrespondent,
  findWaitingMail,
  type MailOutcome,
  noteStrangersMail,
  readMail,
  recordMailOutcome,
} from "~/models/platform/inbound-mail/inbound-mail.server"
import { matterOfAddress } from "~/models/platform/reply-address/reply-address.server"
import { saveMessage } from "~/models/platform/support/save-message.server"
import { fetchReceivedMail } from "~/providers/inbound-mail/received-mail.server"

/** Fetches a reply by mail and adds it where its address says. Safe to repeat: it is added with its outcome, once. */
export async function takeInboundMail({ mailId }: JobData["take-inbound-mail"]) {
  const waiting = findWaitingMail(mailId)
  if (!waiting) return
  const mail = await fetchReceivedMail(mailId)
  const content = mail && readMail(mail)
  transact(() => {
    // Another worker may have been quicker.
    if (!findWaitingMail(mailId)) return
    recordMailOutcome(mailId, mail ? outcomeOf(waiting, content) : "missing")
  })
}

type Waiting = NonNullable<ReturnType<typeof findWaitingMail>>

function outcomeOf({ recipient, sender }: Waiting, content: string | undefined): MailOutcome {
  if (content === undefined) return "automatic"
  if (content === "") return "empty"
  const matter = matterOfAddress(recipient)
  const person = matter && findCorrespondent(matter.kind, matter.id)
  if (!matter || !person) return "missing"
  const { kind, id } = matter
  if (person.email?.toLowerCase() !== sender) {
    noteStrangersMail(kind, id, sender, content)
    return "noted"
  }
  if (kind !== "chat") addInquiryReply(kind, id, content)
  else if (person.userId) {
    const { userId, name, schoolId } = person
    saveMessage(personActor({ userId, name, schoolId, timeZone: "UTC" }), "admin", {
      content,
      imageUrl: null,
    })
  }
  return "taken"
}
