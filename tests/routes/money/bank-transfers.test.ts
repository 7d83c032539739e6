import { bankEntries, bankUploads } from "db/schema/money-bank"
import { payments } from "db/schema/money-payments"
import { members } from "db/schema/people"
import { describe, expect, test } from "vitest"
import { changeRegion } from "~/models/accounts/school/school-settings.server"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { countReversedEntries, recordEntry } from "~/models/money/bank-import/record-entry.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { recordRefund } from "~/models/money/payment/refund.server"
import { reversePayment } from "~/models/money/payment/reverse-payment.server"
import { fixClock, now } from "~/utils/clock.server"
import { Browser, locationOf, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { addMember, changeRows, openSchool, orFail, rowsOf } from "../../support/school"
import { workbookOf, zipOf } from "../../support/zip"

const at = "/billing/manage/bank"

async function owing(amountMinor = 4250) {
  const { school, guardian, ...family } = openPayingFamily({ currency: "EUR" })
  const invoiceId = invoiceOver(school, family, amountMinor)
  return { school, guardian, invoiceId, ...family, office: await Browser.of(school.userId ?? "") }
}

const csv = (rows: string[]) =>
  new File([["Buchungstag;Name;Verwendungszweck;Betrag", ...rows].join("\n")], "umsatz.csv", {
    type: "text/csv",
  })
const camt = (rows: [amount: string, name: string, text: string][]) =>
  new File(
    [
      `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>${rows
        .map(
          ([amount, name, text], index) =>
            `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-17</Dt></BookgDt><AcctSvcrRef>B${index}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
        )
        .join("")}</Stmt></BkToCstmrStmt></Document>`,
    ],
    "camt.xml",
    { type: "application/xml" },
  )

const entriesOf = ({ school }: Actor) => rowsOf(bankEntries, { schoolId: school.id })
const paymentsOf = ({ school }: Actor) => rowsOf(payments, { schoolId: school.id })

describe("transfers that came before the school changed its currency", () => {
  test("keep the currency they came in, and aren't recorded as the other one", async () => {
    const { actor, userId } = openSchool()
    const before = { ...actor, school: { ...actor.school, currency: "EUR" } }
    expect(changeRegion(actor, { timeZone: "Europe/Berlin", currency: "EUR" }).ok).toBe(true)
    const office = await Browser.of(userId)
    await office.submit(at, { file: camt([["42.50", "Jonas Haddad", "Lessons"]]) })
    expect(entriesOf(before)).toMatchObject([{ amountMinor: 4250, currency: "EUR" }])
    expect(changeRegion(before, { timeZone: "Europe/Berlin", currency: "CHF" }).ok).toBe(true)
    const now = schoolActor(actor.school.id)
    if (!now) throw new Error("The school is gone")
    await office.submit(at, {
      file: new File(
        [(await camt([["9.00", "Zoë Novak", "Book"]]).text()).replaceAll("EUR", "CHF").replace("B0", "B9")],
        "camt.xml",
        { type: "application/xml" },
      ),
    })
    const text = await office.read(at)
    expect(text).toContain("2 transfers, CHF 9.00 and €42.50")
    const [entry] = entriesOf(now).filter(({ currency }) => currency === "EUR")
    const one = await office.read(`${at}?entry=${entry?.id}`)
    expect(one).toContain("€42.50 from Jonas Haddad")
    expect(one).toContain("This transfer came in EUR, and your school bills in CHF.")
    const family = openFamily(now)
    expect(recordEntry(now, { entryId: entry?.id ?? "", familyId: family.familyId })).toBeRefused(
      "other-currency",
    )
    expect(paymentsOf(now)).toEqual([])
    await office.submit(at, { intent: "ignore", entry: entry?.id ?? "" })
    expect(await office.read(`${at}?state=ignored`)).toContain("€42.50")
  })
})

describe("a statement", () => {
  test("that has a sum whose single transfers are here says so where it would be restored", async () => {
    const { school, office } = await owing()
    const sum = await camt([["42.50", "", ""]]).text()
    const single = (number: string, name: string) =>
      `<TxDtls><Refs><TxId>${number}</TxId></Refs><Amt Ccy="EUR">21.25</Amt><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`
    const parts = sum.replace(
      /<TxDtls>.*<\/TxDtls>/,
      single("T1", "Jonas Haddad") + single("T2", "Zoë Novak"),
    )
    for (const text of [sum, parts]) await office.submit(at, { file: new File([text], "camt.xml") })
    const ignored = entriesOf(school).filter(({ state }) => state === "ignored")
    expect(ignored).toMatchObject([{ amountMinor: 4250 }])
    await office.submit(at, { intent: "restore", entry: ignored[0]?.id ?? "" })
    expect(await office.read(at)).toContain("The single transfers of this sum are here, too.")
    expect(entriesOf(school).filter(({ state }) => state === "open")).toHaveLength(2)
  })

  test("names the rows it couldn’t read, and asks for its columns again where they were chosen wrongly", async () => {
    const { school, office } = await owing()
    const file = () => csv(["17.11.2026;Jonas;RG 2026-0001;42,50", "soon;Zoë;x;12,00"])
    expect(await office.read(at)).not.toContain("Choose the columns of this CSV again")
    const choose = locationOf(await office.submit(at, { file: file() }))
    const chosen = { date: "Buchungstag", amount: "Betrag", payer: "Verwendungszweck", dateOrder: "dmy" }
    await office.submit(choose, chosen)
    const text = await office.read(at)
    expect(text).toContain("Row 3 has no date or amount we can read: check whether it’s a payment.")
    expect(text).toContain("Choose the columns of this CSV again")
    const again = await office.submit(at, { file: file(), chooseColumns: "on" })
    const other = locationOf(again)
    expect(other).toMatch(/^\/billing\/manage\/bank\/.+/)
    await office.submit(other, { ...chosen, payer: "Name" })
    expect(entriesOf(school).map(({ payerName }) => payerName)).toContain("Jonas")
  })

  test("with more columns than any bank writes is refused, not read", async () => {
    const { school, office } = await owing()
    const wide = new File([`"2026-11-17,5.00,"${"x,".repeat(5000)}y\n2026-11-18,6.00\n`], "wide.csv")
    const refused = await office.submit(at, { file: wide, chooseColumns: "on" })
    await expect(refused).toAnswer(400, "This file has more than 120 columns.")
    expect(rowsOf(bankUploads, { schoolId: school.school.id })).toEqual([])
  })

  test("of a credit card says so, and leaves its amounts to whom it asks", async () => {
    const { office } = await owing()
    const file = new File(
      ["Date,Description,Amount\n2026-11-17,STAPLES,60.00\n2026-11-16,PAYMENT - THANK YOU,-60.00\n"],
      "card.csv",
    )
    const page = await office.visit(locationOf(await office.submit(at, { file })))
    expect(await page.clone().text()).not.toContain('<option value="Amount" selected="">')
    expect(await textOf(page)).toContain("This looks like a credit card’s statement")
  })

  test("pays an invoice that is named twice once; the rest is account credit", async () => {
    const { school, office, invoiceId } = await owing()
    await office.submit(at, { file: camt([["85.00", "Jonas Haddad", "2026-0001"]]) })
    const [entry] = entriesOf(school)
    const twice = [invoiceId, invoiceId]
    const answer = recordEntry(school, { entryId: entry?.id ?? "", invoiceIds: twice })
    expect(answer).toMatchObject({ ok: true, amountMinor: 8500, creditMinor: 4250 })
    expect(findInvoice(school, invoiceId)?.openMinor).toBe(0)
  })

  test("as CSV asks for its columns once, keeps them, and takes no transfer twice", async () => {
    const { school, office } = await owing()
    const first = csv(["17.11.2026;Jonas Haddad;RG 2026-0001;42,50", "17.11.2026;Miete;x;-900,00"])
    const uploaded = await office.submit(at, { file: first })
    const choose = locationOf(uploaded)
    expect(choose).toMatch(/^\/billing\/manage\/bank\/.+/)
    const page = await office.visit(choose)
    expect(await page.clone().text()).toContain('<option value="Buchungstag" selected="">')
    expect(await textOf(page)).toContain("RG 2026-0001")
    // Left and come back to: the file waits in the list of transfers.
    expect(await office.html(at)).toContain(`href="${choose}"`)
    const wrong = await office.submit(choose, { date: "Name", amount: "Betrag", dateOrder: "dmy" })
    await expect(wrong).toAnswer(400, "No row has a date and an amount in these columns.")
    const columns = {
      date: "Buchungstag",
      amount: "Betrag",
      payer: "Name",
      reference: "Verwendungszweck",
      dateOrder: "dmy",
    }
    expect((await office.submit(choose, columns)).headers.get("Location")).toBe(at)
    expect(await office.read(at)).toContain("1 new transfer imported.")
    // Gone back to, the file says that it was read; sent again, it isn’t read twice.
    expect(await office.read(choose)).toContain("This file was imported. See its transfers")
    expect(locationOf(await office.submit(choose, columns))).toBe(at)
    expect(await office.read(at)).toContain("This file was imported already.")
    expect((await office.visit(`${at}/unknown`)).status).toBe(404)
    expect(await office.html(at)).not.toContain(`href="${choose}"`)

    const again = csv(["17.11.2026;Jonas Haddad;RG 2026-0001;42,50", "18.11.2026;Jemand;Danke;10,00"])
    expect((await office.submit(at, { file: again })).headers.get("Location")).toBe(at)
    expect(await office.read(at)).toContain(
      "1 new transfer imported. Credits in the file €52.50: €10.00 new, €42.50 imported before.",
    )
    expect(entriesOf(school)).toHaveLength(2)
  })

  test("as a workbook is a table, and as a page that is called .xls too", async () => {
    const { school, office } = await owing()
    const columns = { date: "Fecha", amount: "Importe", reference: "Concepto", dateOrder: "dmy" }
    const rows = [
      ["Movimientos de la cuenta"],
      ["Fecha", "Concepto", "Importe", "Saldo"],
      ["17/11/2026", "RG 2026-0001; Jonas", { number: 42.5 }, { number: 1042.5 }],
      [{ number: 46343, style: "date" as const }, "Luz, agua", { number: -60 }, { number: 982.5 }],
    ]
    const sheet = new File([new Uint8Array(workbookOf(rows))], "movimientos.xlsx")
    const choose = locationOf(await office.submit(at, { file: sheet }))
    await office.submit(choose, columns)
    expect(entriesOf(school)).toMatchObject([
      { bookedOn: "2026-11-17", amountMinor: 4250, reference: "RG 2026-0001; Jonas" },
    ])
    const page = `<html><body><table><tr><td colspan=4>Movimientos</td></tr><tr><th>Fecha<th>Concepto<th>Importe<th>Saldo</tr><tr><td>17/11/2026</td><td>RG 2026-0001; <b>Jonas</b></td><td>42,50</td><td>1.042,50</td></tr><tr><td>18/11/2026</td><td>Zo&#235; &amp; Bo</td><td>1.000,00</td><td>2.042,50</td></tr></table></body></html>`
    await office.submit(at, { file: new File([page], "movimientos.xls") })
    expect(await office.read(at)).toContain("€1,000.00 new, €42.50 imported before.")
    expect(entriesOf(school).map(({ reference }) => reference)).toContain("Zoë & Bo")
  })

  test("in a ZIP file with others has each transfer once, asks for columns once, and what is no statement is named", async () => {
    const { school, office } = await owing()
    const headings = "Buchungstag;Name;Verwendungszweck;Betrag"
    const both = "17.11.2026;Jonas Haddad;RG 2026-0001;42,50"
    const files = {
      "october.csv": `${headings}\n${both}\n16.10.2026;Zoë Novak;RG 2026-0002;12,00\n`,
      "november.csv": `${headings}\n${both}\n18.11.2026;Bo Park;RG 2026-0003;13,00\n`,
      "camt.xml": await camt([["9.00", "Al Park", "Book"]]).text(),
      "november.pdf": "%PDF-1.7",
    }
    const zip = () => new File([new Uint8Array(zipOf(files))], "statements.zip")
    const asked = await office.submit(at, { file: zip() })
    const choose = locationOf(asked)
    expect(choose).toMatch(/^\/billing\/manage\/bank\/.+/)
    const told = await office.read(choose)
    expect(told).toContain("1 new transfer imported. Credits in the file €9.00: €9.00 new.")
    expect(told).toContain("november.pdf: This is a PDF.")
    const columns = { date: "Buchungstag", amount: "Betrag", payer: "Name", dateOrder: "dmy" }
    await office.submit(choose, columns)
    expect(await office.read(at)).toContain(
      "3 new transfers imported. Credits in the file €110.00: €67.50 new, €42.50 imported before.",
    )
    await office.submit(at, { file: zip() })
    expect(await office.read(at)).toContain("€119.00 imported before.")
    expect(entriesOf(school)).toHaveLength(4)
  })

  test("whose columns are chosen isn’t taken with one of the same name that was left before", async () => {
    const { school, office } = await owing()
    const before = await office.submit(at, { file: csv(["17.11.2026;Zoë Novak;old;12,00"]) })
    const then = now()
    fixClock(then + 60_000)
    const asked = await office.submit(at, { file: csv(["18.11.2026;Bo Park;new;13,00"]) })
    const columns = { date: "Buchungstag", amount: "Betrag", payer: "Name", dateOrder: "dmy" }
    await office.submit(locationOf(asked), columns)
    expect(entriesOf(school).map(({ payerName }) => payerName)).toEqual(["Bo Park"])
    expect((await office.visit(locationOf(before))).status).toBe(200)
    fixClock(then)
  })

  test("as a ZIP file of many workbooks is read up to a dozen of them, and the others are named", async () => {
    const { office } = await owing()
    const workbook = workbookOf([["Nothing"]])
    const files = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`${index}.xlsx`, workbook]))
    const zip = new File([new Uint8Array(zipOf(files))], "statements.zip")
    const refused = await office.submit(at, { file: zip })
    expect(await textOf(refused)).toContain("12.xlsx: There are too many workbooks in this ZIP file.")
  })

  test("as MT940 whose balances differ from its entries is taken, and the difference is named", async () => {
    const { school, office } = await owing()
    const text =
      ":20:X\n:25:1\n:28C:1\n:60F:C261116EUR100,00\n:61:2611171117C42,50NTRFNONREF\n:86:/NAME/Jonas Haddad/REMI/2026-0001\n:62F:C261117EUR150,00\n"
    await office.submit(at, { file: new File([text], "a.sta") })
    expect(await office.read(at)).toContain("The balances in the file differ from its entries by €7.50")
    expect(entriesOf(school)).toMatchObject([{ amountMinor: 4250, payerName: "Jonas Haddad" }])
  })

  test("names what it left out, also money in another currency", async () => {
    const { office } = await owing()
    const both = camt([
      ["42.50", "Jonas Haddad", "2026-0001"],
      ["7.00", "Someone", "thanks"],
    ])
    const text = (await both.text()).replace('Ccy="EUR">7.00', 'Ccy="USD">7.00')
    await office.submit(at, { file: new File([text], "camt.xml", { type: "application/xml" }) })
    expect(await office.read(at)).toContain(
      "1 new transfer imported. Credits in the file €42.50: €42.50 new. Not imported: $7.00 in another currency.",
    )
  })

  test("of a payment service takes what people paid, and names the service’s own for what it is", async () => {
    const { school, office } = await owing()
    const text = `"Date","Name","Type","Status","Currency","Gross","Fee","Net"
"17/11/2026","Jonas Haddad","Website Payment","Completed","EUR","42.50","-1.50","41.00"
"17/11/2026","","General Currency Conversion","Completed","EUR","9.00","0.00","9.00"
"17/11/2026","Music shop","Payment Refund","Completed","EUR","12.00","0.00","12.00"
"17/11/2026","","General Withdrawal","Completed","EUR","-30.00","0.00","-30.00"
`
    const choose = locationOf(await office.submit(at, { file: new File([text], "paypal.csv") }))
    await office.submit(choose, { date: "Date", amount: "Gross", payer: "Name", dateOrder: "dmy" })
    expect(await office.read(at)).toContain(
      "1 new transfer imported. Credits in the file €63.50: €42.50 new, €12.00 returned or refunded to you, €9.00 from payouts, holds, exchanges or deposits of your own. 1 row isn’t a credit.",
    )
    expect(entriesOf(school)).toMatchObject([{ amountMinor: 4250, payerName: "Jonas Haddad" }])
  })

  test("as CAMT.053 suggests the invoices; confirming records each payment once", async () => {
    const { school, office, invoiceId } = await owing()
    await office.submit(at, {
      file: camt([
        ["42.50", "Jonas Haddad", "2026-0001"],
        ["7.00", "Someone", "thanks"],
      ]),
    })
    const html = await office.html(at)
    const [entry] = entriesOf(school).filter(({ amountMinor }) => amountMinor === 4250)
    const choice = `${entry?.id}:${invoiceId}`
    expect(html).toContain(`checked="" value="${choice}"`)
    expect(html).toContain("Invoice number and amount match")
    for (let times = 0; times < 2; times += 1)
      await office.submit(at, { intent: "record", "entry[]": [choice] })
    expect(paymentsOf(school)).toMatchObject([
      { amountMinor: 4250, method: "transfer", payerName: "Jonas Haddad", receivedOn: "2026-11-17" },
    ])
    expect(findInvoice(school, invoiceId)?.state).toBe("paid")
    expect(recordEntry(school, { entryId: entry?.id ?? "", invoiceIds: [invoiceId] })).toBeRefused("no-entry")
    expect(await office.html(`${at}?state=recorded`)).toContain(
      `/billing/payments/${paymentsOf(school)[0]?.id}`,
    )
  })

  test("as CAMT.053 and as CSV has each transfer once; one that the files tell differently is pointed out", async () => {
    const { school, office, invoiceId } = await owing()
    const rows: [string, string, string][] = [
      ["42.50", "Jonas Haddad", "2026-0001"],
      ["7.00", "Someone", "thanks"],
    ]
    await office.submit(at, { file: camt(rows) })
    const told = ["17.11.2026;Jonas Haddad;SVWZ+2026-0001 EREF+9;42,50", "17.11.2026;SOMEONE;Thanks!;7,00"]
    const choose = locationOf(await office.submit(at, { file: csv(told) }))
    const columns = { date: "Buchungstag", amount: "Betrag", payer: "Name", reference: "Verwendungszweck" }
    await office.submit(choose, { ...columns, dateOrder: "dmy" })
    const page = await office.visit(at)
    const html = await page.clone().text()
    expect(await textOf(page)).toContain(
      "1 new transfer imported. Credits in the file €49.50: €42.50 new, €7.00 imported before.",
    )
    const [first, , second] = entriesOf(school)
    expect(entriesOf(school)).toHaveLength(3)
    expect(html).toContain(`checked="" value="${first?.id}:${invoiceId}"`)
    expect(html).toContain(`value="${second?.id}:${invoiceId}"`)
    expect(html).not.toContain(`checked="" value="${second?.id}:${invoiceId}"`)
    const warning = "Looks like the same transfer as Jonas Haddad, Nov 17, 2026, “2026-0001”, which is"
    expect(await office.read(at)).toContain(`${warning} on this list, too`)
    await office.submit(at, { intent: "record", "entry[]": [`${first?.id}:${invoiceId}`] })
    expect(await office.read(at)).toContain(`${warning} recorded`)
    expect(await office.read(`${at}?entry=${second?.id}`)).toContain(warning)
    // Either file again brings nothing new.
    await office.submit(at, { file: camt(rows) })
    await office.submit(at, { file: csv(told) })
    expect(entriesOf(school)).toHaveLength(3)
  })

  test("that pays again after a chargeback is selected like one without a payment", async () => {
    const { school, office, invoiceId } = await owing()
    const { paymentId } = orFail(
      recordPayment(school, {
        ...{ invoiceId, amountMinor: 4250, method: "paypal", receivedOn: "2026-11-16" },
        ...{ payerName: "Jonas Haddad", hasArrived: true },
      }),
    )
    orFail(recordRefund(school, { paymentId, kind: "reversal", amountMinor: 4250, providerReference: "C-1" }))
    await office.submit(at, { file: camt([["42.50", "Jonas Haddad", "2026-0001"]]) })
    expect(await office.html(at)).toContain('checked=""')
    expect(await office.read(at)).not.toContain("This family already has a payment of this amount")
  })

  test("of a payment that is recorded by hand already isn't selected, and of two for one invoice only the first", async () => {
    const { school, office, invoiceId, familyId, ...family } = await owing()
    recordPayment(school, {
      familyId,
      amountMinor: 4250,
      method: "transfer",
      receivedOn: "2026-11-16",
      payerName: "Jonas Haddad",
    })
    const next = invoiceOver(school, { familyId, studentIds: family.studentIds }, 4250)
    await office.submit(at, { file: camt([["42.50", "Jonas Haddad", "lessons"]]) })
    const html = await office.html(at)
    expect(html).toContain(`:${next}"`)
    expect(html).not.toContain('checked=""')
    expect(await office.read(at)).toContain(
      "This family already has a payment of this amount on Nov 16, 2026.",
    )

    const other = await owing()
    const both: [string, string, string][] = [
      ["42.50", "Jonas Haddad", "2026-0001"],
      ["42.50", "Jonas Haddad", "2026-0001"],
    ]
    await other.office.submit(at, { file: camt(both) })
    const page = await other.office.html(at)
    expect(page.split('checked=""').length - 1).toBe(1)
    expect(page).not.toContain("already has a payment")
    expect(findInvoice(school, invoiceId)?.state).toBe("paid")
  })

  test("pays another invoice by hand; what is too much becomes account credit", async () => {
    const { school, office, invoiceId, familyId } = await owing()
    await office.submit(at, { file: camt([["50.00", "Unknown", "lessons"]]) })
    const [entry] = entriesOf(school)
    const search = await office.read(`${at}?entry=${entry?.id}&q=hadd`)
    expect(search).toMatch(/2026-0001 , Haddad €42.50 due ?, €7.50 becomes account credit/)
    expect(await office.read(`${at}?entry=${entry?.id}&q=nobody`)).toContain(
      "No unpaid invoices match this search.",
    )
    await office.submit(at, { intent: "record-one", entry: entry?.id ?? "", invoice: invoiceId })
    expect(findInvoice(school, invoiceId)?.state).toBe("paid")
    expect(familyBalance(school, familyId)).toBe(-750)
  })

  test("names families of one name so that they are told apart: where they are chosen and where one was found", async () => {
    const { school, office } = await owing()
    const other = openFamily(school, { name: "Haddad", children: ["Zoe"] })
    invoiceOver(school, other, 6_000)
    await office.submit(at, { file: camt([["60.00", "Unknown", "2026-0002"]]) })
    expect(await office.read(at)).toContain("2026-0002 , Haddad (Zoe)")
    const page = await office.visit(`${at}?entry=${entriesOf(school)[0]?.id}&q=hadd`)
    const html = await page.clone().text()
    expect(await textOf(page)).toContain("2026-0001 , Haddad (Milo, Otis)")
    for (const name of ["Haddad (Milo, Otis)", "Haddad (Zoe)"])
      expect(html).toContain(`aria-label="Record for ${name}"`)
  })

  test("says what became account credit, and is a family’s prepayment without an invoice", async () => {
    const { school, office, invoiceId, familyId } = await owing()
    await office.submit(at, {
      file: camt([
        ["50.00", "Unknown", "lessons"],
        ["75.00", "Unknown", "prepayment"],
      ]),
    })
    const idOf = (minor: number) =>
      entriesOf(school).find(({ amountMinor }) => amountMinor === minor)?.id ?? ""
    await office.submit(at, { intent: "record-one", entry: idOf(5000), invoice: invoiceId })
    expect(await office.read(at)).toContain("€50.00 recorded. €7.50 of it is account credit.")
    const page = await office.html(`${at}?entry=${idOf(7500)}&q=hadd`)
    expect(page).toContain(`name="family" value="${familyId}"`)
    const stranger = await owing()
    const theirs = { intent: "record-one", entry: idOf(7500), family: stranger.familyId }
    expect((await office.submit(at, theirs)).status).toBe(404)
    await office.submit(at, { ...theirs, family: familyId })
    expect(await office.read(at)).toContain("€75.00 recorded. €75.00 of it is account credit.")
    expect(familyBalance(school, familyId)).toBe(-8250)
    expect(entriesOf(school).every(({ state }) => state === "recorded")).toBe(true)
  })

  test("settles every invoice it quotes in one booking", async () => {
    const { school, office, invoiceId, familyId, ...family } = await owing(3000)
    const second = invoiceOver(school, { familyId, studentIds: family.studentIds }, 2000)
    await office.submit(at, { file: camt([["50.00", "Unknown", "2026-0001 2026-0002"]]) })
    const choice = `${entriesOf(school)[0]?.id}:${invoiceId},${second}`
    expect(await office.html(at)).toContain(`checked="" value="${choice}"`)
    await office.submit(at, { intent: "record", "entry[]": [choice] })
    for (const id of [invoiceId, second]) expect(findInvoice(school, id)?.state).toBe("paid")
    expect(paymentsOf(school)).toMatchObject([{ amountMinor: 5000 }])
    expect(familyBalance(school, familyId)).toBe(0)
  })

  test("sets aside what is no payment, and takes it up again", async () => {
    const { school, office } = await owing()
    await office.submit(at, { file: camt([["50.00", "City", "grant"]]) })
    const [entry] = entriesOf(school)
    const id = entry?.id ?? ""
    await office.submit(at, { intent: "ignore", entry: id })
    expect(await office.read(`${at}?state=ignored`)).toContain("grant")
    await office.submit(at, { file: camt([["50.00", "City", "grant"]]) })
    expect(entriesOf(school)).toMatchObject([{ state: "ignored" }])
    await office.submit(at, { intent: "restore", entry: id })
    expect(entriesOf(school)).toMatchObject([{ state: "open" }])
  })

  test("comes back to be checked when its payment was reversed", async () => {
    const { school, office, invoiceId } = await owing()
    await office.submit(at, { file: camt([["42.50", "Jonas Haddad", "2026-0001"]]) })
    const [entry] = entriesOf(school)
    const id = entry?.id ?? ""
    await office.submit(at, { intent: "record", "entry[]": [`${id}:${invoiceId}`] })
    expect((await office.submit(at, { intent: "restore", entry: id })).status).toBe(404)
    const paymentId = paymentsOf(school)[0]?.id ?? ""
    expect(reversePayment(school, { paymentId, reason: "Wrong family" }).ok).toBe(true)
    expect(findInvoice(school, invoiceId)?.openMinor).toBe(4250)
    expect(await office.read(`${at}?state=recorded`)).toContain("Restore")
    const named = "1 recorded transfer had its payment reversed."
    expect(await office.read(at)).toContain(named)
    expect(countReversedEntries(school)).toBe(1)
    const today = now()
    fixClock(today + 31 * 86_400_000)
    expect(countReversedEntries(school), "left for a month").toBe(0)
    fixClock(today)
    await office.submit(at, { intent: "restore", entry: id })
    expect(entriesOf(school)).toMatchObject([{ state: "open", paymentId: null }])
    await office.submit(at, { intent: "record", "entry[]": [`${id}:${invoiceId}`] })
    expect(findInvoice(school, invoiceId)?.state).toBe("paid")
  })

  test("is refused when it is hostile, empty, too large or no statement", async () => {
    const { school, office } = await owing()
    const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb">]><Document><BkToCstmrStmt><Stmt>&b;</Stmt></BkToCstmrStmt></Document>`
    for (const [file, message] of [
      [new File([bomb], "a.xml"), "This XML file can’t be read."],
      [new File(["<html></html>"], "a.xml"), "This XML file isn’t a CAMT statement."],
      [new File([""], "a.csv"), ""],
      [new File(["one column\n1\n2"], "a.csv"), "This file has no rows we can read."],
      [new File(["x".repeat(900_001)], "a.csv"), "Choose a file of at most 900 KB"],
    ] as const) {
      await expect(office.submit(at, { file })).toAnswer(400, message)
    }
    expect((await office.submit(at, { file: "" })).status).toBe(400)
    expect((await office.submit(at, { intent: "record" })).status).toBe(400)
    expect(entriesOf(school)).toEqual([])
    expect(rowsOf(bankUploads, { schoolId: school.school.id })).toEqual([])
  })

  test("is the office’s of that school alone", async () => {
    const { school, office, invoiceId, guardian } = await owing()
    await office.submit(at, { file: camt([["42.50", "Jonas Haddad", "2026-0001"]]) })
    const [entry] = entriesOf(school)
    const stranger = await Browser.of(openSchool().userId)
    const id = entry?.id ?? ""
    await expect(stranger.submit(at, { intent: "record-one", entry: id, invoice: invoiceId })).toAnswer(404)
    expect((await stranger.submit(at, { intent: "ignore", entry: id })).status).toBe(404)
    await stranger.submit(at, { intent: "record", "entry[]": [`${id}:${invoiceId}`] })
    expect(paymentsOf(school)).toEqual([])
    expect((await (await Browser.of(guardian.userId)).visit(at)).status).toBe(302)
    const other = await owing()
    await expect(office.submit(at, { intent: "record-one", entry: id, invoice: other.invoiceId })).toAnswer(
      404,
    )
    expect(entriesOf(school)).toMatchObject([{ state: "open" }])
  })

  test("is read by whom may invoice, and recorded by whom may take payments", async () => {
    const { school, office, invoiceId } = await owing()
    await office.submit(at, { file: camt([["42.50", "Jonas Haddad", "2026-0001"]]) })
    const [entry] = entriesOf(school)
    const iris = addMember(school, "office", "Iris Novak")
    const as = async (rights: string) => {
      changeRows(members, { id: iris.memberId }, { rights })
      return Browser.of(iris.userId)
    }
    const invoicing = await as("invoices,prices")
    expect(await invoicing.read(at)).toContain("Someone with the right to take payments records these.")
    const choice = `${entry?.id}:${invoiceId}`
    expect((await invoicing.submit(at, { intent: "record", "entry[]": [choice] })).status).toBe(403)
    const one = { intent: "record-one", entry: entry?.id ?? "", invoice: invoiceId }
    expect((await invoicing.submit(at, one)).status).toBe(403)
    expect(paymentsOf(school)).toEqual([])
    const taking = await as("invoices,prices,payments")
    expect((await taking.submit(at, { intent: "record", "entry[]": [choice] })).status).toBe(303)
    expect(paymentsOf(school)).toHaveLength(1)
  })

  test("whoever may only take payments brings a file, chooses its columns, ignores one and records one", async () => {
    const { school, invoiceId } = await owing()
    const iris = addMember(school, "office", "Iris Novak")
    changeRows(members, { id: iris.memberId }, { rights: "prices,payments" })
    const taking = await Browser.of(iris.userId)
    expect(await taking.read("/billing/manage")).toContain("Books")
    expect(await taking.read("/billing/history")).toContain("Bank transfers")
    const file = csv(["17.11.2026;Jonas Haddad;2026-0001;42,50", "17.11.2026;Town hall;Grant;10,00"])
    const asked = await taking.submit(at, { file, chooseColumns: "on" })
    expect(asked.headers.get("Location")).toMatch(/\/billing\/manage\/bank\/./)
    const columns = await taking.submit(locationOf(asked), {
      ...{ date: "Buchungstag", amount: "Betrag", payer: "Name", reference: "Verwendungszweck" },
      dateOrder: "dmy",
    })
    expect(columns.status).toBe(303)
    const idOf = (payerName: string) =>
      entriesOf(school).find((entry) => entry.payerName === payerName)?.id ?? ""
    await expect(taking.submit(at, { intent: "ignore", entry: idOf("Town hall") })).toAnswer(303)
    const one = { intent: "record-one", entry: idOf("Jonas Haddad"), invoice: invoiceId }
    expect((await taking.submit(at, one)).status).toBe(303)
    expect(paymentsOf(school)).toHaveLength(1)
    expect((await taking.visit("/billing/new-invoice")).headers.get("Location")).toBe("/dashboard")
  })
})
