import { daysBetween } from "~/utils/dates"
import { emptyRead, joinTexts, type ReadEntry, type ReadStatement, type StatementRead } from "./bank-entry"
import { bankDate, bankNumber } from "./bank-values"

// Bank statements as MT940 (SWIFT), as German, Dutch and other banks write them: fields of a number each. What a line says of
// payer and purpose differs by country. Pure.

/** Whether a text is such a statement: its first field is the statement's number, below a few lines about the file at most. */
export const isMt940 = (text: string): boolean =>
  /^:20:/m.test(text.slice(0, 500)) && /^:(61|28C?):/m.test(text)

/** The fields by their numbers, without what banks write around their statements. */
function fieldsOf(text: string): { number: string; value: string }[] {
  const found: { number: string; value: string }[] = []
  let isIn = false
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, number, value = ""] = /^:([0-9A-Z]{2,3}):(.*)$/.exec(line) ?? []
    const last = found.at(-1)
    isIn = number !== undefined || (isIn && !/^(-\}?\s*$|\{)/.test(line))
    if (number) found.push({ number: number.slice(0, 2), value })
    else if (isIn && last) last.value += `\n${line}`
  }
  return found
}

/** A line of the account: its days, in which direction money went, the amount, numbers, and more of it below. */
const lineForm =
  /^(\d{6})(\d{4})?(R?)([CD])[A-Z]?(\d{1,3}(?:\.\d{3})+,\d{0,2}|\d{1,12}(?:[,.]\d{0,3})?)[A-Z](.{3})((?:[^\n/]|\/(?!\/))*)(?:\/\/(.*))?(?:\n([\s\S]*))?$/
type Line = ReturnType<typeof lineOf> & { details: string; currency: string }

/** What a line says, its amount signed, in minor units; null where it can't be read. */
function lineOf(value: string) {
  const [
    ,
    valued = "",
    entered,
    reversal,
    sign = "",
    amount = "",
    kind,
    reference = "",
    ofBank = "",
    more = "",
  ] = lineForm.exec(value.replace(/^(\d{6}(?:\d{4})?R?[CD][A-Z]?)\n(?=\d)/, "$1")) ?? []
  const amountMinor = amount === "" ? null : minorOf(sign, amount) * (reversal ? -1 : 1)
  return {
    amountMinor,
    bookedOn: bookedDay(valued, entered),
    isReturned: Boolean(reversal) || kind === "RTI",
    reference,
    ofBank,
    more,
  }
}

const minorOf = (sign: string, amount: string) =>
  (sign === "D" ? -1 : 1) *
  Math.round(Number(amount.replace(/\.(?=.*,)/g, "").replace(",", ".") || Number.NaN) * 100)

/** A balance with its currency, perhaps apart from its day. */
const balanceForm = /^([CD])\d{6}\s*([A-Z]{3})\s*([\d,.]+)\s*$/

export function readMt940(text: string, currency: string): ReadStatement {
  if (/^:34F:/m.test(text)) return refused("MT942 file is of a day that hasn’t ended")
  const read = { ...emptyRead(), differenceMinor: 0, balances: undefined as StatementRead["balances"] }
  const lines: Line[] = []
  let [ofAccount, balance, isOver, isClosed] = [currency, Number.NaN, true, true]
  for (const { number, value } of fieldsOf(text)) {
    const [, sign = "", code, amount = ""] = balanceForm.exec(value) ?? []
    const last = lines.at(-1)
    if ((number === "20" || number === "60") && !isClosed) read.balances = "missing"
    if (number === "20") [balance, isOver, isClosed] = [Number.NaN, true, true]
    else if (number === "60")
      [ofAccount, balance, isOver, isClosed] = [code ?? ofAccount, minorOf(sign, amount), true, false]
    else if (number === "61") {
      const line = lineOf(value)
      balance += line.amountMinor ?? 0
      lines.push({ ...line, details: "", currency: ofAccount })
      isOver = false
      isClosed = false
    } else if (number === "62") {
      const difference = Math.abs(minorOf(sign, amount) - balance)
      if (Number.isNaN(difference)) read.balances ??= "unreadable"
      else if (ofAccount === currency) read.differenceMinor += difference
      isOver = true
      isClosed = true
    } else if (number === "86" && last && !isOver)
      last.details = [last.details, value].filter(Boolean).join("\n")
  }
  if (!isClosed) read.balances = "missing"
  for (const [index, line] of lines.entries()) readLine(line, index + 1, currency, read)
  const isNone = lines.length > 0 && read.unreadable.length === lines.length
  return isNone ? refused("MT940 file can’t be read") : { ok: true, ...read }
}

/** A German bank's number for a transfer of ours that came back, and the sign before what it says more; or a Dutch bank's word. */
const ofReturned = /^159\s*[?^~<|]\d\d|^\/RTRN\//

function readLine(line: Line, number: number, currency: string, read: StatementRead) {
  const { amountMinor, bookedOn, isReturned, reference, ofBank, more } = line
  if (amountMinor === null) {
    read.unreadable.push(number)
    return
  }
  const left = { amountMinor, currency: line.currency }
  if (amountMinor <= 0) read.outgoing += 1
  else if (isReturned || ofReturned.test(line.details)) read.left.push({ reason: "returned", ...left })
  else if (line.currency !== currency) read.left.push({ reason: "currency", ...left })
  else if (!bookedOn) read.unreadable.push(number)
  else
    read.entries.push({
      bookedOn,
      ...left,
      ...told(line.details || joinTexts([bankNumber(reference) ?? "", more])),
      bankReference: bankNumber(ofBank, reference),
    })
}

const refused = (why: string) => ({
  ok: false as const,
  message: `This ${why}. Download it again, or choose CAMT.053 or CSV.`,
})

/** An entry's day has no year: it is the one nearest to the value date. */
function bookedDay(value: string, entry = ""): string | undefined {
  const valued = bankDate(`20${value}`, "ymd")
  const year = Number(valued?.slice(0, 4))
  const [nearest = valued] = [year, year - 1, year + 1]
    .flatMap((each) => bankDate(`${each}${entry}`, "ymd") ?? [])
    .sort(
      (one, other) =>
        Math.abs(daysBetween(one, valued ?? one)) - Math.abs(daysBetween(other, valued ?? other)),
    )
  return valued && nearest
}

/** What field 86 says: by German numbers ("?20…", "?32…"), by Dutch words ("/NAME/…"), or as free text. */
function told(details: string): Pick<ReadEntry, "payerName" | "reference"> {
  const text = details.replace(/\r\n?|\n/g, "")
  // The sign between them is the bank's own.
  const [, sign = "?"] = /^\d{3}([?^~<|])\d\d/.exec(text) ?? []
  const german = partsOf(text, sign)
  if (german.length > 0) {
    const of = (codes: RegExp) => german.filter(({ code }) => codes.test(code)).map(({ value }) => value)
    // Lines of 27 characters break words.
    const purpose = of(/^(2\d|6[0-3])$/).join("")
    return {
      payerName: of(/^3[23]$/)
        .join("")
        .trim(),
      reference: purposeOf(purpose) || joinTexts(of(/^00$/)),
    }
  }
  const field = (name: string, of = text) =>
    new RegExp(`/${name}/([\\s\\S]*?)(?=/[A-Z]{2,5}/|$)`).exec(of)?.[1]?.trim()
  // Where both parties are named, the one who ordered paid.
  const ofPayer = text.includes("/ORDP/") ? text.slice(text.indexOf("/ORDP/")) : text
  const [name, purpose] = [field("NAME", ofPayer) ?? nameIn(field("CNTP") ?? ""), field("REMI")]
  if (name || purpose)
    return {
      payerName: name ?? "",
      reference: (purpose ?? text).replace(/^(USTD|STRD)?\/*/, "").replace(/\/+$/, ""),
    }
  return { payerName: "", reference: details.replace(/\s+/g, " ").trim() }
}

/**
 * The numbered parts of a text. A sign without a number behind it is the payer's, and goes on with the part; where the text doesn't
 * begin with the bank's own number, one such sign says that it has no parts.
 */
function partsOf(text: string, sign: string): { code: string; value: string }[] {
  const [start = "", ...parts] = text.split(sign)
  const isCoded = (part: string) => /^(0\d|1\d|2\d|3\d|6[0-3])/.test(part)
  if (!(/^\d{3}$/.test(start) ? isCoded(parts[0] ?? "") : parts.every(isCoded))) return []
  return parts.reduce<{ code: string; value: string }[]>((found, part) => {
    const last = found.at(-1)
    if (last && !isCoded(part)) last.value += `${sign}${part}`
    else found.push({ code: part.slice(0, 2), value: part.slice(2) })
    return found
  }, [])
}

/** Of the other party's account, bank, name and perhaps city, the name: it may have such a sign itself ("Bakker e/o Smit"). */
function nameIn(party: string): string {
  const [, , ...rest] = party.replace(/\/$/, "").split("/")
  return (rest.length > 1 ? rest.slice(0, -1) : rest).join("/").trim()
}

/** What the payer wrote, without the bank's own parts such as "EREF+". */
function purposeOf(text: string): string {
  const written = /SVWZ\+([\s\S]*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|ABWA|ABWE|IBAN|BIC|PURP)\+|$)/.exec(
    text,
  )?.[1]
  return (written ?? text).replace(/\s+/g, " ").trim()
}
