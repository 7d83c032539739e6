import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { ScoreLegend } from "./score-day"

const legend = (...days: Parameters<typeof ScoreLegend>[0]["days"]) =>
  renderToStaticMarkup(<ScoreLegend days={days} />).replace(/<[^>]+>/g, " ")

const marcus = { key: "marcus", name: "Marcus Whitfield", expression: "guitar", cells: [] }

test("names the signs of lessons, and the bar only beside a closed day", () => {
  expect(legend({ parts: [marcus], isClosed: false })).toContain("Attendance taken")
  expect(legend({ parts: [marcus], isClosed: false })).not.toContain("Thick bar")
  expect(legend({ parts: [marcus], isClosed: false }, { parts: [], isClosed: true })).toContain("Thick bar")
})

test("says nothing about a day on which nothing is drawn", () => {
  expect(legend({ parts: [], isClosed: false })).toBe("")
  expect(legend({ parts: [], isClosed: true })).not.toContain("Attendance")
})
