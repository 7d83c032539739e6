import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { merged } from "~/models/foundation/outbox/wording"
import { addDays } from "~/utils/dates"
import {
  type ReminderStep,
  reminderStepKeys,
  type SentStep,
  shippedSteps,
  stepToSend,
  unknownFields,
} from "./reminder-steps"

const dueOn = "2026-12-02"

/** What goes out about one due date when the job runs on these days. */
function sentOver(steps: readonly ReminderStep[], days: readonly number[]): SentStep[] {
  const sent: SentStep[] = []
  for (const day of days) {
    const today = addDays(dueOn, day)
    const step = stepToSend(steps, { dueOn, today, sent })
    if (step) sent.push({ step: step.step, sentOn: today })
  }
  return sent
}
const everyDay = Array.from({ length: 120 }, (_, index) => index - 30)

describe("the reminder steps", () => {
  test("go out on their days, each once", () => {
    const on = shippedSteps.map((step) => ({ ...step, isOn: true }))
    expect(sentOver(on, everyDay)).toEqual([
      { step: "before", sentOn: "2026-11-29" },
      { step: "due", sentOn: "2026-12-02" },
      { step: "overdue1", sentOn: "2026-12-09" },
      { step: "overdue2", sentOn: "2026-12-16" },
      { step: "overdue3", sentOn: "2027-01-01" },
    ])
    expect(sentOver(shippedSteps, everyDay).map(({ step }) => step)).toEqual([
      "before",
      "overdue1",
      "overdue2",
    ])
  })

  test("begin with the first overdue one when they are turned on late, and keep their distance", () => {
    const on = shippedSteps.map((step) => ({ ...step, isOn: true }))
    expect(sentOver(on, [60, 61, 66, 67, 82, 83, 84])).toEqual([
      { step: "overdue1", sentOn: addDays(dueOn, 60) },
      { step: "overdue2", sentOn: addDays(dueOn, 67) },
      { step: "overdue3", sentOn: addDays(dueOn, 83) },
    ])
  })

  test("a missed day before the due date is made up until then, and not after", () => {
    expect(sentOver(shippedSteps, [-1])).toMatchObject([{ step: "before" }])
    expect(sentOver(shippedSteps, [1, 2, 3])).toEqual([])
  })

  test("never repeat a step, never go back, never send two on one day, whatever days the job runs on", () => {
    const aStep = (step: (typeof reminderStepKeys)[number]) =>
      fc.record({
        step: fc.constant(step),
        isOn: fc.boolean(),
        offsetDays: fc.integer(step === "before" ? { min: -60, max: -1 } : { min: 0, max: 90 }),
        subject: fc.constant("s"),
        body: fc.constant("b"),
        chargesLateFee: fc.boolean(),
      })
    fc.assert(
      fc.property(
        fc.tuple(...reminderStepKeys.map(aStep)),
        fc.array(fc.integer({ min: -70, max: 200 }), { maxLength: 60 }),
        (steps, days) => {
          const sent = sentOver(
            steps,
            [...days, ...days].sort((a, b) => a - b),
          )
          const ranks = sent.map(({ step }) => reminderStepKeys.indexOf(step))
          expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => a - b))
          expect(new Set(sent.map(({ sentOn }) => sentOn)).size).toBe(sent.length)
          for (const { step, sentOn } of sent) {
            const its = steps.find((each) => each.step === step)
            expect(its?.isOn).toBe(true)
            expect(sentOn >= addDays(dueOn, its?.offsetDays ?? 999)).toBe(true)
          }
        },
      ),
    )
  })
})

describe("a text with merge fields", () => {
  const values = {
    payer: "Mateo {amount}",
    family: "Okafor",
    number: "2026-0042",
    amount: "$42.50",
    dueDate: "Dec 2, 2026",
    daysOverdue: "7 days",
    school: "Harmony",
  }
  test("is filled in once: what a name holds in braces stays", () => {
    expect(merged("{payer}, {number}: {amount} {what}", values)).toBe(
      "Mateo {amount}, 2026-0042: $42.50 {what}",
    )
  })
  test("names the fields it doesn’t know", () => {
    expect(unknownFields("{amount} {Amount} {} {x}")).toEqual(["Amount", "", "x"])
    for (const { subject, body } of shippedSteps) expect(unknownFields(subject + body)).toEqual([])
  })
})
