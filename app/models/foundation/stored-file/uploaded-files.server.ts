import { messages } from "db/schema/communication"
import { files } from "db/schema/foundation-files"
import { resources } from "db/schema/learning-resources"
import { expenses } from "db/schema/money-expenses"
import { members } from "db/schema/people"
import { proofs } from "db/schema/people-proofs"
import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm"
import { fileStore } from "~/providers/files/file-store.server"
import { countOf } from "~/utils/formats"
import { nextTurn } from "~/utils/in-turns"
import type { ZipFile } from "~/utils/zip-file.server"
import type { Actor } from "../access/actor"
import { select } from "../access/door.server"
import { own } from "../access/own.server"

// What people uploaded to the library, sent with messages and handed in, as files of an export: each is named for the row that has
// it, which says beside it what the file was called.

const atOnce = 200

type Uploaded = { id: string; fileId: string; fileName: string | null; byteSize: number }

/** A step of the rows that have a file, by their ids: those after one, of all or of these. */
type Step = (actor: Actor, after: string, ids: readonly string[] | undefined) => Uploaded[]

const among = (column: SQL, ids: readonly string[] | undefined): SQL | undefined =>
  ids && sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`

const stepOf =
  (table: typeof resources | typeof messages | typeof proofs): Step =>
  (actor, after, ids) =>
    select({
      id: sql<string>`${table.id}`,
      fileId: files.id,
      fileName: sql<string | null>`${table.fileName}`,
      byteSize: files.byteSize,
    })
      .from(table)
      .innerJoin(files, eq(files.id, table.fileId))
      .where(and(own(actor, table), gt(table.id, after), among(sql`${table.id}`, ids)))
      .orderBy(asc(table.id))
      .limit(atOnce)
      .all()
const [inLibrary, inMessages, inProofs] = [stepOf(resources), stepOf(messages), stepOf(proofs)]

/** Only these of the library, of messages and of required documents; all of the school's without. */
export type Chosen = Record<"resourceIds" | "messageIds" | "proofIds", readonly string[]>

/**
 * Adds them to a ZIP file, one after another, as long as it has room. Answers how many were left out, because they would
 * make it too large.
 */
export async function addUploadedFiles(actor: Actor, zip: ZipFile, chosen?: Chosen): Promise<number> {
  const library = await addFolder(zip, "library", (after) => inLibrary(actor, after, chosen?.resourceIds))
  const sent = await addFolder(zip, "messages", (after) => inMessages(actor, after, chosen?.messageIds))
  const required = await addFolder(zip, "documents", (after) => inProofs(actor, after, chosen?.proofIds))
  return library + sent + required
}

async function addFolder(
  zip: ZipFile,
  folder: string,
  listAfter: (id: string) => Uploaded[],
): Promise<number> {
  let leftOut = 0
  for (let step = listAfter(""); step.length > 0; step = listAfter(step.at(-1)?.id ?? "")) {
    for (const { id, fileId, fileName, byteSize } of step) {
      const bytes = zip.hasRoomFor(byteSize) ? await fileStore().read(fileId) : undefined
      if (bytes) await zip.add(`${folder}/${id}${endingOf(fileName)}`, [bytes])
      else if (!zip.hasRoomFor(byteSize)) leftOut += 1
    }
    await nextTurn()
  }
  return leftOut
}

/** ".pdf" of "Scales.pdf"; only letters and digits are taken from a name. */
const endingOf = (fileName: string | null): string =>
  fileName?.match(/\.[a-z0-9]{1,8}$/i)?.[0].toLowerCase() ?? ""

/** What a read-me says of them. */
export const uploadedFilesText = (libraryTable: string, leftOut: number): string[] => [
  `The folder library has files of the library, each named for its id in ${libraryTable}.`,
  "The folder messages has files sent with messages, and documents has required documents of teachers and students, each named for its id in messages.csv or proofs.csv. The column file_name has the name a file had.",
  ...(leftOut > 0
    ? [`This file has no room for ${countOf(leftOut, "more uploaded file")}. Download those in Tutti.`]
    : []),
]

/**
 * The photos of a school's people as files of an export, one after another: of everyone with a login there, or of these
 * members. A file is named for the member's id, as in the tables beside it.
 */
export async function* photoFiles(
  actor: Actor,
  memberIds?: readonly string[],
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const photos = select({ memberId: members.id, fileId: files.id })
    .from(members)
    .innerJoin(files, and(eq(files.userId, members.userId), eq(files.purpose, "photo")))
    .where(and(own(actor, members), memberIds ? inArray(members.id, [...memberIds]) : undefined))
    .orderBy(asc(members.id))
    .all()
  for (const { memberId, fileId } of photos) {
    const bytes = await fileStore().read(fileId)
    if (bytes) yield { name: `photos/${memberId}.webp`, bytes }
  }
}

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
