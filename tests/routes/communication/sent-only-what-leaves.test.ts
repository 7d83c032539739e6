import { participants } from "db/schema/communication"
import { events } from "db/schema/foundation-audit"
import { bouncedAddresses, emails } from "db/schema/foundation-mail"
import { families } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { readMailEvent, takeMailEvent } from "~/models/accounts/bounce/take-bounces.server"
import type { Actor } from "~/models/foundation/access/actor"
import { unreachedText } from "~/models/foundation/outbox/bounce"
import { isBounced, withholdMail } from "~/models/foundation/outbox/bounce.server"
import { listMailAbout } from "~/models/foundation/outbox/delivery.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import { saveDraft } from "~/models/money/invoice/draft-invoice.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { remindOfMany } from "~/models/money/invoice/overdue-invoices.server"
import { remindOfInvoice } from "~/models/money/invoice/remind-invoice.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { hasReceipt, reachOfReceipt } from "~/models/money/payment/send-receipt.server"
import { applyCredit } from "~/models/money/payment/spare-credit.server"
import { endWithUndo } from "~/models/teaching/class/end-class.server"
import { addOccasion } from "~/models/teaching/occasion/occasion.server"
import { inviteStudents } from "~/models/teaching/occasion/occasion-guests.server"
import { makeSessions, makingHorizon } from "~/models/teaching/session/make-sessions.server"
import { fixClock, now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { Browser, locationOf, openOffice, textOf } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import { signedIn } from "../../support/family"
import { addClassRow, addEnrollmentRow, addScheduleRow, addStudentRow } from "../../support/lessons"
import { addMember, addRows, changeRows, orFail, removeRows, rowsOf } from "../../support/school"
import { chooseMail } from "../../support/wanted"

// What is said to be sent has left. An address from which emails come back is named before anything is sent, and counted
// apart afterwards.

let actor: Actor
let browser: Browser
let count = 0
let [good, bad] = ["", ""]
let family: ReturnType<typeof openFamily>

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
  count += 1
  ;[good, bad] = [`mateo.said${count}@mail.example`, `petra.said${count}@mail.example`]
  family = openFamily(actor, {
    adults: [
      { name: "Mateo Okafor", email: good, payerShare: 5000 },
      { name: "Petra Okafor", email: bad, payerShare: 5000 },
    ],
  })
  block(bad)
})

function block(address: string) {
  const at = now()
  addRows(bouncedAddresses, {
    address,
    kind: "bounced",
    reason: "This mailbox does not exist.",
    firstAt: at,
    lastAt: at,
  })
}
async function follow(answer: Response): Promise<string> {
  expect(answer.status, await answer.clone().text()).toBe(303)
  return browser.read(locationOf(answer))
}
const bill = (of = family) => orFail(issueInvoice(actor, november(of.familyId, [owe(actor, of, 5000)])))
const oneBlocked = () =>
  openFamily(actor, { adults: [{ name: "Petra Novak", email: bad, payerShare: 10_000 }] })

describe("a message", () => {
  test("names whom it can’t be emailed to before and after, and counts those it reaches", async () => {
    const { teacherId } = addMember(actor, "teacher", "Mara Lindqvist")
    const classId = addClassRow(actor, { name: "Violin beginners", teacherId, capacity: 6, kind: "group" })
    addEnrollmentRow(actor, classId, family.studentIds[0] ?? "")
    const before = await browser.read(`/messaging/new?to=class:${classId}`)
    expect(before).toContain("1 recipient")
    expect(before).toContain("Emails to Petra Okafor come back, so this person isn’t emailed.")
    expect(before).toContain("Send to 1 person")
    const sent = await browser.submit("/messaging/new", {
      to: `class:${classId}`,
      shown: "1",
      subject: "Concert",
      body: "On Saturday.",
      entryId: newId(),
    })
    const text = await follow(sent)
    expect(text).toContain("Message sent to 1 person. Emails to Petra Okafor come back")
    const names = rowsOf(participants, { schoolId: actor.school.id }, { only: ["name"] })
    expect(names.map(({ name }) => name)).not.toContain("Petra Okafor")
  })

  test("says when its email leaves to someone whose quiet hours it is", async () => {
    const mara = addMember(actor, "teacher", "Mara Lindqvist")
    const send = async (body: string) =>
      follow(
        await browser.submit("/messaging/new", {
          ...{ to: `member:${mara.memberId}`, shown: "1", subject: "Keys", body, entryId: newId() },
        }),
      )
    expect(await send("Are they with you?")).not.toContain("The email leaves")
    fixClock(Date.parse("2026-11-18T22:30:00-05:00"))
    expect(await send("Found.")).toContain("Message sent to 1 person. The email leaves at 7:00 AM.")
  })

  test("reaches someone who logs in, in Tutti only", async () => {
    const mara = addMember(actor, "teacher", "Mara Lindqvist")
    block(mara.email)
    const before = await browser.read(`/messaging/new?to=member:${mara.memberId}`)
    expect(before).toContain("Teacher, in Tutti only")
    expect(before).toContain("Emails to Mara Lindqvist come back")
  })
})

describe("what became of each email", () => {
  /** The school's emails leave, and the provider says of each what became of it. */
  const leave = (became: Partial<Record<string, "delivered" | "bounced" | "complained">> = {}) => {
    const rows = rowsOf(emails, { schoolId: actor.school.id })
    for (const { id, recipient, state } of rows) {
      if (state !== "queued") continue
      if (isBounced(recipient)) {
        withholdMail(id)
        continue
      }
      const providerId = `provider ${id}`
      changeRows(emails, { id }, { state: "sent", sentAt: now(), providerId })
      const type = became[recipient]
      if (!type) continue
      const event = readMailEvent(JSON.stringify({ type: `email.${type}`, data: { email_id: providerId } }))
      if (!event || event === "other") throw new Error("The message can’t be read.")
      takeMailEvent(event, () => actor)
      takeMailEvent(event, () => actor)
    }
  }

  test("is on the invoice for each payer, reminders too, and adds up", async () => {
    removeRows(bouncedAddresses, { address: bad })
    const three = openFamily(actor, {
      adults: [
        { name: "Mateo Okafor", email: good, payerShare: 4000 },
        { name: "Petra Okafor", email: bad, payerShare: 4000 },
        { name: "Uncle Ben", payerShare: 2000 },
      ],
    })
    const { invoiceId } = bill(three)
    const at = `/billing/invoices/${invoiceId}`
    expect(await browser.read(at)).toContain("3 payers: 2 waiting, 1 not emailed.")
    leave({ [good]: "delivered", [bad]: "bounced" })
    const after = await browser.read(at)
    expect(after).toContain("3 payers: 1 delivered, 1 came back, 1 not emailed.")
    expect(after).toMatch(/Mateo Okafor\s+Invoice, Nov \d+, 2026: delivered/)
    expect(after).toMatch(/Petra Okafor\s+Invoice, Nov \d+, 2026: came back/)
    expect(after).toMatch(/Uncle Ben\s+No email address/)
    const text = await follow(await browser.submit(at, { intent: "remind" }))
    expect(text).toContain("Reminder sent to Mateo Okafor. Emails to Petra Okafor come back")
    expect(text).toContain("Uncle Ben has no email address.")
    leave()
    expect(await browser.read(at)).toMatch(/Reminder, Nov \d+, 2026: sent/)
    fixClock(Date.parse("2026-12-05T15:00:00Z"))
    browser = await Browser.of(actor.userId ?? "")
    const overdue = await browser.read("/billing/manage/reminders")
    expect(overdue).toMatch(/Nov 18, 2026\s+1 sent, 1 not emailed/)
    expect(overdue).toContain("Uncle Ben has no email address.")
  })

  test("is at the message for its author, and a family sees nothing of it", async () => {
    const mateo = signedIn(actor, "guardian", family.guardianIds[0] ?? "")
    openFamily(actor, {
      adults: [{ name: "Ada Rossi", email: `ada${count}@mail.example`, payerShare: 10_000 }],
    })
    chooseMail(mateo.actor, [])
    const before = await browser.read("/messaging/new?to=families")
    expect(before).toContain("Mateo Okafor turned these emails off.")
    const sent = await browser.submit("/messaging/new", {
      to: "families",
      subject: "Concert",
      body: "On Saturday.",
      entryId: newId(),
    })
    const at = locationOf(sent)
    const text = await follow(sent)
    expect(text).toContain("Message sent to 1 person. Emails to Petra Okafor come back")
    expect(text).toContain("Mateo Okafor turned these emails off. 1 person can read it in Tutti.")
    leave({ [`ada${count}@mail.example`]: "complained" })
    removeRows(bouncedAddresses, { address: `ada${count}@mail.example` })
    const after = await browser.read(at)
    expect(after).toContain("Last message: 1 marked as spam, 1 not emailed.")
    expect(after).toContain("Not read yet. Not emailed: turned these emails off")
    expect(after).toContain("By email: marked as spam")
    expect(after).toContain("Send to 2 people")
    block(`ada${count}@mail.example`)
    expect(await browser.read(at)).toContain("Send to 1 person")
    expect(await browser.read(at)).toContain(
      "Emails to Ada Rossi come back, so this person isn’t emailed. Mateo Okafor turned these emails off.",
    )
    const theirs = await (await Browser.of(mateo.userId)).read(at)
    expect(theirs).not.toContain("marked as spam")
  })

  test("that came back or was called spam isn’t delivered, in whichever order it is said", () => {
    removeRows(bouncedAddresses, { address: bad })
    const { invoiceId } = bill(oneBlocked())
    const mails = () =>
      listMailAbout(actor, [invoiceId], ["invoice-issued"]).map(({ delivery }) => delivery.state)
    expect(mails()).toEqual(["queued"])
    leave({ [bad]: "complained" })
    const [row] = rowsOf(emails, { schoolId: actor.school.id })
    const late = readMailEvent(
      JSON.stringify({ type: "email.delivered", data: { email_id: row?.providerId } }),
    )
    if (!late || late === "other") throw new Error("The message can’t be read.")
    expect(takeMailEvent(late, () => actor)).toBe("no-change")
    expect(mails()).toEqual(["complained"])
  })
})

describe("an invoice", () => {
  const address = () => `/billing/new-invoice?family=${family.familyId}&from=2026-11-01&to=2026-11-30`
  test("says before and after who isn’t emailed", async () => {
    const charge = owe(actor, family, 5000)
    const before = await browser.read(address())
    expect(before).toContain("Emails to Petra Okafor come back, so this person isn’t emailed.")
    expect(before).toContain("Send to Mateo Okafor")
    const sent = await browser.submit(address(), {
      "charge[]": [charge],
      dueOn: "2026-12-02",
      note: "",
      intent: "send",
    })
    expect(await follow(sent)).toContain("Invoice 2026-0001 sent. Emails to Petra Okafor come back")
  })

  test("to no one else is issued without email, also as a draft", async () => {
    const novak = oneBlocked()
    const draft = orFail(saveDraft(actor, november(novak.familyId, [owe(actor, novak, 5000)])))
    const at = `/billing/invoices/${draft.invoiceId}`
    const text = await follow(await browser.submit(at, { intent: "send" }))
    expect(text).toContain("Invoice 2026-0001 issued without email. Emails to Petra Novak come back")
    expect(text).not.toContain("2026-0001 sent.")
  })

  test("of a run counts as one to print, and the run names them", async () => {
    const novak = oneBlocked()
    owe(actor, novak, 5000)
    owe(actor, family, 5000)
    const batch = "/billing/unbilled?from=2026-11-01&to=2026-11-30"
    expect(await browser.read(batch)).toContain("Emails come back . Emails to Petra Novak come back")
    const form = {
      from: "2026-11-01",
      to: "2026-11-30",
      dueOn: "2026-12-02",
      note: "",
      "family[]": [family.familyId, novak.familyId],
    }
    const check = await textOf(await browser.submit(batch, { ...form, intent: "check" }))
    expect(check).toContain("1 by email, 1 to print")
    expect(check).toContain("Emails to Petra Okafor and Petra Novak come back, so they aren’t emailed.")
    const text = await follow(await browser.submit(batch, { ...form, intent: "send" }))
    expect(text).toContain("2 invoices sent. Emails to Petra")
    expect(text).toMatch(/Emails to Petra (Okafor and Petra Novak|Novak and Petra Okafor) come back/)
  })
})

describe("a reminder", () => {
  test("is sent to those it reaches, and names the others", async () => {
    const { invoiceId } = bill()
    const text = await follow(await browser.submit(`/billing/invoices/${invoiceId}`, { intent: "remind" }))
    expect(text).toContain("Reminder sent to Mateo Okafor. Emails to Petra Okafor come back")
  })

  test("to an address that has come back since is named before anyone presses", async () => {
    const { invoiceId } = bill()
    const at = `/billing/invoices/${invoiceId}`
    expect(await browser.read(at)).not.toContain("Emails to Mateo Okafor")
    block(good)
    expect(await browser.read(at)).toContain("Emails to Mateo Okafor and Petra Okafor come back")
  })

  test("that reaches no one isn’t sent, and there is none in the activity", async () => {
    const { invoiceId } = bill(oneBlocked())
    expect(remindOfInvoice(actor, invoiceId)).toBeRefused("returned")
    const text = await follow(await browser.submit(`/billing/invoices/${invoiceId}`, { intent: "remind" }))
    expect(text).toContain("Emails to this invoice’s payers bounce. Correct their addresses first.")
    const reminded = rowsOf(events, { schoolId: actor.school.id, verb: "remind" })
    expect(reminded).toEqual([])
  })

  test("of many counts emails that leave, and says of each other invoice why none did", async () => {
    const [both, none] = [bill(), bill(oneBlocked())]
    const draft = orFail(saveDraft(actor, november(family.familyId, [owe(actor, family, 900)])))
    fixClock(Date.parse("2026-12-05T15:00:00Z"))
    browser = await Browser.of(actor.userId ?? "")
    expect(await browser.read("/billing/manage/reminders")).toContain(
      "Emails to Petra Okafor come back, so this person isn’t emailed.",
    )
    expect(await remindOfMany(actor, [both.invoiceId, none.invoiceId, draft.invoiceId])).toMatchObject({
      mails: 1,
      settled: 0,
      unreachable: 0,
      unsent: 1,
      returned: ["Petra Okafor", "Petra Novak"],
    })
  })
})

describe("what else is emailed says who gets it, whom emails come back from and who has no address", () => {
  const cannot =
    "Emails to Petra Okafor come back, so this person isn’t emailed. Uncle Ben has no email address."
  const noOne = "Emails to Petra Novak come back, so this person isn’t emailed."
  const lines = (invoiceId: string) =>
    findInvoice(actor, invoiceId)?.groups.flatMap((group) => group.lines.map(({ id }) => id)) ?? []
  const installments = {
    "rows[0].dueOn": "2026-12-01",
    "rows[0].amount": "25.00",
    "rows[1].dueOn": "2027-01-01",
    "rows[1].amount": "25.00",
  }
  const lastEvents = () => rowsOf(events, { schoolId: actor.school.id })

  beforeEach(() => {
    family = openFamily(actor, {
      adults: [
        { name: "Mateo Okafor", email: good, payerShare: 4000 },
        { name: "Petra Okafor", email: bad, payerShare: 4000 },
        { name: "Uncle Ben", payerShare: 2000 },
      ],
    })
  })

  test("a credit note", async () => {
    const credit = async (invoiceId: string) => {
      const [line = ""] = lines(invoiceId)
      const form = { [`line.${line}`]: "10.00", use: "keep", reason: "Lesson was canceled", formKey: newId() }
      return follow(await browser.submit(`/billing/invoices/${invoiceId}/credit`, form))
    }
    expect(await credit(bill().invoiceId)).toContain(`sent. ${cannot}`)
    const text = await credit(bill(oneBlocked()).invoiceId)
    expect(text).toContain(`issued without email. ${noOne}`)
    const credited = lastEvents().filter(({ noun }) => noun === "credit-note")
    expect(credited.map(({ after }) => JSON.parse(after ?? "{}").emails)).toEqual([1, 0])
  })

  test("a payment plan, its end and its undo", async () => {
    const all = [bill(), bill(oneBlocked())].map(({ invoiceId }) => `/billing/invoices/${invoiceId}/plan`)
    const agree = async (at = "") =>
      follow(await browser.submit(at, { ...installments, reason: "", formKey: newId() }))
    expect(await browser.read(all[0] ?? "")).toContain(cannot)
    expect(await browser.read(all[1] ?? "")).toContain(noOne)
    const [said, none] = [await agree(all[0]), await agree(all[1])]
    expect(said).toContain(`2 installments agreed. Mateo Okafor was emailed. ${cannot}`)
    expect(none).toContain(`2 installments agreed. No one was emailed. ${noOne}`)
    const ended = await follow(await browser.submit(all[0] ?? "", { intent: "end", reason: "Paid at once" }))
    expect(ended).toContain(`Payment plan ended. Mateo Okafor was emailed. ${cannot}`)
  })

  test("the end of a class, before and after", async () => {
    const { teacherId } = addMember(actor, "teacher", "Mara Lindqvist")
    const classId = addClassRow(actor, { name: "Drums", teacherId, capacity: 6, kind: "group" })
    const scheduleId = addScheduleRow(actor, classId, {
      rrule: "FREQ=WEEKLY;BYDAY=MO",
      startsOn: "2026-11-23",
    })
    makeSessions(actor, scheduleId, makingHorizon(actor))
    const lonely = addStudentRow(actor, "Lone", "Wolf")
    for (const id of [family.studentIds[0] ?? "", lonely]) addEnrollmentRow(actor, classId, id)
    const ended = orFail(endWithUndo(actor, classId, { lastDay: "2026-11-30", reason: "Too few students" }))
    const at = `/classes/${classId}/end`
    const cannotHere = "come back, so this person isn’t emailed. Lone Wolf has no email address."
    const before = await browser.read(at)
    expect(before).toContain("Send 1 email")
    expect(before).toContain(cannotHere)
    const after = await follow(await browser.submit(at, { intent: "tell", ending: ended.endingId }))
    expect(after).toContain(`1 email sent. Emails to Petra Okafor ${cannotHere}`)
  })

  test("an event", async () => {
    const added = orFail(
      addOccasion(actor, {
        kind: "recital",
        title: "Winter recital",
        date: "2026-12-12",
        startTime: "15:00",
        endTime: "16:30",
      }),
    )
    inviteStudents(actor, added.occasionId, [
      family.studentIds[0] ?? "",
      addStudentRow(actor, "Lone", "Wolf"),
    ])
    const at = `/schedule/events/${added.occasionId}`
    const said = await follow(await browser.submit(at, { intent: "publish" }))
    expect(said).toContain("Event published. 1 person emailed. Emails to Petra Okafor come back")
    expect(said).toContain("Lone Wolf has no email address.")
  })

  test("payslips count those that leave", () => {
    const mail = { template: "payslip", schoolId: actor.school.id } as const
    const teachers = [good, bad, null].map((email, index) => ({ name: `Teacher ${index}`, email }))
    expect(reachOf(mail, teachers)).toEqual({
      reached: ["Teacher 0"],
      returned: ["Teacher 1"],
      withoutEmail: ["Teacher 2"],
      unwanting: [],
    })
  })

  test("a receipt by link, and one that is corrected", () => {
    expect(reachOfReceipt(actor, { name: "Petra", email: bad }).returned).toEqual(["Petra"])
    const { invoiceId } = bill(oneBlocked())
    const paid = orFail(
      recordPayment(actor, {
        invoiceId,
        amountMinor: 5000,
        method: "transfer",
        receivedOn: "2026-11-12",
        payerName: "Petra Novak",
        receiptTo: bad,
      }),
    )
    expect(hasReceipt(actor, paid.paymentId)).toBe(true)
    changeRows(emails, { recipient: bad }, { state: "withheld" })
    expect(hasReceipt(actor, paid.paymentId)).toBe(false)
  })

  test("of many, the first are named", () => {
    const people = Array.from({ length: 30 }, (_, index) => ({ name: `Family ${index}`, email: null }))
    const reach = reachOf({ template: "occasion", schoolId: actor.school.id }, people)
    expect(unreachedText(reach)).toMatch(/^Family 0, .*, Family 7 and 22 others have no email address\.$/)
  })
})

test("an invitation to an address from which emails come back isn’t sent", async () => {
  const at = `/students/${family.studentIds[0]}/account`
  const html = await browser.html(at)
  const form =
    html.match(/<form(?:(?!<\/form>)[\s\S])*?value="invite"(?:(?!<\/form>)[\s\S])*?<\/form>/g)?.at(-1) ?? ""
  expect(form).toContain(family.guardianIds[1])
  const fields = [...form.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)]
  const text = await follow(
    await browser.submit(at, {
      ...Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value])),
      intent: "invite",
    }),
  )
  expect(text).toContain("Emails to this address come back, so no invitation was sent.")
  expect(text).not.toContain(`Invitation sent to ${bad}`)
})

test("account credit of another payer says so, not that no invoice is open, and isn’t offered", async () => {
  changeRows(families, { id: family.familyId }, { hasOwnInvoices: true })
  const issued = bill()
  const [mateo, petra] = family.guardianIds
  const paid = recordPayment(actor, {
    familyId: family.familyId,
    amountMinor: 9000,
    method: "cash",
    receivedOn: "2026-11-12",
    payerName: "Mateo Okafor",
    payerId: mateo,
  })
  expect(paid.ok).toBe(true)
  expect(issued.numbers).toHaveLength(2)
  expect(petra).toBeDefined()
  expect(applyCredit(actor, { familyId: family.familyId })).toBeRefused("another-payers")
  const ledger = `/billing/families/${family.familyId}`
  const shown = await browser.read(ledger)
  expect(shown).not.toMatch(/Apply \$[\d.]+ credit/)
  expect(shown).toContain(
    "This account credit belongs to a payer who has no invoice with a balance due here.",
  )
})
