import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { may } from "./permissions"
import {
  actingOf,
  presetOf,
  presetRights,
  presets,
  readRights,
  rights,
  rightsText,
  wholeRights,
} from "./rights"

const chosen = fc.subarray([...rights])

describe("rights", () => {
  test("what a right includes comes with it, once, and stays when chosen again", () => {
    fc.assert(
      fc.property(chosen, (some) => {
        const whole = wholeRights(some)
        expect(wholeRights(whole)).toEqual(whole)
        expect(whole).toEqual(expect.arrayContaining(some))
        expect(readRights(whole.join(","))).toEqual(whole)
      }),
    )
  })

  test("more rights never take a permission away", () => {
    fc.assert(
      fc.property(chosen, fc.constantFrom(...rights), (some, more) => {
        const before = { role: "office" as const, rights: some }
        const after = { role: "office" as const, rights: [...some, more] }
        if (may(before, "invoice:read")) expect(may(after, "invoice:read")).toBe(true)
        expect(may(after, "school:administer")).toBe(false)
        expect(may(after, "subscription:pay")).toBe(false)
        expect(may(after, "team:manage")).toBe(false)
      }),
    )
  })

  test("read only changes nothing, bookkeeping sees no students, and each preset has its name", () => {
    const readOnly = { role: "office" as const, rights: presetRights["read-only"] }
    for (const verb of [
      "student:write",
      "class:write",
      "schedule:write",
      "invoice:issue",
      "payment:record",
    ] as const)
      expect(may(readOnly, verb)).toBe(false)
    expect(may(readOnly, "student:read")).toBe(true)
    const books = { role: "office" as const, rights: presetRights.bookkeeping }
    expect(may(books, "student:read")).toBe(false)
    expect(may(books, "invoice:issue")).toBe(true)
    for (const preset of presets) expect(presetOf(presetRights[preset])).toBe(preset)
    expect(rightsText(["payments", "prices"])).toBe("Take payments")
  })

  test("students and the schedule are seen without what they cost", () => {
    const lead = { role: "office" as const, rights: presetRights["teaching-lead"] }
    expect(may(lead, "student:read") && may(lead, "class:write")).toBe(true)
    for (const shown of [
      "invoice:read",
      "student:money",
      "class:money",
      "class:price",
      "family:merge",
    ] as const)
      expect(may(lead, shown), shown).toBe(false)
    const books = { role: "office" as const, rights: presetRights.bookkeeping }
    expect(may(books, "family:frame") && !may(books, "student:money")).toBe(true)
    const both = { role: "office" as const, rights: wholeRights(["see-people", "prices"]) }
    expect(may(both, "student:money") && !may(both, "class:money")).toBe(true)
    expect(may({ role: "admin", rights: [] }, "class:price")).toBe(true)
    for (const preset of ["front-desk", "bookkeeping", "read-only"] as const)
      expect(presetRights[preset], preset).toContain("prices")
  })

  test("a teacher acts for the whole school only by a right", () => {
    expect(actingOf({ role: "teacher", rights: "" }).role).toBe("teacher")
    expect(actingOf({ role: "teacher", rights: "prices" })).toEqual({ role: "office", rights: ["prices"] })
  })
})
