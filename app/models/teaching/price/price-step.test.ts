import { expect, test } from "vitest"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { rollOverClasses } from "../roll-over/roll-over-classes.server"
import { setOwnPrices } from "./bulk-own-price.server"
import { PriceStepForm, setClassPrices } from "./price-step.server"

const messages = (answer: { success: boolean; error?: { issues: { message: string }[] } }) =>
  answer.error?.issues.map(({ message }) => message) ?? []

test("a price goes down by all of it at most", () => {
  const change = (price: string) => messages(PriceStepForm.safeParse({ price, fromDate: "2026-12-01" }))
  expect(["-200%", "−101%", "- 100.5%"].map(change)).toEqual(Array(3).fill(["Lower prices by at most 100%."]))
  expect(["-100%", "-20%", "+200%", "-500.00", "0.00"].map(change)).toEqual(Array(5).fill([]))
  const rolled = (price: string) => messages(rollOverClasses.choice.safeParse({ termId: "t", price }))
  expect([rolled("-200%"), rolled("-100%")]).toEqual([["Lower prices by at most 100%."], []])
})

test("an amount that is more than a class costs leaves that class out", () => {
  const { actor } = openSchool()
  const piano = openClass(actor, {
    class: { name: "Piano" },
    pupils: ["Milo Haddad"],
    price: { amountMinor: 3250 },
  })
  const lineOf = (lines: { text: string; can: boolean }[]) => [lines[0]?.text, lines[0]?.can]
  const fromDate = "2026-12-01"
  const refused = ["The change is more than its price.", false]
  const price = "-40.00"
  expect(lineOf(setClassPrices.plan(actor, [piano.classId], { price, fromDate }))).toEqual(refused)
  expect(lineOf(setOwnPrices.plan(actor, piano.studentIds, { price, fromDate }))).toEqual(refused)
  addTerm(actor, { name: "Spring 2027", startsOn: "2027-01-11", endsOn: "2027-05-28" })
  const termId = listTerms(actor)[0]?.id ?? ""
  expect(lineOf(rollOverClasses.plan(actor, [piano.classId], { termId, price, reason: "" }))).toEqual(refused)
  const free = setClassPrices.plan(actor, [piano.classId], { price: "-32.50", fromDate })
  expect(lineOf(free)).toEqual(["$32.50 per lesson → $0.00 per lesson", true])
})
