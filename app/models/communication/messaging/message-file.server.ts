import { messages } from "db/schema/communication"
import { files } from "db/schema/foundation-files"
import { and, eq, isNull } from "drizzle-orm"
import { readStored, storeFile } from "~/models/accounts/school-file/store-file.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { FileRefusal } from "~/texts/accounts/refusals"
import type { ShareProblem } from "~/texts/communication/refusals"
import type { Result } from "~/utils/result"
import { fittingName } from "~/utils/uploaded-file.server"
import { findConversation, type MessageFile } from "./conversation.server"

// A photo, PDF or recording in a message: stored as the school's files are, and sent only to who is in the conversation.

/** What a form has brought: one file at most, stored, or why not. */
export async function takeFile(
  actor: Actor,
  brought: FormDataEntryValue | null,
): Promise<Result<{ file: MessageFile | null }, FileRefusal>> {
  if (!(brought instanceof File) || (brought.size === 0 && brought.name === ""))
    return { ok: true, file: null }
  const bytes = new Uint8Array(await brought.arrayBuffer())
  const stored = await storeFile(actor, { name: brought.name, bytes }, "message-file")
  if (!stored.ok) return stored
  return { ok: true, file: { fileId: stored.fileId, fileName: stored.fileName } }
}

/** A file that another app shared, stored for the person's next message; nothing when there was none, or why it isn't. */
export async function keepShared(
  actor: Actor,
  shared: FormDataEntryValue[],
): Promise<{ file?: string; name?: string; problem?: ShareProblem }> {
  const [first, ...others] = shared.filter((each) => each instanceof File)
  if (!first || (first.size === 0 && first.name === "")) return {}
  const bytes = new Uint8Array(await first.arrayBuffer())
  const stored = await storeFile(actor, { name: first.name, bytes }, "message-file")
  if (!stored.ok) return { problem: stored.reason }
  return { file: stored.fileId, name: stored.fileName, problem: others.length > 0 ? "several" : undefined }
}

/** A file that this person has stored and no message carries; undefined for everyone else's, and when it is gone. */
export const findUnsent = (actor: Actor, fileId: string): { id: string; contentType: string } | undefined =>
  select({ id: files.id, contentType: files.contentType })
    .from(files)
    .leftJoin(messages, and(own(actor, messages), eq(messages.fileId, files.id)))
    .where(
      and(
        own(actor, files, fileId),
        eq(files.userId, actor.userId ?? ""),
        eq(files.purpose, "message-file"),
        isNull(messages.id),
      ),
    )
    .get()

/** The conversation in which this person has sent a file with these words already: the form came a second time. */
export const findSentWith = (actor: Actor, fileId: string, body: string): string | undefined =>
  ownRows(actor, messages, ["conversationId"])
    .where(
      and(eq(messages.fileId, fileId), eq(messages.memberId, actor.memberId ?? ""), eq(messages.body, body)),
    )
    .get()?.conversationId

/** The bytes of such a file, for a look at it before it is sent. */
export async function readUnsent(actor: Actor, fileId: string) {
  const found = findUnsent(actor, fileId)
  const file = found && (await readStored(actor, found.id, "message-file"))
  return file && { ...file, fileName: fittingName("file", file.contentType) }
}

/** Such a file as a message carries it, under the name it came with. */
export function asMessageFile(actor: Actor, fileId: string, name: string | null): MessageFile | undefined {
  const found = findUnsent(actor, fileId)
  return found && { fileId: found.id, fileName: fittingName(name ?? "file", found.contentType) }
}

/** A message's file for someone who is in the conversation; undefined for everyone else, and when it is gone. */
export async function readMessageFile(actor: Actor, conversationId: string, messageId: string) {
  const conversation = findConversation(actor, conversationId)
  if (!conversation?.messages.some(({ id }) => id === messageId)) return undefined
  const message = ownRows(actor, messages, ["fileId", "fileName"])
    .where(
      and(eq(messages.id, messageId), eq(messages.conversationId, conversationId), isNull(messages.hiddenAt)),
    )
    .get()
  const file = message?.fileId ? await readStored(actor, message.fileId, "message-file") : undefined
  return file && { ...file, fileName: message?.fileName ?? "file" }
}

/** The message of a form that was taken before: then its file isn't stored again. */
export const findSent = (actor: Actor, entryId: string | null) =>
  entryId === null
    ? undefined
    : ownRows(actor, messages, ["conversationId", "memberId", "body", "editedAt"])
        .where(eq(messages.id, entryId))
        .get()
