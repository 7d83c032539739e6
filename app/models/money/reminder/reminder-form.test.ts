import { expect, test } from "vitest"
import { ReminderStepForm } from "./reminder-form"

const typed = { step: "before", isOn: true, subject: "Due soon", body: "Dear {payer}", intent: "save" }

/** What is said beside the days, each message once. */
function saidOf(days: string | undefined, step = "before"): string[] {
  const read = ReminderStepForm.safeParse({ ...typed, step, days })
  return (read.error?.issues ?? []).map(({ path, message }) => `${path}: ${message}`)
}

test("a wrong number of days is refused with one message", () => {
  const range = "days: Enter a number of days from 1 to 60."
  for (const wrong of ["-3", "−3", "0", "61", "1000", undefined]) expect(saidOf(wrong)).toEqual([range])
  for (const wrong of ["soon", "2.5", "1e2"])
    expect(saidOf(wrong)).toEqual(["days: Enter a whole number of days."])
  expect(saidOf("366", "overdue1")).toEqual(["days: Enter a number of days from 1 to 365."])
})

test("days are read as a number; the due date itself has none", () => {
  expect(ReminderStepForm.parse({ ...typed, days: " 7 " }).days).toBe(7)
  expect(ReminderStepForm.parse({ ...typed, step: "due", days: "soon" }).days).toBeUndefined()
})
