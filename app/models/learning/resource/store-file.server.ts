import { randomUUID } from "node:crypto"
import { db } from "db/client.server"
import { files } from "db/schema/foundation-files"
import { and, eq } from "drizzle-orm"
import { fileTypeFromBuffer } from "file-type"
import { findQuotas } from "~/models/accounts/quota/quota.server"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { fileStore } from "~/providers/files/file-store.server"
import { now } from "~/utils/clock.server"
import { reencodeImage } from "~/utils/image.server"
import type { Result } from "~/utils/result"
import { type FileRefusal, largestFile } from "./resource"

// Files of the library. A file's type is read from its bytes, never from its name; images are re-encoded, so
// a phone's location and date are not passed on. Permission is checked each time a file is sent.

/** Accepted types with their file extensions; a name with another extension gets the first. */
const fileTypes: Record<string, readonly string[]> = {
  "application/pdf": ["pdf"],
  "image/webp": ["webp"],
  "audio/mpeg": ["mp3"],
  "audio/x-m4a": ["m4a"],
  "audio/wav": ["wav"],
  "audio/ogg": ["ogg", "oga"],
  "audio/ogg; codecs=opus": ["opus", "ogg"],
  "audio/x-flac": ["flac"],
  "audio/flac": ["flac"],
  "audio/midi": ["mid", "midi"],
  "video/mp4": ["mp4"],
  "video/quicktime": ["mov"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ["pptx"],
  "application/vnd.oasis.opendocument.text": ["odt"],
  "application/vnd.recordare.musicxml": ["mxl"],
  "application/vnd.recordare.musicxml+xml": ["musicxml", "xml"],
  "text/plain": ["txt"],
}

export type StoredFile = { fileId: string; fileName: string }

/** Keeps a file under a name that fits what it is. Its bytes are on the disk before its row exists. */
export async function storeFile(
  actor: Actor,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<Result<StoredFile, FileRefusal>> {
  if (bytes.length === 0) return { ok: false, reason: "missing" }
  if (bytes.length > largestFile) return { ok: false, reason: "too-large" }
  const { storage } = findQuotas(actor)
  if (storage.used + bytes.length > storage.limit) return { ok: false, reason: "library-full" }
  const found = await readFile(bytes, name)
  if (!found) return { ok: false, reason: "wrong-type" }
  const fileId = randomUUID()
  await fileStore().keep(fileId, found.bytes)
  db()
    .insert(files)
    .values({
      id: fileId,
      userId: actor.userId ?? "",
      schoolId: actor.school.id,
      purpose: "resource",
      contentType: found.contentType,
      byteSize: found.bytes.length,
      createdAt: now(),
    })
    .run()
  return { ok: true, fileId, fileName: fittingName(name, found.contentType) }
}

async function readFile(
  bytes: Uint8Array,
  name: string,
): Promise<{ bytes: Uint8Array; contentType: string } | undefined> {
  const mime = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  if (mime?.startsWith("image/")) {
    const image = await reencodeImage(bytes)
    return image.ok ? { bytes: image.bytes, contentType: image.contentType } : undefined
  }
  if (mime === "application/xml" && isMusicXml(bytes))
    return { bytes, contentType: "application/vnd.recordare.musicxml+xml" }
  if (mime === "application/zip" && /\.mxl$/i.test(name))
    return { bytes, contentType: "application/vnd.recordare.musicxml" }
  if (mime === undefined && isPlainText(bytes))
    return { bytes, contentType: isMusicXml(bytes) ? "application/vnd.recordare.musicxml+xml" : "text/plain" }
  return mime && fileTypes[mime] ? { bytes, contentType: mime } : undefined
}

const isMusicXml = (bytes: Uint8Array): boolean =>
  /<score-(partwise|timewise)\b/.test(new TextDecoder().decode(bytes.subarray(0, 4096)))

function isPlainText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    // markup is no plain text, whatever it is called
    return !/[^\P{Cc}\t\n\r\f]/u.test(text) && !/^\s*<(?!\?xml|score-)/.test(text)
  } catch {
    return false
  }
}

/** The name as it came, without what no name holds, and with an ending that fits. */
function fittingName(name: string, contentType: string): string {
  const plain =
    name
      .normalize("NFC")
      .replace(/[\p{Cc}\p{Cf}"\\/:*?<>|]/gu, " ")
      .replace(/\s+/g, " ")
      .trim()
      .slice(-120) || "file"
  const endings = fileTypes[contentType] ?? []
  const ending = /\.([^. ]+)$/.exec(plain)?.[1]?.toLowerCase()
  if (ending && endings.includes(ending)) return plain
  return `${plain.replace(/\.[^. ]+$/, "")}.${endings[0] ?? "bin"}`
}

/** The bytes of a file of the school's library, or undefined when they are gone. */
export async function readStored(actor: Actor, fileId: string) {
  const file = db()
    .select({ id: files.id, contentType: files.contentType })
    .from(files)
    .where(and(own(actor, files, fileId), eq(files.purpose, "resource")))
    .get()
  const bytes = file && (await fileStore().read(file.id))
  return file && bytes && { bytes, contentType: file.contentType }
}
