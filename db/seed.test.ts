import { invoices } from "db/schema/money"
import { payments } from "db/schema/money-payments"
import { expect, test } from "vitest"
import { rowsOf } from "../tests/support/school"
import { seedHarmony } from "./seed/harmony"
import { seedBrightKeys } from "./seed/small-schools"

// A demo may be made at any hour of any day: what it has lived through lies before that.

test("made on the second of a month before the office bills, no invoice or payment is later than that", () => {
  const present = Date.parse("2026-12-02T12:00:00Z")
  seedHarmony(present, "no password")
  seedBrightKeys(present, "no password")
  const issued = rowsOf(invoices).filter(({ issuedAt }) => issuedAt !== null)
  expect(issued.length).toBeGreaterThan(100)
  expect(Math.max(...issued.map(({ issuedAt }) => issuedAt ?? 0))).toBeLessThanOrEqual(present)
  expect(Math.max(...rowsOf(payments).map(({ receivedAt }) => receivedAt))).toBeLessThanOrEqual(present)
  const voided = issued.filter(({ voidedAt }) => voidedAt !== null)
  expect(voided.length).toBeGreaterThan(0)
  for (const { number, issuedAt, voidedAt } of voided)
    expect((voidedAt ?? 0) > (issuedAt ?? 0), `${number} is voided later`).toBe(true)
})
