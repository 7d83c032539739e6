import { sqlite } from "db/client.server"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addFamily } from "~/models/people/family/family.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { type Browser, locationOf, openOffice, textOf } from "../../support/app"
import { formsOf } from "../../support/forms"
import { addStudentRow } from "../../support/lessons"

// What can still be chosen at the check of an import, by forms alone.

let actor: Actor
let browser: Browser
beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
})

const studentsOf = () =>
  sqlite()
    .prepare("select first_name from students where school_id = ? order by 1")
    .pluck()
    .all(actor.school.id)

type Fields = [string, string][]

/** The fields of the page's form with this button, as a browser without scripts sends them, with its other choices. */
async function fieldsOf(
  address: string,
  intent: string,
  change: (fields: Fields) => Fields = (each) => each,
) {
  const forms = formsOf(await browser.html(address), address)
  const form = forms.find(({ keys }) => keys.some(({ value }) => value === intent))
  const fields = (form?.fields ?? []).flatMap(
    ({ name, kind, value }): Fields => (kind === "checkbox" ? [] : [[name, value]]),
  )
  const sent: Record<string, string[]> = {}
  for (const [name, value] of change(fields)) sent[name] = [...(sent[name] ?? []), value]
  return { ...sent, intent: [intent] }
}

const without = (name: string) => (fields: Fields) => fields.filter(([each]) => each !== name)
const withTicks =
  (...rows: number[]) =>
  (fields: Fields): Fields => [
    ...without("leaveOut")(fields),
    ...rows.map((row): [string, string] => ["leaveOut", String(row)]),
  ]
const withDay = (day: string) => (fields: Fields) =>
  fields.map(([name, value]): [string, string] => [name, name === "lessonsFrom" ? day : value])

async function toCheck(
  rows: string[],
  heading = "First Name,Last Name,Teacher,Day,Time,Duration",
): Promise<string> {
  const text = [heading, ...rows].join("\n")
  const file = new File([text], "list.csv", { type: "text/csv" })
  const uploaded = await browser.submit("/students/import", { file })
  const address = locationOf(uploaded)
  const answer = await browser.submit(address, await fieldsOf(address, "columns", without("leaveOut")))
  return locationOf(answer)
}

const rows = [
  "Amara,Novak,Ina Berg,Mon,14:00,30",
  "Bo,Novak,Ina Berg,Tue,14:00,30",
  "Amara,Novak,Ina Berg,Mon,14:00,30",
]

describe("a row that may be someone who is here already", () => {
  test("stays out once it is ticked, at first in the check and then in the import", async () => {
    addStudentRow(actor, "Bo", "Novak")
    const check = await toCheck(rows)
    const shown = await browser.read(check)
    expect(shown).toContain("2 possible duplicates")
    expect(shown).toContain("Leave out row 3 Bo Novak The school already has a student named Bo Novak.")
    expect(shown).toContain("Leave out row 4 Amara Novak Amara Novak is also in row 2.")
    expect(shown).toContain("Import 3 students")

    await expect(browser.submit(check, await fieldsOf(check, "check", withTicks(3)))).toLead(303, check)
    const html = await browser.html(check)
    expect(html).toMatch(/<input type="checkbox" name="leaveOut" checked="" value="3"\/>/)
    expect(await browser.read(check)).toContain("Import 2 students")

    const columns = check.replace("?step=check", "")
    await browser.submit(columns, await fieldsOf(`${columns}?step=columns`, "columns"))
    expect(await browser.read(check)).toContain("Import 2 students")
    await browser.submit(check, await fieldsOf(check, "import", withTicks(3)))
    expect(studentsOf()).toEqual(["Amara", "Amara", "Bo"])
  })

  test("that is ticked right before the import is shown first: the button never creates other than it says", async () => {
    const check = await toCheck(rows)
    await expect(browser.submit(check, await fieldsOf(check, "import", withTicks(4)))).toLead(303, check)
    expect(studentsOf()).toEqual([])
    const text = await browser.read(check)
    expect(text).toContain("Check updated.")
    expect(text).toContain("Import 2 students")
    await browser.submit(check, await fieldsOf(check, "import", withTicks(4)))
    expect(studentsOf()).toEqual(["Amara", "Bo"])
  })

  test("is left out with all the others, or imported with them, also on pages that aren’t shown", async () => {
    const names = Array.from({ length: 30 }, (_, n) => `Kid${n},Fam,Ina Berg,Mon,14:00,30`)
    const check = await toCheck([...names, ...names])
    expect(await browser.read(check)).toContain("1–25 of 30")
    expect(await browser.read(`${check}&duplicates=2`)).toContain("26–30 of 30")
    await browser.submit(check, await fieldsOf(check, "leave-out-all"))
    expect(await browser.read(check)).toContain("Import 30 students")
    const second = `${check}&duplicates=2`
    await browser.submit(second, await fieldsOf(second, "check", without("leaveOut")))
    expect(await browser.read(check)).toContain("Import 35 students")
    await browser.submit(check, await fieldsOf(check, "leave-out-all"))
    await browser.submit(check, await fieldsOf(check, "keep-all"))
    expect(await browser.read(check)).toContain("Import 60 students")
  })
})

describe("the day of the first lessons", () => {
  test("is today, and another one can be chosen at the check, which says how many are over then", async () => {
    const check = await toCheck(rows)
    const shown = await browser.read(check)
    expect(shown).toContain("Lessons start on November 18, 2026.")
    expect(shown).not.toContain("over already")
    await browser.submit(check, await fieldsOf(check, "check", withDay("2026-11-09")))
    const earlier = await browser.read(check)
    expect(earlier).toContain("6 of these lessons are over already and will wait for attendance.")
    expect(earlier).toContain("12 new lessons overlap another of the same teacher")
  })

  test("that can’t be is refused beside its field, with what was ticked", async () => {
    const check = await toCheck(rows)
    const change = (fields: Fields) => withDay("1990-01-01")(withTicks(4)(fields))
    const answer = await browser.submit(check, await fieldsOf(check, "import", change))
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(await textOf(answer)).toContain("Enter a date within a year of today.")
    expect(html).toContain('value="1990-01-01"')
    expect(html).toMatch(/<input type="checkbox" name="leaveOut" checked="" value="4"\/>/)
    expect(studentsOf()).toEqual([])
  })
})

describe("what will be created", () => {
  test("is listed and counted apart from what the school has, as the result then says it", async () => {
    addTeacher(actor, { name: "Ina Berg" })
    addFamily(actor, {
      name: "Okafor family",
      guardians: [{ name: "Mateo Okafor", email: "mateo@family.example", payerShare: 10_000 }],
    })
    const check = await toCheck(
      [
        "Amara,Okafor,Ina Berg,Mon,14:00,30,mateo@family.example",
        "Bo,Novak,Ivo Lund,Mon,14:00,30,novak@family.example",
      ],
      "First Name,Last Name,Teacher,Day,Time,Duration,Parent Email",
    )
    const text = await browser.read(check)
    expect(text).toMatch(
      /What will be created 1 teacher: Ivo Lund Ivo Lund 1 row 2 classes .* 1 family, grouped/,
    )
    expect(text).toMatch(
      /What won’t be created 1 teacher already at your school: Ina Berg .* 1 family already at your school/,
    )
    expect(text).toContain("Import 2 students, 1 family, 1 teacher, 2 classes")
    await browser.submit(check, await fieldsOf(check, "import"))
    const result = await browser.read(check.replace("?step=check", ""))
    expect(result).toContain("Imported 2 students, 1 family, 1 teacher, 2 classes.")
  })
})

test("an import that was undone says what was deleted, and nothing of what is on the schedule", async () => {
  const check = await toCheck(rows)
  const address = check.replace("?step=check", "")
  await browser.submit(check, await fieldsOf(check, "import"))
  const imported = await browser.read(address)
  expect(imported).toContain("36 lessons on the schedule")
  expect(imported).toContain("12 new lessons overlap another lesson")
  await browser.submit(address, await fieldsOf(address, "undo"))
  const undone = await browser.read(address)
  expect(undone).toContain("This import was undone, and everything it created was deleted.")
  expect(undone).toContain(
    "3 students deleted 3 families deleted 1 teacher deleted 3 classes deleted 36 lessons deleted",
  )
  expect(undone).not.toMatch(/on the schedule|overlap|new famil/)
})
