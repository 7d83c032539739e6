import { expect, test } from "vitest"
import { landingSaving, planOffer, planOfProvider, planPrices, savingText } from "./plan-price.server"

// Prices other than the specification's: what the settings say is sold, and its savings are computed.
process.env.PAYPAL_PLANS = "standard.monthly=P-OWN-MONTH:20, standard.yearly=P-OWN-YEAR:150.50"

test("the settings' prices are sold, with savings of their own; the rest keeps the specification's", () => {
  const standard = planOffer("standard")
  expect(standard.price).toEqual({ monthly: "$20", yearly: "$150.50" })
  expect(savingText(standard)).toBe("Save $89.50")
  expect(savingText(planOffer("professional"))).toBe("Save $549")
  expect(landingSaving([planOffer("soloTeacher"), standard])).toBe("Save up to 37%")
  expect(planPrices().standard).toEqual({
    monthly: { price: "$20", numericPrice: 20, paypalPlanId: "P-OWN-MONTH" },
    yearly: { price: "$150.50", numericPrice: 150.5, paypalPlanId: "P-OWN-YEAR" },
  })
  expect(planOfProvider("P-OWN-YEAR")).toEqual({ plan: "standard", interval: "yearly" })
  expect(planOfProvider("P-TUTTI-STANDARD-YEARLY")).toBeUndefined()
})
