import { existsSync, readdirSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { workbookOf, zipOf } from "../../tests/support/zip"
import { readCsv } from "./csv.server"
import { isWorkbook, readWorkbook } from "./workbook.server"
import { listParts } from "./workbook-parts.server"

const rowsOf = async (bytes: Uint8Array) => {
  const read = await readWorkbook(bytes)
  if (!read.ok) throw new Error(read.message)
  return readCsv(read.csv, ",")
}

describe("an .xlsx file", () => {
  it("gives dates, times and numbers as its cells show them, and text letter by letter", async () => {
    const bytes = workbookOf([
      ["First name", "Birthday", "Time", "Price", "Notes"],
      [
        "Zoë",
        { number: 41376, style: "date" },
        { number: 0.6458333333333334, style: "time" },
        { number: 42.5 },
        'a "b"\nc, <d>',
      ],
      [],
      [
        "Liam",
        { number: 41376, style: "date" },
        { number: 0.5, style: "time" },
        { number: 0.1 + 0.2 },
        "=1+1",
      ],
    ])
    expect(isWorkbook(bytes)).toBe(true)
    const { headers, rows } = await rowsOf(bytes)
    expect(headers).toEqual(["First name", "Birthday", "Time", "Price", "Notes"])
    expect(rows).toEqual([
      { rowNumber: 2, cells: ["Zoë", "2013-04-12", "15:30", "42.5", 'a "b"\nc, <d>'] },
      { rowNumber: 4, cells: ["Liam", "2013-04-12", "12:00", "0.3", "=1+1"] },
    ])
  })

  it("is read with a comment at its end", async () => {
    const bytes = workbookOf([["Name"], ["Amara"]])
    const end = bytes.length - 22
    bytes.writeUInt16LE(5, end + 20)
    const { rows } = await rowsOf(Buffer.concat([bytes, Buffer.from("hello")]))
    expect(rows[0]?.cells).toEqual(["Amara"])
  })

  it("is read with many other parts, which are never unpacked", async () => {
    const zeros = Buffer.alloc(530_000)
    const more = Object.fromEntries(Array.from({ length: 110 }, (_, n) => [`xl/media/p${n}.xml`, zeros]))
    const bytes = workbookOf([["Name"], ["Amara"]], more)
    const listed = listParts(bytes)
    expect(listed.ok && listed.parts.map(({ name }) => name)).toEqual([
      "xl/workbook.xml",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/worksheets/sheet1.xml",
    ])
    const threads = watchThreads()
    expect((await rowsOf(bytes)).rows[0]?.cells).toEqual(["Amara"])
    expect(threads.most()).toBeLessThan(10)
  })

  it("is read in a single thread, however many of its sheets are large", async () => {
    const spaces = Buffer.from(`${" ".repeat(530_000)}<worksheet/>`)
    const more = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`xl/worksheets/more${n}.xml`, spaces]),
    )
    const threads = watchThreads()
    expect((await rowsOf(workbookOf([["Name"], ["Amara"]], more))).rows[0]?.cells).toEqual(["Amara"])
    expect(threads.most()).toBeLessThan(10)
  })

  it("waits its turn, and is refused when too many wait already", async () => {
    const bytes = workbookOf([["Name"], ["Amara"]])
    const read = await Promise.all(Array.from({ length: 6 }, () => readWorkbook(bytes)))
    expect(read.map((each) => (each.ok ? "read" : each.reason))).toEqual([
      ...["read", "read", "read", "read"],
      ...["busy", "busy"],
    ])
    expect((await readWorkbook(bytes)).ok).toBe(true)
  })

  it("runs no formula: it takes what the spreadsheet program had worked out", async () => {
    const { rows } = await rowsOf(
      workbookOf([["Name"], [{ formula: 'HYPERLINK("http://x.example","y")', value: "Amara" }]]),
    )
    expect(rows[0]?.cells).toEqual(["Amara"])
  })
})

/** Threads of this process beyond those it has now, at the most seen until asked. */
function watchThreads(): { most: () => number } {
  const count = () => (existsSync("/proc/self/task") ? readdirSync("/proc/self/task").length : 0)
  const before = count()
  let seen = before
  const watching = setInterval(() => {
    seen = Math.max(seen, count())
  }, 5)
  return {
    most: () => {
      clearInterval(watching)
      return seen - before
    },
  }
}

/** The workbook's archive with one number of its last record or of its first entry changed. */
function patched(
  at: "end" | "entry",
  offset: number,
  value: number,
  bytes = workbookOf([["Name"], ["Amara"]]),
) {
  const start = at === "end" ? bytes.length - 22 : bytes.readUInt32LE(bytes.length - 6)
  bytes.writeUInt16LE(value, start + offset)
  return bytes
}

describe("an archive that could be read in two ways is refused before anything is unpacked", () => {
  const hundreds = Object.fromEntries(
    Array.from({ length: 190 }, (_, n) => [`xl/worksheets/p${n}.xml`, Buffer.alloc(530_000)]),
  )
  it.each([
    ["two counts of its parts", patched("end", 10, 4, workbookOf([["Name"]], hundreds)), /can’t be read/],
    ["hundreds of large sheets", workbookOf([["Name"]], hundreds), /too large/],
    ["fewer parts than it has", patched("end", 8, 4, patched("end", 10, 4)), /can’t be read/],
    ["a second disk", patched("end", 4, 1), /can’t be read/],
    [
      "a count that a zip64 record replaces",
      patched("end", 8, 0xffff, patched("end", 10, 0xffff)),
      /can’t be read/,
    ],
    ["a zip64 record", withZip64Locator(workbookOf([["Name"], ["Amara"]])), /can’t be read/],
    [
      "a comment shorter than what follows",
      Buffer.concat([workbookOf([["Name"]]), Buffer.from("PK")]),
      /can’t be read/,
    ],
    ["an entry that reaches into the next", patched("entry", 20, 5000), /can’t be read/],
    ["an entry beyond the file", patched("entry", 44, 5000), /can’t be read/],
    ["a name twice", twiceNamed(), /can’t be read/],
  ])("%s", (_, bytes, message) => {
    const listed = listParts(bytes)
    expect(listed.ok ? "" : listed.message).toMatch(message)
  })
})

function withZip64Locator(bytes: Buffer): Buffer {
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50)
  const end = bytes.length - 22
  bytes.writeUInt32LE(bytes.readUInt32LE(end + 12) + 20, end + 12)
  return Buffer.concat([bytes.subarray(0, end), locator, bytes.subarray(end)])
}

/** Two sheets of which one gets the other's name in the table of contents. */
function twiceNamed(): Buffer {
  const bytes = workbookOf([["Name"]], { "xl/worksheets/sheet2.xml": "<x/>" })
  bytes.write("1", bytes.lastIndexOf("sheet2.xml") + 5)
  return bytes
}

describe("a hostile file is refused in a sentence", () => {
  it.each([
    ["no archive behind the first letters", Buffer.from("PK\u0003\u0004 a spreadsheet"), /can’t be read/],
    ["an archive of something else", zipOf({ "photo.txt": "x" }), /not an Excel file/],
    ["a workbook of nothing", zipOf({ "xl/workbook.xml": "<x/>" }), /can’t be read/],
    [
      "a bomb that says so",
      zipOf({ "xl/workbook.xml": "<x/>", "xl/worksheets/sheet1.xml": Buffer.alloc(70 * 1024 * 1024, 32) }),
      /too large once it’s unpacked/,
    ],
    [
      "a bomb that lies about its size",
      zipOf(
        { "xl/workbook.xml": "<x/>", "xl/worksheets/sheet1.xml": Buffer.alloc(70 * 1024 * 1024, 32) },
        { "xl/worksheets/sheet1.xml": 100 },
      ),
      /can’t be read/,
    ],
    [
      "one long text in very many cells",
      workbookOf([["Name"], ...Array.from({ length: 12_000 }, () => [{ shared: 0 } as const])], {
        "xl/sharedStrings.xml": `<sst><si><t>${"a".repeat(1000)}</t></si></sst>`,
      }),
      /too large/,
    ],
    [
      "a thousand and one parts",
      zipOf({
        "xl/workbook.xml": "<x/>",
        ...Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`xl/p${n}.xml`, "x"])),
      }),
      /too large/,
    ],
  ])("%s", async (_, bytes, message) => {
    const read = await readWorkbook(bytes)
    expect(read.ok ? "" : read.message).toMatch(message)
  })
})
