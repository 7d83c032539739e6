import { convert } from "html-to-text"
import { parseSync } from "ofx-js"
import { emptyRead, joinTexts, type ReadStatement, type StatementRead } from "./bank-entry"
import { bankAmount, bankDate } from "./bank-values"

// Bank statements as OFX, which Quicken calls QFX: of tags, whether closed as in XML or not. A package reads the tags.

export const isOfx = (text: string): boolean =>
  /^\uFEFF?\s*(?:<!--[\s\S]{0,1000}?-->\s*)?(OFXHEADER|<\?xml[\s\S]{0,500}?<OFX>|<\?OFX|<OFX>)/i.test(text)

export function readOfx(text: string, currency: string): ReadStatement {
  const root = parsed(text)
  const statements = ["STMTRS", "CCSTMTRS", "INVSTMTRS"].flatMap((name) => below(root, name))
  if (statements.length === 0)
    return { ok: false, message: "This OFX file can’t be read. Download it from your bank again." }
  const read = emptyRead()
  let number = 0
  for (const statement of statements) {
    const ofAccount = textOf(statement, "CURDEF") ?? currency
    const lines = (["STMTTRN", "STMTTRNP"] as const).flatMap((name) =>
      below(statement, name).map((line) => ({ line, isPending: name === "STMTTRNP" })),
    )
    // Where no amount has a minus, its kind says whether money went out.
    const isUnsigned = lines.every(({ line }) => !textOf(line, "TRNAMT")?.startsWith("-"))
    // Of the kinds that a deposit can have too, only where another line proves it.
    const kinds = lines.map(({ line }) => textOf(line, "TRNTYPE") ?? "")
    const outKinds = kinds.some((kind) => surelyOut.test(kind)) ? mostlyOut : surelyOut
    for (const { line, isPending } of lines) {
      number += 1
      const isOut = isUnsigned && outKinds.test(textOf(line, "TRNTYPE") ?? "")
      readLine(line, { isPending, isOut, number, ofAccount, currency }, read)
    }
  }
  return { ok: true, ...read }
}

const surelyOut = /^(DEBIT|POS|FEE|SRVCHG|DIRECTDEBIT)$/
const mostlyOut = /^(DEBIT|POS|FEE|SRVCHG|DIRECTDEBIT|CHECK|ATM|CASH|REPEATPMT)$/

type Facts = { isPending: boolean; isOut: boolean; number: number; ofAccount: string; currency: string }

function readLine(
  line: unknown,
  { isPending, isOut, number, ofAccount, currency }: Facts,
  read: StatementRead,
) {
  const [paid] = below(line, "CURRENCY")
  const inCurrency = textOf(paid, "CURSYM") ?? ofAccount
  // OFX never separates thousands: three digits after a single sign are decimals.
  const amount = (textOf(line, "TRNAMT") ?? "").replace(/^[-+]?\d+[.,]\d{3}$/, "$&0")
  const amountMinor = bankAmount(amount, inCurrency)
  if (amountMinor === undefined) return void read.unreadable.push(number)
  if (amountMinor <= 0 || isOut) {
    read.outgoing += 1
    return
  }
  if (isPending) return void read.left.push({ reason: "pending", amountMinor, currency: inCurrency })
  if (inCurrency !== currency)
    return void read.left.push({ reason: "currency", amountMinor, currency: inCurrency })
  const day = (textOf(line, "DTPOSTED") ?? textOf(line, "DTUSER") ?? "").slice(0, 8)
  const bookedOn = bankDate(day, "ymd")
  if (!bookedOn) return void read.unreadable.push(number)
  const [payee] = below(line, "PAYEE")
  read.entries.push({
    bookedOn,
    amountMinor,
    currency,
    payerName: textOf(payee, "NAME") ?? textOf(line, "NAME") ?? "",
    reference: joinTexts([textOf(line, "MEMO") ?? "", textOf(line, "CHECKNUM") ?? ""]),
    bankReference: textOf(line, "FITID") ?? null,
  })
}

function parsed(text: string): unknown {
  try {
    return parseSync(closable(text)).OFX
  } catch {
    return undefined
  }
}

/** Texts within <![CDATA[…]]> with their signs by name: the package reads none of them. */
const withoutCdata = (text: string): string =>
  text.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, said: string) =>
    said.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  )

/** Without tags that are neither filled nor closed, and with each "<" of a text as such: neither can be read. */
function closable(text: string): string {
  const plain = withoutCdata(text)
  const closed = new Set([...plain.matchAll(/<\/([\w.]+)\s*>/g)].map(([, name]) => name))
  // Some banks don't close a transaction: the next one, or the end of the list, does.
  const whole = closed.has("STMTTRN")
    ? plain
    : plain.replace(/(<STMTTRN>)([\s\S]*?)(?=<STMTTRN>|<\/BANKTRANLIST>)/gi, "$1$2</STMTTRN>")
  closed.add("STMTTRN")
  return whole
    .replace(/<(?![/?!A-Za-z])/g, "&lt;")
    .replace(/<([\w.]+)>\s*(?=<)/g, (tag, name: string) => (closed.has(name) ? tag : ""))
}

const isTags = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

/** Every element of a name below a place; one that repeats is a list. */
function below(place: unknown, name: string): unknown[] {
  if (Array.isArray(place)) return place.flatMap((each) => below(each, name))
  if (!isTags(place)) return []
  return Object.entries(place).flatMap(([tag, value]) => (tag === name ? [value].flat() : below(value, name)))
}

function textOf(place: unknown, name: string): string | undefined {
  const value = isTags(place) ? place[name] : undefined
  return typeof value === "string" && value.trim() !== "" ? written(value).trim() : undefined
}

/** Characters by name and number, which the package leaves. */
const written = (text: string): string =>
  /&#?\w{2,8};/.test(text)
    ? convert(text.replaceAll("<", "&lt;"), { wordwrap: false }).replaceAll("\u00a0", " ")
    : text
