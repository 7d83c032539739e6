import { paySlipLines } from "db/schema/money-pay"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import fc from "fast-check"
import { expect, test } from "vitest"
import { addTaxRate } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock, now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { openFamily } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import type { Collecting } from "../../../../tests/support/histories/collecting"
import { openLessons } from "../../../../tests/support/histories/lessons"
import { inTrial, liveHistories } from "../../../../tests/support/histories/live"
import { actInHistory, type MoneyStep } from "../../../../tests/support/histories/office"
import { dayMs, dayOf } from "../../../../tests/support/histories/plans"
import { addTeacherRow } from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { approvePay, lockPay } from "./approve-pay.server"
import { sumLines } from "./pay"
import { calculatePay, listEarned } from "./pay-lines.server"
import { type PayPeriod, periodOn } from "./pay-period"
import { agreePayRate } from "./pay-rates.server"
import { findPay } from "./payslips.server"

// A teacher is paid a percentage of what families are charged. Whatever is charged, credited, voided, waived or set by hand, before
// and after payslips: what these say and what waits for the next one are together what was charged by now.

const verbs = [
  ...(["attend", "attend", "attend", "attend", "undo-attendance", "waive-lesson", "discount"] as const),
  ...(["issue", "issue", "void", "credit", "credit", "agree", "agree", "usual"] as const),
  ...(["sell-package", "sell-package", "end-package", "expire-packages", "waive-package", "beyond"] as const),
] as const

type Step = Omit<MoneyStep, "verb"> & { verb: MoneyStep["verb"] | "approve" }

const stepOf: fc.Arbitrary<Step> = fc.record({
  verb: fc.constantFrom(...verbs, "approve" as const, "approve" as const),
  which: fc.nat(6),
  amountMinor: fc.integer({ min: 1, max: 12_000 }),
})

const rhythm = { rhythm: "half_month", startsOn: "2026-11-01" } as const
const all = { from: "2026-10-01", to: "2027-12-31" }

function payFor(actor: Actor, teacherId: string, period: PayPeriod) {
  const { totalMinor, slip, lines } = findPay(actor, teacherId, period)
  // Periods without a lesson are left out, as an office does that sees none to pay.
  if (slip || !lines.some(({ kind }) => kind === "lesson")) return
  if (approvePay(actor, period, { teacherIds: [teacherId], reviewedMinor: totalMinor }).ok)
    lockPay(actor, period)
}

test("over any history payslips and the next one’s corrections come to what was charged", async () => {
  const live = async (steps: readonly Step[]) => {
    fixClock(testNow)
    const { actor } = openSchool()
    const family = openFamily(actor)
    openLessons(actor, family)
    const teacherId = addTeacherRow(actor, "Marcus Whitfield")
    changeRows(classes, { schoolId: actor.school.id }, { teacherId })
    changeRows(sessions, { schoolId: actor.school.id }, { teacherId })
    addTaxRate(actor, { name: "VAT", rate: 20_000, isDefault: true })
    expect(
      agreePayRate(actor, teacherId, {
        kind: "percent",
        basisPoints: 4250,
        amountMinor: 0,
        fromDate: "2026-09-01",
      }).ok,
    ).toBe(true)
    const collecting = {} as Collecting
    for (const { verb, ...step } of steps) {
      fixClock(now() + 1000)
      if (verb === "approve") {
        // Some days later, the pay of the half months that are over, the oldest first; some are forgotten.
        fixClock(now() + (step.which + 4) * dayMs)
        for (let day = "2026-11-01"; day < dayOf(actor); day = addDays(periodOn(rhythm, day).to, 1)) {
          const period = periodOn(rhythm, day)
          if (step.amountMinor % 4 && period.to < dayOf(actor)) payFor(actor, teacherId, period)
        }
      } else await actInHistory(actor, family, { verb, ...step }, { collecting, closed: new Map() })
    }
    fixClock(now() + 20 * dayMs)
    for (let day = "2026-11-01"; day < dayOf(actor); day = addDays(periodOn(rhythm, day).to, 1))
      if (periodOn(rhythm, day).to < dayOf(actor)) payFor(actor, teacherId, periodOn(rhythm, day))
    const paid = rowsOf(paySlipLines, { schoolId: actor.school.id }).reduce(
      (sum, { amountMinor }) => sum + amountMinor,
      0,
    )
    const next = periodOn(rhythm, dayOf(actor))
    const waiting = sumLines(calculatePay(actor, next, teacherId).get(teacherId) ?? [])
    expect(paid + waiting).toBe(sumLines(listEarned(actor, teacherId, all)))
  }
  await liveHistories(
    150,
    fc.asyncProperty(fc.array(stepOf, { minLength: 10, maxLength: 30, size: "max" }), (steps) =>
      inTrial(() => live(steps)),
    ),
  )
})
