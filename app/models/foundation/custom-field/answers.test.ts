import { beforeEach, expect, test } from "vitest"
import { faultsOf, recordStatements } from "../../../../tests/support/query-plan"
import { openSchool } from "../../../../tests/support/school"
import type { Actor } from "../access/actor"
import { type FieldSort, fieldParameter } from "./answer-filter"
import { inAnswerOrder, writeAnswer } from "./answers.server"
import { addField, listFields } from "./custom-field.server"
import type { NewFieldForm } from "./custom-field-form"

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})

const people = ["ada", "ben", "cleo", "dora"]

function sortFor(kind: NewFieldForm["kind"], answers: Record<string, string>, choices: string[] = []) {
  const added = addField(actor, {
    ...{ noun: "family", name: kind, kind, audience: "office", isRequired: false, choices },
  })
  if (!added.ok) throw new Error(added.reason)
  const id = listFields(actor, "family").find(({ name }) => name === kind)?.id ?? ""
  for (const [subject, answer] of Object.entries(answers)) writeAnswer(actor, id, subject, answer)
  return fieldParameter(id)
}

const ordered = (sort: FieldSort, isReversed?: boolean) =>
  inAnswerOrder(actor, { noun: "family", sort, isReversed }, people).join(" ")

test("numbers, days, choices and yes come in their own order; those without an answer are last either way", () => {
  const number = sortFor("number", { ada: "10", ben: "9.5", dora: "-2" })
  expect(ordered(number)).toBe("dora ben ada cleo")
  expect(ordered(number, true)).toBe("ada ben dora cleo")
  expect(ordered(sortFor("date", { cleo: "2026-01-02", ben: "2025-12-31" }))).toBe("ben cleo ada dora")
  expect(ordered(sortFor("choice", { ada: "Small", ben: "Large" }, ["Large", "Small"]))).toBe(
    "ben ada cleo dora",
  )
  expect(ordered(sortFor("yes_no", { ada: "no", dora: "yes" }))).toBe("dora ada ben cleo")
  expect(ordered(sortFor("text", { ada: "zither", cleo: "Äpfel", ben: "bassoon" }))).toBe("cleo ben ada dora")
})

test("a field that isn’t in use changes nothing, and another school’s neither", () => {
  const sort = sortFor("number", { ada: "2", ben: "1" })
  const other = openSchool({ name: "Crescendo Academy" }).actor
  expect(inAnswerOrder(other, { noun: "family", sort }, people)).toEqual(people)
  expect(inAnswerOrder(actor, { noun: "student", sort }, people)).toEqual(people)
  expect(ordered("field-nowhere")).toBe(people.join(" "))
  expect(ordered("field-nowhere", true)).toBe([...people].reverse().join(" "))
})

test("only the answers to that field are read, by their index", async () => {
  const sort = sortFor("number", { ada: "2" })
  const asked = await recordStatements(async () => void ordered(sort))
  expect(asked.some(({ sql }) => sql.includes("custom_values"))).toBe(true)
  expect(asked.flatMap(faultsOf).filter(({ table }) => table === "custom_values")).toEqual([])
})
