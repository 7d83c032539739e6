import { unzipSync } from "fflate"
import { refuseBytes, startsWith } from "~/utils/csv"

// A bank's file as it is uploaded: statements in a ZIP file are unpacked, and what is no statement is named for what it is.

const mostFiles = 40
/** Unpacked, each file and all of them. */
const mostUnpacked = 5_000_000

export const isZip = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) && !isWorkbook(bytes)

/** A workbook is a ZIP file with parts of its own. */
const isWorkbook = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) &&
  Buffer.from(bytes.subarray(0, 4096)).includes("[Content_Types].xml")

/** Why a file is no statement; null where it may be one. */
export function refuseStatement(bytes: Uint8Array): string | null {
  if (isWorkbook(bytes) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return "This is an Excel workbook. Save it as CSV, or download CSV, CAMT, MT940 or OFX from your bank."
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46))
    return "This is a PDF. Download the statement as CSV, CAMT, MT940 or OFX from your bank."
  if (/^\s*!(Type|Account|Option):/i.test(Buffer.from(bytes.subarray(0, 200)).toString("latin1")))
    return "This is a QIF file. Download the statement as CSV, CAMT, MT940 or OFX from your bank."
  return isZip(bytes) ? null : refuseBytes(bytes)
}

/** The files in it; undefined where it can't be unpacked or holds too much. */
export function unzipStatements(bytes: Uint8Array): { name: string; bytes: Uint8Array }[] | undefined {
  let [count, size] = [0, 0]
  let isTooMuch = false
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (name.endsWith("/") || /(^|\/)(\.|__MACOSX)/.test(name)) return false
        count += 1
        size += originalSize
        if (count > mostFiles || size > mostUnpacked) isTooMuch = true
        return !isTooMuch
      },
    })
    const found = Object.entries(files).map(([name, content]) => ({ name, bytes: content }))
    return isTooMuch || found.length === 0 ? undefined : found
  } catch {
    return undefined
  }
}
