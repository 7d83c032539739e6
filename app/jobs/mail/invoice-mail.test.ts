import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { fixClock } from "~/utils/clock.server"
import { type Sandbox, startSandbox } from "../../../sandbox/sandbox"
import { november, openFamily, owe } from "../../../tests/support/billing"
import { testNow } from "../../../tests/support/clock"
import { textOfPdf } from "../../../tests/support/pdf"
import { openSchool } from "../../../tests/support/school"

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
  const [queued] = db().select().from(emails).where(eq(emails.schoolId, actor.school.id)).all()
  if (!queued) throw new Error("no mail")
  const first = await composeMail(queued)

  recordPayment(actor, {
    invoiceId: issued.invoiceId,
    amountMinor: 100,
    method: "cash",
    receivedOn: "2026-11-18",
    payerName: "Mateo Okafor",
  })
  fixClock(testNow + 3_600_000)
  expect(await composeMail(queued)).toEqual(first)

  while (await sendNextMail());
  const mailbox = (await (await fetch(`${sandbox.url}/mailbox/messages.json`)).json()) as Mail[]
  const mail = mailbox.find(({ subject }) => subject === "Invoice 2026-0001 from Harmony School of Music")
  expect([mail?.to].flat()).toEqual(["mateo.okafor@example.com"])
  expect(mail?.text).toContain("Total: $238.63")
  const [text] = textOfPdf(Buffer.from(first.attachments?.[0]?.content ?? "", "base64"))
  expect(text).toContain("Invoice 2026-0001")
  expect(text).toContain("$238.63")
  expect(JSON.stringify(mail)).toContain("invoice-2026-0001.pdf")
})
