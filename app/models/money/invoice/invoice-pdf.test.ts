import { schools } from "db/schema/accounts-schools"
import { expect, test } from "vitest"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { fixClock } from "~/utils/clock.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { payInCash } from "../../../../tests/support/payments"
import { textOfPdf } from "../../../../tests/support/pdf"
import { changeRows, openSchool } from "../../../../tests/support/school"
import { recordPayment } from "../payment/payment.server"
import { saveDraft } from "./draft-invoice.server"
import { invoicePdf } from "./invoice-pdf.server"
import { issueInvoice } from "./issue-invoice.server"
import { voidInvoice } from "./void-invoice.server"

function issued(currency = "USD", lineCount = 3) {
  const opened = openSchool({ name: "Harmony School of Music" })
  const schoolId = opened.actor.school.id
  changeRows(schools, { id: schoolId }, { currency, address: "12 Elm Street\nSpringfield" })
  const actor = schoolActor(schoolId)
  if (!actor) throw new Error("no school")
  const family = openFamily(actor, { name: "Petrović" })
  const chargeIds = Array.from({ length: lineCount }, (_, index) =>
    owe(actor, family, 3250 + index, {
      description: "Amara, violin, 30 min",
      reason: index === 1 ? "Late, 8 min" : "Present",
      occurredOn: `2026-11-${String((index % 28) + 1).padStart(2, "0")}`,
    }),
  )
  const answer = issueInvoice(actor, { ...november(family.familyId, chargeIds), note: "Thank you, Zoë." })
  if (!answer.ok) throw new Error(answer.reason)
  return { actor, family, ...answer }
}

const paper = async (...[actor, invoiceId, options]: Parameters<typeof invoicePdf>) => {
  const pdf = await invoicePdf(actor, invoiceId, options)
  if (!pdf) throw new Error("no paper")
  return pdf
}

test("the paper says number, payers, every line with its reason, shares, due date and total", async () => {
  const { actor, invoiceId, number } = issued()
  const { fileName, bytes } = await paper(actor, invoiceId)
  expect(fileName).toBe("invoice-2026-0001.pdf")
  const pages = textOfPdf(bytes)
  expect(pages).toHaveLength(1)
  for (const words of [
    `Invoice ${number}`,
    "Harmony School of Music",
    "12 Elm Street",
    "Mateo Okafor and Zoë Okafor",
    "December 2, 2026",
    "November 2026",
    "Petrović",
    "Sun, Nov 1",
    "Amara Petrović",
    "Violin, 30 min",
    "Late, 8 min",
    "$32.51",
    "$97.53",
    "Mateo Okafor, 50%",
    "$48.77",
    "Thank you, Zoë.",
    "page 1 of 1",
  ])
    expect(pages[0]).toContain(words)
  expect(bytes.toString("latin1")).toMatch(/MediaBox \[0 0 612 792\]/)
})

test("the faces of the screen are embedded, reduced to the letters used", async () => {
  const { actor, invoiceId } = issued()
  const { bytes } = await paper(actor, invoiceId)
  const fonts = [...bytes.toString("latin1").matchAll(/\/FontName \/([A-Z]{6})\+([\w-]+)/g)]
  expect(fonts.map(([, , name]) => name).sort()).toEqual([
    "Inter-Regular",
    "Inter-SemiBold",
    "TeXGyrePagella-Italic",
    "TeXGyrePagella-Regular",
  ])
  expect(bytes.length).toBeLessThan(40_000)
})

test("rupees print, on A4", async () => {
  const { actor, invoiceId } = issued("INR")
  const { bytes } = await paper(actor, invoiceId)
  expect(textOfPdf(bytes)[0]).toContain("₹97.53")
  expect(bytes.toString("latin1")).toMatch(/MediaBox \[0 0 595\.28 841\.89\]/)
})

test("a long invoice breaks between lines, keeps every one, and numbers its pages", async () => {
  const { actor, invoiceId } = issued("USD", 90)
  const pages = textOfPdf((await paper(actor, invoiceId)).bytes)
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.join("\n").match(/Violin, 30 min/g)).toHaveLength(90)
  for (const [index, page] of pages.entries()) expect(page).toContain(`page ${index + 1} of ${pages.length}`)
  expect(pages.at(-1)).toContain("Total")
})

test("payments and a void are on today's paper, never on the one that was mailed", async () => {
  const { actor, invoiceId, family } = issued()
  const mailed = (await paper(actor, invoiceId, { asIssued: true })).bytes
  recordPayment(actor, {
    invoiceId,
    amountMinor: 1000,
    method: "transfer",
    receivedOn: "2026-11-18",
    payerName: "Mateo Okafor",
    payerId: family.guardianIds[0],
  })
  const other = issued()
  voidInvoice(other.actor, { invoiceId: other.invoiceId, reason: "Sent to the wrong family" })
  expect(textOfPdf((await paper(other.actor, other.invoiceId)).bytes)[0]).toContain(
    "Sent to the wrong family",
  )

  fixClock(testNow + 40 * 86_400_000)
  const [text] = textOfPdf((await paper(actor, invoiceId)).bytes)
  expect(text).toContain("Received Nov 18, 2026 from Mateo Okafor, bank transfer")
  expect(text).toContain("−$10.00")
  expect(text).toContain("$87.53")
  expect((await paper(actor, invoiceId, { asIssued: true })).bytes.equals(mailed)).toBe(true)
})

test("a draft and another school's invoice have no paper", async () => {
  const { invoiceId } = issued()
  const { actor } = openSchool()
  expect(await invoicePdf(actor, invoiceId)).toBeUndefined()
  const family = openFamily(actor)
  const draft = saveDraft(actor, november(family.familyId, [owe(actor, family, 100)]))
  expect(await invoicePdf(actor, draft.ok ? draft.invoiceId : "")).toBeUndefined()
})

test("a total that fits under the lines stays on their page, paid or not", async () => {
  const { actor, invoiceId, family } = issued("USD", 17)
  payInCash(actor, {
    invoiceId,
    amountMinor: 1000,
    payerName: "Mateo Okafor",
    payerId: family.guardianIds[0],
  })
  const pages = textOfPdf((await paper(actor, invoiceId)).bytes)
  expect(pages[0]).toContain("Balance due")
})
