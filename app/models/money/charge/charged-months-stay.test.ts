import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { addTaxRate, chooseTaxMode } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { queueJob } from "~/models/foundation/job/job.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { dropStudent } from "~/models/teaching/class/leave-class.server"
import { chooseTrialPrice, setOwnPrice } from "~/models/teaching/price/price.server"
import { setClassPrice } from "~/models/teaching/price/price-step.server"
import { fixClock } from "~/utils/clock.server"
import { inAct } from "../../../../tests/support/in-act"
import { addClosureRow, addScheduleRow, addStudentRow, openClass } from "../../../../tests/support/lessons"
import { openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { DiscountForm } from "../discount/discount-form"
import { addDiscountRule } from "../discount/discount-rules.server"
import { changeTuitionRule } from "../tuition/tuition-rule.server"

// A month that was charged keeps its amount whatever setting changes afterwards. Otis and Lina were in the class before today,
// Ravi is enrolled today and has a fee that still follows its price; Lina has ended.

let actor: Actor
let classId: string
let stays: Record<"otis" | "lina" | "ravi", string>

beforeEach(async () => {
  fixClock(Date.parse("2026-11-02T15:00:00Z"))
  actor = openSchool().actor
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: true })
  classId = openClass(actor, { pupils: [], price: { billing: "monthly", amountMinor: 9000 } }).classId
  addScheduleRow(actor, classId)
  const [otis, lina] = [put("Otis", "2026-11-01"), put("Lina", "2026-11-01")]
  await workOff()
  fixClock(Date.parse("2026-11-16T15:00:00Z"))
  dropStudent(actor, classId, lina, { lastDay: "2026-11-20", reason: "Away" })
  stays = { otis, lina, ravi: put("Ravi", "2026-11-16") }
  await workOff()
  expect(fees()).toEqual(asCharged)
})
afterEach(booksAreSound)

const asCharged = { otis: 90, lina: 60, ravi: 45 }

function put(name: string, startsOn: string) {
  const enrolled = enroll(actor, { classId, studentId: addStudentRow(actor, name, "Rossi"), startsOn })
  if (!enrolled.ok) throw new Error(enrolled.reason)
  return enrolled.enrollmentId
}

async function workOff() {
  while (await runNextJob());
}

const familyOf = (firstName: string) =>
  rowOf(students, { schoolId: actor.school.id, firstName })?.familyId ?? ""

/** What each month came to, whatever it consists of. */
const fees = () =>
  Object.fromEntries(
    Object.entries(stays).map(([name, enrollmentId]) => [
      name,
      rowsOf(charges, { schoolId: actor.school.id, enrollmentId, withdrawnAt: null }, { by: "id" }).reduce(
        (sum, { amountMinor }) => sum + amountMinor / 100,
        0,
      ),
    ]),
  )

/** Someone else is enrolled, which has the class's fees looked at again, and the night's work is done. */
async function goOn() {
  put("Theo", "2026-11-16")
  await workOff()
  const sameDay = fees()
  fixClock(Date.parse("2026-11-17T00:00:05Z"))
  inAct(queueJob)({ kind: "charge-months" })
  await workOff()
  return [sameDay, fees()]
}

const monthly = (fromDate: string, amountMinor: number) => ({
  billing: "monthly" as const,
  fromDate,
  amountMinor,
})
const changes: Record<string, () => unknown> = {
  "the rule for part months": () =>
    changeTuitionRule(actor, { basis: "full", lessons: 4, skipsClosures: false }),
  "the lessons in a fee": () => changeTuitionRule(actor, { basis: "count", lessons: 2, skipsClosures: true }),
  "a new tax": () => addTaxRate(actor, { name: "VAT", rate: 20_000, isDefault: true }),
  "how prices include tax": () => chooseTaxMode(actor, true),
  "the price of trials": () => chooseTrialPrice(actor, "class"),
  "a discount": () =>
    addDiscountRule(
      actor,
      DiscountForm.parse({
        name: "Autumn",
        kind: "family",
        family: familyOf("Ravi"),
        target: "all",
        off: "10%",
      }),
    ),
  "a weekly time": () => addScheduleRow(actor, classId, { rrule: "FREQ=WEEKLY;BYDAY=TH" }),
  "a price of a later day": () => setClassPrice(actor, classId, monthly("2026-11-20", 3000)),
  "a price of a later month": () => setClassPrice(actor, classId, monthly("2026-12-01", 3000)),
}

describe("a charged month keeps its amount", () => {
  test.each(Object.keys(changes))("when this changes: %s", async (what) => {
    changes[what]?.()
    expect(await goOn()).toEqual([asCharged, asCharged])
  })

  test("when days become closed, for those who haven’t ended", async () => {
    addClosureRow(actor, "2026-11-23", "2026-11-27")
    const kept = { otis: 90, ravi: 45 }
    expect(await goOn()).toMatchObject([kept, kept])
  })

  test.each([3000, 18_000])(
    "when the class’s price becomes %i from an earlier day on, but for who is enrolled today",
    async (amountMinor) => {
      setClassPrice(actor, classId, monthly("2026-11-01", amountMinor))
      const after = { ...asCharged, ravi: amountMinor / 200 }
      expect(await goOn()).toEqual([after, after])
    },
  )

  test("when its students pay by the lesson from an earlier day on", async () => {
    setClassPrice(actor, classId, { ...monthly("2026-11-01", 2000), billing: "per_session" })
    expect(await goOn()).toMatchObject([asCharged, asCharged].map(({ otis, lina }) => ({ otis, lina })))
  })

  test("but for its price, where a student enrolled today gets a custom one after the rule was changed", async () => {
    changeTuitionRule(actor, { basis: "full", lessons: 4, skipsClosures: false })
    setOwnPrice(actor, stays.ravi, monthly("2026-11-16", 6000))
    const after = { ...asCharged, ravi: 30 }
    expect(await goOn()).toEqual([after, after])
  })
})
