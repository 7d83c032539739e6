import { expect, test } from "vitest"
import { methodChoices } from "./payment"

const valuesIn = (currency: string, chosen?: string) =>
  methodChoices(currency, chosen).map(({ value }) => value)

test("a school that bills in dollars chooses among all methods", () => {
  expect(valuesIn("USD")).toEqual([
    "cash",
    "check",
    "transfer",
    "debit",
    "card",
    "online",
    "zelle",
    "venmo",
    "paypal",
  ])
})

test("Zelle and Venmo aren't offered in another currency, but one that was chosen stays", () => {
  expect(valuesIn("EUR")).toEqual(["cash", "check", "transfer", "debit", "card", "online", "paypal"])
  expect(valuesIn("EUR", "venmo")).toEqual([
    "cash",
    "check",
    "transfer",
    "debit",
    "card",
    "online",
    "venmo",
    "paypal",
  ])
})
