import { bankEntries } from "db/schema/money-bank"
import { expect, test } from "vitest"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { zipOf } from "../../../../tests/support/zip"
import { uploadStatement } from "./bank-import.server"

const entry = (details: string) =>
  `<Ntry><Amt Ccy="CHF">127.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-25</Dt></BookgDt><AcctSvcrRef>N1</AcctSvcrRef><NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${details}</NtryDtls></Ntry>`
const part = (number: string, amount: string, name: string) =>
  `<TxDtls><Refs><AcctSvcrRef>${number}</AcctSvcrRef></Refs><Amt Ccy="CHF">${amount}</Amt><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`
const statement = `<Document><BkToCstmrStmt><Stmt>${entry("")}</Stmt></BkToCstmrStmt></Document>`
const notification = `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn>${entry(part("T1", "85.00", "Anna Roth") + part("T2", "42.50", "Beat Frei"))}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`

test.each([
  ["the statement first", { "053.xml": statement, "054.xml": notification }],
  ["the notification first", { "054.xml": notification, "055.xml": statement }],
])(
  "a collective entry that a statement has as a sum and a notification in parts is its parts, %s",
  async (_, files) => {
    const { actor: given } = openSchool()
    const actor = { ...given, school: { ...given.school, currency: "CHF" } }
    const upload = () => uploadStatement(actor, { name: "bank.zip", bytes: zipOf(files) })
    await upload()
    expect(await upload()).toMatchObject({ ok: true, added: 0, known: 3 })
    const open = rowsOf(bankEntries, { schoolId: actor.school.id, state: "open" })
    expect(open.map(({ amountMinor, payerName }) => [amountMinor, payerName])).toEqual([
      [8500, "Anna Roth"],
      [4250, "Beat Frei"],
    ])
  },
)
