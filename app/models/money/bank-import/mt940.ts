import { Parser } from "mt940js"
import { isWithinReach } from "~/utils/dates"
import type { ReadEntry } from "./bank-entry"
import { joinTexts, type ReadStatement, type StatementRead } from "./statement-read"

// Bank statements as MT940 (SWIFT), as German, Dutch and other banks write them. The lines are read by a package; what a line says
// of payer and purpose differs by country.

/** Whether a text is such a statement: its first field is the statement's number. */
export const isMt940 = (text: string): boolean =>
  /^\s*(\{1:[\s\S]{0,300}?)?:20:/.test(text) && /^:61:/m.test(text)

export function readMt940(text: string, currency: string): ReadStatement {
  const read: StatementRead = { entries: [], left: [], outgoing: 0, unreadable: [] }
  try {
    for (const statement of new Parser().parse(text))
      for (const line of statement.transactions) {
        const amountMinor = Math.round(line.amount * 100)
        const inCurrency = line.currency || statement.currency || currency
        const bookedOn = (line.entryDate ?? line.date)?.toISOString().slice(0, 10) ?? ""
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
            ...told(line.details),
            bankReference: numberOf(line),
          })
      }
    return { ok: true, ...read }
  } catch {
    return {
      ok: false,
      message:
        "This MT940 file can’t be read: a line is missing, or its amounts don’t add up. Download it again, or choose CAMT.053 or CSV.",
    }
  }
}

const numberOf = ({
  bankReference,
  reference,
}: {
  bankReference: string
  reference: string
}): string | null =>
  [bankReference, reference].map((each) => each.trim()).find((each) => each !== "" && each !== "NONREF") ??
  null

/** What field 86 says: by German numbers ("?20…", "?32…"), by Dutch words ("/NAME/…"), or as free text. */
function told(details: string): Pick<ReadEntry, "payerName" | "reference"> {
  const text = details.replace(/\r\n?|\n/g, "")
  const german = [...text.matchAll(/\?(\d\d)([^?]*)/g)].map(([, code = "", value = ""]) => ({ code, value }))
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
  const [name, purpose] = [field("NAME") ?? /\/CNTP\/[^/]*\/[^/]*\/([^/]*)\//.exec(text)?.[1], field("REMI")]
  if (name || purpose)
    return {
      payerName: name ?? "",
      reference: (purpose ?? text).replace(/^(USTD|STRD)?\/*/, "").replace(/\/+$/, ""),
    }
  return { payerName: "", reference: details.replace(/\s+/g, " ").trim() }
}

/** What the payer wrote, without the bank's own parts such as "EREF+". */
function purposeOf(text: string): string {
  const written = /SVWZ\+([\s\S]*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|ABWA|ABWE|IBAN|BIC|PURP)\+|$)/.exec(
    text,
  )?.[1]
  return (written ?? text).replace(/\s+/g, " ").trim()
}
