import { customFields } from "db/schema/foundation-lists"
import { expect, test } from "vitest"
import { openOffice, textOf } from "../../support/app"
import { rowsOf } from "../../support/school"

// Answers are read without regard to capitals: what differs in nothing else is one choice.

test("choices that differ only in capitals are refused as the same, when a field is added and when it is changed", async () => {
  const { actor, browser: office } = await openOffice()
  const facts = { noun: "student", name: "Group", kind: "choice", audience: "office" }
  const fields = () => rowsOf(customFields, { schoolId: actor.school.id })
  const twice = await office.submit("/settings/fields", { ...facts, intent: "add", choices: "A\r\nB\r\na" })
  expect([twice.status, await textOf(twice.clone())]).toEqual([
    400,
    expect.stringContaining("“A” and “a” are the same choice. Keep one."),
  ])
  expect(await twice.text()).toMatch(/A\s+B\s+a<\/textarea>/)
  expect(fields()).toEqual([])
  await expect(office.submit("/settings/fields", { ...facts, intent: "add", choices: "A\r\nB" })).toAnswer(
    303,
  )
  const [field] = fields()
  const changed = await office.submit("/settings/fields", {
    intent: "change",
    fieldId: field?.id ?? "",
    name: "Group",
    audience: "office",
    choices: "A\r\nB\r\nb",
  })
  await expect(changed).toAnswer(400, "“B” and “b” are the same choice. Keep one.")
  expect(fields()).toEqual([field])
})
