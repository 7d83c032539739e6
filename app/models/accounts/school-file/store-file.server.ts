import { randomUUID } from "node:crypto"
import { files } from "db/schema/foundation-files"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, ownRows, remove } from "~/models/foundation/access/door.server"
import { fileStore } from "~/providers/files/file-store.server"
import type { FileRefusal } from "~/texts/accounts/refusals"
import type { Result } from "~/utils/result"
import { fittingName, readUploaded } from "~/utils/uploaded-file.server"
import { admitUpload } from "../quota/quota.server"
import { isSchoolHeld } from "../school/legal-hold.server"
import { largestFile } from "./school-file"

// Files of the library, of messages, of expenses and of documents that the school requires. Permission is checked each time a file is sent.

export type StoredFile = { fileId: string; fileName: string }

/** What a file is for: anything of the list in the library, a photo, PDF or recording in a message, a photo or PDF of a receipt or a required document. */
type FilePurpose = "resource" | "message-file" | "expense-receipt" | "proof"

const isAccepted: Record<FilePurpose, (contentType: string) => boolean> = {
  resource: () => true,
  "message-file": (contentType) => /^(image|audio)\/|^application\/pdf$/.test(contentType),
  "expense-receipt": (contentType) => /^image\/|^application\/pdf$/.test(contentType),
  proof: (contentType) => /^image\/|^application\/pdf$/.test(contentType),
}

/** Keeps a file under a name that fits what it is. Its bytes are on the disk before its row exists. */
export async function storeFile(
  actor: Actor,
  { name, bytes }: { name: string; bytes: Uint8Array },
  purpose: FilePurpose = "resource",
): Promise<Result<StoredFile, FileRefusal>> {
  if (bytes.length === 0) return { ok: false, reason: "missing" }
  if (bytes.length > largestFile) return { ok: false, reason: "too-large" }
  const found = await readUploaded(bytes, name)
  if (!found || !isAccepted[purpose](found.contentType)) return { ok: false, reason: "wrong-type" }
  const admitted = await admitUpload(actor, "files", bytes.length)
  if (!admitted.ok) return admitted
  const fileId = randomUUID()
  await fileStore().keep(fileId, found.bytes)
  add(actor, files, {
    id: fileId,
    // A receipt or a required document is the school's: it stays when whoever uploaded it goes.
    userId: purpose === "expense-receipt" || purpose === "proof" ? null : (actor.userId ?? ""),
    purpose,
    contentType: found.contentType,
    byteSize: found.bytes.length,
  })
  return { ok: true, fileId, fileName: fittingName(name, found.contentType) }
}

/** The bytes of a file of the school, or undefined when they are gone. */
export async function readStored(actor: Actor, fileId: string, purpose: FilePurpose = "resource") {
  const file = ownRows(actor, files, ["id", "contentType"])
    .where(and(eq(files.id, fileId), eq(files.purpose, purpose)))
    .get()
  const bytes = file && (await fileStore().read(file.id))
  return file && bytes && { bytes, contentType: file.contentType }
}

/** What a record keeps of its file. */
export const fileColumns = (file: StoredFile | undefined) => ({
  fileId: file?.fileId ?? null,
  fileName: file?.fileName ?? null,
})

/** Its bytes go with the next round of the file store. In a school whose records have to stay, it stays as well. */
export function dropFile(actor: Actor, fileId: string | null, purpose: FilePurpose) {
  if (fileId === null || isSchoolHeld(actor)) return
  remove(actor, files, and(eq(files.id, fileId), eq(files.purpose, purpose)))
}
