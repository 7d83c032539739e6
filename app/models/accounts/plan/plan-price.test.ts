import { expect, test } from "vitest"
import { usualFormats } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { mostSaved, planOffer, plansFor, platformMoney, savingText } from "./plan-price.server"

test("at the prices of the specification the savings read as it says", () => {
  const [solo, standard, professional] = [
    planOffer("soloTeacher"),
    planOffer("standard"),
    planOffer("professional"),
  ]
  expect(solo.price).toEqual({ monthly: "$9.99", yearly: "$99" })
  expect(savingText(solo)).toBe("17% saving, Save $20.88 compared to monthly")
  expect(standard.price).toEqual({ monthly: "$29", yearly: "$149" })
  expect(savingText(standard)).toBe("Save $199")
  expect(savingText(professional)).toBe("Save $549")
  expect(professional.total.yearly).toBe("$399.00")
  expect(mostSaved(plansFor("school").map(planOffer))).toBe("Save up to $549")
  expect(mostSaved(plansFor("solo").map(planOffer))).toContain("Save $20.88")
})

test("what a school pays us is written as its plan’s price is, whatever the school’s own formats", () => {
  const german = {
    ...usualFormats,
    numberStyle: "1.234,50",
    currencyPlace: "after",
    currency: "EUR",
  } as const
  expect(inFormats(german, () => [planOffer("professional").total.yearly, platformMoney(5000)])).toEqual([
    "$399.00",
    "$50.00",
  ])
})
