// The parts of an .xlsx archive that hold the cells, found by the archive's own table of contents (APPNOTE 6.3.3). The
// archive comes from a stranger: whatever two programs could read in two ways is refused, so that nothing is unpacked
// beyond what is counted here.

/** Where a part's bytes lie in the archive, and how many they are packed and unpacked. */
export type Part = { name: string; start: number; packed: number; size: number; isDeflated: boolean }

/** Bytes that the parts that are read may have together once they are unpacked. */
const mostUnpacked = 60 * 1024 * 1024
const mostParts = 200

const endLength = 22
const entryLength = 46
const localLength = 30
const encrypted = 0x0001

export const unreadable =
  "This spreadsheet can’t be read. Open it in your spreadsheet program, save it again as .xlsx or CSV, and choose that file."
export const tooLarge =
  "This spreadsheet is too large once it’s unpacked. Copy the list into a new spreadsheet without pictures and other sheets, and choose that file."

/** What the cells of a workbook need: no pictures, themes, macros or printer settings. */
const neededPart =
  /^xl\/(?:(?:workbook|styles|sharedStrings)\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/i

/** The parts to unpack; or in a sentence why the archive is refused. */
export function listParts(bytes: Uint8Array): { ok: true; parts: Part[] } | { ok: false; message: string } {
  const refused = (message: string) => ({ ok: false, message }) as const
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === undefined) return refused(unreadable)
  const directory = readEnd(view, end)
  if (!directory) return refused(unreadable)
  if (directory.count > mostParts) return refused(tooLarge)
  const entries = readEntries(view, directory)
  if (!entries || !areApart(entries, directory.start)) return refused(unreadable)
  if (!entries.some(({ name }) => name === "xl/workbook.xml"))
    return refused(nameOfOther(entries.map(({ name }) => name)))
  const needed = entries.filter(({ name }) => neededPart.test(name))
  if (needed.reduce((sum, { size }) => sum + size, 0) > mostUnpacked) return refused(tooLarge)
  if (needed.some(({ method, flags }) => (method !== 0 && method !== 8) || flags & encrypted))
    return refused(unreadable)
  const parts = needed.map(({ name, start, packed, size, method }) => ({
    name,
    start,
    packed,
    size,
    isDeflated: method === 8,
  }))
  if (parts.some(({ isDeflated, packed, size }) => !isDeflated && packed !== size)) return refused(unreadable)
  return { ok: true, parts }
}

/** Whether an archive is a document of an office program, not a package of files: its own table of contents says so. */
export function isOfficeFile(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const directory = end === undefined ? undefined : readEnd(view, end)
  const names = new Set((directory && readEntries(view, directory))?.map(({ name }) => name))
  const isNumbers = [...names].some((name) => /\.iwa$|^Index\.zip$/.test(name))
  return names.has("[Content_Types].xml") || (names.has("mimetype") && names.has("content.xml")) || isNumbers
}

/** What an archive is that is no .xlsx file, and what to do with it. */
function nameOfOther(names: readonly string[]): string {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (has(/\.iwa$|^Index(?:\/|\.zip$)/))
    return "This is a Numbers file. In Numbers, choose File, Export To and then Excel or CSV, and choose that file."
  if (has(/^xl\/workbook\.bin$/))
    return "This is a binary Excel file (.xlsb). Save it as .xlsx or CSV in Excel and choose that file."
  if (has(/^content\.xml$/))
    return "This is an OpenDocument file (.ods). Save it as .xlsx or CSV and choose that file."
  if (has(/^word\//))
    return "This is a Word document. Copy its table into a spreadsheet, save it as .xlsx or CSV and choose that file."
  if (has(/\.(?:csv|xlsx?)$/i)) return "This is a ZIP archive. Open it and choose the spreadsheet inside."
  return "This is an archive, not an Excel file. Save your list as .xlsx or CSV and choose that file."
}

/** Where the archive's last record begins: it is followed by its comment and nothing else. */
function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - endLength
  for (let at = last; at >= Math.max(0, last - 65_535); at--)
    if (
      view.getUint32(at, true) === 0x06054b50 &&
      at + endLength + view.getUint16(at + 20, true) === view.byteLength
    )
      return at
  return undefined
}

type Directory = { start: number; end: number; count: number }

/** The last record's facts; undefined where they differ, name several disks, or leave the truth to a zip64 record. */
function readEnd(view: DataView, at: number): Directory | undefined {
  const count = view.getUint16(at + 8, true)
  const size = view.getUint32(at + 12, true)
  const start = view.getUint32(at + 16, true)
  const isOneDisk = view.getUint16(at + 4, true) === 0 && view.getUint16(at + 6, true) === 0
  if (!isOneDisk || view.getUint16(at + 10, true) !== count || start + size !== at) return undefined
  const isZip64 = count === 0xffff || (at >= 20 && view.getUint32(at - 20, true) === 0x07064b50)
  return isZip64 ? undefined : { start, end: at, count }
}

type Entry = {
  name: string
  flags: number
  method: number
  packed: number
  size: number
  /** Of the entry's own header, of its bytes, and what follows them. */
  header: number
  start: number
  end: number
}

/** The entries of the table of contents, which they fill exactly, each under a name of its own. */
function readEntries(view: DataView, directory: Directory): Entry[] | undefined {
  const entries = new Map<string, Entry>()
  let at = directory.start
  for (let index = 0; index < directory.count; index++) {
    if (at + entryLength > directory.end || view.getUint32(at, true) !== 0x02014b50) return undefined
    const nameLength = view.getUint16(at + 28, true)
    const next = at + entryLength + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > directory.end) return undefined
    const entry = readEntry(view, at, nameLength, directory.start)
    if (!entry || entries.has(entry.name)) return undefined
    entries.set(entry.name, entry)
    at = next
  }
  return at === directory.end ? [...entries.values()] : undefined
}

function readEntry(view: DataView, at: number, nameLength: number, directory: number): Entry | undefined {
  const packed = view.getUint32(at + 20, true)
  const size = view.getUint32(at + 24, true)
  const header = view.getUint32(at + 42, true)
  if ([packed, size, header].includes(0xffffffff) || view.getUint16(at + 34, true) !== 0) return undefined
  if (header + localLength > directory || view.getUint32(header, true) !== 0x04034b50) return undefined
  const start = header + localLength + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
  const flags = view.getUint16(at + 8, true)
  const method = view.getUint16(at + 10, true)
  const name = new TextDecoder().decode(
    new Uint8Array(view.buffer, view.byteOffset + at + entryLength, nameLength),
  )
  return { name, flags, method, packed, size, header, start, end: start + packed }
}

/** Whether no two entries share bytes, with each other or with the table of contents: many could be one bomb. */
function areApart(entries: readonly Entry[], directory: number): boolean {
  const inOrder = [...entries].sort((a, b) => a.header - b.header)
  return inOrder.every(({ end }, index) => end <= (inOrder[index + 1]?.header ?? directory))
}
