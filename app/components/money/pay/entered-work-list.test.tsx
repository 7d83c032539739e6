import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { EnteredWorkList } from "./entered-work-list"

test("extra work says its hours and minutes", () => {
  const work = {
    workedOn: "2026-11-18",
    description: "Piano tuning",
    amountMinor: 3000,
    state: "waiting",
    reason: null,
    note: null,
  }
  const works = [60, 120, 150, null].map((minutes, id) => ({ ...work, id: String(id), minutes }))
  const props = { works, currency: "USD", buttons: () => null } as unknown as Parameters<
    typeof EnteredWorkList
  >[0]
  const html = renderToStaticMarkup(<EnteredWorkList {...props} />)
  expect([...html.matchAll(/\$30\.00( for [^.<]*)?/g)].map(([, hours]) => hours?.trim())).toEqual([
    "for 1 h",
    "for 2 h",
    "for 2 h 30 min",
    undefined,
  ])
})
