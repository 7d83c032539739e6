import { charges, invoices } from "db/schema/money"
import { payments } from "db/schema/money-payments"
import { guardians } from "db/schema/people"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { saveDraft } from "~/models/money/invoice/draft-invoice.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { spareCredit } from "~/models/money/payment/spare-credit.server"
import { Browser, locationOf, rowCount, textOf } from "../../support/app"
import { type BilledSchool, openBilledSchool, sendInvoice } from "../../support/billed-school"
import { november, openFamily, owe } from "../../support/billing"
import { textOfPdf } from "../../support/pdf"
import { addMember, changeRows, rowOf, rowsOf } from "../../support/school"

let school: BilledSchool
let stranger: BilledSchool

beforeAll(async () => {
  stranger = await openBilledSchool()
})

beforeEach(async () => {
  school = await openBilledSchool()
})

const sent = (amounts: number[] = [3250, 4500], of = school) => sendInvoice(of, amounts)

const counts = () =>
  ["invoices", "invoice_lines", "charges", "payments", "allocations", "emails", "events"].map(rowCount)

const newInvoice = (familyId: string, more = "") =>
  `/billing/new-invoice?family=${familyId}&from=2026-11-01&to=2026-11-30${more}`

describe("a new invoice", () => {
  test("begins with a family; those with something to invoice come first", async () => {
    openFamily(school.actor, { name: "Quiet" })
    owe(school.actor, school.family, 3250)
    const html = await school.browser.html("/billing/new-invoice")
    expect(html).toContain("Okafor (Amara, Freya)")
    expect(html.indexOf("Ready to invoice")).toBeLessThan(html.indexOf("No new charges"))
    expect(html).toContain("Choose a family to review its charges.")
  })

  test("shows lines, subtotals, total and the split, and says whom it goes to", async () => {
    owe(school.actor, school.family, 3250)
    owe(school.actor, school.family, 4501)
    const text = await school.browser.read(newInvoice(school.family.familyId))
    for (const words of [
      "2 items",
      "Mon, Nov 9",
      "Other charges, 2 $77.51",
      "Total $77.51",
      "Split between 2 payers",
      "Mateo Okafor, 50% $38.76",
      "Zoë Okafor, 50% $38.75",
      "Send to both",
      "Its number is assigned when you send it.",
    ])
      expect(text).toContain(words)
  })

  test("without a script, unticked lines, the due date and the note survive Recalculate", async () => {
    const on = owe(school.actor, school.family, 3250)
    const off = owe(school.actor, school.family, 4500, { description: "Strings" })
    const answer = await school.browser.submit(newInvoice(school.family.familyId), {
      intent: "recalculate",
      "charge[]": on,
      dueOn: "2026-12-24",
      note: "See you <soon> & often",
    })
    expect(answer.status).toBe(303)
    const again = await school.browser.visit(locationOf(answer))
    const html = await again.clone().text()
    expect(await textOf(again)).toContain("Total $32.50")
    expect(html).toMatch(new RegExp(`checked=""[^>]*value="${on}"|value="${on}"[^>]*checked=""`))
    expect(html).not.toMatch(new RegExp(`checked=""[^>]*value="${off}"|value="${off}"[^>]*checked=""`))
    expect(html).toContain('value="2026-12-24"')
    expect(html).toContain("See you &lt;soon&gt; &amp; often")
  })

  test("without a script, an item or a price that is typed and not added survives Recalculate", async () => {
    owe(school.actor, school.family, 3250)
    const path = newInvoice(school.family.familyId)
    const item = { lineDescription: "Strings", lineAmount: "abc", lineDay: "2026-11-02" }
    const answer = await school.browser.submit(path, { intent: "recalculate", ...item, priceAmount: "25" })
    const at = locationOf(answer)
    const html = await school.browser.html(at)
    for (const typed of ["Strings", "abc", "2026-11-02"]) expect(html).toContain(`value="${typed}"`)
    expect(html).toMatch(/<details open=""[^>]*><summary[^>]*>Add an item/)
    const added = await school.browser.submit(at, {
      intent: "enter",
      ...item,
      lineAmount: "8",
      priceAmount: "25",
    })
    const rest = new URLSearchParams(added.headers.get("Location")?.split("?")[1])
    expect([rest.get("lineDescription"), rest.get("priceAmount")]).toEqual([null, "25"])
  })

  test("a refused item or price keeps every tick, whatever it was refused for", async () => {
    const on = owe(school.actor, school.family, 3250)
    const off = owe(school.actor, school.family, 4500, { description: "Strings" })
    const path = newInvoice(school.family.familyId)
    const item = { lineDescription: "Rosin", lineAmount: "8", lineDay: "2026-11-09", lineStudent: "" }
    const twin = { lineDescription: "Strings", lineAmount: "45", lineDay: "2026-11-09" }
    const refused: Record<string, string>[] = [
      { ...item, lineDescription: "" },
      { ...item, lineAmount: "" },
      { ...item, lineAmount: "abc" },
      { ...item, lineDay: "2026-02-30" },
      { ...item, lineStudent: "of-nobody" },
      { ...item, lineTax: "of-nobody" },
      { ...item, ...twin, lineStudent: school.family.studentIds[0] ?? "" },
      { intent: "price-lessons", priceClass: "of-nobody", priceAmount: "abc" },
    ]
    for (const fields of refused) {
      const answer = await school.browser.submit(path, {
        intent: "add-line",
        "charge[]": on,
        dueOn: "2026-12-24",
        note: "Bring the book",
        ...fields,
      })
      const html = await answer.text()
      expect([400, 409], JSON.stringify(fields)).toContain(answer.status)
      expect(html).toMatch(new RegExp(`checked=""[^>]*value="${on}"|value="${on}"[^>]*checked=""`))
      expect(html).not.toMatch(new RegExp(`checked=""[^>]*value="${off}"|value="${off}"[^>]*checked=""`))
      expect(html).toContain("Bring the book")
      expect(html).toContain('value="2026-12-24"')
    }
  })

  test("sends the ticked lines, makes one invoice of two submits, and leads to it", async () => {
    const chargeId = owe(school.actor, school.family, 3250)
    owe(school.actor, school.family, 4500)
    const fields = { intent: "send", "charge[]": chargeId, dueOn: "2026-12-02", note: "" }
    const path = newInvoice(school.family.familyId)
    const [first, second] = await Promise.all([
      school.browser.submit(path, fields),
      school.browser.submit(path, fields),
    ])
    expect([first.status, second.status]).toEqual([303, 303])
    expect(second.headers.get("Location")).toBe(first.headers.get("Location"))
    const mine = rowsOf(invoices, { schoolId: school.actor.school.id })
    expect(mine).toMatchObject([{ number: "2026-0001", totalMinor: 3250, state: "issued" }])
    const text = await school.browser.read(locationOf(first))
    for (const words of ["Invoice 2026-0001", "Unpaid", "$32.50", "December 2, 2026 , in 14 days"])
      expect(text).toContain(words)
  })

  test("a line billed by someone else is reported, and nothing typed is lost", async () => {
    const mine = owe(school.actor, school.family, 3250)
    const taken = owe(school.actor, school.family, 4500)
    issueInvoice(school.actor, november(school.family.familyId, [taken]))
    const before = rowCount("invoices")
    const answer = await school.browser.submit(newInvoice(school.family.familyId), {
      intent: "send",
      "charge[]": [mine, taken],
      dueOn: "2026-12-09",
      note: "Bring the book",
    })
    expect(answer.status).toBe(409)
    const html = await answer.clone().text()
    const text = await textOf(answer)
    expect(text).toContain(
      "There is a problem Some of these items are already on another invoice and were removed below.",
    )
    expect(text).toContain("Total $32.50")
    expect(html).toContain("Bring the book")
    expect(html).toContain('value="2026-12-09"')
    expect(rowCount("invoices")).toBe(before)
  })

  test("bad input is named and changes nothing", async () => {
    const chargeId = owe(school.actor, school.family, 3250)
    const path = newInvoice(school.family.familyId)
    const before = counts()
    const tries: [Record<string, string | string[]>, string][] = [
      [{ intent: "send", dueOn: "2026-12-02" }, "Select at least one item."],
      [{ intent: "send", "charge[]": chargeId }, "Enter a due date."],
      [
        { intent: "send", "charge[]": chargeId, dueOn: "2026-02-30" },
        "Enter a date that exists, like Dec 31, 2026.",
      ],
      [
        { intent: "send", "charge[]": chargeId, dueOn: "2026-11-01" },
        "Enter a due date that’s today or later.",
      ],
      [{ intent: "draft", dueOn: "2026-12-02" }, "Select at least one item."],
      [
        { intent: "send", "charge[]": chargeId, dueOn: "2026-12-02", note: "x".repeat(2001) },
        "under 2,000 characters",
      ],
      [
        { intent: "send", "charge[]": "no-such-line", dueOn: "2026-12-02" },
        "Some of these items have changed.",
      ],
      [{ intent: "add-line" }, "Enter a description."],
      [
        { intent: "add-line", lineDescription: "Book", lineAmount: "free", lineDay: "2026-11-09" },
        "Enter an amount",
      ],
      [
        { intent: "add-line", lineDescription: "Book", lineAmount: "0", lineDay: "2026-11-09" },
        "Enter an amount",
      ],
      [
        {
          intent: "add-line",
          lineDescription: "Book",
          lineAmount: "5",
          lineDay: "2026-11-09",
          lineStudent: stranger.family.studentIds[0] ?? "",
        },
        "Choose a student of this family.",
      ],
    ]
    for (const [fields, message] of tries) {
      const answer = await school.browser.submit(path, fields)
      expect([400, 409], message).toContain(answer.status)
      expect(await textOf(answer)).toContain(message)
    }
    expect(counts()).toEqual(before)
  })

  test("a line is added with its markup shown as text, ticked, the others as they were", async () => {
    const off = owe(school.actor, school.family, 4500)
    const answer = await school.browser.submit(newInvoice(school.family.familyId), {
      intent: "add-line",
      lineDescription: "Strings <b>A & D</b>",
      lineAmount: "14.95",
      lineDay: "2026-12-02",
      lineStudent: school.family.studentIds[1] ?? "",
      dueOn: "2026-12-20",
    })
    const html = await school.browser.html(locationOf(answer))
    expect(html).toContain("Strings &lt;b&gt;A &amp; D&lt;/b&gt;")
    expect(html).not.toMatch(new RegExp(`checked=""[^>]*value="${off}"|value="${off}"[^>]*checked=""`))
    expect(html).toContain("$14.95")
    const added = rowOf(charges, { description: "Strings <b>A & D</b>" })
    expect(added).toMatchObject({ amountMinor: 1495, studentId: school.family.studentIds[1], source: "item" })
  })

  test("a period that cannot be is said; another school's family and draft are not found", async () => {
    const { familyId } = school.family
    const text = await school.browser.read(
      `/billing/new-invoice?family=${familyId}&from=2026-12-01&to=2026-11-01`,
    )
    expect(text).toContain("Enter a start date on or before the end date.")
    const theirs = stranger.family.familyId
    const draft = saveDraft(stranger.actor, november(theirs, [owe(stranger.actor, stranger.family, 100)]))
    const before = counts()
    for (const path of [newInvoice(theirs), `/billing/new-invoice?draft=${draft.ok && draft.invoiceId}`]) {
      expect((await school.browser.visit(path)).status).toBe(404)
      expect((await school.browser.submit(path, { intent: "send", dueOn: "2026-12-02" })).status).toBe(404)
    }
    expect(counts()).toEqual(before)
  })

  test("without a payer: no button to send, and a link to add one", async () => {
    changeRows(guardians, { familyId: school.family.familyId }, { payerShare: 0 })
    const chargeId = owe(school.actor, school.family, 3250)
    const path = newInvoice(school.family.familyId)
    const text = await school.browser.read(path)
    expect(text).toContain("This family has no payer. Give a guardian a share before you send.")
    expect(text).not.toContain("Send to")
    const answer = await school.browser.submit(path, {
      intent: "send",
      "charge[]": chargeId,
      dueOn: "2026-12-02",
    })
    expect(answer.status).toBe(409)
  })
})

describe("a draft", () => {
  test("is kept, changed, sent, and then stays what it is", async () => {
    const [one, two] = [owe(school.actor, school.family, 1000), owe(school.actor, school.family, 2000)]
    const path = newInvoice(school.family.familyId)
    const saved = await school.browser.submit(path, { intent: "draft", "charge[]": one, dueOn: "2026-12-02" })
    const at = locationOf(saved)
    const page = await school.browser.read(at)
    expect(page).toContain("Draft invoice")
    const draftId = at.split("/").at(-1) ?? ""
    const edit = `/billing/new-invoice?draft=${draftId}`
    expect(await school.browser.read(edit)).toContain("Total $10.00")
    await school.browser.submit(edit, { intent: "draft", "charge[]": [one, two], dueOn: "2026-12-03" })
    const first = await school.browser.submit(at, { intent: "send" })
    expect(first.headers.get("Location")).toBe(at)
    expect(await school.browser.read(at)).toContain("Invoice 2026-0001")
    await school.browser.submit(at, { intent: "send" })
    await school.browser.submit(at, { intent: "discard" })
    const mine = rowsOf(invoices, { schoolId: school.actor.school.id })
    expect(mine).toMatchObject([{ id: draftId, number: "2026-0001", totalMinor: 3000, dueOn: "2026-12-03" }])
  })

  test("discarded, its items are still ready to invoice", async () => {
    const chargeId = owe(school.actor, school.family, 1000)
    const draft = saveDraft(school.actor, november(school.family.familyId, [chargeId]))
    const at = `/billing/invoices/${draft.ok && draft.invoiceId}`
    expect((await school.browser.submit(at, { intent: "discard" })).headers.get("Location")).toBe("/billing")
    expect((await school.browser.visit(at)).status).toBe(404)
    expect(await school.browser.read("/billing/unbilled")).toContain("1 item for 1 family $10.00")
  })
})

describe("an invoice", () => {
  test("says everything on its paper, markup in names and notes as text", async () => {
    const family = openFamily(school.actor, {
      name: "<i>Rossi</i>",
      adults: [{ name: "Ada <script>alert(1)</script>", email: "ada@example.com", payerShare: 10_000 }],
      children: ["Otis"],
    })
    const issued = issueInvoice(school.actor, {
      ...november(family.familyId, [owe(school.actor, family, 1495)]),
      note: "<img src=x>\nsecond line",
    })
    const html = await school.browser.html(`/billing/invoices/${issued.ok && issued.invoiceId}`)
    expect(html).not.toMatch(/<i>Rossi|<script>alert|<img src=x/)
    expect(html).toContain("Ada &lt;script&gt;alert(1)&lt;/script&gt;")
    expect(html).toContain("&lt;img src=x&gt;")
    expect(html).not.toContain(" style=")
  })

  test("downloads as a PDF with number, lines and total", async () => {
    const { invoiceId, number } = sent()
    const answer = await school.browser.visit(`/billing/invoices/${invoiceId}/pdf`)
    expect(answer.headers.get("Content-Type")).toBe("application/pdf")
    const [text] = textOfPdf(new Uint8Array(await answer.arrayBuffer()))
    for (const words of [`Invoice ${number}`, "Method book, Violin 2", "$32.50", "$45.00", "$77.50"])
      expect(text).toContain(words)
  })

  test("takes payments, asks about the same one again, and keeps what is too much as account credit", async () => {
    const { invoiceId } = sent()
    const at = `/billing/invoices/${invoiceId}`
    const pay = (fields: Record<string, string>) =>
      school.browser.submit(at, {
        intent: "pay",
        method: "transfer",
        receivedOn: "2026-11-18",
        payer: "Mateo Okafor",
        ...fields,
      })
    expect((await pay({ amount: "40", reference: "BANK-77" })).status).toBe(302 + 1)
    expect((await pay({ amount: "40", reference: "BANK-77" })).status).toBe(303)
    expect(await school.browser.read(at)).toMatch(/Partly paid.*\$37\.50 of \$77\.50.*−\$40\.00/)
    const before = counts()
    for (const [fields, message] of [
      [{ amount: "40.00" }, "A payment of this amount from this payer is already recorded for that day."],
      [{ amount: "" }, "Enter the amount received"],
      [{ amount: "-5" }, "Enter an amount above zero"],
      [{ amount: "1", method: "gold" }, "Choose a payment method."],
      [{ amount: "1", receivedOn: "2026-11-19" }, "Enter a date that’s today or earlier."],
      [{ amount: "1", receivedOn: "yesterday" }, "Enter a date that exists, like Dec 31, 2026."],
      [{ amount: "1", payer: "" }, "Enter who paid."],
      [{ amount: "1", reference: "BANK-77" }, "Another payment already has this reference."],
      [{ amount: "1", note: "n".repeat(501) }, "under 500 characters"],
    ] as [Record<string, string>, string][]) {
      const answer = await pay(fields)
      expect([400, 409], message).toContain(answer.status)
      expect(await textOf(answer)).toContain(message)
    }
    expect(counts()).toEqual(before)
    await pay({ amount: "40.00", intent: "anyway" })
    expect(await school.browser.read(at)).toMatch(/Paid.*No balance due/)
    expect(spareCredit(school.actor, school.family.familyId)).toBe(250)
    expect(rowsOf(payments, { schoolId: school.actor.school.id })).toHaveLength(2)
  })

  test("is voided with a reason, once; its items are ready to invoice again", async () => {
    const { invoiceId } = sent()
    const at = `/billing/invoices/${invoiceId}/void`
    expect(await school.browser.read(at)).toContain("will owe $77.50 less")
    await expect(school.browser.submit(at, { reason: " " })).toAnswer(400, "Enter a reason.")
    await school.browser.submit(at, { reason: "Wrong <family>" })
    const page = await school.browser.read(`/billing/invoices/${invoiceId}`)
    expect(page).toContain("Voided November 18, 2026: Wrong <family>")
    expect((await school.browser.visit(at)).headers.get("Location")).toBe(`/billing/invoices/${invoiceId}`)
    await school.browser.submit(at, { reason: "Once more" })
    expect(rowOf(invoices, { id: invoiceId })?.voidReason).toBe("Wrong <family>")
    expect(await school.browser.read("/billing/unbilled")).toContain("2 items for 1 family $77.50")
  })

  test("a reminder goes to every payer", async () => {
    const { invoiceId } = sent()
    const before = rowCount("emails")
    await school.browser.submit(`/billing/invoices/${invoiceId}`, { intent: "remind" })
    expect(rowCount("emails")).toBe(before + 2)
    expect(await school.browser.read(`/billing/invoices/${invoiceId}`)).toContain(
      "Reminders sent to Mateo Okafor and Zoë Okafor.",
    )
  })

  test("another school's is not found and not changed; a teacher is sent home", async () => {
    const { invoiceId } = sent([100], stranger)
    const before = counts()
    const at = `/billing/invoices/${invoiceId}`
    for (const path of [at, `${at}/void`, `${at}/pdf`, `/billing/families/${stranger.family.familyId}`])
      expect((await school.browser.visit(path)).status, path).toBe(404)
    const deeds: Record<string, string>[] = [
      { intent: "pay", amount: "1", method: "cash", receivedOn: "2026-11-18", payer: "x" },
      { intent: "remind" },
      { intent: "send" },
      { intent: "discard" },
    ]
    for (const fields of deeds) expect((await school.browser.submit(at, fields)).status).toBe(404)
    expect((await school.browser.submit(`${at}/void`, { reason: "mine now" })).status).toBe(404)
    await expect(school.browser.submit(`/billing/families/${stranger.family.familyId}`, {})).toAnswer(404)
    const teacher = await Browser.of(addMember(stranger.actor, "teacher", "Kwame Boateng").userId)
    for (const path of ["/billing", "/billing/unbilled", "/billing/new-invoice", at, "/billing/invoices.csv"])
      expect((await teacher.visit(path)).headers.get("Location"), path).toBe("/dashboard/teacher")
    expect((await teacher.submit(`${at}/void`, { reason: "not mine" })).status).toBe(302)
    expect(counts()).toEqual(before)
  })
})
