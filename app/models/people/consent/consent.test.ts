import { expect, test } from "vitest"
import { hasRules, withRules } from "./consent"

test("rules are a document’s text, follow it, or replace those it had", () => {
  const rules = ["Please cancel 24 hours before a lesson.", "Invoices are due in 14 days."]
  const made = withRules("", rules)
  expect(made).toBe(
    "# Lessons, absences and payments\n- Please cancel 24 hours before a lesson.\n- Invoices are due in 14 days.",
  )
  const own = withRules("# Welcome\nBe kind.", rules)
  expect(own).toBe(`# Welcome\nBe kind.\n\n${made}`)
  const changed = withRules(`${own}\n\n# Concerts\nTwice a year.`, ["Invoices are due in 30 days."])
  expect(changed).toBe(
    "# Welcome\nBe kind.\n\n# Lessons, absences and payments\n- Invoices are due in 30 days.\n\n# Concerts\nTwice a year.",
  )
  const below = `${made}\nHolidays are in our calendar.`
  expect(hasRules(below, rules)).toBe(true)
  expect(withRules(below, ["Invoices are due in 30 days."])).toContain("\n\nHolidays are in our calendar.")
  expect(hasRules(changed, ["Invoices are due in 30 days."])).toBe(true)
  expect(hasRules(changed, rules)).toBe(false)
  expect(hasRules("# Welcome\nBe kind.", rules)).toBe(false)
})
