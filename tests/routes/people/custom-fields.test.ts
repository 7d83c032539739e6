import { customFields, customValues } from "db/schema/foundation-lists"
import { students } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addField } from "~/models/foundation/custom-field/custom-field.server"
import type { NewFieldForm } from "~/models/foundation/custom-field/custom-field-form"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { Browser, locationOf, openOffice, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { addClassRow } from "../../support/lessons"
import { addMember, addRows, openSchool, rowOf, rowsOf } from "../../support/school"

// Fields of a school's own: managed in the settings, answered in forms, found in lists, files and selections. Every form
// as a browser without scripts sends it.

let actor: Actor
let office: Browser

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
})

const settings = "/settings/fields"
const page = async (path: string, by = office) => by.read(path)

function field(facts: Partial<NewFieldForm> & { name: string }): string {
  const added = addField(actor, {
    noun: "student",
    kind: "text",
    audience: "office",
    isRequired: false,
    choices: [],
    ...facts,
  })
  if (!added.ok) throw new Error(added.reason)
  const row = rowsOf(customFields, { name: facts.name }).at(-1)
  return row?.id ?? ""
}

function student(firstName = "Mia"): string {
  const { familyId } = addFamily(actor, {
    name: "Novak",
    guardians: [{ name: "Helena Novak", payerShare: 10_000 }],
  })
  const facts = { firstName, lastName: "Novak", status: "active" as const, fromDate: "2026-09-01" }
  const added = addStudent(actor, { familyId, ...facts })
  if (!added.ok) throw new Error(added.reason)
  return added.studentId
}

const answersOf = (subjectId: string) => rowsOf(customValues, { subjectId }, { only: ["fieldId", "value"] })

describe("the settings of the fields", () => {
  const size = {
    intent: "add",
    noun: "student",
    name: "T-shirt size",
    kind: "choice",
    audience: "teachers",
    choices: "S\r\nM\r\nL",
    isRequired: "on",
  }
  const inOrder = () =>
    rowsOf(customFields, { schoolId: actor.school.id }).sort((a, b) => a.position - b.position)

  test("add, change, move, archive and restore a field, each with its entry", async () => {
    expect((await office.submit(settings, size)).status).toBe(303)
    expect((await office.submit(settings, { ...size, name: "School", kind: "text" })).status).toBe(303)
    const [first, second] = inOrder()
    expect(first).toMatchObject({ name: "T-shirt size", choices: '["S","M","L"]', isRequired: true })
    const act = (intent: string, more = {}) =>
      office.submit(`${settings}?for=student`, { intent, fieldId: second?.id ?? "", ...more })
    const facts = { name: "School attended", audience: "family", choices: "" }
    expect((await act("change", facts)).status).toBe(303)
    await act("up")
    expect(inOrder().map(({ name }) => name)).toEqual(["School attended", "T-shirt size"])
    await act("archive")
    expect(await page(settings)).toContain("Archived (1) School attended")
    await act("restore")
    expect(inOrder().map(({ name }) => name)).toEqual(["T-shirt size", "School attended"])
    const log = await page("/settings/admin/log")
    for (const told of [
      "added the field T-shirt size",
      "changed the field",
      "moved the field",
      "archived the field",
    ])
      expect(log).toContain(told)
  })

  test("refuse what is missing, what is taken, and more than a form holds", async () => {
    const bad = await office.submit(settings, { ...size, name: "", choices: "S" })
    expect(bad.status).toBe(400)
    expect(await textOf(bad.clone())).toContain("Enter a name.")
    await office.submit(settings, size)
    expect((await office.submit(settings, { ...size, name: "t-SHIRT size" })).status).toBe(409)
    expect((await office.submit(settings, { ...size, name: "Shoe", choices: "42" })).status).toBe(400)
    expect((await office.submit(settings, { ...size, noun: "family", name: "Car" })).status).toBe(400)
    for (let n = 0; n < 29; n += 1) field({ name: `Field ${n}` })
    const full = await office.submit(settings, { ...size, name: "One more" })
    await expect(full).toAnswer(409, "You have 30 fields here.")
  })

  test("are another school's own and the office's alone", async () => {
    const id = field({ name: "School" })
    const stranger = await Browser.of(openSchool().userId)
    expect(await page(settings, stranger)).not.toContain("School, Office")
    for (const intent of ["change", "up", "archive", "restore"])
      expect(
        (await stranger.submit(settings, { intent, fieldId: id, name: "x", audience: "office" })).status,
      ).toBe(404)
    const teacher = await Browser.of(addMember(actor, "teacher", "Otis Reed").userId)
    expect((await teacher.submit(settings, { intent: "archive", fieldId: id })).status).toBe(302)
    expect(inOrder()[0]?.archivedAt).toBeNull()
  })
})

describe("a student's answers", () => {
  test("are asked when one is added and changed, shown on the record and found in the activity", async () => {
    const size = field({ name: "T-shirt size", kind: "choice", choices: ["S", "M"], isRequired: true })
    const joined = field({ name: "Joined choir", kind: "date" })
    const mia = { firstName: "Mia", lastName: "Novak", status: "active", family: "new", intent: "save" }
    const missing = await office.submit("/students/create", { ...mia, [`custom.${joined}`]: "soon" })
    expect(missing.status).toBe(400)
    const text = await textOf(missing.clone())
    expect(text).toContain("Enter T-shirt size.")
    expect(text).toContain("Enter a date that exists, like Dec 31, 2026.")
    expect(await missing.text()).toContain('value="soon"')
    const added = await office.submit("/students/create", {
      ...mia,
      [`custom.${size}`]: "M",
      [`custom.${joined}`]: "2026-09-14",
    })
    expect(added.status).toBe(303)
    const id = locationOf(added).split("/").at(-1) ?? ""
    expect(await page(`/students/${id}`)).toContain("T-shirt size M Joined choir Sep 14, 2026")
    const edit = `/students/${id}/edit`
    expect(await office.html(edit)).toContain('value="2026-09-14"')
    const row = rowOf(students, { id })
    const saved = await office.submit(edit, { ...mia, family: row?.familyId ?? "", [`custom.${size}`]: "S" })
    expect(saved.status).toBe(303)
    expect(answersOf(id)).toEqual([{ fieldId: size, value: "S" }])
    expect(await page(`/students/${id}/activity`)).toContain("changed T-shirt size and Joined choir")
  })

  test("a choice that is no longer offered stays until another is chosen", async () => {
    const size = field({ name: "Size", kind: "choice", choices: ["S", "M"] })
    const id = student()
    const row = rowOf(students, { id })
    addRows(customValues, {
      schoolId: actor.school.id,
      id: "v",
      createdAt: testNow,
      fieldId: size,
      subjectId: id,
      value: "XL",
    })
    const save = (value: string) =>
      office.submit(`/students/${id}/edit`, {
        firstName: "Mia",
        family: row?.familyId ?? "",
        "guardians[0].remove": "",
        intent: "save",
        [`custom.${size}`]: value,
      })
    expect((await save("XXL")).status).toBe(400)
    expect(await office.html(`/students/${id}/edit`)).toContain(">XL</option>")
  })

  test("are columns and filters of the list, saved filters and the file", async () => {
    const size = field({ name: "Size", kind: "choice", choices: ["S", "M"] })
    const fee = field({ name: "Deposit", kind: "number" })
    const [mia, bo] = [student("Mia"), student("Bo")]
    const answer = (subjectId: string, fieldId: string, value: string) =>
      addRows(customValues, {
        schoolId: actor.school.id,
        id: `${subjectId} ${fieldId}`,
        createdAt: testNow,
        fieldId,
        subjectId,
        value,
      })
    answer(mia, size, "M")
    answer(mia, fee, "25.5")
    answer(bo, fee, "5")
    await office.submit("/students", { intent: "columns", column: ["age", `field-${size}`, `field-${fee}`] })
    expect(await page("/students")).toMatch(/Name Size Deposit .*Mia Novak .*M 25\.5/)
    expect(await page(`/students?field-${size}=M`)).toContain("1 student")
    expect(await page(`/students?field-${fee}-from=5&field-${fee}-to=20`)).toContain("Bo Novak")
    expect(await page(`/students?field-${fee}-from=5&field-${fee}-to=20`)).not.toContain("Mia Novak")
    expect(await page("/students?field-unknown=M")).toContain("2 students")
    const saved = await office.submit("/students", {
      intent: "save-filter",
      name: "Medium",
      query: `field-${size}=M`,
    })
    expect(locationOf(saved)).toBe(`/students?field-${size}=M`)
    const csv = await office.html("/students.csv")
    expect(csv.split("\n")[0]).toContain("Notes,Size,Deposit")
    expect(csv).toContain("M,25.5")
  })

  test("a number or a day that can’t be read finds nothing, and its filter says why", async () => {
    const fee = field({ name: "Deposit", kind: "number" })
    const since = field({ name: "Since", kind: "date" })
    student("Mia")
    const number = await page(`/students?field-${fee}-from=seven`)
    expect(number).toContain("Deposit from Enter a number, like 12.5.")
    expect(number).toContain("0 students")
    const date = await office.html(`/students?field-${since}-to=soon`)
    expect(date).toContain("Enter a date that exists, like Dec 31, 2026.")
    expect(date).toContain(`aria-describedby="list-field-${since}-to-error"`)
    expect(date).not.toContain("Mia Novak")
  })

  test("an answer that can’t be read is a mistake in the form, not one of each record", async () => {
    const fee = field({ name: "Deposit", kind: "number" })
    const fields = { noun: "students", act: "field", scope: "ticked", id: student("Mia") }
    const address = locationOf(await office.submit("/selections", fields))
    const preview = { intent: "preview", fieldId: fee, answerOf: fee, value: "seven" }
    const answer = await office.submit(address, preview)
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain("Enter a number, like 12.5.")
    expect(html).toContain('value="seven"')
    expect((await office.submit(address, { ...preview, value: "7" })).status).toBe(303)
  })

  test("are changed for many, with a preview and one undo", async () => {
    const size = field({ name: "Size", kind: "choice", choices: ["S", "M"] })
    const ids = [student("Mia"), student("Bo")]
    const selected = await office.submit("/selections", {
      noun: "students",
      act: "field",
      scope: "ticked",
      list: "",
      id: ids,
    })
    const address = locationOf(selected)
    expect((await office.submit(address, { intent: "preview", fieldId: "", value: "M" })).status).toBe(400)
    // Once a field is chosen, its answer is asked for in the control of its kind.
    const notes = field({ name: "Teddy’s name", kind: "text" })
    const asked = await office.submit(address, { intent: "preview", fieldId: size })
    expect(asked.status).toBe(200)
    const control = /<select[^>]*name="value".*?<\/select>/s.exec(await asked.text())?.[0] ?? ""
    expect([...control.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
      "",
      "S",
      "M",
    ])
    const other = { intent: "preview", fieldId: notes, answerOf: size, value: "M" }
    expect(await (await office.submit(address, other)).text()).toMatch(/<input[^>]*name="value"/)
    const refused = await office.submit(address, { intent: "preview", fieldId: size, value: "huge" })
    await expect(refused).toAnswer(400, "Choose one of the choices.")
    await office.submit(address, { intent: "preview", fieldId: size, value: "m" })
    expect(await page(address)).toContain("Bo Novak blank → M")
    const task = locationOf(await office.submit(address, { intent: "confirm" }))
    expect(await page(task)).toContain("2 records changed.")
    expect(ids.flatMap(answersOf)).toHaveLength(2)
    await office.submit(task, { intent: "undo" })
    expect(ids.flatMap(answersOf)).toHaveLength(0)
  })

  test("are cleared for many only when that is asked for, not by a field that was left blank", async () => {
    const notes = field({ name: "Teddy’s color", kind: "text" })
    const id = student("Mia")
    const select = { noun: "students", act: "field", scope: "ticked", list: "", id }
    const send = async (more: object) => {
      const at = locationOf(await office.submit("/selections", select))
      return {
        at,
        answer: await office.submit(at, { intent: "preview", fieldId: notes, answerOf: notes, ...more }),
      }
    }
    const given = await send({ value: "Brown" })
    await office.submit(given.at, { intent: "confirm" })
    const blank = await send({ value: "" })
    await expect(blank.answer).toAnswer(400, "Enter Teddy’s color.")
    expect(await page(blank.at)).not.toContain("→")
    const both = await send({ value: "Black", clears: "on" })
    expect(both.answer.status).toBe(400)
    const refused = await both.answer.text()
    for (const text of ["Leave the new answer blank to clear the answer", 'value="Black"'])
      expect(refused).toContain(text)
    expect(await page(both.at)).not.toContain("→")
    const cleared = await send({ value: "", clears: "on" })
    expect(await page(cleared.at)).toContain("Mia Novak Brown → blank")
    await office.submit(cleared.at, { intent: "confirm" })
    expect(answersOf(id)).toEqual([])
  })

  test("of families and their guardians are changed for all that are ticked, whatever is asked for", async () => {
    const kinds = [
      [field({ noun: "family", name: "Car", kind: "yes_no" }), "no", "Novak blank → No"],
      [field({ noun: "guardian", name: "Occupation" }), "Nurse", "Nurse"],
      [field({ noun: "guardian", name: "Hours", kind: "number" }), "2.5", "2.5"],
      [field({ noun: "guardian", name: "Since", kind: "date" }), "2026-03-01", "Mar 1, 2026"],
      [field({ noun: "guardian", name: "Shirt", kind: "choice", choices: ["S", "M"] }), "M", "M"],
      [field({ noun: "guardian", name: "Volunteer", kind: "yes_no" }), "yes", "Yes"],
    ] as const
    const row = rowOf(students, { id: student() })
    for (const [fieldId, value, told] of kinds) {
      const selected = await office.submit("/selections", {
        noun: "families",
        act: "field",
        scope: "ticked",
        list: "",
        id: [row?.familyId ?? ""],
      })
      const address = locationOf(selected)
      expect(await page(address)).toContain("Occupation (each guardian)")
      await office.submit(address, { intent: "preview", fieldId, answerOf: fieldId, value })
      expect(await page(address)).toContain(told.includes("→") ? told : `Helena Novak, Novak blank → ${told}`)
      const task = locationOf(await office.submit(address, { intent: "confirm" }))
      expect(await page(task)).toContain("1 record changed.")
      expect(await page(`/families/${row?.familyId}`)).toContain(told.split("→ ").at(-1))
      await office.submit(task, { intent: "undo" })
    }
    const answers = rowsOf(customValues)
    const asked = new Set<string>(kinds.map(([id]) => id))
    expect(answers.filter(({ fieldId }) => asked.has(fieldId))).toHaveLength(0)
  })
})

describe("other records", () => {
  test("a family and each guardian have their own", async () => {
    const car = field({ noun: "family", name: "Car", kind: "yes_no" })
    const job = field({ noun: "guardian", name: "Occupation" })
    const row = rowOf(students, { id: student() })
    const address = `/families/${row?.familyId}`
    expect(await page(address)).toContain("More about Helena Novak")
    const html = await office.html(address)
    const guardianId = /answers-([\w-]+)-title">More about Helena/.exec(html)?.[1] ?? ""
    const save = (subject: string, fieldId: string, value: string, by = office) =>
      by.submit(address, { intent: "answers", subject, [`custom.${fieldId}`]: value })
    expect((await save(row?.familyId ?? "", car, "maybe")).status).toBe(400)
    expect((await save(row?.familyId ?? "", car, "yes")).status).toBe(303)
    expect((await save(guardianId, job, "Nurse")).status).toBe(303)
    expect(await page(address)).toMatch(/Car Yes .*Occupation Nurse/)
    expect((await save("someone", job, "Nurse")).status).toBe(404)
    const stranger = await Browser.of(openSchool().userId)
    expect((await save(guardianId, job, "Thief", stranger)).status).toBe(404)
  })

  test("a teacher and a class have theirs", async () => {
    const shirt = field({ noun: "teacher", name: "Locker", kind: "number", isRequired: true })
    const bus = field({ noun: "class", name: "Bus line" })
    const added = addTeacher(actor, { name: "Ingrid Solheim" })
    const teacherId = added.ok ? added.teacherId : ""
    const teacher = `/teachers/${teacherId}`
    await expect(
      office.submit(teacher, { intent: "answers", subject: teacherId, [`custom.${shirt}`]: "x" }),
    ).toAnswer(400)
    await expect(
      office.submit(teacher, { intent: "answers", subject: teacherId, [`custom.${shirt}`]: "12" }),
    ).toAnswer(303)
    expect(await page(teacher)).toContain("Locker 12")
    expect((await office.submit("/teachers/create", { name: "Leo Brandt" })).status).toBe(400)
    await expect(
      office.submit("/teachers/create", { name: "Leo Brandt", [`custom.${shirt}`]: "7" }),
    ).toAnswer(303)
    const classId = addClassRow(actor)
    const saved = await office.submit(`/classes/${classId}/edit`, {
      intent: "answers",
      subject: classId,
      [`custom.${bus}`]: "42",
    })
    expect(saved.status).toBe(303)
    expect(await page(`/classes/${classId}`)).toContain("Bus line 42")
  })

  test("the list of teachers is a file with the fields of teachers, narrowed and ordered as the list", async () => {
    const parking = field({ name: "Parking spot", noun: "teacher", audience: "teachers" })
    const helena = addMember(actor, "teacher", "Helena Novak")
    addMember(actor, "teacher", "Marcus Whitfield")
    const saved = await office.submit(`/teachers/${helena.teacherId}`, {
      intent: "answers",
      subject: helena.teacherId,
      [`custom.${parking}`]: "B 12",
    })
    expect(saved.status).toBe(303)
    expect(await office.html("/teachers?q=helena")).toContain('href="/teachers.csv?q=helena"')
    const csv = await office.html("/teachers.csv")
    expect(csv).toContain("Teacher,Email,Phone,Instruments,Active Students,Next Lesson,Login,Parking spot")
    expect(csv).toMatch(/Helena Novak,.*,B 12/)
    expect(csv).toContain("Marcus Whitfield")
    expect(await office.html("/teachers.csv?q=helena")).not.toContain("Marcus")
    const own = await page("/dashboard/teacher/settings", await Browser.of(helena.userId))
    expect(own).toContain("Parking spot B 12")
  })
})
