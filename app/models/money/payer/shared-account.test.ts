import { beforeEach, expect, test } from "vitest"
import { findPortal } from "~/models/people/family-access/portal.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import {
  findPortalInvoice,
  findPortalPayment,
  listPortalInvoices,
} from "../family-invoice/portal-invoices.server"
import { listPortalReceipts } from "../family-invoice/portal-receipts.server"
import { recordPayment } from "../payment/payment.server"
import { startInvoicePayment } from "../payment-order/start-payment.server"

// Who of a family sees and pays what, where one of its guardians pays everything.

let family: ReturnType<typeof openPayingFamily>
let invoiceId: string

beforeEach(() => {
  fixClock(testNow)
  family = openPayingFamily({
    adults: [
      { name: "Jonas Haddad", payerShare: 10_000 },
      { name: "Layla Haddad", payerShare: 0 },
    ],
  })
  invoiceId = invoiceOver(family.school, family, 10_000)
})

const readers = () => family.guardians.map(({ actor }) => actor)

test("who pays nothing sees what is due of an invoice, but none of it is theirs to pay", async () => {
  const [jonas, layla] = readers()
  if (!jonas || !layla) throw new Error("Two guardians")
  const due = { wholeOpenMinor: 10_000, totalMinor: 10_000 }
  expect(listPortalInvoices(jonas)).toMatchObject([{ ...due, openMinor: 10_000 }])
  expect(listPortalInvoices(layla)).toMatchObject([{ ...due, openMinor: 0, overdueMinor: 0 }])
  expect(findPortalInvoice(layla, invoiceId)?.own).toMatchObject({ shareMinor: 0, openMinor: 0 })
  expect(await startInvoicePayment(layla, invoiceId)).toEqual({ ok: false, reason: "nothing-open" })
})

test("how another payer has paid is theirs alone to know", () => {
  const [jonas, layla] = readers()
  const paid = recordPayment(family.school, {
    ...{ invoiceId, amountMinor: 10_000, method: "cash", receivedOn: "2026-11-18" },
    ...{ payerName: "Jonas Haddad", payerId: family.guardianIds[0] ?? "" },
  })
  if (!paid.ok || !jonas || !layla) throw new Error("Not paid")
  const seen = [jonas, layla].map((reader) => [
    listPortalReceipts(reader, findPortal(reader).accounts).get(invoiceId),
    findPortalPayment(reader, paid.paymentId)?.amountMinor,
    listPortalInvoices(reader)[0]?.state,
  ])
  expect(seen).toEqual([
    [paid.paymentId, 10_000, "paid"],
    [undefined, undefined, "paid"],
  ])
})
