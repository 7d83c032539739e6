import { describe, expect, test } from "vitest"
import { presetRights } from "~/models/foundation/access/rights"
import { officeAddsOf } from "./office-menu"

const addsOf = (preset: keyof typeof presetRights) =>
  officeAddsOf("office", presetRights[preset]).map(({ label }) => label)

describe("what an office adds from a phone", () => {
  test("is only what a member may write", () => {
    expect(addsOf("read-only")).toEqual(["Message"])
    expect(addsOf("teaching-lead")).toEqual(["Lesson", "Lesson note", "Message"])
    expect(addsOf("front-desk")).toEqual(["Student", "Lesson", "Payment", "Lesson note", "Message"])
    expect(addsOf("bookkeeping")).toEqual(["Payment", "Message"])
  })
})
