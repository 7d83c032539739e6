import { expect, test } from "vitest"
import { type Limits, limitOf } from "./limits"

const limits: Limits = {
  holder: { role: "office", rights: ["prices"] },
  screens: [
    ["/students/:studentId", true, false],
    ["/students/create", false, false],
    ["/billing/invoices/:invoiceId", true, true],
  ],
}

test("an address is looked up with its query and mark left out, and a named screen goes before a parameter", () => {
  expect(limitOf(limits, "/students/create?family=1")?.[1]).toBe(false)
  expect(limitOf(limits, "/students/018f#notes")).toEqual(["/students/:studentId", true, false])
  expect(limitOf(limits, "/billing/invoices/018f/void")).toBeUndefined()
  expect(limitOf(limits, "/help")).toBeUndefined()
})
