import { events } from "db/schema/foundation-audit"
import {
  families,
  guardians,
  portalAccess,
  studentInstruments,
  studentStatusChanges,
  students,
} from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { addFamily, addGuardian } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { Browser, locationOf, openOffice, rowCount, textOf } from "../../support/app"
import { undoOf } from "../../support/forms"
import { addClassRow, addEnrollmentRow, addScheduleRow } from "../../support/lessons"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// A student written down by hand, and corrected.

let actor: Actor
let office: Browser

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
})

const mia = {
  firstName: "Mia",
  lastName: "Novak",
  birthDate: "2014-06-03",
  status: "active",
  family: "new",
  "instruments[0].instrument": "Cello",
  "instruments[0].level": "Grade 2",
  "instruments[1].instrument": "Piano",
  "guardians[0].name": "Helena Novak",
  "guardians[0].relation": "Mother",
  "guardians[0].email": "Helena@Example.com",
  "guardians[0].share": "60",
  "guardians[0].seesMoney": "on",
  "guardians[1].name": "Jan Novak",
  "guardians[1].share": "40",
  "guardians[1].seesMoney": "",
  medicalNotes: "Allergic to nuts",
  emergencyContact: "Una Roy (grandmother), 555-010-0009",
  intent: "save",
}

const theirs = () => rowsOf(students, { schoolId: actor.school.id })
const add = (fields: Record<string, string>) => office.submit("/students/create", fields)

/** What a form keeps closed under More details, and whether it is open. */
function laterPart(html: string) {
  const [, open = "", inside = ""] =
    /<details class="disclosure"( open="")?><summary>More details<\/summary>(.*?)<\/details>/s.exec(html) ??
    []
  return { isOpen: open !== "", inside }
}

describe("a new student", () => {
  test("is asked for a name, a guardian and a lesson; the rest is closed until it is filled in", async () => {
    const html = await office.html("/students/create")
    const later = laterPart(html)
    expect(later.isOpen).toBe(false)
    for (const label of ["Birth date", "Student ID", "Phone", "Emergency contact", "Notes"])
      expect(later.inside, label).toContain(label)
    for (const label of ["First name", "Guardian 1", "Weekly lesson"])
      expect(later.inside, label).not.toContain(label)
    const refused = await add({ ...mia, firstName: "" })
    expect(laterPart(await refused.text()).isOpen).toBe(true)
  })

  test("a new class too: its link waits under More details", async () => {
    const later = laterPart(await office.html("/classes/create"))
    expect(later).toMatchObject({ isOpen: false })
    expect(later.inside).toContain("Online lesson link")
  })

  test("is kept whole: person, family, adults, instruments, notes and the first status", async () => {
    expect(await office.read("/students")).toContain("New student")
    expect(await office.read("/students/create")).toContain("New family")
    const answer = await add(mia)
    expect(answer.status).toBe(303)
    const [student] = theirs()
    expect(answer.headers.get("Location")).toBe(`/students/${student?.id}`)
    expect(student).toMatchObject({
      firstName: "Mia",
      instrument: "Cello",
      level: "Grade 2",
      status: "active",
    })
    expect(student?.medicalNotes).toBe("Allergic to nuts")
    expect(student?.emergencyContact).toBe(mia.emergencyContact)
    const record = await office.html(`/students/${student?.id}`)
    expect(record).toContain('href="tel:5550100009"')
    const adults = rowsOf(guardians, { familyId: student?.familyId ?? "" })
    expect(
      adults.map(({ name, email, payerShare, seesMoney }) => [name, email, payerShare, seesMoney]),
    ).toEqual([
      ["Helena Novak", "helena@example.com", 6000, true],
      ["Jan Novak", null, 4000, false],
    ])
    expect(rowsOf(studentInstruments, { studentId: student?.id ?? "" })).toMatchObject([
      { instrument: "Piano", level: null },
    ])
    expect(rowsOf(studentStatusChanges, { studentId: student?.id ?? "" })).toMatchObject([
      { status: "active", fromDate: "2026-11-18" },
    ])
    const page = await office.read(`/students/${student?.id}`)
    expect(page).toContain("Mia Novak")
    expect(page).toContain("mother, pays 60%, sees invoices")
  })

  test("needs a first name and nothing else; the first adult pays when nothing is said", async () => {
    const empty = await add({ firstName: "", lastName: "Novak" })
    expect(empty.status).toBe(400)
    const html = await empty.clone().text()
    expect(await textOf(empty)).toContain("Enter the student’s first name.")
    expect(html).toContain('value="Novak"')
    expect((await add({ firstName: "Bo", "guardians[0].name": "Ann" })).status).toBe(303)
    const [bo] = theirs()
    const [ann] = rowsOf(guardians, { familyId: bo?.familyId ?? "" })
    expect(ann?.payerShare).toBe(10_000)
    expect(rowOf(families, { id: bo?.familyId ?? "" })?.name).toBe("Bo family")
  })

  test("is refused with what is wrong beside its field, and nothing typed is lost", async () => {
    const answer = await add({
      ...mia,
      birthDate: "2027-01-01",
      email: "not an address",
      "guardians[1].share": "30",
      "guardians[1].name": "",
      "instruments[1].instrument": "cello",
      notes: "<script>alert(1)</script>",
    })
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    const text = await textOf(answer)
    expect(text).toContain("Enter a birth date in the past.")
    expect(text).toContain("Enter a complete email address")
    expect(text).toContain("The shares add up to 90%. Change them to total 100%.")
    expect(text).toContain("Enter the guardian’s name, or clear the row.")
    expect(text).toContain("You entered cello twice.")
    expect(html).toContain('value="Helena Novak"')
    expect(html).toContain('value="Grade 2"')
    expect(html).not.toContain("<script>alert(1)")
    expect(theirs()).toEqual([])
    for (const [name, value] of Object.entries({
      firstName: "x".repeat(81),
      birthDate: "2026-02-30",
      notes: "x".repeat(4001),
      "guardians[0].email": "a@b",
      "guardians[0].share": "-5",
      medicalNotes: "\u0007",
    }))
      expect((await add({ ...mia, [name]: value })).status, name).toBe(400)
    expect(theirs()).toEqual([])
  })

  test("who seems to be here already is shown first, and can be saved all the same", async () => {
    expect((await add(mia)).status).toBe(303)
    const again = await add(mia)
    expect(again.status).toBe(409)
    const text = await textOf(again)
    expect(text).toContain("Possible duplicate: Mia Novak , born June 3, 2014 (Novak family).")
    expect(text).toContain("helena@example.com already belongs to the Novak family.")
    expect(theirs()).toHaveLength(1)
    expect((await add({ ...mia, birthDate: "2015-01-01", "guardians[0].email": "" })).status).toBe(303)
    expect((await add({ ...mia, firstName: "MÍA", birthDate: "", intent: "save" })).status).toBe(409)
    expect((await add({ ...mia, intent: "anyway" })).status).toBe(303)
    expect(theirs()).toHaveLength(3)
  })

  test("joins a family that was found by the name of a sibling", async () => {
    const { familyId } = addFamily(actor, {
      name: "Okafor family",
      guardians: [{ name: "Zoë", payerShare: 10_000 }],
    })
    const found = await add({ firstName: "", familySearch: "zoe", intent: "find" })
    expect(found.status).toBe(200)
    const html = await found.clone().text()
    expect(html).toContain(`value="${familyId}"`)
    const text = await textOf(found)
    expect(text).not.toContain("There is a problem")
    expect(await textOf(await add({ familySearch: "nobody", intent: "find" }))).toContain(
      "No families match that name.",
    )
    expect((await add({ firstName: "Freya", family: familyId })).status).toBe(303)
    expect(theirs()[0]?.familyId).toBe(familyId)
    const stranger = openSchool({ name: "Crescendo Academy" })
    const foreign = addFamily(stranger.actor, { name: "Foreign family", guardians: [] })
    const refused = await add({ firstName: "Otis", family: foreign.familyId })
    expect(refused.status).toBe(400)
    expect(await textOf(refused)).not.toContain("Foreign family")
    expect(theirs()).toHaveLength(1)
  })

  test("joins the one family that a search found, and asks when it found several", async () => {
    const brandt = addFamily(actor, { name: "Brandt", guardians: [] }).familyId
    const chosen = async (answer: Response) =>
      (await answer.text())
        .match(/<input[^>]*name="family"[^>]*>/g)
        ?.filter((html) => html.includes("checked"))
    const search = { firstName: "Ida", family: "new", familySearch: "Brandt", familySearchShown: "" }
    const one = await chosen(await add({ ...search, intent: "find" }))
    expect(one).toHaveLength(1)
    expect(one?.[0]).toContain(`value="${brandt}"`)
    expect((await add({ ...search, family: brandt, familySearchShown: "Brandt" })).status).toBe(303)
    expect(theirs()[0]?.familyId).toBe(brandt)

    const second = addFamily(actor, { name: "Brandt", guardians: [] }).familyId
    expect(await chosen(await add({ ...search, firstName: "Ole", intent: "find" }))).toEqual([])
    const { family: _, ...unchosen } = { ...search, firstName: "Ole", familySearchShown: "Brandt" }
    const asked = await add(unchosen)
    expect(asked.status).toBe(400)
    expect(await textOf(asked.clone())).toContain("Choose a family, or “New family.”")
    expect(await chosen(asked)).toEqual([])
    expect(theirs()).toHaveLength(1)
    expect((await add({ ...unchosen, family: "new" })).status).toBe(303)
    expect(theirs().filter(({ familyId }) => familyId !== brandt && familyId !== second)).toHaveLength(1)
  })

  test("a sibling has the last name that the family’s students share", async () => {
    const { familyId } = addFamily(actor, { name: "Okafor family", guardians: [] })
    const student = { familyId, lastName: "Okafor", status: "active", fromDate: "2026-11-18" } as const
    const form = async () => office.html(`/students/create?family=${familyId}`)
    const filled = /name="lastName"[^>]*value="Okafor"|value="Okafor"[^>]*name="lastName"/
    expect(await form()).not.toMatch(filled)
    addStudent(actor, { ...student, firstName: "Zoë" })
    expect(await form()).toMatch(filled)
    addStudent(actor, { ...student, firstName: "Ben", lastName: "Rossi" })
    expect(await form()).not.toMatch(filled)
  })

  test("of two at once for the last spot one gets it; the other reads used, allowed and where to upgrade", async () => {
    const { familyId } = addFamily(actor, { name: "Choir", guardians: [] })
    for (let index = 0; index < 99; index += 1)
      addStudent(actor, {
        familyId,
        firstName: `S${index}`,
        lastName: "",
        status: "active",
        fromDate: "2026-11-18",
      })
    const answers = await Promise.all([add({ firstName: "One" }), add({ firstName: "Two" })])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    const refused = answers.find(({ status }) => status === 409)
    const html = await refused?.clone().text()
    expect(html).toContain("You have 100 of 100 students on Standard. Upgrade to add more.")
    expect(html).toContain('href="/select-plan?upgrade=true"')
    expect(theirs()).toHaveLength(100)
    expect((await add({ firstName: "Lead", status: "lead" })).status).toBe(303)
  })
})

describe("editing a student", () => {
  let id: string
  beforeEach(async () => {
    await add(mia)
    id = theirs()[0]?.id ?? ""
  })
  const adults = () => rowsOf(guardians, { familyId: theirs()[0]?.familyId ?? "" })
  const whole = () => {
    const [one, two] = adults()
    return {
      ...mia,
      family: theirs()[0]?.familyId ?? "",
      "guardians[0].id": one?.id ?? "",
      "guardians[1].id": two?.id ?? "",
    }
  }
  const save = (fields: Record<string, string>) => office.submit(`/students/${id}/edit`, fields)

  test("begins with what is known and changes it, with a row in the history", async () => {
    const html = await office.html(`/students/${id}/edit`)
    for (const value of ["Mia", "Novak", "2014-06-03", "Cello", "Piano", "Helena Novak", "40"])
      expect(html).toContain(`value="${value}"`)
    const answer = await save({
      ...whole(),
      firstName: "Mia Luise",
      "guardians[0].share": "",
      "guardians[1].share": "",
      "guardians[1].remove": "on",
      "guardians[2].name": "Oma Novak",
    })
    expect(answer.status).toBe(303)
    expect(theirs()[0]).toMatchObject({ firstName: "Mia Luise", instrument: "Cello" })
    expect(adults().map(({ name, payerShare }) => [name, payerShare])).toEqual([
      ["Helena Novak", 10_000],
      ["Oma Novak", 0],
    ])
    const page = await office.html(locationOf(answer))
    expect(page).toContain("removed from the family.")
    const undo = undoOf(page)
    expect((await office.submit(undo?.action ?? "", undo?.fields ?? {})).status).toBe(303)
    expect(adults().map(({ payerShare }) => payerShare)).toEqual([10_000, 0, 0])
    const verbs = rowsOf(events, { schoolId: actor.school.id, nounId: id }, { only: ["verb"] })
    expect(verbs.map(({ verb }) => verb)).toContain("change")
  })

  test("a new name is in the student's private class, which their own page calls by its instrument", async () => {
    const classId = addClassRow(actor, { name: "Mia Novak, cello", instrument: "Cello" })
    addEnrollmentRow(actor, classId, id)
    makeSessions(actor, addScheduleRow(actor, classId), "2026-11-26", { from: "2026-11-19" })
    expect((await save({ ...whole(), lastName: "Novak-Lind" })).status).toBe(303)
    expect(await office.read(`/classes/${classId}`)).toContain("Mia Novak-Lind, cello")
    expect(await office.read(`/students/${id}`)).toMatch(/Wed, Nov 25[^C]{0,20} Cello /)
  })

  test("refuses shares that are not whole, an ID that is taken and guardians of an old page", async () => {
    expect(await textOf(await save({ ...whole(), "guardians[0].share": "50" }))).toContain(
      "The shares add up to 90%",
    )
    expect((await save({ ...whole(), "guardians[1].id": "" })).status).toBe(409)
    await add({ firstName: "Otis", code: "1001" })
    expect(await textOf(await save({ ...whole(), code: "1001" }))).toContain(
      "That student ID is already in use.",
    )
    expect(adults()).toHaveLength(2)
  })

  test("moves the student to another family, and says who doesn’t see them anymore", async () => {
    const form = await office.read(`/students/${id}/edit`)
    expect(form).toContain("from the moment you save, they don’t see this student")
    const { familyId } = addFamily(actor, { name: "Okafor family", guardians: [] })
    expect((await save({ ...whole(), family: familyId })).status).toBe(303)
    expect(theirs()[0]?.familyId).toBe(familyId)
    expect(await office.read(`/students/${id}`)).toMatch(
      /Mia Novak saved\. \S+ Novak and \S+ Novak don’t see Mia anymore\. Add the guardians/,
    )
    expect((await save({ ...mia, family: "of nobody" })).status).toBe(400)
  })

  test("undoes the move at once, to a new family as well, and not once one of them was changed again", async () => {
    const move = async (family: string) => {
      expect((await save({ ...whole(), family })).status).toBe(303)
      const undo = undoOf(await office.html(`/students/${id}`))
      if (!undo) throw new Error("No undo")
      return async () => {
        await office.submit(undo.action, undo.fields)
        return office.read(`/students/${id}`)
      }
    }
    const { familyId } = addFamily(actor, { name: "Okafor family", guardians: [] })
    const former = theirs()[0]?.familyId ?? ""
    const login = addMember(actor, "student", "Helena Novak").actor.memberId ?? ""
    changeRows(guardians, { familyId: former, name: "Helena Novak" }, { memberId: login })
    const access = { memberId: login, studentId: id, as: "guardian" } as const
    addRows(portalAccess, { ...newRow(actor), ...access })
    const state = () => ({
      students: theirs(),
      seen: rowsOf(portalAccess, access),
      families: rowsOf(families, { schoolId: actor.school.id }),
    })
    const before = state()
    const undoNew = await move("new")
    expect(rowsOf(portalAccess, access)).toEqual([])
    expect(await undoNew()).toContain("Mia Novak is back in the former family.")
    const undoMove = await move(familyId)
    // Who came into the other family since sees them no longer.
    const since = addMember(actor, "student", "Ben Okafor").actor.memberId ?? ""
    addRows(portalAccess, { ...newRow(actor), memberId: since, studentId: id, as: "guardian" })
    expect(await undoMove()).toContain("Mia Novak is back in the former family.")
    expect(state()).toEqual(before)
    expect(rowsOf(portalAccess, { memberId: since })).toEqual([])
    const undoLate = await move("new")
    addGuardian(actor, theirs()[0]?.familyId ?? "", { name: "Jan Novak", payerShare: 10_000 })
    expect(await undoLate()).toContain("was changed again. Nothing was undone.")
    expect(theirs()[0]?.familyId).not.toBe(former)
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    const sent = { intent: "undo-move", move: rowsOf(events, { nounId: id, verb: "change" })[0]?.id ?? "" }
    expect((await stranger.submit(`/students/${id}/edit`, sent)).status).toBe(404)
    expect((await office.submit(`/students/${id}/edit`, { ...sent, move: "gone" })).status).toBe(404)
  })

  test("of another school, by a teacher or of no one changes nothing", async () => {
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    const teacher = await Browser.of(addMember(actor, "teacher", "Theo Petrović").userId)
    const events = rowCount("events")
    expect((await stranger.visit(`/students/${id}/edit`)).status).toBe(404)
    expect((await stranger.submit(`/students/${id}/edit`, whole())).status).toBe(404)
    expect((await office.submit("/students/nobody/edit", whole())).status).toBe(404)
    expect((await teacher.submit(`/students/${id}/edit`, whole())).headers.get("Location")).toBe(
      "/dashboard/teacher",
    )
    expect((await teacher.submit("/students/create", mia)).headers.get("Location")).toBe("/dashboard/teacher")
    expect(rowCount("events")).toBe(events)
  })
})

describe("a form with more rows than it takes", () => {
  const rows = (name: string, times: number) =>
    Object.fromEntries(
      Array.from({ length: times }, (_, index) => [`${name.replace("#", String(index))}`, "x"]),
    )

  test.each([
    ["guardians", rows("guardians[#].name", 1000)],
    ["instruments", rows("instruments[#].instrument", 1000)],
    ["rows of a field that has none", rows("firstName[#]", 1000)],
    ["rows of no field", rows("teachers[#].name", 1000)],
  ])("is refused before it is drawn: %s", async (_, fields) => {
    // The first page of a browser carries its styles.
    await office.visit("/students/create")
    const answer = await add({ ...mia, ...fields })
    const html = await answer.text()
    expect(answer.status).toBe(400)
    expect(html.length).toBeLessThan(60_000)
    expect(html).not.toMatch(/guardians\[|instruments\[|firstName\[/)
    expect(html).toContain("Nothing was changed")
    expect(theirs()).toEqual([])
  })

  test("takes as many as its schema says", async () => {
    const twelve = rows("guardians[#].name", 12)
    await expect(add({ ...mia, ...twelve, "guardians[0].share": "100", "guardians[1].share": "" })).toAnswer(
      303,
    )
  })
})
