import { readFileSync } from "node:fs"
import { sqlite } from "db/client.server"
import { imports } from "db/schema/exchange"
import { students } from "db/schema/people"
import { describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { Browser, locationOf, rowCount, textOf } from "../../support/app"
import { addTeacherRow } from "../../support/lessons"
import { addMember, openSchool, rowOf } from "../../support/school"
import { workbookOf } from "../../support/zip"

const rosterFile = (name: string) =>
  new File([new Uint8Array(readFileSync(`tests/support/rosters/${name}`))], name, { type: "text/csv" })
const textFile = (text: string, name = "list.csv") => new File([text], name, { type: "text/csv" })

async function office() {
  const { actor, userId } = openSchool()
  return { actor, browser: await Browser.of(userId) }
}

async function upload(browser: Browser, file: File): Promise<string> {
  const answer = await browser.submit("/students/import", { file })
  expect(answer.status).toBe(303)
  return locationOf(answer)
}

/** The fields a browser would send back: those of the page's form with this intent. */
async function fieldsOf(browser: Browser, path: string, intent: string): Promise<Record<string, string>> {
  const html = await browser.html(path)
  const form = html.match(/<form[\s\S]*?<\/form>/g)?.find((each) => each.includes(`value="${intent}"`)) ?? ""
  const fields: Record<string, string> = { intent }
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    if (tag.includes('type="checkbox"') && !tag.includes("checked")) continue
    const name = /name="([^"]*)"/.exec(tag)?.[1]
    if (name) fields[unescaped(name)] = unescaped(/value="([^"]*)"/.exec(tag)?.[1] ?? "")
  }
  for (const [, head = "", options = ""] of form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)) {
    const name = /name="([^"]*)"/.exec(head)?.[1]
    const chosen =
      /<option[^>]*selected=""[^>]*>/.exec(options)?.[0] ?? /<option[^>]*>/.exec(options)?.[0] ?? ""
    if (name) fields[unescaped(name)] = unescaped(/value="([^"]*)"/.exec(chosen)?.[1] ?? "")
  }
  return fields
}

const unescaped = (text: string) =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")

const studentsOf = (actor: Actor) =>
  (
    sqlite().prepare("select count(*) as n from students where school_id = ?").get(actor.school.id) as {
      n: number
    }
  ).n

/** From the upload to the dry run by forms alone; returns the import's address. */
async function toCheck(browser: Browser, file: File): Promise<string> {
  const address = await upload(browser, file)
  const answer = await browser.submit(address, await fieldsOf(browser, address, "columns"))
  expect([answer.status, locationOf(answer)]).toEqual([303, `${address}?step=check`])
  return address
}

describe("the three rosters, by forms alone", () => {
  test("roster.csv is looked at, imported and undone", async () => {
    const { actor, browser } = await office()
    const address = await toCheck(browser, rosterFile("roster.csv"))
    const check = await browser.read(`${address}?step=check`)
    expect(check).toContain("Import 62 students, 46 families, 5 teachers, 54 classes")
    expect(check).toContain("No changes are made until you import")
    expect(studentsOf(actor)).toBe(0)

    const fields = await fieldsOf(browser, `${address}?step=check`, "import")
    const answer = await browser.submit(`${address}?step=check`, fields)
    expect([answer.status, locationOf(answer)]).toEqual([303, address])
    expect(studentsOf(actor)).toBe(62)
    const result = await browser.read(address)
    expect(result).toContain("Imported 62 students, 46 families, 5 teachers, 54 classes.")
    expect(result).toContain("62 students")

    const again = await browser.submit(`${address}?step=check`, fields)
    expect([again.status, locationOf(again)]).toEqual([303, address])
    expect(studentsOf(actor)).toBe(62)

    const undone = await browser.submit(address, await fieldsOf(browser, address, "undo"))
    expect(undone.status).toBe(303)
    expect(studentsOf(actor)).toBe(0)
    expect(await browser.read(address)).toContain("Import undone.")
  })

  test("roster-with-errors.csv: every bad row is explained, downloadable, and stays out", async () => {
    const { actor, browser } = await office()
    const address = await toCheck(browser, rosterFile("roster-with-errors.csv"))
    const check = await browser.read(`${address}?step=check`)
    expect(check).toMatch(/\d+ rows? won’t be imported/)
    expect(check).toContain("31/02/2012")
    await browser.submit(`${address}?step=check`, await fieldsOf(browser, `${address}?step=check`, "import"))
    const imported = studentsOf(actor)
    expect(imported).toBeGreaterThan(0)

    const file = await browser.visit(`${address}/problems.csv`)
    expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8")
    expect(file.headers.get("Content-Disposition")).toContain("roster-with-errors-problems.csv")
    const csv = await file.text()
    expect(csv).toContain("Row,Problem,Student ID")
    expect(csv).toContain("31/02/2012")
    expect(csv).not.toMatch(/(^|,|\n)"?[=@]/)
    const lines = rowOf(imports, { schoolId: actor.school.id })
    const summary = JSON.parse(lines?.summary ?? "{}") as { problems: number }
    expect(await browser.read(address)).toContain(`${summary.problems} rows not imported`)
  })

  test("the German roster keeps its letters, dates and prices", async () => {
    const { actor, browser } = await office()
    const address = await toCheck(browser, rosterFile("roster-semicolon-windows1252.csv"))
    const columns = await browser.read(address)
    expect(columns).toContain("Blockflöte")
    await browser.submit(`${address}?step=check`, await fieldsOf(browser, `${address}?step=check`, "import"))
    expect(studentsOf(actor)).toBeGreaterThan(10)
    const list = await browser.read("/students?q=muller")
    expect(list).toContain("Lena Müller")
  })
})

describe("a spreadsheet", () => {
  test("is imported like a CSV file, without a question about its letters", async () => {
    const { actor, browser } = await office()
    const rows = [
      ["First Name", "Last Name", "Birthday", "Lesson", "Price", "Teacher"],
      [
        "Zoë",
        "Müller",
        { number: 41376, style: "date" as const },
        "Mo 15:30–16:15",
        { number: 42.5 },
        "Ina Berg",
      ],
    ]
    const file = new File([new Uint8Array(workbookOf(rows))], "liste.xlsx")
    const address = await toCheck(browser, file)
    expect(await browser.read(`${address}?step=columns`)).not.toContain("Characters or columns")
    const check = await browser.read(`${address}?step=check`)
    expect(check).toContain("Import 1 student, 1 family, 1 teacher, 1 class")
    await browser.submit(address, await fieldsOf(browser, `${address}?step=check`, "import"))
    expect(rowOf(students, { schoolId: actor.school.id })).toMatchObject({
      firstName: "Zoë",
      birthDate: "2013-04-12",
    })
  })
})

describe("a long import", () => {
  const long = (rows: number) =>
    ["First Name,Last Name,Day,Time,Duration"]
      .concat(Array.from({ length: rows }, (_, n) => `Kid${n},Fam${n},Mon,14:00,30`))
      .join("\n")

  test("shows its progress without scripts, can be canceled, and says what that did", async () => {
    const { actor, browser } = await office()
    sqlite()
      .prepare("update subscriptions set plan = 'professional' where school_id = ?")
      .run(actor.school.id)
    const address = await toCheck(browser, textFile(long(300)))
    const fields = await fieldsOf(browser, `${address}?step=check`, "import")
    const answer = await browser.submit(`${address}?step=check`, fields)
    expect([answer.status, locationOf(answer)]).toEqual([303, address])
    const html = await browser.html(address)
    expect(html).toContain(`<noscript><meta http-equiv="refresh" content="3;url=${address}"/></noscript>`)
    expect(html).toContain("<progress")
    expect(html).toContain("Canceling deletes only what this import has created so far")
    expect(studentsOf(actor)).toBe(0)
    expect(locationOf(await browser.submit(`${address}?step=check`, fields))).toBe(address)

    const canceled = await browser.submit(address, await fieldsOf(browser, address, "cancel"))
    expect([canceled.status, locationOf(canceled)]).toEqual([303, address])
    expect(await browser.read(address)).toContain(
      "This import was canceled, and everything it created was deleted.",
    )
    expect(studentsOf(actor)).toBe(0)
    expect(await browser.read("/students/import")).toContain("Canceled")
  })

  test("the check says equal things once and shows rows in pages", async () => {
    const { browser } = await office()
    const rows = Array.from(
      { length: 60 },
      (_, n) => `Kid${n},p${n}@mail.example,${n < 30 ? "99/99/2012" : ""}`,
    )
    const address = await toCheck(browser, textFile(["First Name,Parent Email,Birthday", ...rows].join("\n")))
    const check = await browser.read(`${address}?step=check`)
    expect(check).toContain("30 rows: Guardian 1 has no name. Add it after the import.")
    expect(check).toContain("1–25 of 30")
    expect(await browser.read(`${address}?step=check&page=2`)).toContain("26–30 of 30")
    expect(check).toContain("30 rows have problems only in optional cells")

    const answer = await browser.submit(address, { intent: "keep-unreadable" })
    expect([answer.status, locationOf(answer)]).toEqual([303, `${address}?step=check`])
    const rescued = await browser.read(`${address}?step=check`)
    expect(rescued).toContain("Import 60 students")
    expect(rescued).toContain("30 rows: The cell can’t be read.")
    expect((await browser.visit(`${address}?step=check&page=x`)).status).toBe(200)
  })
})

describe("what is refused", () => {
  test.each([
    ["nothing", textFile("", ""), "Choose the file with your students."],
    ["an empty file", textFile(""), "The file is empty."],
    ["a broken spreadsheet", textFile("PK\u0003\u0004...", "roster.xlsx"), "This spreadsheet can’t be read."],
    ["a spreadsheet of old", textFile("\u00d0\u00cf\u0011\u00e0", "roster.xls"), "CSV"],
    ["headings only", textFile("First Name,Last Name\n"), "but no rows"],
    ["too many rows", textFile(`Name\n${"Amara\n".repeat(5001)}`), "more than the limit of 5,000"],
    ["more than 5 MB", textFile(`Name\n${"x".repeat(5 * 1024 * 1024)}`), "larger than 5 MB"],
  ])("%s", async (_, file, message) => {
    const { browser } = await office()
    const before = rowCount("imports")
    const answer = await browser.submit("/students/import", { file })
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(html).toContain("<title>Error: Import a roster")
    expect(await textOf(answer)).toContain(message)
    expect(rowCount("imports")).toBe(before)
  })

  test("a post without a file, or that is no form", async () => {
    const { browser } = await office()
    for (const fields of [{ other: "x" }, { file: "not a file" }] as Record<string, string>[])
      expect(await textOf(await browser.submit("/students/import", fields))).toContain(
        "Choose the file with your students.",
      )
  })

  test("columns without a name, two for one field, or none of ours: kept as chosen, nothing written", async () => {
    const { actor, browser } = await office()
    const address = await upload(browser, textFile("First Name,Last Name,Colour\nAmara,Okafor,red\n"))
    const fields = await fieldsOf(browser, address, "columns")
    expect(fields).toMatchObject({ "columns[0]": "firstName", "columns[2]": "copyToNotes" })

    const twice = await browser.submit(address, { ...fields, "columns[1]": "firstName" })
    expect(twice.status).toBe(400)
    const html = await twice.clone().text()
    expect(await textOf(twice)).toContain("Two columns are set to “First name.”")
    expect(html.match(/value="firstName" selected=""/g)).toHaveLength(2)

    const none = { ...fields, "columns[0]": "ignore", "columns[1]": "ignore" }
    expect(await textOf(await browser.submit(address, none))).toContain(
      "There’s no column for the students’ names.",
    )
    for (const bad of [
      { "columns[0]": "schoolId" },
      { lessonsFrom: "yesterday" },
      { lessonsFrom: "1990-01-01" },
      { defaultMinutes: "many" },
      { dateOrder: "backwards" },
    ] as Record<string, string>[])
      expect((await browser.submit(address, { ...fields, ...bad })).status, JSON.stringify(bad)).toBe(400)
    expect((await browser.submit(address, { intent: "columns" })).status).toBe(400)
    expect((await browser.submit(address, { intent: "dance" })).status).toBe(400)
    expect(studentsOf(actor)).toBe(0)
  })

  test("of many teachers, the one for a name in the file is found by name and kept", async () => {
    const { actor, browser } = await office()
    const ids = Array.from({ length: 55 }, (_, at) => addTeacherRow(actor, `Teacher ${at + 10}`))
    const list =
      "First Name,Last Name,Teacher,Lesson Day,Lesson Time,Duration (min)\nAmara,Okafor,J. Wright,Monday,4:00 PM,30\n"
    const address = await upload(browser, textFile(list))
    const fields = await fieldsOf(browser, address, "columns")
    expect(fields).toMatchObject({ "teachers[0].name": "J. Wright", "teachers[0].use": "create" })
    const bare = await browser.html(address)
    expect(bare).not.toContain("Same as Teacher")
    const nothing = await browser.submit(address, { ...fields, findUnknown0: "Nadia", intent: "find" })
    expect(await textOf(nothing)).toContain("No results for “Nadia.”")
    const search = { ...fields, findUnknown0: "teacher 17", "columns[1]": "ignore" }
    const found = await browser.submit(address, { ...search, intent: "find" })
    expect(found.status).toBe(200)
    const html = await found.text()
    expect(html).toContain(`value="${ids[7]}"`)
    expect(html).toContain("Same as Teacher 17")
    expect(html).not.toContain("Same as Teacher 18")
    const sent = { ...fields, findUnknown0: "teacher 17", findUnknown0Shown: "teacher 17" }
    const done = await browser.submit(address, { ...sent, "teachers[0].use": ids[7] ?? "" })
    expect(locationOf(done)).toBe(`${address}?step=check`)
    const again = await browser.html(`${address}?step=columns`)
    expect(again).toContain(`value="${ids[7]}" selected=""`)
  })

  test("a check that is no longer true", async () => {
    const { actor, browser } = await office()
    const address = await toCheck(browser, rosterFile("roster.csv"))
    const fields = await fieldsOf(browser, `${address}?step=check`, "import")
    addTeacher(actor, { name: "Beatriz Alvarez" })
    const answer = await browser.submit(`${address}?step=check`, fields)
    expect(answer.status).toBe(409)
    const text = await textOf(answer)
    expect(text).toContain("The school’s data changed since this check, so the import didn’t run.")
    expect(text).toContain("4 teachers")
    expect(studentsOf(actor)).toBe(0)
  })

  test("more teachers than the plan allows: named with the numbers and the way to upgrade", async () => {
    const { actor, browser } = await office()
    for (const name of ["Carl Ek", "Dana Wu", "Eli Roth"]) addTeacher(actor, { name })
    const address = await toCheck(browser, rosterFile("roster.csv"))
    const answer = await browser.visit(`${address}?step=check`)
    expect(await answer.clone().text()).toContain('href="/select-plan?upgrade=true"')
    expect(await textOf(answer)).toContain("You have 3 of 5 teachers on Standard")
  })
})

describe("whatever is in the cells", () => {
  test("markup and formulas are shown as text and leave as text", async () => {
    const { actor, browser } = await office()
    const roster =
      'First Name,Last Name,Email,<b>Odd</b>\n<script>alert(1)</script>,=1+1,"@bad",=HYPERLINK(1)\n"=cmd|\' /C calc\'!A0",Okafor,,x\n'
    const address = await toCheck(browser, textFile(roster, "<img src=x>.csv"))
    const check = await browser.html(`${address}?step=check`)
    expect(check).not.toContain("<script>alert(1)")
    expect(check).not.toContain("<img src=x>")
    await browser.submit(`${address}?step=check`, await fieldsOf(browser, `${address}?step=check`, "import"))
    expect(studentsOf(actor)).toBe(1)
    const problems = await browser.html(`${address}/problems.csv`)
    expect(problems).toContain("'=1+1")
    expect(problems).toContain("'@bad")
    const list = await browser.html("/students.csv")
    expect(list).toContain("'=cmd|' /C calc'!A0")
    expect(list).toContain("<b>Odd</b>: x")
  })

  test("a file read the wrong way is read again", async () => {
    const { browser } = await office()
    const address = await upload(browser, textFile("Vorname;Nachname\nJörg;Weiß\n"))
    const answer = await browser.submit(address, { intent: "reread", encoding: "utf-8", delimiter: "tab" })
    expect([answer.status, locationOf(answer)]).toEqual([303, address])
    expect(await browser.read(address)).toContain("Vorname;Nachname")
    await browser.submit(address, { intent: "reread", encoding: "utf-8", delimiter: ";" })
    expect((await fieldsOf(browser, address, "columns"))["columns[1]"]).toBe("lastName")
    expect((await browser.submit(address, { intent: "reread", encoding: "morse" })).status).toBe(400)
  })

  test("a teacher of the file can be one the school has", async () => {
    const { actor, browser } = await office()
    const ingrid = addTeacher(actor, { name: "Ingrid Solheim-Berg" })
    if (!ingrid.ok) throw new Error(ingrid.reason)
    const address = await upload(browser, rosterFile("roster.csv"))
    const fields = await fieldsOf(browser, address, "columns")
    const name = Object.keys(fields).find((key) => fields[key] === "Ingrid Solheim") ?? ""
    fields[name.replace(".name", ".use")] = ingrid.teacherId
    await browser.submit(address, fields)
    expect(await browser.read(`${address}?step=check`)).toContain("4 teachers, 54 classes")
  })
})

describe("who may", () => {
  test("another school's import is not found, and nothing of it changes", async () => {
    const { actor, browser } = await office()
    const address = await toCheck(browser, rosterFile("roster.csv"))
    const fields = await fieldsOf(browser, `${address}?step=check`, "import")
    const stranger = await office()
    for (const path of [address, `${address}?step=check`, `${address}/problems.csv`])
      expect((await stranger.browser.visit(path)).status).toBe(404)
    for (const intent of ["columns", "reread", "import", "undo"])
      expect((await stranger.browser.submit(address, { ...fields, intent })).status).toBe(404)
    expect([studentsOf(actor), studentsOf(stranger.actor)]).toEqual([0, 0])
  })

  test("teachers and families go home", async () => {
    const { actor } = await office()
    for (const [role, home] of [
      ["teacher", "/dashboard/teacher"],
      ["student", "/student/dashboard"],
    ] as const) {
      const browser = await Browser.of(addMember(actor, role, "Theo Petrović").userId)
      for (const path of ["/students", "/students.csv", "/students/import"])
        expect(locationOf(await browser.visit(path))).toBe(home)
      expect(locationOf(await browser.submit("/students/import", { file: textFile("Name\nX\n") }))).toBe(home)
    }
  })
})
