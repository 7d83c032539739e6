// Bank statements as CAMT.053 (ISO 20022). Only money that came in and is booked counts. Pure.
import { isWithinReach } from "~/utils/dates"
import { elementsAt, readXml, textAt, type XmlElement } from "~/utils/xml"
import type { ReadEntry } from "./bank-entry"
import { plainBankAmount } from "./bank-values"

export type ReadStatement =
  | { ok: true; entries: ReadEntry[]; skipped: number }
  | { ok: false; message: string }

/** Whether a file is XML at all; what is not is read as CSV. */
export const isXml = (text: string): boolean => /^\uFEFF?\s*</.test(text)

/** The entries of a statement in the school's currency; what is in another one, went out or isn't booked is counted. */
export function readCamt(text: string, currency: string): ReadStatement {
  const root = readXml(text)
  if (!root) return { ok: false, message: "This XML file can’t be read. Download it from your bank again." }
  const statements = elementsAt(root, "BkToCstmrStmt", "Stmt")
  if (statements.length === 0)
    return { ok: false, message: "This isn’t a CAMT.053 statement. Choose that format at your bank." }
  let skipped = 0
  const entries = statements
    .flatMap((statement) => elementsAt(statement, "Ntry"))
    .flatMap((entry) => {
      const read = entriesOf(entry, currency)
      if (read.length === 0) skipped += 1
      return read
    })
  return { ok: true, entries, skipped }
}

function entriesOf(entry: XmlElement, currency: string): ReadEntry[] {
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts") ?? "BOOK"
  const bookedOn = (textAt(entry, "BookgDt", "Dt") ?? textAt(entry, "BookgDt", "DtTm"))?.slice(0, 10)
  if (status !== "BOOK" || textAt(entry, "CdtDbtInd") !== "CRDT" || textAt(entry, "RvslInd") === "true")
    return []
  if (!bookedOn || !isWithinReach(bookedOn)) return []
  const [amount] = elementsAt(entry, "Amt")
  if (!isIn(amount, currency)) return []
  const details = elementsAt(entry, "NtryDtls", "TxDtls")
  const bankReference = textAt(entry, "AcctSvcrRef") ?? textAt(entry, "NtryRef")
  const read = (tx: XmlElement, txAmount: XmlElement | undefined): ReadEntry[] => {
    const amountMinor = isIn(txAmount, currency) ? plainBankAmount(txAmount?.text ?? "") : undefined
    if (amountMinor === undefined || amountMinor <= 0 || textAt(tx, "CdtDbtInd") === "DBIT") return []
    // One transfer can pay several documents, each with a part of its own.
    const remittance = [
      elementsAt(tx, "RmtInf", "Ustrd"),
      elementsAt(tx, "RmtInf", "Strd", "RfrdDocInf", "Nb"),
      elementsAt(tx, "RmtInf", "Strd", "CdtrRefInf", "Ref"),
      elementsAt(tx, "RmtInf", "Strd", "AddtlRmtInf"),
    ].flatMap((found) => found.map(({ text }) => text.trim()))
    return [
      {
        bookedOn,
        amountMinor,
        currency,
        payerName:
          textAt(tx, "RltdPties", "Dbtr", "Nm") ?? textAt(tx, "RltdPties", "Dbtr", "Pty", "Nm") ?? "",
        reference: remittance.filter(Boolean).join(" ").trim() || (textAt(entry, "AddtlNtryInf") ?? ""),
        bankReference:
          textAt(tx, "Refs", "AcctSvcrRef") ?? textAt(tx, "Refs", "TxId") ?? bankReference ?? null,
      },
    ]
  }
  if (details.length <= 1) return read(details[0] ?? entry, amount)
  // A collected entry: each payment in it has an amount of its own.
  return details.flatMap((tx) =>
    read(tx, elementsAt(tx, "AmtDtls", "TxAmt", "Amt")[0] ?? elementsAt(tx, "Amt")[0]),
  )
}

/** Whether an amount is in a currency; one that names none is in that of its account. */
const isIn = (amount: XmlElement | undefined, currency: string): boolean =>
  (/\bCcy\s*=\s*["']([A-Z]{3})["']/.exec(amount?.attributes ?? "")?.[1] ?? currency) === currency
