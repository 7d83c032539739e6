import { sqlite } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { charges } from "db/schema/money"
import { chargeDiscounts } from "db/schema/money-discounts"
import { enrollments } from "db/schema/teaching"
import { watchStatements } from "db/statement-times.server"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import { queueJob } from "~/models/foundation/job/job.server"
import { fixClock } from "~/utils/clock.server"
import { november } from "../../../../tests/support/billing"
import { inHistories } from "../../../../tests/support/histories/count"
import { inAct } from "../../../../tests/support/in-act"
import { addScheduleRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { settleAll } from "../../../../tests/support/tuition"
import { addDiscountRule } from "../discount/discount-rules.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { tuitionBases } from "../tuition/tuition"
import { changeTuitionRule } from "../tuition/tuition-rule.server"
import { chargeMonth } from "./charge-month.server"
import { settleNextFees, settleTuition } from "./settle-tuition.server"
import { listUnbilledCharges } from "./unbilled.server"

// Fees of ended enrollments are settled a few at a time, and come to the same however few.

beforeEach(() => fixClock(Date.parse("2026-11-18T17:00:00Z")))
afterEach(booksAreSound)

type History = {
  basis: (typeof tuitionBases)[number]
  isDiscounted: boolean
  pupils: readonly { lastDay: string | null; isInvoiced: boolean; isUndone: boolean }[]
}

const months = ["2026-09", "2026-10", "2026-11"]

/** A class of so many students at $90.00 a month, charged for three months before some of them end. */
function openSchoolOf({ basis, isDiscounted, pupils }: History) {
  const { actor } = openSchool()
  changeTuitionRule(actor, { basis, lessons: 4, skipsClosures: false })
  const off = { rate: 12_500, amountMinor: null }
  if (isDiscounted)
    addDiscountRule(actor, {
      name: "Welcome",
      kind: "sibling",
      target: "all",
      fromNth: 1,
      family: undefined,
      off,
    })
  const { classId, enrollmentIds, studentIds } = openClass(actor, {
    class: { capacity: 400 },
    pupils: pupils.map((_, at) => `Otis Rossi ${at}`),
    price: { billing: "monthly", amountMinor: 9001 },
  })
  addScheduleRow(actor, classId, { rrule: "FREQ=WEEKLY;BYDAY=WE", startsOn: "2026-09-02" })
  for (const month of months) chargeMonth(actor, month)
  const unbilled = listUnbilledCharges(actor)
  for (const [at, { isInvoiced }] of pupils.entries()) {
    const own = unbilled.filter(({ studentId }) => isInvoiced && studentId === studentIds[at])
    const [first] = own
    if (!first) continue
    const chargeIds = own.map(({ chargeId }) => chargeId)
    const issued = issueInvoice(actor, { ...november(first.familyId, chargeIds), from: "2026-09-01" })
    if (!issued.ok) throw new Error(issued.reason)
  }
  return { actor, enrollmentIds }
}

const endOn = (actor: Actor, enrollmentId: string, endsOn: string | null) =>
  changeRows(enrollments, { schoolId: actor.school.id, id: enrollmentId }, { endsOn })

type Opened = ReturnType<typeof openSchoolOf>

/** Every charge with its discounts, without what only tells two schools apart. */
function booksOf({ actor, enrollmentIds }: Opened) {
  const rows = rowsOf(charges, { schoolId: actor.school.id }, { by: "id" })
  const taken = rowsOf(chargeDiscounts, { schoolId: actor.school.id })
  return enrollmentIds.map((id) =>
    rows
      .filter(({ enrollmentId }) => enrollmentId === id)
      .map(
        ({
          id: chargeId,
          source,
          month,
          amountMinor,
          taxMinor,
          reason,
          withdrawnReason,
          correctsChargeId,
        }) => ({
          ...{ source, month, amountMinor, taxMinor, reason, withdrawnReason },
          isCorrection: correctsChargeId !== null,
          discounts: taken
            .filter((each) => each.chargeId === chargeId)
            .map((each) => [each.reason, each.amountMinor]),
        }),
      ),
  )
}

/** Ends and undoes ends as the history says, and settles after each. */
function live(history: History, settle: (opened: Opened) => void) {
  const opened = openSchoolOf(history)
  const each = (change: (pupil: History["pupils"][number], enrollmentId: string) => void) => {
    for (const [at, pupil] of history.pupils.entries()) change(pupil, opened.enrollmentIds[at] ?? "")
    settle(opened)
  }
  each(({ lastDay }, id) => lastDay && endOn(opened.actor, id, lastDay))
  each(({ lastDay, isUndone }, id) => lastDay && isUndone && endOn(opened.actor, id, null))
  return booksOf(opened)
}

const history: fc.Arbitrary<History> = fc.record({
  basis: fc.constantFrom(...tuitionBases),
  isDiscounted: fc.boolean(),
  pupils: fc.array(
    fc.record({
      lastDay: fc.constantFrom(null, "2026-09-16", "2026-10-21", "2026-11-04", "2026-11-20"),
      isInvoiced: fc.boolean(),
      isUndone: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

describe("fees that are settled in steps", () => {
  test("come to the same, to the cent, as one enrollment after the other, however small the steps", () => {
    inHistories(25, history, fc.integer({ min: 1, max: 5 }), (lived, most) => {
      const inSteps = live(lived, ({ actor }) => void settleAll(actor, most))
      const oneByOne = live(lived, ({ actor, enrollmentIds }) => {
        for (const id of enrollmentIds) settleTuition(actor, id)
      })
      expect(inSteps).toEqual(oneByOne)
    })
  })

  test("take as many statements for forty fees as for four", () => {
    const countOf = (pupils: number) => {
      const facts = { lastDay: "2026-11-04", isInvoiced: false, isUndone: false }
      const opened = openSchoolOf({
        basis: "days",
        isDiscounted: true,
        pupils: Array.from({ length: pupils }, (_, at) => ({ ...facts, isInvoiced: at % 2 === 0 })),
      })
      for (const id of opened.enrollmentIds) endOn(opened.actor, id, facts.lastDay)
      let statements = 0
      watchStatements(() => {
        statements += 1
      })
      try {
        expect(settleNextFees(opened.actor).settled).toBe(pupils)
      } finally {
        watchStatements(() => undefined)
      }
      return statements
    }
    expect(countOf(40)).toBe(countOf(4))
  })
})

describe("the job", () => {
  const pupils = Array.from({ length: 60 }, () => ({ lastDay: null, isInvoiced: false, isUndone: false }))

  test("goes on where a step was cut off, and leaves each step whole", async () => {
    const opened = openSchoolOf({ basis: "days", isDiscounted: false, pupils })
    const { actor, enrollmentIds } = opened
    for (const id of enrollmentIds) endOn(actor, id, "2026-11-15")
    const amounts = () =>
      booksOf(opened).flatMap((of) =>
        of.flatMap(({ amountMinor, month, withdrawnReason }) =>
          month === "2026-11" && withdrawnReason === null ? [amountMinor] : [],
        ),
      )
    const isQueued = () =>
      rowsOf(jobs, { schoolId: actor.school.id, state: "queued" }).map(({ payload }) => payload)
    while (await runNextJob());
    inAct(queueJob)({ kind: "settle-tuition", schoolId: actor.school.id })
    expect(await runNextJob()).toBe(true)
    const settled = amounts().filter((minor) => minor === 4501).length
    expect([settled, amounts().length]).toEqual([40, 60])
    const before = isQueued()
    expect(before).toHaveLength(1)
    // as after kill -9: what the step had written is gone with it
    expect(() =>
      sqlite().transaction(() => {
        settleNextFees(actor, JSON.parse(before[0] ?? "").behind)
        throw new Error("kill -9")
      })(),
    ).toThrow("kill -9")
    expect(amounts().filter((minor) => minor === 4501)).toHaveLength(40)
    while (await runNextJob());
    expect(amounts()).toEqual(enrollmentIds.map(() => 4501))
    expect(isQueued()).toEqual([])
  })
})
