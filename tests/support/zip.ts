import { crc32, deflateRawSync } from "node:zlib"

/** A zip archive of these files, and what its table of contents says of their sizes when that isn't the truth. */
export function zipOf(files: Record<string, string | Buffer>, claimed: Record<string, number> = {}): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const title = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claimed[name] ?? bytes.length, 18)
    facts.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), facts, title, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    locals.push(local)
    central.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), facts, tail, title]))
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from("PK\u0005\u0006"), end])
}

/** The XML of a cell: [type or style, value]. */
export type XmlCell =
  | string
  | { number: number; style?: "date" | "time" }
  | { formula: string; value: string }
  | { shared: number }

/** An .xlsx file of one sheet, and whatever else is to lie in its archive; some rows (from 1) and columns (from 1) are hidden. */
export function workbookOf(
  rows: readonly (readonly XmlCell[])[],
  more: Record<string, string | Buffer> = {},
  hidden: { rows?: readonly number[]; columns?: readonly number[] } = {},
): Buffer {
  const columns = (hidden.columns ?? [])
    .map((at) => `<col min="${at}" max="${at}" width="9" hidden="1"/>`)
    .join("")
  const xml = rows.map(
    (row, index) =>
      `<row r="${index + 1}"${hidden.rows?.includes(index + 1) ? ' hidden="1"' : ""}>${row.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${index + 1}`)).join("")}</row>`,
  )
  return zipOf({
    "[Content_Types].xml": `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Roster" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `${head}<styleSheet xmlns="${main}"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `${head}<worksheet xmlns="${main}">${columns && `<cols>${columns}</cols>`}<sheetData>${xml.join("")}</sheetData></worksheet>`,
    ...more,
  })
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const relations = "http://schemas.openxmlformats.org/package/2006/relationships"

function cellXml(cell: XmlCell, address: string): string {
  const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;")
  if (typeof cell === "string") return `<c r="${address}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
  if ("shared" in cell) return `<c r="${address}" t="s"><v>${cell.shared}</v></c>`
  if ("formula" in cell)
    return `<c r="${address}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.value)}</v></c>`
  const style = cell.style === "date" ? 1 : cell.style === "time" ? 2 : 0
  return `<c r="${address}" s="${style}"><v>${cell.number}</v></c>`
}

/** A workbook of several sheets. */
export function sheetsOf(sheets: Record<string, readonly (readonly XmlCell[])[]>): Buffer {
  const titles = Object.keys(sheets)
  const parts = Object.fromEntries(
    Object.values(sheets).map((rows, index) => [
      `xl/worksheets/sheet${index + 1}.xml`,
      `<worksheet xmlns="${main}"><sheetData>${rows
        .map(
          (row, at) =>
            `<row r="${at + 1}">${row.map((cell, column) => `<c r="${String.fromCharCode(65 + column)}${at + 1}" t="inlineStr"><is><t>${String(cell)}</t></is></c>`).join("")}</row>`,
        )
        .join("")}</sheetData></worksheet>`,
    ]),
  )
  return zipOf({
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${titles.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${titles.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join("")}</Relationships>`,
    ...parts,
  })
}
