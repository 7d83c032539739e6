// Bank statements as CAMT.052, 053 and 054 (ISO 20022). Pure.
import { isWithinReach } from "~/utils/dates"
import { elementsAt, readXml, textAt, type XmlElement } from "~/utils/xml"
import { emptyRead, joinTexts, type ReadEntry, type ReadStatement, type StatementRead } from "./bank-entry"
import { bankNumber, plainBankAmount } from "./bank-values"

/** Whether a file is XML at all; what is not is read as CSV. */
export const isXml = (text: string): boolean => /^\uFEFF?\s*</.test(text)

const statementsIn = (root: XmlElement): XmlElement[] => [
  ...elementsAt(root, "BkToCstmrStmt", "Stmt"),
  ...elementsAt(root, "BkToCstmrAcctRpt", "Rpt"),
  ...elementsAt(root, "BkToCstmrDbtCdtNtfctn", "Ntfctn"),
]

/** The credits of a statement: those in the school's currency that are booked, and every other with its reason. */
export function readCamt(text: string, currency: string): ReadStatement {
  const root = readXml(text)
  if (!root) return { ok: false, message: "This XML file can’t be read. Download it from your bank again." }
  const statements = statementsIn(root)
  if (statements.length === 0)
    return { ok: false, message: "This XML file isn’t a CAMT statement. Choose CAMT.053 at your bank." }
  const read = emptyRead()
  const all = statements.flatMap((statement) => {
    const ofAccount = textAt(statement, "Acct", "Ccy") ?? currency
    return elementsAt(statement, "Ntry").map((entry) => ({ entry, ofAccount }))
  })
  for (const [index, each] of all.entries()) readEntry(each, index + 1, currency, read)
  const differences = statements.flatMap((statement) => differenceOf(statement, currency) ?? [])
  const differenceMinor = differences.reduce((sum, each) => sum + each, 0)
  return { ok: true, ...read, ...(differences.length > 0 ? { differenceMinor } : {}) }
}

/** By how much a statement's balances differ from what it has booked; undefined for a page of one, or without both of them. */
function differenceOf(statement: XmlElement, currency: string): number | undefined {
  const balanceOf = (...codes: string[]) => {
    const balance = elementsAt(statement, "Bal").find((each) =>
      codes.includes(textAt(each, "Tp", "CdOrPrtry", "Cd") ?? ""),
    )
    const [amount] = balance ? elementsAt(balance, "Amt") : []
    return balance && currencyOf(amount) === currency ? signedOf(balance) : undefined
  }
  const [opening, closing] = [balanceOf("OPBD", "PRCD"), balanceOf("CLBD")]
  const isPage = ["LastPgInd", "PgNb"].some((name, at) => {
    const said = textAt(statement, "StmtPgntn", name)
    return said !== undefined && said !== ["true", "1"][at]
  })
  if (opening === undefined || closing === undefined || isPage) return undefined
  const booked = elementsAt(statement, "Ntry").filter((entry) => stateOf(entry) === "BOOK")
  return Math.abs(closing - booked.reduce((sum, entry) => sum + (signedOf(entry) ?? 0), opening))
}

const signedOf = (element: XmlElement): number | undefined => {
  const minor = plainBankAmount(elementsAt(element, "Amt")[0]?.text ?? "")
  return minor !== undefined && textAt(element, "CdtDbtInd") === "DBIT" ? -minor : minor
}

const stateOf = (entry: XmlElement): string => textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts") ?? "BOOK"

type Booking = { entry: XmlElement; ofAccount: string }

function readEntry({ entry, ofAccount }: Booking, number: number, currency: string, read: StatementRead) {
  if (textAt(entry, "CdtDbtInd") !== "CRDT") {
    read.outgoing += 1
    return
  }
  const [amount] = elementsAt(entry, "Amt")
  const amountMinor = plainBankAmount(amount?.text ?? "")
  if (amountMinor === undefined) {
    read.unreadable.push(number)
    return
  }
  if (amountMinor === 0) return
  const inCurrency = currencyOf(amount) ?? ofAccount
  const leave = (reason: StatementRead["left"][number]["reason"]) =>
    read.left.push({ reason, amountMinor, currency: inCurrency })
  if (stateOf(entry) !== "BOOK") return void leave("pending")
  if (textAt(entry, "RvslInd") === "true" || textAt(entry, "RvslInd") === "1") return void leave("returned")
  if (isReturned(entry)) return void leave("returned")
  if (inCurrency !== currency) return void leave("currency")
  const bookedOn = dayOf(entry, "BookgDt") ?? dayOf(entry, "ValDt")
  if (!bookedOn) read.unreadable.push(number)
  else read.entries.push(...transfersOf(entry, { bookedOn, amountMinor, currency }))
}

/** A transfer of ours that didn't reach its recipient: the bank's kind of entry says so, or each part says why it comes back. */
const isReturned = (entry: XmlElement): boolean => {
  if (textAt(entry, "BkTxCd", "Domn", "Fmly", "SubFmlyCd") === "RRTN") return true
  const parts = elementsAt(entry, "NtryDtls", "TxDtls")
  return parts.length > 0 && parts.every((part) => elementsAt(part, "RtrInf").length > 0)
}

const dayOf = (entry: XmlElement, name: string): string | undefined => {
  const day = (textAt(entry, name, "Dt") ?? textAt(entry, name, "DtTm"))?.slice(0, 10)
  return day && isWithinReach(day) ? day : undefined
}

type Booked = Pick<ReadEntry, "bookedOn" | "amountMinor" | "currency">

/** A collective entry is its parts where each has an amount and they add up to it; else one transfer of its sum. */
function transfersOf(entry: XmlElement, booked: Booked): ReadEntry[] {
  const details = elementsAt(entry, "NtryDtls", "TxDtls")
  const given = textAt(entry, "AcctSvcrRef")
  const ofWhole = bankNumber(given)
  const number = given === undefined ? bankNumber(textAt(entry, "NtryRef")) : ofWhole
  const asPart = (own: string | null) => ({
    bankReference: own ?? number,
    ...(ofWhole && (details.length > 1 || (own && own !== ofWhole)) ? { partOf: ofWhole } : {}),
  })
  const parts = details.map((tx) => ({ tx, amountMinor: partOf(tx, booked.currency) }))
  const sum = parts.reduce((total, part) => total + (part.amountMinor ?? Number.NaN), 0)
  const told = (all: readonly XmlElement[]) => ({
    payerName: joinNamesOf(all.map(payerOf)),
    reference: joinTexts(all.map(purposeOf)) || (textAt(entry, "AddtlNtryInf") ?? ""),
  })
  if (details.length > 1 && sum === booked.amountMinor)
    return parts.flatMap(({ tx, amountMinor = 0 }) => [
      {
        ...booked,
        amountMinor,
        ...told([tx]),
        ...asPart(ownNumberOf(tx)),
      },
    ])
  const [only] = details.length === 1 ? details : []
  const numbers = only ? asPart(ownNumberOf(only)) : { bankReference: number }
  return [{ ...booked, ...told(details.length > 0 ? details : [entry]), ...numbers }]
}

const ownNumberOf = (tx: XmlElement): string | null =>
  bankNumber(textAt(tx, "Refs", "AcctSvcrRef"), textAt(tx, "Refs", "TxId"))

/** What a part adds to its entry, in minor units; undefined where it says nothing of its own in the entry's currency. */
function partOf(tx: XmlElement, currency: string): number | undefined {
  const amount = [["Amt"], ["AmtDtls", "TxAmt", "Amt"], ["AmtDtls", "InstdAmt", "Amt"]]
    .flatMap((path) => elementsAt(tx, ...path))
    .find((each) => (currencyOf(each) ?? currency) === currency)
  const minor = plainBankAmount(amount?.text ?? "")
  return minor === undefined || minor === 0 || textAt(tx, "CdtDbtInd") === "DBIT" ? undefined : minor
}

/** Who paid, and for whom. */
const payerOf = (tx: XmlElement): string =>
  joinNamesOf(
    ["Dbtr", "UltmtDbtr"].map(
      (party) => textAt(tx, "RltdPties", party, "Nm") ?? textAt(tx, "RltdPties", party, "Pty", "Nm") ?? "",
    ),
  )

const joinNamesOf = (names: readonly string[]): string => [...new Set(names.filter(Boolean))].join(", ")

/** One transfer can pay several documents, each with a part of its own. Without a purpose, the payer's own number may be one. */
const purposeOf = (tx: XmlElement): string =>
  writtenIn(tx) || numberedBy(tx) || (textAt(tx, "AddtlTxInf") ?? "")

const numberedBy = (tx: XmlElement): string => bankNumber(textAt(tx, "Refs", "EndToEndId")) ?? ""

const writtenIn = (tx: XmlElement): string =>
  [
    elementsAt(tx, "RmtInf", "Ustrd"),
    elementsAt(tx, "RmtInf", "Strd", "RfrdDocInf", "Nb"),
    elementsAt(tx, "RmtInf", "Strd", "CdtrRefInf", "Ref"),
    elementsAt(tx, "RmtInf", "Strd", "AddtlRmtInf"),
  ]
    .flatMap((found) => found.map(({ text }) => text.trim()))
    .filter(Boolean)
    .join(" ")

/** An amount that names no currency is in that of its account. */
const currencyOf = (amount: XmlElement | undefined): string | undefined =>
  /\bCcy\s*=\s*["']([A-Z]{3})["']/.exec(amount?.attributes ?? "")?.[1]
