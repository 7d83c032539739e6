import { expect, test } from "vitest"
import { exampleValues, fieldTexts, letterTexts } from "~/texts/foundation/letters"
import {
  cantSay,
  letterFields,
  letterOf,
  merged,
  paragraphsOf,
  unknownIn,
  valuesIn,
  wordedLetters,
} from "./wording"

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
      expect(field in { ...exampleValues(), recipient: "", school: "" }).toBe(true)
    }
  }
  expect([exampleValues("birthday").student, exampleValues("lesson-notes").student]).toEqual([
    "Milo",
    "Milo Haddad",
  ])
  expect(unknownIn("{School} {} {amount}", letterFields("receipt"))).toEqual(["School", ""])
})

test("a letter’s standard text says the payment, day, event or work it is about, or leads to the rows that do", () => {
  for (const letter of wordedLetters) {
    const { body } = letterTexts[letter]
    const fields = letterFields(letter)
    const facts = fields.filter((field) => /^(amount|day|event)$/.test(field) && !fields.includes("work"))
    const missing = body.endsWith(":") ? [] : facts.filter((field) => !body.includes(`{${field}}`))
    expect(missing, letter).toEqual([])
  }
})

test("letters to teachers have words of their own", () => {
  expect(letterOf("session-changed", { change: "cancelled" })).toBe("lesson-canceled")
  expect(letterOf("session-changed", { change: "cancelled", forTeacher: true })).toBe("teacher-canceled")
  expect(letterOf("session-changed", { change: "restored", forTeacher: true })).toBeUndefined()
  expect(letterOf("lessons-tomorrow", { forTeacher: false })).toBe("lesson-reminder")
  expect(letterOf("lessons-tomorrow", { forTeacher: false, isAhead: true })).toBe("lesson-reminder-ahead")
  expect(letterOf("lessons-tomorrow", { forTeacher: true, isAhead: true })).toBe("teacher-reminder-ahead")
})

test("a letter with practice alone says the standard", () => {
  const student = { studentName: "Milo", lessons: [], reports: [], practice: [], more: 0 }
  expect(letterOf("lesson-notes", { students: [student] })).toBeUndefined()
  expect(letterOf("lesson-notes", { students: [student, { ...student, lessons: [{}] }] })).toBe(
    "lesson-notes",
  )
})

test("a letter about moved and canceled lessons says the standard", () => {
  expect(letterOf("session-changed", { change: "moved" })).toBe("lesson-moved")
  expect(letterOf("session-changed", { change: "changed" })).toBeUndefined()
})

const valuesOf = (letter: "lesson-moved" | "invoice" | "request", data: object) =>
  valuesIn(letter, data, {
    count: (n, noun) => `${n} ${noun}`,
    first: (one, others) => (others > 0 ? `${one} and ${others} more` : one),
    names: String,
  })

test("several lessons are named by the first", () => {
  const lessons = [["Wed, Nov 25", "Piano"]]
  expect(valuesOf("lesson-moved", { lessons }).when).toBe("Wed, Nov 25")
  expect(valuesOf("lesson-moved", { lessons: [...lessons, ...lessons] }).when).toBe("Wed, Nov 25 and 1 more")
})

test("an invoice says the amount that its reader is to pay, or the standard where there isn’t one", () => {
  const invoice = { total: "$100.00", dueOn: "Dec 1", share: null, credit: null, howToPay: {} }
  const saysOf = (facts: object) => {
    const values = valuesOf("invoice", { ...invoice, ...facts })
    return cantSay("invoice", "{due} by {dueDate}", values) ? null : values.due
  }
  expect(saysOf({})).toBe("$100.00")
  expect(saysOf({ share: "$40.00" })).toBe("$40.00")
  expect(saysOf({ credit: "$30.00", open: "$70.00" })).toBe("$70.00")
  expect(saysOf({ credit: "$30.00", open: "$70.00", share: "$40.00" })).toBeNull()
  expect(saysOf({ credit: "$100.00", open: "$0.00", howToPay: undefined })).toBeNull()
  const [first, second] = [
    ["Dec 1", "$50.00"],
    ["Jan 1", "$50.00"],
  ]
  expect(saysOf({ installments: [first, second] })).toBeNull()
  expect(saysOf({ installments: [first] })).toBe("$100.00")
  expect(
    cantSay("invoice", "Invoice {number}", valuesOf("invoice", { ...invoice, howToPay: undefined })),
  ).toBe(false)
})

test("who asks for lessons isn’t the child they ask for", () => {
  expect(valuesOf("request", { studentName: "Milo Berg" })).toMatchObject({
    recipient: "",
    student: "Milo Berg",
  })
})
