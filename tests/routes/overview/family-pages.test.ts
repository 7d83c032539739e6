import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { notes } from "db/schema/attendance"
import { paymentOrders, payments } from "db/schema/money-payments"
import { guardians, portalAccess } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { saveDraft } from "~/models/money/invoice/draft-invoice.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { Browser, locationOf, rowCount } from "../../support/app"
import { november, owe } from "../../support/billing"
import { testNow } from "../../support/clock"
import { adultsWith, childSignedIn, invoiceOver, openPayingFamily } from "../../support/family"
import { payInCash } from "../../support/payments"
import { startPayPal } from "../../support/paypal"
import { addMember, addRows, changeRows, removeRows, rowsOf } from "../../support/school"

const paypal = await startPayPal()
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

async function openInvoice(amountMinor = 26_775, facts: Parameters<typeof openPayingFamily>[0] = {}) {
  const family = openPayingFamily(facts)
  const invoiceId = invoiceOver(family.school, family, amountMinor)
  const address = `/student/invoices/${invoiceId}`
  return { ...family, invoiceId, address, browser: await Browser.of(family.guardian.userId) }
}
type Open = Awaited<ReturnType<typeof openInvoice>>

/** Presses the page's button, then one of PayPal's; answers where the browser is sent back to. */
async function pay({ browser, address }: Open, choice: string): Promise<string> {
  const answer = await browser.submit(address, { intent: "pay" })
  expect(answer.status).toBe(303)
  const approveUrl = locationOf(answer)
  expect(approveUrl.startsWith(`${paypal.url}/paypal/checkoutnow?token=`)).toBe(true)
  return (await paypal.press(approveUrl, choice)) ?? ""
}

/** Follows a redirect and reads the page. */
async function follow(browser: Browser, path: string) {
  const answer = await browser.visit(path)
  const to = locationOf(answer)
  return { status: answer.status, to, text: to ? await browser.read(to) : "" }
}

const paymentsOf = ({ familyId }: Open) => rowsOf(payments, { familyId })

describe("an invoice on the family pages", () => {
  test("says what is owed, when, for what, and offers one thing to do", async () => {
    const { browser, address } = await openInvoice()
    const text = await browser.read(address)
    expect(text).toContain("Harmony School of Music")
    expect(text).toMatch(/Invoice 2026-\d{4} Unpaid \$267\.75 due Wednesday, December 2 , in 14 days/)
    expect(text).toContain("Pay $267.75 with PayPal")
    expect(text).toContain("Mon, Nov 9, Method book, Violin 2")
    expect(text).toContain("Issued Nov 18, 2026 to Jonas Haddad.")
    const pdf = await browser.visit(`${address}/pdf`)
    expect(pdf.headers.get("Content-Type")).toBe("application/pdf")
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-")
  })

  test("is in the list with its state, unpaid first, and sums", async () => {
    const family = await openInvoice(10_000)
    const { school, browser, invoiceId } = family
    const second = invoiceOver(school, family, 5_000)
    payInCash(school, { invoiceId: second, amountMinor: 5_000 })
    const html = await browser.html("/student/invoices")
    expect(html.indexOf(invoiceId)).toBeLessThan(html.indexOf(second))
    const text = await browser.read("/student/invoices")
    expect(text).toContain("$100.00 balance due")
    expect(text).toContain("Dec 2 next due date")
    expect(text).toContain("Unpaid")
    expect(text).toContain("Paid")
  })

  test("past its due date is overdue, and names no next due date", async () => {
    const { guardian } = await openInvoice(10_000)
    fixClock(Date.parse("2026-12-05T15:00:00Z"))
    const browser = await Browser.of(guardian.userId)
    const text = await browser.read("/student/invoices")
    fixClock(testNow)
    expect(text).toContain("$100.00 overdue")
    expect(text).not.toContain("next due date")
  })

  test("markup in what the school wrote is text", async () => {
    const family = await openInvoice()
    const chargeId = owe(family.school, family, 100, { description: `<script>alert(1)</script>` })
    const issued = issueInvoice(family.school, {
      ...november(family.familyId, [chargeId]),
      note: `<img src=x onerror="alert(1)">`,
    })
    if (!issued.ok) throw new Error(issued.reason)
    const html = await family.browser.html(`/student/invoices/${issued.invoiceId}`)
    expect(html).not.toContain("<script>alert")
    expect(html).not.toContain("<img src=x")
  })

  test("without the school's PayPal account the page says what to do instead", async () => {
    const { browser, address, school } = await openInvoice()
    changeRows(schools, { id: school.school.id }, { payeeEmail: null })
    const text = await browser.read(address)
    expect(text).not.toContain("with PayPal")
    expect(await browser.read("/student/policies")).not.toContain("paid automatically")
    expect(text).toContain("Your school doesn’t accept PayPal right now. Ask the school how to pay.")
    changeRows(schools, { id: school.school.id }, { email: null })
    expect(await browser.read(address)).not.toContain("Contact the school")
    const contact = { email: "office@harmony.example", phone: "+1 212 555 0100" }
    changeRows(schools, { id: school.school.id }, contact)
    expect(await browser.read(address)).toContain(
      "Ask the school how to pay. Contact the school: office@harmony.example , +1 212 555 0100",
    )
    const answer = await browser.submit(address, { intent: "pay" })
    expect(answer.headers.get("Location")).toBe(address)
    // Nothing else tells them how to pay: today's instructions do, also of an invoice that was sent before.
    const paymentInstructions = "Cash in room 2"
    changeRows(schools, { id: school.school.id }, { paymentInstructions })
    expect(await browser.read(address)).toContain(paymentInstructions)
  })

  test("a shared one asks each guardian for their own part", async () => {
    const family = await openInvoice(10_001, {
      adults: adultsWith({ "Mateo Okafor": 5000, "Zoë Okafor": 5000 }),
    })
    expect(await family.browser.read(family.address)).toContain("Pay $50.01 with PayPal")
    const zoe = await Browser.of(family.guardians[1]?.userId ?? "")
    const text = await zoe.read(family.address)
    expect(text).toContain("Pay $50.00 with PayPal")
    expect(text).toContain("your share of $100.01")
    const receipt = (await follow(family.browser, await pay(family, "pay"))).to
    expect((await zoe.visit(receipt)).status).toBe(404)
  })
})

describe("paying without scripts", () => {
  test("leads to PayPal and back to a receipt; the invoice is paid", async () => {
    const open = await openInvoice()
    const back = await pay(open, "pay")
    const receipt = await follow(open.browser, back)
    expect(receipt.to).toMatch(/^\/student\/payments\//)
    expect(receipt.text).toContain("Payment received. Here’s your receipt.")
    expect(receipt.text).toContain("$267.75 received November 18, 2026")
    expect(receipt.text).toMatch(/From Jonas Haddad To Harmony School of Music/)
    expect(receipt.text).toMatch(/Payment method PayPal Reference \w+ Invoice 2026-\d{4} \$267\.75/)
    const text = await open.browser.read(open.address)
    expect(text).toContain("Paid")
    expect(text).not.toContain("with PayPal")
    expect(await open.browser.read("/student/dashboard")).toContain("You’re all paid up.")
  })

  test("the way back opened twice at once, and again later, records one payment", async () => {
    const open = await openInvoice()
    const back = await pay(open, "pay")
    const answers = await Promise.all([open.browser.visit(back), open.browser.copy().visit(back)])
    const [one, two] = answers.map((answer) => answer.headers.get("Location"))
    expect(one).toBe(two)
    expect((await follow(open.browser, back)).to).toBe(one)
    expect(paymentsOf(open)).toHaveLength(1)
  })

  test("canceling says that nothing was charged", async () => {
    const open = await openInvoice()
    const { to, text } = await follow(open.browser, await pay(open, "cancel"))
    expect(to).toBe(open.address)
    expect(text).toContain("Payment canceled. You weren’t charged.")
    expect(text).toContain("Pay $267.75 with PayPal")
    expect(paymentsOf(open)).toHaveLength(0)
  })

  test("a declined card says what to do", async () => {
    const open = await openInvoice()
    const { text } = await follow(open.browser, await pay(open, "decline"))
    expect(text).toContain("Your bank or card declined the payment.")
    expect(text).toContain("Pay $267.75 with PayPal")
    expect(paymentsOf(open)).toHaveLength(0)
  })

  test("a held payment is processing, not paid, and is not asked for again", async () => {
    const open = await openInvoice()
    const { text } = await follow(open.browser, await pay(open, "pay-pending"))
    expect(text).toContain("Payment processing")
    expect(text).toContain("PayPal is processing your payment of $267.75 from November 18, 2026.")
    expect(text).not.toContain("Pay $267.75 with PayPal")
    const again = await open.browser.submit(open.address, { intent: "pay" })
    expect(again.headers.get("Location")).toBe(open.address)
    const list = await open.browser.read("/student/invoices")
    expect(list).toContain("Payment processing")
    expect(list).toContain("$267.75 being processed")
    expect(list).not.toContain("all paid")
    expect(await open.browser.read("/student/dashboard")).not.toContain("Nothing is open")
    expect(paymentsOf(open)).toHaveLength(0)
  })

  test("a wrong amount at PayPal takes nothing and sends to the school", async () => {
    const open = await openInvoice()
    const back = await pay(open, "pay")
    await paypal.fault({ kind: "wrong-amount", path: "/v2/checkout/orders", method: "GET" })
    const { text } = await follow(open.browser, back)
    expect(text).toContain("The PayPal payment doesn’t match this invoice.")
    expect(paymentsOf(open)).toHaveLength(0)
  })

  test("PayPal out of reach says so, at the start and on the way back", async () => {
    const open = await openInvoice()
    await paypal.fault({ kind: "status", status: 503, path: "/v2/checkout/orders" })
    await open.browser.submit(open.address, { intent: "pay" })
    expect(await open.browser.read(open.address)).toContain(
      "PayPal isn’t responding, so you weren’t charged.",
    )
    const back = await pay(open, "pay")
    await paypal.fault({ kind: "status", status: 503, path: "/v2/checkout/orders" })
    expect((await follow(open.browser, back)).text).toContain("it will appear here within minutes")
    expect((await follow(open.browser, back)).to).toMatch(/^\/student\/payments\//)
  })

  test("two presses make one order", async () => {
    const open = await openInvoice()
    const answers = [
      await open.browser.submit(open.address, { intent: "pay" }),
      await open.browser.submit(open.address, {
        intent: "pay",
        amount: "1",
        payeeEmail: "thief@evil.example",
      }),
    ]
    const [one, two] = answers.map((answer) => answer.headers.get("Location"))
    expect(one).toBe(two)
    const orders = rowsOf(paymentOrders, { invoiceId: open.invoiceId })
    expect(orders).toMatchObject([{ amountMinor: 26_775, payeeEmail: open.payeeEmail }])
  })
})

describe("who sees what", () => {
  test("another family's and another school's invoice, PDF, way back and receipt are not there", async () => {
    const open = await openInvoice()
    const back = await pay(open, "pay")
    const { to: receipt } = await follow(open.browser, back)
    const elsewhere = await openInvoice()
    const before = rowCount("payment_orders")
    const stranger = elsewhere.browser
    for (const path of [open.address, `${open.address}/pdf`, back, receipt, `${open.address}/payment`])
      expect([path, (await stranger.visit(path)).status]).toEqual([path, 404])
    expect((await stranger.submit(open.address, { intent: "pay" })).status).toBe(404)
    const token = new URLSearchParams(back.split("?")[1]).get("token")
    expect((await elsewhere.browser.visit(`${elsewhere.address}/payment?token=${token}`)).status).toBe(404)
    expect(rowCount("payment_orders")).toBe(before)
  })

  test("a draft is not there yet", async () => {
    const { school, familyId, studentIds, browser } = await openInvoice()
    const draft = saveDraft(school, november(familyId, [owe(school, { familyId, studentIds }, 700)]))
    if (!draft.ok) throw new Error(draft.reason)
    expect((await browser.visit(`/student/invoices/${draft.invoiceId}`)).status).toBe(404)
  })

  test("a child, and a guardian who may not, see no money", async () => {
    const open = await openInvoice()
    const childId = childSignedIn(open.school, open.studentIds[1] ?? "")
    changeRows(users, { id: childId }, { mustChangePassword: false })
    const [guardianId = ""] = open.guardianIds
    changeRows(guardians, { id: guardianId }, { seesMoney: false })
    for (const browser of [await Browser.of(childId), open.browser]) {
      const home = await browser.read("/student/dashboard")
      expect(home).not.toContain("$")
      expect(home).not.toContain("Invoices")
      const list = await browser.read("/student/invoices")
      expect(list).toContain("Only the people who pay your family’s invoices can see them.")
      expect(list).not.toContain("$")
      for (const path of [open.address, `${open.address}/pdf`])
        expect((await browser.visit(path)).status).toBe(404)
      expect((await browser.submit(open.address, { intent: "pay" })).status).toBe(404)
    }
  })

  test("staff are sent home, strangers to the login page and back", async () => {
    const open = await openInvoice()
    const teacher = await Browser.of(addMember(open.school, "teacher", "Theo Petrović").userId)
    expect((await teacher.visit(open.address)).headers.get("Location")).toBe("/dashboard/teacher")
    expect((await new Browser().visit(open.address)).headers.get("Location")).toBe(
      `/auth/login?to=${encodeURIComponent(open.address)}`,
    )
  })
})

describe("the first page", () => {
  test("shows each child's next lesson, the last note and what is due", async () => {
    const open = await openInvoice()
    const schoolId = open.school.school.id
    const [otis = "", milo = ""] = open.studentIds
    const common = { schoolId, createdAt: testNow }
    const lesson = (studentId: string, name: string, localDate: string, hoursAway: number) => {
      const classId = newId()
      const sessionId = newId()
      addRows(classes, {
        ...common,
        id: classId,
        name,
        kind: "private",
        capacity: 1,
        status: "active",
        minutes: 45,
      } as never)
      addRows(enrollments, { ...common, id: newId(), classId, studentId, startsOn: "2026-09-01" })
      const startsAt = testNow + hoursAway * 3_600_000
      addRows(sessions, {
        ...common,
        id: sessionId,
        classId,
        originalDate: localDate,
        originalStartTime: "16:00",
        localDate,
        startTime: "16:00",
        minutes: 45,
        startsAt,
        endsAt: startsAt + 45 * 60_000,
      })
      return sessionId
    }
    lesson(otis, "Drums", "2026-11-19", 25)
    lesson(milo, "Guitar", "2026-11-20", 49)
    const past = lesson(milo, "Guitar before", "2026-11-11", -168)
    const note = { ...common, sessionId: past }
    addRows(notes, [
      { ...note, id: newId(), visibility: "shared", body: "Slow the chorus down." },
      { ...note, id: newId(), visibility: "private", body: "Watch the left hand." },
    ])
    const first = await open.browser.read(`/student/dashboard?child=${otis}`)
    expect(first).toContain("Otis’s next lesson Thu, Nov 19, 4:00 to 4:45 PM Drums")
    expect(first).toMatch(/Invoice 2026-\d{4} , due in 14 days \$267\.75/)
    const second = await open.browser.read(`/student/dashboard?child=${milo}`)
    expect(second).toContain("Milo’s next lesson Fri, Nov 20")
    expect(second).toContain("Slow the chorus down.")
    expect(second).not.toContain("Watch the left hand.")

    const elsewhere = await openInvoice()
    const text = await elsewhere.browser.read(`/student/dashboard?child=${milo}`)
    expect(text).not.toContain("Guitar")
  })

  test("a guardian sees a child that joins the family later", async () => {
    const open = await openInvoice()
    removeRows(portalAccess, { studentId: open.studentIds[0] ?? "" })
    expect(await open.browser.read("/student/dashboard")).toContain("guardian of Milo and Otis")
  })
})
