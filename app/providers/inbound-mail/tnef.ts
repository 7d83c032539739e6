// A letter of Outlook in its own wrapping, `winmail.dat` (MS-OXTNEF): its plain text, and the files in it. A stranger wrote
// it: every length is checked against what is there, and nothing is unpacked, so it holds no more than its own bytes.

type Tnef = {
  text: string
  /** Without bytes: a file that is named, and not there, such as a letter within the letter. */
  files: { name: string; bytes: Uint8Array | undefined }[]
  /** Whether all of it was read. */
  isWhole: boolean
}

const signature = 0x223e9f78
const attributes = {
  body: 0x0002800c,
  codePage: 0x00069007,
  properties: 0x00069003,
  fileBegins: 0x00069002,
  fileTitle: 0x00018010,
  fileData: 0x0006800f,
  fileProperties: 0x00069005,
}
const properties = { body: 0x1000, longName: 0x3707 }
const mostFiles = 100

/** Whether bytes begin as such a wrapping does. */
export const isTnef = (bytes: Uint8Array): boolean =>
  bytes.length > 6 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === signature

/** What is in it; undefined for other bytes. Where it is cut off, or has very many files, what came before. */
export function readTnef(bytes: Uint8Array): Tnef | undefined {
  if (!isTnef(bytes)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: Tnef = { text: "", files: [], isWhole: true }
  let letters = "windows-1252"
  let long = false
  for (let at = 6; at < bytes.length; ) {
    if (at + 9 > bytes.length) {
      found.isWhole = false
      break
    }
    const tag = view.getUint32(at + 1, true)
    const length = view.getUint32(at + 5, true)
    const data = bytes.subarray(at + 9, at + 9 + length)
    if (data.length < length || (tag === attributes.fileBegins && found.files.length >= mostFiles)) {
      found.isWhole = false
      break
    }
    at += 9 + length + 2
    const file = found.files.at(-1)
    if (tag === attributes.codePage && length >= 4) letters = lettersOf(data)
    if (tag === attributes.body) found.text ||= textOf(data, letters)
    if (tag === attributes.properties) found.text ||= propertyOf(data, properties.body, letters)
    if (tag === attributes.fileBegins) {
      found.files.push({ name: "", bytes: undefined })
      long = false
    }
    if (tag === attributes.fileTitle && file && !long) file.name = textOf(data, letters)
    if (tag === attributes.fileData && file) file.bytes = data
    if (tag === attributes.fileProperties && file) {
      const name = propertyOf(data, properties.longName, letters)
      long = name !== ""
      if (long) file.name = name
    }
  }
  const files = found.files.map(({ name, bytes: each }) => ({
    name: name || "unnamed",
    bytes: each?.length ? each : undefined,
  }))
  return { ...found, files }
}

function lettersOf(data: Uint8Array): string {
  const page = new DataView(data.buffer, data.byteOffset).getUint32(0, true)
  const name = page === 65001 ? "utf-8" : page === 932 ? "shift_jis" : `windows-${page}`
  try {
    return new TextDecoder(name).encoding
  } catch {
    return "windows-1252"
  }
}

const textOf = (data: Uint8Array, letters: string): string =>
  new TextDecoder(letters).decode(data).replace(/\0[\s\S]*$/, "")

const sizes: Record<number, number> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
}
const texts = { narrow: 0x1e, wide: 0x1f }
const lengths = new Set([texts.narrow, texts.wide, 0x102, 0x0d])
const isMany = 0x1000
const padded = (length: number): number => Math.ceil(length / 4) * 4

/** The text of one of several properties; empty where there is none, or they can't be read up to it. */
function propertyOf(data: Uint8Array, wanted: number, letters: string): string {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let at = 4
  const next = (): number => {
    const value = at + 4 <= data.length ? view.getUint32(at, true) : data.length
    at += 4
    return value
  }
  for (let left = data.length >= 4 ? view.getUint32(0, true) : 0; left > 0 && at + 4 <= data.length; left--) {
    const whole = next()
    const [type, id] = [whole & 0xffff, whole >>> 16]
    if (id >= 0x8000) {
      at += 16
      if (next() === 1) at += padded(next())
      else at += 4
    }
    const plain = type & ~isMany
    const size = sizes[plain]
    if (size !== undefined) {
      at += size * (type & isMany ? next() : 1)
      continue
    }
    if (!lengths.has(plain)) return ""
    for (let values = next(); values > 0 && at + 4 <= data.length; values--) {
      const length = next()
      const value = data.subarray(at, at + length)
      at += padded(length)
      if (id !== wanted || value.length < length) continue
      if (plain === texts.wide) return textOf(value, "utf-16le")
      if (plain === texts.narrow) return textOf(value, letters)
    }
  }
  return ""
}

/** What is handed on of such a wrapping: the files in it, and itself where it has none or isn't read to its end. */
export function filesOfTnef({ files, isWhole }: Tnef, itself: Tnef["files"][number]): Tnef["files"] {
  if (files.length === 0) return [itself]
  return isWhole ? files : [...files, { name: itself.name, bytes: undefined }]
}
