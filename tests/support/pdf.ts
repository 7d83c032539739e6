import { inflateSync } from "node:zlib"

// Reads the words of a PDF as another program would: its objects, its fonts' own maps back to Unicode, its pages.

const object = /(\d+) 0 obj\r?\n([\s\S]*?)\r?\nendobj/g

/** The text of each page, pieces of one line joined, lines separated by newlines. */
export function textOfPdf(bytes: Uint8Array): string[] {
  const raw = Buffer.from(bytes).toString("latin1")
  if (!raw.startsWith("%PDF-") || !raw.trimEnd().endsWith("%%EOF")) throw new Error("Not a whole PDF")
  const objects = new Map([...raw.matchAll(object)].map(([, id, body = ""]) => [Number(id), body]))
  const fontMaps = new Map<string, Map<number, string>>()
  for (const body of objects.values())
    for (const [, name = "", id] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id)) ?? "")
      if (map) fontMaps.set(name, readMap(streamOf(objects.get(Number(map[1])) ?? "")))
    }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body))
  return pages.map((page) => {
    const contents = /\/Contents (\d+) 0 R/.exec(page)
    return readText(streamOf(objects.get(Number(contents?.[1])) ?? ""), fontMaps)
  })
}

function streamOf(body: string): string {
  const data = /stream\r?\n([\s\S]*?)\nendstream/.exec(body)?.[1] ?? ""
  const bytes = Buffer.from(data, "latin1")
  return body.includes("FlateDecode") ? inflateSync(bytes).toString("latin1") : data
}

const letters = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex").swap16().toString("utf16le")

/** `<0000> <00ff> [<0041> <0042> …]`: glyphs in a row and the letters they stand for. */
function readMap(cmap: string): Map<number, string> {
  const map = new Map<number, string>()
  for (const [, start = "", list = ""] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    for (const [index, [, hex = ""]] of [...list.matchAll(/<([0-9a-f ]+)>/gi)].entries())
      map.set(Number.parseInt(start, 16) + index, letters(hex))
  return map
}

function readText(content: string, fontMaps: Map<string, Map<number, string>>): string {
  let font: Map<number, string> | undefined
  const lines = content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)
  return [...lines]
    .flatMap(([, name, pieces]) => {
      if (name) font = fontMaps.get(name)
      if (!pieces) return []
      const codes = [...pieces.matchAll(/<([0-9a-f]*)>/gi)].flatMap(
        ([, hex = ""]) => hex.match(/.{4}/g) ?? [],
      )
      return codes.map((code) => font?.get(Number.parseInt(code, 16)) ?? "\ufffd").join("")
    })
    .join("\n")
}
