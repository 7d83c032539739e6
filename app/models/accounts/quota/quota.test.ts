import fc from "fast-check"
import { expect, test } from "vitest"
import { isOverMails, mailsLeft, type Quotas, quotas } from "./quota"

const withMails = (used: number, limit: number): Quotas => ({
  isOfDemo: false,
  mails: { used, limit },
  storage: { used: 0, limit: 1 },
})

test("so many emails are left, never fewer than none", () => {
  expect([mailsLeft(withMails(3, 10)), mailsLeft(withMails(12, 10))]).toEqual([7, 0])
})

test("many at once fit or don’t; a single one is never refused", () => {
  fc.assert(
    fc.property(
      fc.nat(20_000),
      fc.integer({ min: 1, max: 10_000 }),
      fc.nat(20_000),
      (used, limit, wanted) => {
        const over = isOverMails(withMails(used, limit), wanted)
        return wanted <= 1 ? !over : over === used + wanted > Math.max(limit, used)
      },
    ),
  )
})

test("a larger plan allows more of each", () => {
  const plans = [quotas.soloTeacher, quotas.standard, quotas.professional]
  for (const key of ["mails", "storage"] as const)
    expect(plans.map((plan) => plan[key])).toEqual([...plans.map((plan) => plan[key])].sort((a, b) => a - b))
})
