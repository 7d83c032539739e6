import { expect, test } from "vitest"
import { mostSaved, planOffer, plansFor, savingText } from "./plan-price.server"

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
