import { emails } from "db/schema/foundation-mail"
import { families, guardians, students } from "db/schema/people"
import { dataChanges } from "db/schema/people-own-data"
import { beforeEach, describe, expect, test } from "vitest"
import { answersFor } from "~/models/foundation/custom-field/answers.server"
import { addField, listFields } from "~/models/foundation/custom-field/custom-field.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { adultsWith, openPayingFamily } from "../../support/family"
import { changeRows, rowOf, rowsOf } from "../../support/school"

// Families change their own data: at once, or once the office approves, which sees what it was, what it is and what it would be.

type Family = ReturnType<typeof openPayingFamily>
let family: Family
let office: Browser
let guardian: Browser

beforeEach(async () => {
  fixClock(Date.UTC(2026, 10, 18, 15))
  family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 10_000, "Nadia Haddad": 0 }),
  })
  office = await Browser.of(family.school.userId ?? "")
  guardian = await Browser.of(family.guardian.userId)
})

const [otis, milo] = [() => family.studentIds[0] ?? "", () => family.studentIds[1] ?? ""]
const student = (id = otis()) => rowOf(students, { id })
const changes = () => rowsOf(dataChanges, { schoolId: family.school.school.id })
const waiting = () => changes().filter(({ state }) => state === "asked")
const one = () => waiting()[0]?.id ?? ""
const seen = async (address: string, browser = office) => browser.read(address)

const details = (subject: string, facts: Record<string, string>, browser = guardian) =>
  browser.submit("/student/settings", { intent: "details", subject, ...facts })
const medical = (text: string, id = otis(), browser = guardian) =>
  details(`student-${id}`, { "facts.medicalNotes": text }, browser)
const answer = (facts: Record<string, string | string[]>) => office.submit("/families/changes", facts)
const rules = (chosen: Record<string, string>) =>
  office.submit(
    "/settings/family-changes",
    Object.fromEntries(Object.entries(chosen).map(([fact, rule]) => [`rules.${fact}`, rule])),
  )

describe("a change that waits", () => {
  test("changes nothing until the office approves it with one press", async () => {
    expect((await medical("Allergic to nuts")).status).toBe(303)
    expect(student()?.medicalNotes).toBeNull()
    const own = await seen("/student/settings", guardian)
    expect(own).toContain("to approve:")
    expect(own).toContain("Medical and emergency notes: Allergic to nuts")
    expect(await seen("/dashboard")).toContain("1 change by families to approve")
    const queue = await seen("/families/changes")
    expect(queue).toMatch(/Otis Haddad ?: Medical and emergency notes\s+Blank → Allergic to nuts/)
    expect(queue).toContain("Asked by Jonas Haddad")
    expect((await answer({ intent: "approve", one: one(), seen: "" })).status).toBe(303)
    expect(student()?.medicalNotes).toBe("Allergic to nuts")
    expect(waiting()).toEqual([])
    expect(await seen("/dashboard")).not.toContain("by families to approve")
    const activity = await seen(`/students/${otis()}/activity`)
    expect(activity).toContain("approved the family’s change of “Medical and emergency notes”")
    expect(activity).toContain("asked to change “Medical and emergency notes”")
  })

  test("may be the emergency contact, which the school can have changed at once", async () => {
    const una = { "facts.emergencyContact": "Una Roy (grandmother), 555-010-0009" }
    expect((await details(`student-${otis()}`, una)).status).toBe(303)
    expect(student()?.emergencyContact).toBeNull()
    expect((await answer({ intent: "approve", one: one(), seen: "" })).status).toBe(303)
    expect(student()?.emergencyContact).toBe("Una Roy (grandmother), 555-010-0009")
    await rules({ emergencyContact: "at_once" })
    await details(`student-${otis()}`, { "facts.emergencyContact": "Tom Roy, 555-010-0008" })
    expect(student()?.emergencyContact).toBe("Tom Roy, 555-010-0008")
  })

  test("pressed twice is one, typed again is another, and typed as it is none", async () => {
    await medical("Nuts")
    await medical("Nuts")
    expect(changes()).toHaveLength(1)
    const first = one()
    await medical("Nuts and milk")
    expect(waiting()).toHaveLength(1)
    expect((await answer({ intent: "approve", one: first, seen: "" })).headers.get("Location")).toBe(
      "/families/changes",
    )
    expect(student()?.medicalNotes).toBeNull()
    await medical("")
    expect(waiting()).toEqual([])
  })

  test("is withdrawn by the family, but not once it is answered", async () => {
    await medical("Nuts")
    const id = one()
    const nadia = await Browser.of(family.guardians[1]?.userId ?? "")
    expect((await nadia.submit("/student/settings", { intent: "withdraw", change: id })).status).toBe(303)
    expect(waiting()).toEqual([])
    await medical("Nuts")
    const next = one()
    await answer({ intent: "approve", one: next, seen: "" })
    await guardian.submit("/student/settings", { intent: "withdraw", change: next })
    expect(student()?.medicalNotes).toBe("Nuts")
  })

  test("is shown and not written over what the office changed since", async () => {
    await medical("Nuts")
    await medical("Milk", milo())
    changeRows(students, { id: otis() }, { medicalNotes: "Bees" })
    const [otisChange, miloChange] = [otis(), milo()].map(
      (id) => waiting().find(({ studentId }) => studentId === id)?.id ?? "",
    )
    const queue = await seen("/families/changes")
    expect(queue).toContain("Your school has changed this. Now: Bees")
    await answer({ intent: "approve", one: otisChange ?? "", seen: "" })
    await answer({ intent: "approve-many", change: [otisChange ?? "", miloChange ?? ""] })
    expect([student()?.medicalNotes, student(milo())?.medicalNotes]).toEqual(["Bees", "Milk"])
    await answer({ intent: "approve", one: otisChange ?? "", seen: "Bees" })
    expect(student()?.medicalNotes).toBe("Nuts")
  })

  test("is declined with a reason that the family reads, one or many", async () => {
    await medical("Nuts")
    await medical("Milk", milo())
    const empty = await answer({ intent: "decline", one: one(), answer: "" })
    await expect(empty).toAnswer(400, "Enter a reason. The family reads it.")
    const ids = waiting().map(({ id }) => id)
    expect((await answer({ intent: "approve-many" })).status).toBe(400)
    expect((await answer({ intent: "decline-many", change: ids, answer: " " })).status).toBe(400)
    await answer({ intent: "decline-many", change: ids, answer: "Call us first, please." })
    expect(changes().map(({ state }) => state)).toEqual(["declined", "declined"])
    expect(student()?.medicalNotes).toBeNull()
    expect(await seen("/student/settings", guardian)).toContain("Call us first, please.")
    expect(await seen("/families/changes")).toContain("Declined on Nov 18, 2026: Call us first, please.")
  })

  test("is another school’s or family’s business never", async () => {
    await medical("Nuts")
    const other = openPayingFamily()
    const elsewhere = await Browser.of(other.school.userId ?? "")
    const stranger = await Browser.of(other.guardian.userId)
    const id = one()
    const forms: Record<string, string>[] = [
      { intent: "approve", one: id, seen: "" },
      { intent: "approve-many", change: id },
      { intent: "decline-many", change: id, answer: "No" },
    ]
    for (const form of forms) await elsewhere.submit("/families/changes", form)
    expect(waiting()).toHaveLength(1)
    expect((await medical("Bees", otis(), stranger)).status).toBe(404)
    expect((await stranger.submit("/student/settings", { intent: "withdraw", change: id })).status).toBe(404)
    expect((await details(`guardian-${family.guardianIds[1]}`, { "facts.phone": "1" })).status).toBe(404)
    expect(waiting()).toHaveLength(1)
  })

  test("goes with an erased student", async () => {
    await medical("Nuts")
    expect(erasePerson(family.school, "student", otis()).ok).toBe(true)
    expect(changes()).toEqual([])
  })
})

describe("the school chooses", () => {
  test("what changes at once, what waits and what stays the office’s", async () => {
    await rules({
      medicalNotes: "at_once",
      birthDate: "off",
      email: "approve",
      address: "approve",
    })
    expect((await rules({ nothing: "off" })).status).toBe(404)
    await medical("Nuts")
    expect(student()?.medicalNotes).toBe("Nuts")
    await details(`student-${otis()}`, { "facts.medicalNotes": "Nuts", "facts.birthDate": "2015-05-01" })
    expect(student()?.birthDate).toBeNull()
    const [jonas = ""] = family.guardianIds
    await details(`guardian-${jonas}`, {
      ...{
        "facts.email": "new@haddad.example",
        "facts.phone": "+1 555 010 0199",
        "facts.address": "1 Elm St",
      },
    })
    const adult = () => rowOf(guardians, { id: jonas })
    expect(adult()?.phone).toBe("+1 555 010 0199")
    expect(adult()?.email).not.toBe("new@haddad.example")
    await answer({ intent: "approve-many", change: waiting().map(({ id }) => id) })
    expect(adult()?.email).toBe("new@haddad.example")
    expect(rowOf(families, { id: family.familyId })?.address).toBe("1 Elm St")
  })

  test("which of its own fields families change", async () => {
    const field = { noun: "student", name: "School", kind: "text", audience: "family" } as const
    addField(family.school, { ...field, isRequired: false, choices: [] })
    addField(family.school, { ...field, name: "Hidden", audience: "office", isRequired: false, choices: [] })
    const [school, hidden] = listFields(family.school, "student").map(({ id }) => id)
    const type = (text: string) =>
      details(`student-${otis()}`, { [`custom.${school}`]: text, [`custom.${hidden}`]: text })
    await type("Lincoln")
    expect(answersFor(family.school, otis())).toEqual({})
    expect((await rules({ [school ?? ""]: "approve", [hidden ?? ""]: "at_once" })).status).toBe(404)
    await rules({ [school ?? ""]: "approve" })
    await type("Lincoln")
    expect(await seen("/families/changes")).toMatch(/Otis Haddad ?: School\s+Blank → Lincoln/)
    await answer({ intent: "approve-many", change: one() })
    expect(answersFor(family.school, otis())).toEqual({ [school ?? ""]: "Lincoln" })
    await rules({ [school ?? ""]: "at_once" })
    await type("Roosevelt")
    expect(answersFor(family.school, otis())).toEqual({ [school ?? ""]: "Roosevelt" })
  })

  test("a birth date in the future and other bad input is refused beside the field with what was typed", async () => {
    const refused = await details(`student-${otis()}`, {
      ...{ "facts.birthDate": "2030-01-01", "facts.medicalNotes": "Kept <b>", "facts.studentEmail": "no@" },
    })
    expect(refused.status).toBe(400)
    const html = await refused.text()
    expect(html).toContain("Enter a birth date in the past.")
    expect(html).toContain("Enter a full email, like jo@example.com.")
    expect(html).toContain("Kept &lt;b&gt;")
    expect(changes()).toEqual([])
  })
})

describe("another guardian", () => {
  const ask = (facts: Record<string, string> = {}) =>
    guardian.submit("/student/settings", {
      ...{ intent: "invite-guardian", subject: `guardian-${family.guardianIds[0]}` },
      ...{ name: "Samir Haddadff", relation: "Uncle", email: "samir@haddadff.example" },
      ...facts,
    })
  const adults = () => rowsOf(guardians, { familyId: family.familyId })
  const invited = () => rowsOf(emails, { template: "guardian-invitation" })

  test("is asked for, and is in the family and invited once the office approves", async () => {
    expect((await ask()).status).toBe(303)
    expect(adults()).toHaveLength(2)
    expect(await seen("/families/changes")).toContain("Samir Haddadff, Uncle, samir@haddadff.example")
    expect((await ask({ email: "other@haddadff.example" })).status).toBe(409)
    const before = invited().length
    expect((await answer({ intent: "approve", one: one(), seen: "" })).status).toBe(303)
    expect(adults().at(-1)).toMatchObject({ name: "Samir Haddadff", payerShare: 0, seesMoney: false })
    expect(invited().length).toBe(before + 1)
    const told = rowsOf(emails, { template: "change-answered" }).map(({ data }) => JSON.parse(data).changes)
    expect(told.at(-1)).toEqual([["Another guardian", "Samir Haddadff"]])
  })

  test("is declined with a reason, withdrawn, or refused beside the field", async () => {
    expect((await ask({ email: "samir" })).status).toBe(400)
    expect((await ask({ email: adults()[1]?.email ?? "" })).status).toBe(adults()[1]?.email ? 409 : 400)
    expect((await ask({ subject: "guardian-none" })).status).toBe(404)
    await ask()
    await answer({ intent: "decline", one: one(), answer: "Please call us." })
    expect(await seen("/student/settings", guardian)).toContain("Please call us.")
    await ask()
    await guardian.submit("/student/settings", { intent: "withdraw", change: one() })
    expect(waiting()).toEqual([])
    expect(adults()).toHaveLength(2)
  })

  test("is never approved together with others, and is kept with the name alone once answered", async () => {
    await ask()
    expect(await office.html("/families/changes")).not.toContain('type="checkbox" name="change"')
    await answer({ intent: "approve-many", change: [one()] })
    expect(adults()).toHaveLength(2)
    await answer({ intent: "approve", one: one(), seen: "" })
    expect(changes().map(({ after }) => after)).toEqual([JSON.stringify({ name: "Samir Haddadff" })])
    const added = adults().find(({ name }) => name === "Samir Haddadff")?.id ?? ""
    expect(erasePerson(family.school, "guardian", added).ok).toBe(true)
    expect(changes()).toEqual([])
  })

  test("whom the school has without an email gets it; who is in the family by then isn't added twice", async () => {
    const nadia = family.guardianIds[1] ?? ""
    changeRows(guardians, { id: nadia }, { email: null, memberId: null })
    await ask({ name: "nadia haddad", email: "nadia@haddadff.example" })
    await answer({ intent: "approve", one: one(), seen: "" })
    expect(adults()).toHaveLength(2)
    expect(adults().find(({ id }) => id === nadia)).toMatchObject({
      ...{ name: "Nadia Haddad", email: "nadia@haddadff.example" },
    })
    await ask()
    changeRows(guardians, { id: nadia }, { email: "samir@haddadff.example" })
    const before = invited().length
    await answer({ intent: "approve", one: one(), seen: "" })
    expect(await seen("/families/changes")).toContain("Samir Haddadff is in the family already.")
    expect(adults()).toHaveLength(2)
    expect(invited().length).toBe(before)
  })
})
