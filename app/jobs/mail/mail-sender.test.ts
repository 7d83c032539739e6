import { schools } from "db/schema/accounts-schools"
import { expect, test } from "vitest"
import { changeRows, openSchool } from "../../../tests/support/school"
import { inquiryLetters } from "./inquiry-letters"
import { quoted, senderOf } from "./mail-sender.server"

const platform = "Tutti <hello@tutti.example>"

test("mail about a school's families comes in its name, and answers go to it", () => {
  const { actor } = openSchool({ name: "Atelier Musique" })
  const schoolId = actor.school.id
  const setEmail = (email: string | null) => changeRows(schools, { id: schoolId }, { email })
  setEmail("bonjour@atelier.example")
  for (const template of [
    "invoice-issued",
    "invoice-reminder",
    "payment-plan",
    "plan-asked",
    "package-bought",
    "voucher",
    "open-time",
    "leave-asked",
    "leave-answered",
    "leave-told",
    "plan-declined",
    "payment-receipt",
    "auto-pay-started",
    "auto-pay-ended",
    "auto-charge-announced",
    "auto-charge-declined",
    "auto-charge-failed",
    "guardian-invitation",
    "student-invitation",
    "session-changed",
    "lessons-arranged",
    "time-off-requested",
    "time-off-answered",
    "work-entered",
    "work-answered",
    "correction-asked",
    "correction-answered",
    "lessons-tomorrow",
    "credits-expiring",
    "birthday",
    "documents-needed",
    "document-answered",
    "change-answered",
    "place-offered",
    "co-teaching",
    "freed-time",
    "lesson-swap",
    "occasion",
    "next-term",
    "class-ended",
    "class-changed",
    "new-message",
    ...Object.keys(inquiryLetters),
  ])
    expect(senderOf({ template, schoolId }, platform)).toEqual({
      from: '"Atelier Musique via Tutti" <hello@tutti.example>',
      replyTo: "bonjour@atelier.example",
    })
  setEmail(null)
  expect(senderOf({ template: "invoice-issued", schoolId }, "hello@tutti.example")).toEqual({
    from: '"Atelier Musique via Tutti" <hello@tutti.example>',
  })
})

test("mail of the platform stays the platform's", () => {
  const { actor } = openSchool()
  const schoolId = actor.school.id
  for (const template of ["password-reset", "subscription-expired", "payee-changed"])
    expect(senderOf({ template, schoolId }, platform)).toEqual({ from: platform })
  expect(senderOf({ template: "invoice-issued", schoolId: null }, platform)).toEqual({ from: platform })
})

test("a display name ends nothing and begins nothing", () => {
  expect(quoted('Music "R" Us \\ Co')).toBe('"Music \\"R\\" Us \\\\ Co"')
  expect(quoted("A\r\nBcc: all@example.com")).toBe('"A Bcc: all@example.com"')
  expect(quoted("Evil <evil@example.com>")).toBe('"Evil evil@example.com"')
  expect(quoted("École\u202e de\u0000 musique, Żory")).toBe('"École de musique, Żory"')
  expect(senderOf({ template: "invoice-issued", schoolId: openLong() }, platform).from).toMatch(
    / via Tutti" <hello@tutti\.example>$/,
  )
})

const openLong = () => openSchool({ name: "x".repeat(120) }).actor.school.id
