import { sqlite } from "db/client.server"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { type Browser, locationOf, openOffice } from "../../support/app"
import { formsOf } from "../../support/forms"
import { fieldFile } from "../../support/planned-roster"

// Files of other programs, imported by forms alone: where the headings are, questions and columns without a field.

let actor: Actor
let browser: Browser
beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
})

type Fields = Record<string, string[]>

/** The fields of the page's form with this button, as a browser without scripts sends them. */
async function fieldsOf(address: string, intent: string): Promise<Fields> {
  const html = await browser.html(address)
  const form = html.match(/<form[\s\S]*?<\/form>/g)?.find((each) => each.includes(`value="${intent}"`)) ?? ""
  const sent: Fields = {}
  const add = (name: string, value: string) => {
    sent[name] = [...(sent[name] ?? []), value]
  }
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    if (/type="(?:checkbox|radio)"/.test(tag) && !tag.includes("checked")) continue
    const name = /name="([^"]*)"/.exec(tag)?.[1]
    if (name) add(name, /value="([^"]*)"/.exec(tag)?.[1] ?? "")
  }
  const [fields] = formsOf(html, address)
    .filter(({ keys }) => keys.some(({ value }) => value === intent))
    .map((found) => found.fields)
  for (const { name, kind, value } of fields ?? []) if (kind === "select") add(name, value)
  return { ...sent, intent: [intent] }
}

async function upload(name: string): Promise<string> {
  const bytes = new Uint8Array(fieldFile(name))
  const answer = await browser.submit("/students/import", { file: new File([bytes], name) })
  expect(answer.status).toBe(303)
  return locationOf(answer)
}

async function toCheck(address: string): Promise<string> {
  const answer = await browser.submit(address, await fieldsOf(address, "columns"))
  expect(answer.status).toBe(303)
  return locationOf(answer)
}

const count = (table: "families" | "students" | "guardians") =>
  sqlite().prepare(`select count(*) from ${table} where school_id = ?`).pluck().get(actor.school.id)

describe("a shared family name", () => {
  test("is a question at the check, and its answer is imported", async () => {
    const check = await toCheck(await upload("fam-a.csv"))
    const shown = await browser.read(check)
    expect(shown).toContain("1 question about this file")
    expect(shown).toContain("share the family name “O'Brien family” but no email, phone or guardian")
    expect(shown).toContain("Import 3 students, 3 families")
    const fields = await fieldsOf(check, "import")
    expect(fields["answers[0].value"]).toEqual(["apart"])
    const answered = { ...fields, "answers[0].value": ["join"] }
    const shownFirst = await browser.submit(check, answered)
    expect([shownFirst.status, count("families")]).toEqual([303, 0])
    expect(await browser.read(check)).toContain("Import 3 students, 1 family")
    await browser.submit(check, await fieldsOf(check, "import"))
    expect([count("students"), count("families"), count("guardians")]).toEqual([3, 1, 3])
  })
})

test("a question that keeps its answer needs no second look", async () => {
  const check = await toCheck(await upload("fam-a.csv"))
  await browser.submit(check, await fieldsOf(check, "import"))
  expect([count("students"), count("families")]).toEqual([3, 3])
})

describe("where the headings are", () => {
  test("is said on the page of the columns and can be changed there", async () => {
    const address = await upload("title-total.xlsx")
    expect(await browser.read(address)).toContain("The headings are in row 4 of sheet “Sheet.”")
    const fields = await fieldsOf(address, "layout")
    await expect(browser.submit(address, { ...fields, "sheets[0].headings": ["1"] })).toAnswer(303)
    const text = await browser.read(address)
    expect(text).toContain("The headings are in row 1 of sheet “Sheet.”")
    expect(text).toContain("Autumn term 2026")
    for (const headings of ["0", "4-9", "x", "99"])
      expect(
        (await browser.submit(address, { ...fields, "sheets[0].headings": [headings] })).status,
        headings,
      ).toBe(400)
    expect((await browser.submit(address, { ...fields, "sheets[0].shape": ["spiral"] })).status).toBe(400)
    await expect(browser.submit(address, { ...fields, "sheets[0].shape": ["cards"] })).toAnswer(303)
    expect(await browser.read(address)).toContain("It’s read as a list with a line for each value")
    await browser.submit(address, { ...fields, "sheets[0].headings": ["4"] })
    const check = await browser.read(await toCheck(address))
    expect(check).toContain("2 rows aren’t students: totals, titles and notes")
    expect(check).toContain("Import 2 students, 2 families")
  })
})

describe("a column without a field", () => {
  test("is named at the check and can be used there; the program whose export it is, too", async () => {
    const address = await upload("jackrabbit.csv")
    expect(await browser.read(address)).toContain("This looks like Jackrabbit’s export.")
    const check = await toCheck(address)
    const shown = await browser.read(check)
    expect(shown).toContain("Home Phone looks like phone numbers and goes to the notes.")
    expect(shown).toContain("Balance looks like amounts of money and isn’t imported.")
    const fields = await fieldsOf(check, "use")
    expect(fields.column).toEqual(["12"])
    const used = await browser.submit(check, { ...fields, use: ["studentPhone"], intent: ["use"] })
    await expect(used).toLead(303, check)
    expect(await browser.read(check)).not.toContain("Home Phone looks like")
    expect((await browser.submit(check, { ...fields, use: ["schoolId"], intent: ["use"] })).status).toBe(400)
  })
})

describe("a student over several rows", () => {
  test("is shown with what each row adds, and is one student", async () => {
    const check = await toCheck(await upload("guardian-per-row.csv"))
    const shown = await browser.read(check)
    expect(shown).toContain("2 rows add to a student")
    expect(shown).toContain("Row 3 Ada Lowe adds guardian Ed Lowe to row 2.")
    await browser.submit(check, await fieldsOf(check, "import"))
    expect([count("students"), count("families"), count("guardians")]).toEqual([2, 2, 4])
  })
})
