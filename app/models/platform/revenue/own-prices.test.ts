import { expect, test } from "vitest"
import { superActor } from "~/models/foundation/access/actor.server"
import { openSchool } from "../../../../tests/support/school"
import { monthlyMinor } from "../growth/growth"
import { listGrowthSchools } from "../growth/growth.server"
import { listRevenue } from "./revenue.server"

// Prices other than the specification's: revenue is what is sold.
process.env.PAYPAL_PLANS = "standard.monthly=P-OWN-MONTH:39, standard.yearly=P-OWN-YEAR:240"

test("recurring revenue is counted with the prices that are sold", () => {
  const { id } = openSchool().actor.school
  const staff = superActor({ userId: "x", name: "Sam Ortiz" })
  const grown = listGrowthSchools(staff).find((school) => school.id === id)
  expect(grown && monthlyMinor(grown)).toBe(2000)
  const moves = listRevenue(staff).find((school) => school.id === id)?.moves
  expect(moves).toMatchObject([{ kind: "new", amountMinor: 2000 }])
})
