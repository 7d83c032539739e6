import { expect, test } from "vitest"
import { exampleValues, fieldTexts, letterTexts } from "~/texts/foundation/letters"
import { letterFields, letterOf, merged, paragraphsOf, unknownIn, wordedLetters } from "./wording"

const values = { recipient: "Jonas {school}", school: "Harmony", reason: "", reference: " " }

test("a text is filled in once: what a name holds in braces stays", () => {
  expect(merged("Hi {recipient} of {school} {what}", values)).toBe("Hi Jonas {school} of Harmony {what}")
})

test("a field that is empty leaves no hole", () => {
  expect(merged("Canceled ({reason}) at {school}", values)).toBe("Canceled at Harmony")
  expect(merged("Canceled, {reason}, at {school}.", values)).toBe("Canceled, at Harmony.")
  expect(merged("Canceled: {reason}", values)).toBe("Canceled")
  expect(merged("Hello\n\n{reason}\n\nSee you at {school} {reference}!", values)).toBe(
    "Hello\n\n\nSee you at Harmony!",
  )
  expect(paragraphsOf(merged("Hello\n\n{reason}\n\nBye", values))).toEqual(["Hello", "Bye"])
  expect(merged("{reason}", values)).toBe("")
})

test("each letter’s standard text has only its own fields, and each field has its text", () => {
  for (const letter of wordedLetters) {
    const fields = letterFields(letter)
    const { subject, body } = letterTexts[letter]
    expect(unknownIn(subject + body, fields)).toEqual([])
    for (const field of fields) {
      expect(fieldTexts[field]).toBeTruthy()
      expect(field in { ...exampleValues, recipient: "", school: "" }).toBe(true)
    }
  }
  expect(unknownIn("{School} {} {amount}", letterFields("receipt"))).toEqual(["School", ""])
})

test("letters to teachers keep their own words", () => {
  expect(letterOf("session-changed", { change: "cancelled" })).toBe("lesson-canceled")
  expect(letterOf("session-changed", { change: "cancelled", forTeacher: true })).toBeUndefined()
  expect(letterOf("session-changed", { change: "restored" })).toBeUndefined()
  expect(letterOf("lessons-tomorrow", { forTeacher: false })).toBe("lesson-reminder")
})
