import { reencodeImage } from "./image.server"

// What an uploaded file is, read from its bytes and never from its name. Images are encoded again, so that a phone's
// location and date are not passed on, and nothing that a browser would run is accepted.

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

/** The file as it may be kept; undefined for a type that isn't accepted. */
export async function readUploaded(
  bytes: Uint8Array,
  name: string,
): Promise<{ bytes: Uint8Array; contentType: string } | undefined> {
  const { fileTypeFromBuffer } = await import("file-type")
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
export function fittingName(name: string, contentType: string): string {
  const plain =
    name
      .normalize("NFC")
      .replace(/[\p{Cc}\p{Cf}"\\/:*?<>|]/gu, " ")
      .replace(/\s+/g, " ")
      .replace(/^[. ]+/, "")
      .trim()
      .slice(-120) || "file"
  const endings = fileTypes[contentType] ?? []
  const ending = /\.([^. ]+)$/.exec(plain)?.[1]?.toLowerCase()
  if (ending && endings.includes(ending)) return plain
  return `${plain.replace(/\.[^. ]+$/, "")}.${endings[0] ?? "bin"}`
}
