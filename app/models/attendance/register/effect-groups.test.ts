import { expect, test } from "vitest"
import { effectGroups } from "./effect-groups"

const effect = (text: string) => ({ chargedMinor: 0, creditUntil: null, paidPercent: 100, text })
const usual = {
  present: effect("charged as usual"),
  late: effect("charged as usual"),
  absent: effect("No notice: $18.00 charged, no credit"),
  excused: effect("Not charged, 1 make-up credit until Feb 16"),
  cancelled: effect("Not charged, no credit"),
}
const waived = { ...usual, absent: effect("No notice: waived, not charged, no credit") }

test("what the statuses do is said once for all for whom it is the same", () => {
  const rows = [
    { name: "Aiko Lindqvist", effects: usual },
    { name: "Arthur Walker", effects: waived },
    { name: "Wren Adeyemi", effects: structuredClone(usual) },
  ]
  expect(effectGroups(rows)).toEqual([
    {
      names: ["Aiko Lindqvist", "Wren Adeyemi"],
      texts: [
        { label: "Absent", text: "No notice: $18.00 charged, no credit" },
        { label: "Excused", text: "Not charged, 1 make-up credit until Feb 16" },
        { label: "Canceled by school", text: "Not charged, no credit" },
      ],
    },
    expect.objectContaining({ names: ["Arthur Walker"] }),
  ])
})

test("without rules there is nothing to say", () => {
  expect(effectGroups([])).toEqual([])
  expect(effectGroups([{ name: "Aiko Lindqvist", effects: {} }])).toEqual([])
})
