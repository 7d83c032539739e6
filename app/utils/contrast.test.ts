import { expect, test } from "vitest"
import { contrastOf, readableContrast, readableOn } from "./contrast"

test("black on white is 21, a color on itself 1, whichever comes first", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 5)
  expect(contrastOf("#1649ad", "#1649ad")).toBe(1)
  expect(contrastOf("#767676", "#ffffff")).toBeCloseTo(4.54, 2)
  expect(contrastOf("#ffffff", "#767676")).toBeCloseTo(4.54, 2)
})

test("a color that is too light is answered by the nearest darker one, others stay", () => {
  expect(readableOn("#fdfcfa", "#1649ad")).toBe("#1649ad")
  for (const light of ["#ffd400", "#ffffff", "#7ad1e5", "#ff9900"]) {
    const darker = readableOn("#fdfcfa", light)
    expect(contrastOf(darker, "#fdfcfa")).toBeGreaterThanOrEqual(readableContrast)
    expect(contrastOf(darker, "#fdfcfa")).toBeLessThan(readableContrast + 0.3)
  }
})
