import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { EnteredWorkList } from "./entered-work-list"

test("extra work says its hours as people do: a clock time only where minutes are left over", () => {
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
    "for 1 hour",
    "for 2 hours",
    "for 2:30 hours",
    undefined,
  ])
})
