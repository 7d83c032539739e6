import { describe, expect, test } from "vitest"
import { labelOfNoun, sentenceOf, sentences, sentenceWithoutNames } from "./activity"

const split = (key: string) => {
  const [noun = "", verb = ""] = key.split(".")
  return { noun, verb }
}

describe("an entry of the activity", () => {
  test.each(Object.keys(sentences))("%s reads as a sentence, with and without its facts", (key) => {
    const without = sentenceWithoutNames(split(key))
    expect(without).toMatch(/^[a-z][^<>{}]+[a-z]$/)
    expect(without).not.toMatch(/undefined|null|NaN|\[object/)
    expect(labelOfNoun(split(key).noun)).not.toBe("Other")
  })

  test("names who and when from what the event kept", () => {
    const after = { name: "Tomás Singh", startsOn: "2026-08-10" }
    expect(sentenceOf({ noun: "enrollment", verb: "enroll", before: null, after })).toBe(
      "enrolled Tomás Singh starting Aug 10, 2026",
    )
  })

  test("names the provider that was asked for a refund", () => {
    const asked = (provider?: string) =>
      sentenceOf({
        ...{ noun: "payment", verb: "order-refund", before: null },
        after: { reason: "Moved away", ...(provider ? { provider } : {}) },
      })
    expect(asked("Stripe")).toBe("asked Stripe to refund a payment: Moved away")
    expect(asked()).toBe("asked PayPal to refund a payment: Moved away")
  })

  test("says of a step taken back that it was an undo, and gives any other reason", () => {
    const drop = (reason: string) =>
      sentenceOf({
        noun: "enrollment",
        verb: "drop",
        before: null,
        after: { name: "Wren Adeyemi", lastDay: "2026-12-01", reason },
      })
    expect(drop("Undone")).toBe("unenrolled Wren Adeyemi after Dec 1, 2026, as an undo")
    expect(drop("Moved away")).toBe("unenrolled Wren Adeyemi after Dec 1, 2026: Moved away")
  })

  test("of another version is named as such, never by its key", () => {
    expect(sentenceOf({ noun: "toString", verb: "call", before: null, after: null })).toBe(
      "made a change this version doesn’t recognize",
    )
  })
})
