import { files } from "db/schema/foundation-files"
import { expenses } from "db/schema/money-expenses"
import { asc, eq } from "drizzle-orm"
import { fileStore } from "~/providers/files/file-store.server"
import type { Actor } from "../access/actor"
import { select } from "../access/door.server"
import { own } from "../access/own.server"

/** The receipts of a school's expenses as files of an export, one after another, each named for its expense's id. */
export async function* receiptFiles(actor: Actor): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const receipts = select({ expenseId: expenses.id, fileId: files.id, contentType: files.contentType })
    .from(expenses)
    .innerJoin(files, eq(files.id, expenses.fileId))
    .where(own(actor, expenses))
    .orderBy(asc(expenses.id))
    .all()
  for (const { expenseId, fileId, contentType } of receipts) {
    const bytes = await fileStore().read(fileId)
    const ending = contentType === "application/pdf" ? "pdf" : "webp"
    if (bytes) yield { name: `receipts/${expenseId}.${ending}`, bytes }
  }
}
