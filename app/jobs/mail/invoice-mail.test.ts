import { emails } from "db/schema/foundation-mail"
import { afterAll, beforeAll, expect, test } from "vitest"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { addOutsidePayer } from "~/models/money/payer/outside-payers.server"
import { fixClock } from "~/utils/clock.server"
import { type Sandbox, startSandbox } from "../../../sandbox/sandbox"
import { november, openFamily, owe } from "../../../tests/support/billing"
import { testNow } from "../../../tests/support/clock"
import { payInCash } from "../../../tests/support/payments"
import { textOfPdf } from "../../../tests/support/pdf"
import { openSchool, rowsOf } from "../../../tests/support/school"

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
  process.env.RESEND_BASE_URL = `${sandbox.url}/resend`
})

afterAll(() => sandbox.close())

type Mail = {
  to: string[]
  subject: string
  text: string
  attachments?: { filename: string; content: string }[]
}

test("an invoice arrives with its PDF, and a second try carries the same bytes", async () => {
  const { composeMail } = await import("./compose-mail.server")
  const { sendNextMail } = await import("./send-mail.server")
  const { actor } = openSchool()
  const family = openFamily(actor, {
    adults: [{ name: "Mateo Okafor", email: "mateo.okafor@example.com", payerShare: 10_000 }],
  })
  const issued = issueInvoice(actor, november(family.familyId, [owe(actor, family, 23_863)]))
  if (!issued.ok) throw new Error(issued.reason)
  const [queued] = rowsOf(emails, { schoolId: actor.school.id })
  if (!queued) throw new Error("no mail")
  const first = await composeMail(queued)

  payInCash(actor, { invoiceId: issued.invoiceId, amountMinor: 100, payerName: "Mateo Okafor" })
  fixClock(testNow + 3_600_000)
  expect(await composeMail(queued)).toEqual(first)

  while (await sendNextMail());
  const mailbox = (await (await fetch(`${sandbox.url}/mailbox/messages.json`)).json()) as Mail[]
  const mail = mailbox.find(({ subject }) => subject === "Invoice 2026-0001 from Harmony School of Music")
  expect([mail?.to].flat()).toEqual(["mateo.okafor@example.com"])
  expect(mail?.text).toMatch(/^Hi Mateo,\s+\$238\.63 is due December 2, 2026\. Your new invoice is attached/)
  expect(mail?.text).toContain("Total: $238.63")
  const [text] = textOfPdf(Buffer.from(first.attachments?.[0]?.content ?? "", "base64"))
  expect(text).toContain("Invoice 2026-0001")
  expect(text).toContain("$238.63")
  expect(JSON.stringify(mail)).toContain("invoice-2026-0001.pdf")
})

test("greets an office that pays by its whole name", async () => {
  const { composeMail } = await import("./compose-mail.server")
  const { actor } = openSchool()
  const family = openFamily(actor, {
    adults: [{ name: "Mateo Okafor", email: "mateo.okafor@example.com", payerShare: 10_000 }],
  })
  const office = { name: "Springfield Music Foundation", email: "grants@foundation.example" }
  const nothingElse = { address: null, taxNumber: null, reference: null, endsOn: null }
  addOutsidePayer(actor, family.familyId, { ...office, ...nothingElse })
  issueInvoice(actor, november(family.familyId, [owe(actor, family, 4000)]))
  const [queued] = rowsOf(emails, { schoolId: actor.school.id })
  if (!queued) throw new Error("no mail")
  const greetingOf = async (recipientName: string, recipient: string) => {
    const data = JSON.stringify({ ...JSON.parse(queued.data), recipientName })
    return (await composeMail({ ...queued, recipient, data })).text.split("\n")[0]
  }
  expect(await greetingOf("Mateo Okafor", queued.recipient)).toBe("Hi Mateo,")
  expect(await greetingOf(office.name, office.email)).toBe("Hi Springfield Music Foundation,")
  expect(await greetingOf("Springfield Rossi", office.email)).toBe("Hi Springfield,")
})
