import { storeFile } from "~/models/accounts/school-file/store-file.server"
import {
  type ByEmail,
  isParticipant,
  type MessageFile,
  reply,
} from "~/models/communication/messaging/conversation.server"
import {
  answerNotes,
  findMemberByEmail,
  findMessageCopy,
  handOnReply,
} from "~/models/communication/messaging/mail-reply.server"
import { memberActor, schoolActor } from "~/models/foundation/access/actor.server"
import { type MailOutcome, withFiles } from "~/models/platform/inbound-mail/inbound-mail.server"
import { largestFile, mostFiles } from "~/models/platform/inbound-mail/reply-file.server"
import { listReceivedFiles, openReceivedFile } from "~/providers/inbound-mail/received-files.server"
import type { SenderVerdict } from "~/providers/inbound-mail/sender-verdict"
import { lessonNotesSubject } from "~/texts/foundation/lesson-notes"
import { inFormats } from "~/utils/formats.server"
import { newId } from "~/utils/ids.server"

// A reply by email to the copy of a message: it joins the conversation as its recipient's when it is proven to be theirs, or
// reaches the author.

/** Files of a reply that join the conversation, and the names of those that don't. */
export type JoiningFiles = { kept: MessageFile[]; left: string[] }

/** Who writes, when the mail is proven to be from the recipient of the copy and they may write in its conversation. */
function writerOf(emailId: string, sender: string, verdict: SenderVerdict) {
  const copy = findMessageCopy(emailId, lessonNotesSubject)
  const school = copy && schoolActor(copy.schoolId)
  if (!copy || !school) return undefined
  const isProven = sender === copy.recipient && verdict === "proven"
  const member = isProven ? findMemberByEmail(school, sender) : undefined
  const actor = member && memberActor(school.school, member)
  const mayJoin = actor && (copy.conversationId === null || isParticipant(actor, copy.conversationId))
  const joins = mayJoin ? actor : undefined
  return { copy, school, joins }
}

/** Fetches and stores what came with such a mail, as the files of messages are. Bytes first: no message has them yet. */
export async function keepMessageFiles(
  mailId: string,
  emailId: string,
  { sender, verdict }: { sender: string; verdict: SenderVerdict },
): Promise<JoiningFiles> {
  const listed = await listReceivedFiles(mailId)
  const writer = writerOf(emailId, sender, verdict)?.joins
  const kept: MessageFile[] = []
  const left: string[] = []
  for (const file of listed) {
    const opened =
      writer && kept.length < mostFiles
        ? await openReceivedFile(file, largestFile)
        : [{ name: file.name, bytes: undefined }]
    for (const { name, bytes } of opened) {
      const mayJoin = writer && bytes && kept.length < mostFiles
      const stored = mayJoin ? await storeFile(writer, { name, bytes }, "message-file") : undefined
      if (stored?.ok) kept.push({ fileId: stored.fileId, fileName: stored.fileName })
      else left.push(name)
    }
  }
  return { kept, left }
}

export type ReceivedReply = {
  words: string
  cut: string
  verdict: SenderVerdict
  receivedAt: number
  files: JoiningFiles
}

export function takeMessageReply(
  emailId: string,
  sender: string,
  { words, cut, verdict, receivedAt, files }: ReceivedReply,
): MailOutcome {
  const found = writerOf(emailId, sender, verdict)
  if (!found) return "missing"
  const { copy, school, joins } = found
  return inFormats(school.school, () => {
    const [file = null, ...more] = files.kept
    const byEmail: ByEmail = { cut, afterMs: Math.max(0, receivedAt - copy.sentAt), more }
    const body = withFiles(words, { kept: [], left: files.left })
    const { conversationId } = copy
    const hasJoined =
      joins &&
      (conversationId === null
        ? answerNotes(joins, copy, { subject: `Re: ${copy.subject}`, body, file, byEmail })
        : reply(joins, conversationId, { entryId: newId(), body, file, byEmail }).ok)
    if (hasJoined) return "taken"
    const isUnproven = sender === copy.recipient && verdict !== "proven"
    const names = [...files.kept.map(({ fileName }) => fileName), ...files.left]
    // There is no conversation to open the rest in, so all of it goes along.
    const whole = withFiles([words, cut].filter(Boolean).join("\n\n"), { kept: [], left: names })
    return handOnReply(school, copy, { sender, body: whole, isUnproven }) ? "handed-on" : "missing"
  })
}
