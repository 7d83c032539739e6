// Encodings of one byte a letter, as programs write them where they don't write UTF-8, and how a file's bytes tell which it is in.

export const letterTables = [
  "windows-1252",
  "macintosh",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1257",
  "ibm850",
  "ibm852",
  "ibm866",
] as const
export type LetterTable = (typeof letterTables)[number]

/** How much of a file is looked at to tell what it is. */
const SAMPLE = 65_536

// Some Node releases decode Windows-1252 as Latin-1 (nodejs/node#56542), which turns “ and € into control characters.
export const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

/** The upper halves of DOS’s tables that no browser knows: Excel’s “CSV (MS-DOS)” is in them. */
const ofDos: Partial<Record<LetterTable, string>> = {
  ibm850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  ibm852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
}

export function decodeLetters(bytes: Uint8Array, table: LetterTable): string {
  const upper = ofDos[table]
  if (upper)
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : upper[byte - 0x80])).join(
      "",
    )
  const text = new TextDecoder(table).decode(bytes)
  return table === "windows-1252"
    ? text.replace(/[\u0080-\u009f]/g, (letter) => windows1252[letter.charCodeAt(0) - 0x80] ?? letter)
    : text
}

const western = "äöüßÄÖÜéèêëàâáíóúñçôîïùûåøæÅØÆÉÁÍÓÚÑÇãõìòÀÈÊÂÔÃÿœŠšŽž"
const icelandic = "áéíóúýðþæöÁÉÍÓÚÝÐÞÆÖ"
const ofPrague = "áčďéěíňóřšťúůýžľĺŕôäÁČĎÉĚÍŇÓŘŠŤÚŮÝŽĽÄ"
const hungarian = "áéíóöőúüűÁÉÍÓÖŐÚÜŰ"
const central = ["ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", ofPrague, hungarian, "čćđšžČĆĐŠŽ", "ăâîşţșțĂÂÎŞŢȘȚ"]
const otherLetters = ""

/** The languages that are written in each table, by their letters. Of those that share the letters of a file the first wins. */
const languages: readonly (readonly [LetterTable, string])[] = [
  ["windows-1252", western],
  ["macintosh", western],
  ["windows-1254", "çğıöşüâîûÇĞİÖŞÜÂ"],
  ["windows-1252", icelandic],
  ...central.map((letters) => ["windows-1250", letters] as const),
  ["windows-1255", otherLetters],
  ["windows-1251", otherLetters],
  ["windows-1253", otherLetters],
  ["windows-1257", "ąčęėįšųūžāēģīķļņõäöüĄČĘĖĮŠŲŪŽĀĒĢĪĶĻŅÕÄÖÜ"],
  ["ibm850", western],
  ["ibm850", icelandic],
  ...central.map((letters) => ["ibm852", letters] as const),
  ["ibm866", otherLetters],
]
const marks = "–—…“”„«»°ºª"

/**
 * The table in which most letters of the bytes make words of a language.
 * @param likely the table that is tried first
 */
export function letterTableOf(bytes: Uint8Array, likely?: LetterTable): LetterTable {
  const sample = foreignBytes(bytes.subarray(0, SAMPLE))
  const wordsOf = new Map(letterTables.map((table) => [table, foreignWords(decodeLetters(sample, table))]))
  const inOrder = [...languages].sort(([one], [other]) => Number(other === likely) - Number(one === likely))
  const scored = inOrder.map(([table, letters]) => ({
    table,
    score: (wordsOf.get(table) ?? []).reduce((sum, word) => sum + wordScore(word, letters), 0),
  }))
  return scored.reduce((one, other) => (other.score > one.score ? other : one)).table
}

/** Enough words to tell. */
const mostWords = 500

/** The words with letters that aren't English, each once. */
function foreignBytes(bytes: Uint8Array): Uint8Array {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")
  const words = new Set(text.split(/[\t\r\n ,;|"]+/).filter((word) => /[\u0080-\u00ff]/.test(word)))
  return Uint8Array.from([...words].slice(0, mostWords).join("\n"), (letter) => letter.charCodeAt(0))
}

const foreignWords = (text: string): string[] => text.split(/[\s,;|"]+/).filter((word) => /[^ -~]/.test(word))

/** A word that is one in no language we know, where more than a few of a text are none: it was read in the wrong table. */
export function oddWordIn(text: string): string | undefined {
  const words = foreignWords(text.slice(0, SAMPLE)).filter((word) => /\p{L}{2}/u.test(word))
  const odd = words.filter((word) => languages.every(([, letters]) => wordScore(word, letters) < 0))
  return odd.length * 4 > words.length ? odd[0] : undefined
}

const otherScript = /^(?:[Ѐ-ӿ]{2,}|[Ͱ-Ͽ]{2,}|[א-ת]{2,})$/

/** How far the letters of a word that aren’t English are as words have them: “Müller” counts for it, “MŸller” and “B³a¿ej” against it. */
function wordScore(word: string, usual: string): number {
  const letters = word.replace(/[^\p{L}]/gu, "")
  // A pound’s sign before its amount is a letter in other tables.
  if (/^[^ -~\p{L}]?[-(]?[\d.,]+[^ -~\p{L}]?$/u.test(word)) return 1
  if (/^[^ -~][\d.,]+$/u.test(word)) return -1
  if (otherScript.test(letters)) return isOddCase.test(letters) ? -letters.length : letters.length
  if (
    /[Ͱ-Ͽ֐-׿Ѐ-ӿ]/.test(letters) ||
    (/[^ -~]{3}/.test(letters) && !fewInARow.test(letters)) ||
    isOddCase.test(letters) ||
    asOfPrague.test(letters) ||
    amidLetters.test(word)
  )
    return -letters.length
  return [...word.matchAll(/[^ -~]/g)].reduce(
    (sum, [letter]) =>
      sum +
      (usual.includes(letter) || (letter === "’" ? properApostrophe.test(word) : marks.includes(letter))
        ? 1
        : -1),
    0,
  )
}

/** A capital within small letters, or a small letter within capitals, that isn’t English: "MÅller", "PRêNOM". */
const isOddCase = /\p{Ll}(?![A-Z])\p{Lu}\p{Ll}|\p{Lu}(?![a-z])\p{Ll}\p{Lu}/u
/** Polish and Czech have three such letters in a row: "Żółty", "příští". */
const fewInARow = /^(?:[ -~]|(?:[ąćęłńóśźż]{1,4}|[áčďéěíňóřšťúůýž]{1,3}|[çğıöşü]{1,3})(?=[ -~]|$))+$/iu
/** "PR…NOM" is PRÉNOM, and "ªtefan" is Ştefan. */
const amidLetters = /\p{L}[…„“”«»]\p{L}|[ªº]\p{L}|\p{L}{2}[ªº]/u
/** "Jiøí" and "Rùžena" are Jiří and Růžena. */
const asOfPrague = /[øèìùòï].*[áíýúšž]|[áíýúšž].*[øèìùòï]/i
const properApostrophe = /^\p{L}’\p{L}|’\p{Lu}|’(?:[smtd]|re|ll|ve)?(?!\p{L})/u
