import { expect, test } from "vitest"
import { datedTexts } from "./dated-texts"

test("a reason that comes back is said once, with its dates", () => {
  const taken = "Hall is taken at 4:00 PM."
  const tuesdays = ["2026-12-01", "2026-11-24", "2026-12-08", "2026-12-08", "2026-12-15", "2026-12-22"]
  expect(
    datedTexts([
      ...tuesdays.map((date) => ({ date, text: taken })),
      { date: "2026-11-25", text: "Kwame Boateng is away." },
    ]),
  ).toEqual([
    `Tue, Nov 24: ${taken} Also on Dec 1, Dec 8, Dec 15 and 1 more date.`,
    "Wed, Nov 25: Kwame Boateng is away.",
  ])
  expect(datedTexts(tuesdays.slice(0, 2).map((date) => ({ date, text: taken })))).toEqual([
    `Tue, Nov 24: ${taken} Also on Dec 1.`,
  ])
})
