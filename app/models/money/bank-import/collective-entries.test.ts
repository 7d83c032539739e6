import { bankEntries } from "db/schema/money-bank"
import { expect, test } from "vitest"
import { openFamily } from "../../../../tests/support/billing"
import { openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { zipOf } from "../../../../tests/support/zip"
import { uploadStatement } from "./bank-import.server"
import { readCamt } from "./camt"
import { keepingEntries } from "./keep-entries.server"
import { ignoreEntry, recordEntry, restoreEntry } from "./record-entry.server"

const entry = (details: string) =>
  `<Ntry><Amt Ccy="CHF">127.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-25</Dt></BookgDt><AcctSvcrRef>N1</AcctSvcrRef><NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${details}</NtryDtls></Ntry>`
const part = (number: string, amount: string, name: string) =>
  `<TxDtls><Refs><AcctSvcrRef>${number}</AcctSvcrRef></Refs><Amt Ccy="CHF">${amount}</Amt><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`
const statement = `<Document><BkToCstmrStmt><Stmt>${entry("")}</Stmt></BkToCstmrStmt></Document>`
const notification = `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn>${entry(part("T1", "85.00", "Anna Roth") + part("T2", "42.50", "Beat Frei"))}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`

function swissSchool() {
  const { actor: given } = openSchool()
  const actor = { ...given, school: { ...given.school, currency: "CHF" } }
  const open = () =>
    rowsOf(bankEntries, { schoolId: actor.school.id, state: "open" }).map(
      ({ id, amountMinor, payerName }) => ({
        id,
        told: `${amountMinor} ${payerName}`.trim(),
      }),
    )
  return {
    actor,
    upload: (text: string) =>
      uploadStatement(actor, { name: "053.xml", bytes: new TextEncoder().encode(text) }),
    open,
    told: () => open().map((each) => each.told),
  }
}
const parts = ["8500 Anna Roth", "4250 Beat Frei"]

test("parts of a sum that was ignored by hand come, and the sum then stays ignored", async () => {
  const { actor, upload, open, told } = swissSchool()
  await upload(statement)
  const [sum] = open()
  expect(ignoreEntry(actor, sum?.id ?? "").ok).toBe(true)
  await upload(notification)
  await upload(notification)
  expect(told()).toEqual(parts)
  expect(restoreEntry(actor, sum?.id ?? "")).toBeRefused("in-parts")
  expect(told()).toEqual(parts)
})

test("parts of a sum that is recorded while they are read don’t come", async () => {
  const { actor, upload, open, told } = swissSchool()
  await upload(statement)
  const [sum] = open()
  const read = readCamt(notification, "CHF")
  if (!read.ok) throw new Error(read.message)
  const keeping = keepingEntries(actor, read, "054.xml")
  keeping.next()
  const { familyId } = openFamily(actor)
  orFail(recordEntry(actor, { entryId: sum?.id ?? "", familyId }))
  let step = keeping.next()
  while (!step.done) step = keeping.next()
  expect(step.value).toMatchObject({ ok: true, added: 0, known: 2, knownMinor: 12_750 })
  expect(told()).toEqual([])
})

const placeholders = ["NONREF", "NOTPROVIDED", "N/A", "0000"]
/** Two transfers of one amount under one number, of which the second has a number of its own, too. */
const alike = (number: string) =>
  [
    ["Anna Roth", ""],
    ["Beat Frei", "<Refs><TxId>T2</TxId></Refs>"],
  ].map(
    ([name, refs]) =>
      `<Ntry><Amt Ccy="CHF">85.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-12-01</Dt></BookgDt><AcctSvcrRef>${number}</AcctSvcrRef><NtryDtls><TxDtls>${refs}<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>`,
  )
const fileOf = (entries: string[]) =>
  `<Document><BkToCstmrStmt><Stmt>${entries.join("")}</Stmt></BkToCstmrStmt></Document>`

test.each([...placeholders, "N7"].flatMap((number) => [0, 1].map((first) => [number, first] as const)))(
  "transfers alike under %s are both there, where an earlier file has one",
  async (number, first) => {
    const { upload, told } = swissSchool()
    const both = alike(number)
    await upload(fileOf(both.slice(first, first + 1)))
    await upload(fileOf(both))
    await upload(fileOf(both))
    expect(told().sort()).toEqual(["8500 Anna Roth", "8500 Beat Frei"])
  },
)

test.each(placeholders)("transfers alike under %s are both there, where each has a file", async (number) => {
  const { upload, told } = swissSchool()
  for (const one of [...alike(number), ...alike(number)]) await upload(fileOf([one]))
  expect(told().sort()).toEqual(["8500 Anna Roth", "8500 Beat Frei"])
})

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
