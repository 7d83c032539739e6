import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import { invoices } from "db/schema/money"
import { expect, test } from "vitest"
import { openFamily, owe } from "../../../../tests/support/billing"
import { openSchool, rowsOf } from "../../../../tests/support/school"

test("two processes that issue at once give every number once, without a gap, and bill nothing twice", async () => {
  const { actor } = openSchool()
  const family = openFamily(actor)
  const charges = Array.from({ length: 30 }, (_, index) => owe(actor, family, 1000 + index))
  const worker = () =>
    text(
      spawn("node_modules/.bin/tsx", ["tests/support/issue-many.ts"], {
        stdio: ["ignore", "pipe", "inherit"],
      }).stdout,
    )
  const counts = (await Promise.all([worker(), worker()])).map(Number)
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(charges.length)
  const numbers = rowsOf(invoices, undefined, { by: "sequence" })
  expect(numbers.map(({ number }) => number)).toEqual(
    charges.map((_, index) => `2026-${String(index + 1).padStart(4, "0")}`),
  )
})
