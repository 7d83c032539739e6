import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { UsageMeter } from "./usage-meter"

const shown = (used: number, limit: number | "unlimited") => {
  const html = renderToStaticMarkup(<UsageMeter name="Students" used={used} limit={limit} />)
  return { text: html.replace(/<[^>]+>/g, ""), hasBar: html.includes("<svg") }
}

test("usage is compared with the limit, and before a plan there is none to compare with", () => {
  expect(shown(81, 100)).toEqual({ text: "Students 81 of 100, 81%", hasBar: true })
  expect(shown(81, "unlimited")).toEqual({ text: "Students 81 of ∞ unlimited", hasBar: false })
  expect(shown(0, 0)).toEqual({ text: "Students 0", hasBar: false })
})
