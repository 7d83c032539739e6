// Letters of two bytes, as programs in Japan, China, Taiwan and Korea write them where they don't write UTF-8.

export const wideTables = ["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"] as const
export type WideTable = (typeof wideTables)[number]

/** The usual letters of a table: the first bytes of each group, which part of a text they make, and from which second byte on. */
const usual: Record<WideTable, readonly (readonly [from: number, to: number, part: number])[]> = {
  shift_jis: [
    [0x81, 0x81, 0.06],
    [0x82, 0x83, 0.5],
    [0x88, 0x97, 0.4],
  ],
  "euc-jp": [
    [0xa1, 0xa1, 0.06],
    [0xa4, 0xa5, 0.5],
    [0xb0, 0xcf, 0.4],
  ],
  gb18030: [
    [0xa1, 0xa3, 0.06],
    [0xb0, 0xd7, 0.9],
  ],
  big5: [
    [0xa1, 0xa3, 0.06],
    [0xa4, 0xc6, 0.9],
  ],
  "euc-kr": [
    [0xa1, 0xa3, 0.06],
    [0xb0, 0xc8, 0.9],
  ],
}
const lowTrails = new Set<WideTable>(["shift_jis", "big5"])
const isLatin = (byte = 0) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/** How likely bytes are a text of a table, as a logarithm; undefined where more than a few of its letters are rare in it. */
function likelihood(bytes: Uint8Array, table: WideTable): number | undefined {
  const least = lowTrails.has(table) ? 0x40 : 0xa1
  let [sum, common, rare] = [0, 0, 0]
  let isBesideLatin = false
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) {
      isBesideLatin = isLatin(lead)
      continue
    }
    const isBehindLatin = isBesideLatin
    isBesideLatin = false
    if (table === "shift_jis" && lead >= 0xa1 && lead <= 0xdf) {
      // Katakana of one byte: banks write names in them. Beside Latin letters they are something else.
      if (isBehindLatin || isLatin(bytes[at + 1])) rare += 1
      sum += Math.log(0.05 / 63)
      continue
    }
    const trail = bytes[at + 1] ?? 0
    const group = usual[table].find(([from, to]) => lead >= from && lead <= to)
    const isCommon = group !== undefined && trail >= least && !isBehindLatin && !isLatin(bytes[at + 2])
    if (isCommon) common += 1
    else rare += 1
    const part = isCommon ? group[2] / (group[1] - group[0] + 1) : 0.001
    sum += Math.log(part / (lowTrails.has(table) ? 188 : 94))
    at += 1
  }
  return common >= 2 && rare <= common * 0.15 ? sum : undefined
}

/** The table of two bytes a letter that a file is most likely written in; undefined where none fits. */
export function wideTableOf(bytes: Uint8Array): WideTable | undefined {
  const sample = bytes.subarray(0, 65_536)
  const found = wideTables.flatMap((table) => {
    const likely = likelihood(sample, table)
    if (likely === undefined) return []
    try {
      new TextDecoder(table, { fatal: true }).decode(bytes)
      return [{ table, likely }]
    } catch {
      return []
    }
  })
  return found.sort((one, other) => other.likely - one.likely)[0]?.table
}

const bytesByLetter = new Map<WideTable, Map<string, readonly number[]>>()

/** The bytes of a text in a table, as it was decoded from it. What has four bytes in it, a question mark. */
export function wideBytes(text: string, table: WideTable): Uint8Array {
  const known = bytesByLetter.get(table) ?? new Map<string, readonly number[]>()
  if (known.size === 0) {
    const decoder = new TextDecoder(table)
    const add = (...bytes: number[]) => {
      const letter = decoder.decode(Uint8Array.from(bytes))
      if ([...letter].length === 1 && letter !== "\ufffd" && !known.has(letter)) known.set(letter, bytes)
    }
    for (let first = 0; first < 0x100; first += 1) add(first)
    for (let first = 0x81; first < 0xff; first += 1)
      for (let second = 0x40; second < 0xff; second += 1) add(first, second)
    bytesByLetter.set(table, known)
  }
  return Uint8Array.from([...text].flatMap((letter) => known.get(letter) ?? [0x3f]))
}
