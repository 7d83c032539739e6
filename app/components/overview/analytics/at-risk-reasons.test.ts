import { expect, test } from "vitest"
import { reasonsHeld } from "./at-risk-reasons"

test("only the reasons that hold for someone are named", () => {
  const metrics = ["students-at-risk", "risk-missed", "risk-no-lesson", "risk-overdue", "risk-leaving"]
  const card = (total: string[]) => [
    { key: "at-risk", columns: metrics.map((metric) => ({ metric })), total },
  ]
  expect(reasonsHeld(card(["9", "0", "0", "9", "0"])).map(({ noun }) => noun)).toEqual([
    "have an overdue invoice",
  ])
  expect(reasonsHeld(card(["3", "1", "1", "0", "1"])).map(({ of }) => of)).toEqual([
    "risk-missed",
    "risk-no-lesson",
    "risk-leaving",
  ])
  expect(reasonsHeld(card(["0", "0", "0", "0", "0"]))).toEqual([])
  expect(reasonsHeld([])).toEqual([])
})
