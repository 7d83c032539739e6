import { createHash } from "node:crypto"
import { files } from "db/schema/foundation-files"
import { and, eq } from "drizzle-orm"
import { isSchoolHeld } from "~/models/accounts/school/legal-hold.server"
import { type StoredFile, storeFile } from "~/models/accounts/school-file/store-file.server"
import type { Actor } from "~/models/foundation/access/actor"
import { remove } from "~/models/foundation/access/door.server"

// The file of an expense's receipt: stored before its expense knows of it, and let go of with it.

/** A receipt as it was uploaded: its bytes say what it is. */
export type Receipt = { name: string; bytes: Uint8Array }

/** Stores a receipt; refused as `storeFile` does. */
export async function storeReceipt(actor: Actor, receipt: Receipt) {
  const stored = await storeFile(actor, receipt, "expense-receipt")
  return stored.ok ? stored : ({ ok: false, reason: `receipt-${stored.reason}` } as const)
}

/** Tells one receipt from another; the same for none. */
export const markOf = (receipt: Receipt | undefined): string =>
  receipt ? createHash("sha256").update(receipt.bytes).digest("hex") : "none"

export const fileColumns = (file: StoredFile | undefined) => ({
  fileId: file?.fileId ?? null,
  fileName: file?.fileName ?? null,
})

/** Its bytes go with the next round of the file store. In a school whose records have to stay, it stays as well. */
export function dropReceipt(actor: Actor, fileId: string | null) {
  if (fileId === null || isSchoolHeld(actor)) return
  remove(actor, files, and(eq(files.id, fileId), eq(files.purpose, "expense-receipt")))
}
