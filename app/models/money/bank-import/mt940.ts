import { type Mt940Line, type Mt940Tag, Parser } from "mt940js"
import { daysBetween, isWithinReach } from "~/utils/dates"
import type { ReadEntry } from "./bank-entry"
import { joinTexts, type ReadStatement, type StatementRead } from "./statement-read"

// Bank statements as MT940 (SWIFT), as German, Dutch and other banks write them. The lines are read by a package; what a line says
// of payer and purpose differs by country.

/** Whether a text is such a statement: its first field is the statement's number, below a few lines about the file at most. */
export const isMt940 = (text: string): boolean =>
  /^:20:/m.test(text.slice(0, 500)) && /^:(61|28C?):/m.test(text)

/** The fields that the package knows, without what banks write around their statements. */
function fieldsOf(text: string): string {
  const kept = /^:(20|21|25|28|60|61|62|64|65|86|NS)[A-Z]?:/
  const found: string[] = []
  let isIn = false
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (/^:[0-9A-Z]{2,3}:/.test(line)) isIn = kept.test(line)
    else if (/^-\}?\s*$|^\{/.test(line)) isIn = false
    if (isIn) found.push(line)
  }
  return found.join("\n")
}

export function readMt940(text: string, currency: string): ReadStatement {
  const read: StatementRead = { entries: [], left: [], outgoing: 0, unreadable: [] }
  if (/^:34F:/m.test(text)) return refused("MT942 file is of a day that isn’t over")
  try {
    for (const statement of new Parser().parse(fieldsOf(text), true)) {
      const details = detailsOf(statement.tags)
      for (const [index, line] of statement.transactions.entries()) {
        const amountMinor = Math.round(line.amount * 100)
        const inCurrency = line.currency || statement.currency || currency
        const bookedOn = bookedDay(line)
        if (amountMinor <= 0) {
          read.outgoing += 1
          continue
        }
        if (line.isReversal) read.left.push({ reason: "returned", amountMinor, currency: inCurrency })
        else if (inCurrency !== currency)
          read.left.push({ reason: "currency", amountMinor, currency: inCurrency })
        else if (!isWithinReach(bookedOn)) read.unreadable.push(read.entries.length + 1)
        else
          read.entries.push({
            bookedOn,
            amountMinor,
            currency,
            ...told(details[index] ?? ""),
            bankReference: numberOf(line),
          })
      }
    }
    return { ok: true, ...read }
  } catch {
    return refused("MT940 file can’t be read: a line is missing, or its amounts don’t add up")
  }
}

/** What field 86 says of each line: the whole of it, where a bank writes more than the standard has. */
function detailsOf(tags: readonly Mt940Tag[]): string[] {
  const found: string[] = []
  for (const { id, data } of tags) {
    if (id === 61) found.push("")
    else if (id === 62) break
    else if (id === 86 && found.length > 0) found.push([found.pop(), data].filter(Boolean).join("\n"))
  }
  return found
}

const refused = (why: string) => ({
  ok: false as const,
  message: `This ${why}. Download it again, or choose CAMT.053 or CSV.`,
})

/** An entry's day has no year: it is the one nearest to the value date. */
function bookedDay({ date, entryDate }: Mt940Line): string {
  const valued = date.toISOString().slice(0, 10)
  if (!entryDate) return valued
  const [, ofEntry = ""] = /^\d{4}(.*)$/.exec(entryDate.toISOString().slice(0, 10)) ?? []
  const year = date.getUTCFullYear()
  const [nearest = valued] = [year, year - 1, year + 1]
    .map((each) => `${each}${ofEntry}`)
    .sort((one, other) => Math.abs(daysBetween(one, valued)) - Math.abs(daysBetween(other, valued)))
  return nearest
}

const numberOf = ({
  bankReference,
  reference,
}: {
  bankReference: string
  reference: string
}): string | null =>
  [bankReference, reference]
    .map((each) => each.trim())
    .find((each) => !/^(NONREF|NOREF|EREF|PREF|MARF)?$/.test(each)) ?? null

/** What field 86 says: by German numbers ("?20…", "?32…"), by Dutch words ("/NAME/…"), or as free text. */
function told(details: string): Pick<ReadEntry, "payerName" | "reference"> {
  const text = details.replace(/\r\n?|\n/g, "")
  // The sign between them is the bank's own.
  const [, sign = "?"] = /^\d{3}([?^~<|])\d\d/.exec(text) ?? []
  const german = text
    .split(sign)
    .slice(1)
    .flatMap((part) => (/^\d\d/.test(part) ? [{ code: part.slice(0, 2), value: part.slice(2) }] : []))
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
  const field = (name: string) =>
    new RegExp(`/${name}/([\\s\\S]*?)(?=/[A-Z]{2,5}/|$)`).exec(text)?.[1]?.trim()
  const [name, purpose] = [field("NAME") ?? nameIn(field("CNTP") ?? ""), field("REMI")]
  if (name || purpose)
    return {
      payerName: name ?? "",
      reference: (purpose ?? text).replace(/^(USTD|STRD)?\/*/, "").replace(/\/+$/, ""),
    }
  return { payerName: "", reference: details.replace(/\s+/g, " ").trim() }
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
