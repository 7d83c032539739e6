import { transact } from "db/client.server"
import { takeBounce } from "~/models/accounts/bounce/take-bounces.server"
import { findMessageCopy } from "~/models/communication/messaging/mail-reply.server"
import { personActor, schoolActor } from "~/models/foundation/access/actor.server"
import type { JobData } from "~/models/foundation/job/job"
import {
  addInquiryReply,
  findCorrespondent,
  findWaitingMail,
  holdUnprovenMail,
  listSentTexts,
  type MailOutcome,
  namesOf,
  noteStrangersMail,
  type Reply,
  readMail,
  recordMailOutcome,
  withFiles,
} from "~/models/platform/inbound-mail/inbound-mail.server"
import { addReplyFiles, keepReplyFiles } from "~/models/platform/inbound-mail/reply-file.server"
import { matterOfAddress } from "~/models/platform/reply-address/reply-address.server"
import { saveMessage } from "~/models/platform/support/save-message.server"
import type { ReceivedMail } from "~/providers/inbound-mail/received-mail"
import {
  fetchReceivedMail,
  fetchReport,
  findSenderVerdict,
} from "~/providers/inbound-mail/received-mail.server"
import type { SenderVerdict } from "~/providers/inbound-mail/sender-verdict"
import { lessonNotesSubject } from "~/texts/foundation/lesson-notes"
import { sentAddress } from "~/utils/email-address"
import { composeMail } from "./mail/compose-mail.server"
import { keepMessageFiles, takeMessageReply } from "./take-message-reply.server"

/**
 * Fetches a reply by mail and adds it where its address says, when the sender's domain vouches for it; else it is held for
 * people to judge. Safe to repeat: it is added with its outcome, once.
 */
export async function takeInboundMail({ mailId, mail: brought }: JobData["take-inbound-mail"]) {
  const waiting = findWaitingMail(mailId)
  if (!waiting) return
  const mail = brought ?? (await fetchReceivedMail(mailId))
  const about = matterOfAddress(waiting.recipient)
  if (mail && about?.kind === "bounce")
    return takeReport(mailId, about.id, mail.report ?? (await fetchReport(mail)))
  const sent = mail ? await sentIn(waiting) : { texts: [] }
  const reply = mail && readMail(mail, sent.texts, sent.subject)
  if (!mail || reply === undefined || typeof reply === "string")
    return transact(() => {
      if (findWaitingMail(mailId)) recordMailOutcome(mailId, typeof reply === "string" ? reply : "missing")
    })
  const from = correspondentOf(waiting)
  const hasFiles = namesOf(mail).length > 0
  const verdict = await findSenderVerdict(mail, sentAddress(waiting.sender))
  // Only of who may write there; bytes that no row holds go with the next tidying up.
  const mayKeep = hasFiles && !brought && verdict === "proven"
  const files = mayKeep && from?.isTheirs ? await keepReplyFiles(mailId, from.person) : noFiles
  const joining =
    hasFiles && !brought && about?.kind === "message"
      ? await keepMessageFiles(mailId, about.id, { sender: waiting.sender, verdict })
      : { kept: [], left: namesOf(mail) }
  transact(() => {
    // Another worker may have been quicker.
    if (!findWaitingMail(mailId)) return
    const { sender, receivedAt } = waiting
    if (about?.kind !== "message")
      recordMailOutcome(mailId, outcomeOf(waiting, { reply, mail, files, verdict }))
    else if (!reply.words && !hasFiles) recordMailOutcome(mailId, "empty")
    else {
      const received = { ...reply, verdict, receivedAt, files: joining }
      recordMailOutcome(mailId, takeMessageReply(about.id, sender, received))
    }
  })
}

/** The plain texts that our emails in a matter had, and the subject of one: what a mail program repeats of them isn't the writer's. */
async function sentIn({ recipient }: Waiting): Promise<{ texts: string[]; subject?: string }> {
  const matter = matterOfAddress(recipient)
  if (!matter || matter.kind === "bounce") return { texts: [] }
  if (matter.kind !== "message") return { texts: listSentTexts(matter.kind, matter.id) }
  const copy = findMessageCopy(matter.id, lessonNotesSubject)
  if (!copy) return { texts: [] }
  const { text, subject } = await composeMail(copy.mail)
  return { texts: [text], subject }
}

/** A mail of ours came back: one that will never arrive marks its address. Anything else at that address is automatic. */
function takeReport(mailId: string, sentId: string, report: ReceivedMail["report"]) {
  transact(() => {
    if (!findWaitingMail(mailId)) return
    const isMarked = report?.isLasting && takeBounce(sentId, report.reason, schoolActor) === "marked"
    recordMailOutcome(mailId, isMarked ? "bounced" : "automatic")
  })
}

type Waiting = NonNullable<ReturnType<typeof findWaitingMail>>
type Files = Awaited<ReturnType<typeof keepReplyFiles>>
const noFiles: Files = { kept: [], left: [] }

function correspondentOf({ recipient, sender }: Waiting) {
  const matter = matterOfAddress(recipient)
  if (!matter || matter.kind === "message" || matter.kind === "bounce") return undefined
  const { kind, id } = matter
  const person = findCorrespondent(kind, id)
  return person && { matter: { kind, id }, person, isTheirs: person.email?.toLowerCase() === sender }
}

type Fetched = { reply: Reply; mail: ReceivedMail; files: Files; verdict: SenderVerdict }

function outcomeOf(waiting: Waiting, { reply, mail, files, verdict }: Fetched): MailOutcome {
  const { words, cut } = reply
  const from = correspondentOf(waiting)
  const isTaken = from?.isTheirs && verdict === "proven"
  const content = withFiles(words, isTaken ? files : { kept: [], left: namesOf(mail) })
  if (content === "") return "empty"
  if (!from) return "missing"
  const { kind, id } = from.matter
  if (!from.isTheirs) {
    noteStrangersMail(kind, id, waiting.sender, whole(content, cut))
    return "noted"
  }
  if (verdict !== "proven") {
    holdUnprovenMail(kind, id, { sender: waiting.sender, content: whole(content, cut), verdict })
    return "held"
  }
  const { userId, name, schoolId } = from.person
  if (kind !== "chat")
    addReplyFiles(files.kept, from.person, { replyId: addInquiryReply(kind, id, { content, cut }) })
  else if (userId) {
    const person = personActor({ userId, name, schoolId, timeZone: "UTC" })
    const saved = saveMessage(person, "admin", { content, imageUrl: null, byEmail: { cut } })
    if (saved.ok && !saved.isRepeated) addReplyFiles(files.kept, from.person, { messageId: saved.row.id })
  }
  return "taken"
}

/** A note has no place to open the rest in. */
const whole = (content: string, cut: string) => [content, cut].filter(Boolean).join("\n\n")
