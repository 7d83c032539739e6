import { files } from "db/schema/foundation-files"
import { emails } from "db/schema/foundation-mail"
import { students } from "db/schema/people"
import { proofKinds, proofs } from "db/schema/people-proofs"
import { beforeEach, describe, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { addGuardian } from "~/models/people/family/family.server"
import { listCoversOf } from "~/models/people/proof/proofs.server"
import { remindOfExpiring } from "~/models/people/proof/remind.server"
import { changeStudent } from "~/models/people/student/student.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { openFamily } from "../../support/billing"
import { childSignedIn, openPayingFamily, signedIn } from "../../support/family"
import { openClass } from "../../support/lessons"
import { addMember, changeRows, rowOf, rowsOf } from "../../support/school"

// Documents that a school requires of its teachers and students: recorded, handed in, expired, reminded of, erased.

type Family = ReturnType<typeof openPayingFamily>
let family: Family
let office: Browser
let guardian: Browser
const morning = Date.UTC(2026, 10, 18, 15)

beforeEach(async () => {
  fixClock(morning)
  family = openPayingFamily()
  changeRows(students, { schoolId: family.school.school.id }, { status: "active" })
  office = await Browser.of(family.school.userId ?? "")
  guardian = await Browser.of(family.guardian.userId)
})

const otis = () => family.studentIds[0] ?? ""
const seen = async (address: string, browser = office) => browser.read(address)
const kinds = () => rowsOf(proofKinds, { schoolId: family.school.school.id })
const rows = () => rowsOf(proofs, { schoolId: family.school.school.id })
const require = async (facts: Record<string, string> = {}) => {
  const sent = { intent: "add", name: "Swim permission", audience: "student", months: "12", remindDays: "30" }
  expect((await office.submit("/settings/documents", { ...sent, ...facts })).status).toBe(303)
  return kinds().at(-1)?.id ?? ""
}
const page = () => `/students/${otis()}/documents`
const add = (kind: string, facts: Record<string, string> = {}) =>
  office.submit(page(), { intent: "add", kind, validUntil: "2027-06-30", ...facts })
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==",
  "base64",
)

describe("a required document", () => {
  test("is missing until it is recorded, and then valid until its last day", async () => {
    const kind = await require()
    expect(await seen("/students/documents")).toContain("Swim permission")
    expect(await seen("/dashboard")).toContain("required documents to ask for")
    expect((await add(kind)).status).toBe(303)
    expect(await seen(page())).toContain("Valid until Jun 30, 2027")
    fixClock(Date.UTC(2027, 5, 30, 15))
    expect(listCoversOf(family.school, [{ noun: "student", id: otis() }])[0]?.state).toBe("expiring")
    fixClock(Date.UTC(2027, 6, 1, 15))
    expect(listCoversOf(family.school, [{ noun: "student", id: otis() }])[0]?.state).toBe("expired")
  })

  test("needs its last day where it expires, a known kind and a name that isn't taken; nothing typed is lost", async () => {
    const kind = await require()
    const refused = await add(kind, { validUntil: "", note: "Signed by Jonas" })
    expect(refused.status).toBe(400)
    const text = await refused.text()
    expect(text).toContain("Enter the last day on which it’s valid.")
    expect(text).toContain("Signed by Jonas")
    expect((await add("none")).status).toBe(404)
    const twice = await office.submit("/settings/documents", {
      ...{ intent: "add", name: "swim PERMISSION", audience: "student", remindDays: "30" },
    })
    expect(twice.status).toBe(409)
    expect(rows()).toEqual([])
  })

  test("is deleted after a second step, and its reminder falls within the time it is valid", async () => {
    await add(await require())
    expect(await seen(page())).toContain("Delete… Its file is deleted, too.")
    const late = await office.submit("/settings/documents", {
      ...{ intent: "add", name: "Daily pass", audience: "student", months: "1", remindDays: "30" },
    })
    await expect(late).toAnswer(400, "Enter fewer days than the document is valid.")
  })

  test("that expires soon isn't among those to ask for, which the dashboard counts as its list does", async () => {
    const kind = await require()
    await add(kind, { validUntil: "2026-11-30" })
    const others = family.studentIds.length - 1
    const told = (count: number) => `${count} required document${count === 1 ? "" : "s"} to ask for`
    expect(await seen("/dashboard")).toContain(told(others))
    expect(await seen("/students/documents")).toContain(`Missing or expired (${others})`)
    expect(await seen("/students/documents")).toContain("Expiring (1)")
  })

  test("that is archived is required no more, and its documents stay", async () => {
    const kind = await require()
    await add(kind)
    await office.submit("/settings/documents", { intent: "archive", kindId: kind })
    expect(await seen("/students/documents")).toContain("No documents are required.")
    expect(rows().length).toBe(1)
    await office.submit("/settings/documents", { intent: "restore", kindId: kind })
    expect(await seen("/students/documents")).toContain("Swim permission")
  })
})

describe("a document that is handed in", () => {
  const handIn = (kind: string, whose = otis(), browser = guardian) => {
    return browser.submit("/student/documents", {
      ...{ intent: "hand-in", whose, kind, validUntil: "2027-06-30", note: "" },
      file: new File([png], "permission.png", { type: "image/png" }),
    })
  }

  test("is refused beside the field with a last day in the past, which the office may record", async () => {
    const kind = await require()
    const sent = { intent: "hand-in", whose: otis(), kind, validUntil: "2020-01-01", note: "" }
    const refused = await guardian.submit("/student/documents", sent)
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain("Enter a last day from today on.")
    expect(rows()).toEqual([])
    await add(kind, { validUntil: "2020-01-01" })
    expect(rows().length).toBe(1)
  })

  test("counts once the office has accepted it; its file opens for the family and the office alone", async () => {
    const kind = await require()
    expect((await handIn(kind)).status).toBe(303)
    const proof = rows()[0]
    expect(proof).toMatchObject({ state: "asked", studentId: otis() })
    expect(listCoversOf(family.school, [{ noun: "student", id: otis() }])[0]).toMatchObject({
      ...{ state: "missing", isWaiting: true },
    })
    for (const browser of [guardian, office])
      expect((await browser.visit(`/documents/${proof?.id}`)).status).toBe(200)
    const stranger = await Browser.of(openPayingFamily().guardian.userId)
    expect((await stranger.visit(`/documents/${proof?.id}`)).status).toBe(404)
    const child = await Browser.of(childSignedIn(family.school, otis()))
    expect((await child.visit(`/documents/${proof?.id}`)).status).not.toBe(200)
    expect((await office.submit(page(), { intent: "accept", proofId: proof?.id ?? "" })).status).toBe(303)
    expect(rows()[0]?.state).toBe("valid")
    expect(await seen("/student/documents", guardian)).toContain("Accepted")
    // What counts isn't the family's to take back.
    await guardian.submit("/student/documents", { intent: "withdraw", proofId: proof?.id ?? "" })
    expect(rows().length).toBe(1)
  })

  test("from the office is read by its family, with its file, and by no other", async () => {
    const kind = await require()
    const file = new File([png], "camp-letter.png", { type: "image/png" })
    const sent = { intent: "add", kind, validUntil: "2027-06-30", note: "Bring it along.", file }
    expect((await office.submit(page(), sent)).status).toBe(303)
    const path = `/documents/${rows()[0]?.id}`
    const shown = await guardian.html("/student/documents")
    expect(shown).toContain(`href="${path}"`)
    expect((await guardian.visit(path)).headers.get("Content-Type")).toMatch(/^image\//)
    const other = await Browser.of(openPayingFamily().guardian.userId)
    expect((await other.visit(path)).status).toBe(404)
    expect(await other.html("/student/documents")).not.toContain(path)
    const withdrawn = { intent: "withdraw", proofId: rows()[0]?.id ?? "" }
    await other.submit("/student/documents", withdrawn)
    await guardian.submit("/student/documents", withdrawn)
    expect(rows()).toHaveLength(1)
  })

  test("is declined with a reason that the family reads, and is theirs to delete with its file", async () => {
    const kind = await require()
    await handIn(kind)
    const proofId = rows()[0]?.id ?? ""
    expect((await office.submit(page(), { intent: "decline", proofId, answer: "" })).status).toBe(400)
    await office.submit(page(), { intent: "decline", proofId, answer: "The second page is missing." })
    expect(await seen("/student/documents", guardian)).toContain("The second page is missing.")
    await guardian.submit("/student/documents", { intent: "withdraw", proofId })
    expect(rows()).toEqual([])
    expect(rowsOf(files, { purpose: "proof", schoolId: family.school.school.id })).toEqual([])
  })

  test("is answered by email, with the reason where it’s declined", async () => {
    const kind = await require()
    // Another guardian of the family, who doesn't see what was declined.
    addGuardian(family.school, family.familyId, {
      ...{ name: "Noa Okafor", email: `noa.${family.familyId}@mail.example`, payerShare: 0 },
    })
    const answers = () =>
      rowsOf(
        emails,
        { template: "document-answered", schoolId: family.school.school.id },
        { by: ["createdAt", "id"] },
      )
    await handIn(kind)
    const [first] = rows()
    const declined = { intent: "decline", proofId: first?.id ?? "", answer: "The second page is missing." }
    for (const _ of [1, 2]) await office.submit(page(), declined)
    expect(answers()).toHaveLength(1)
    expect(JSON.stringify(await composeMail(answers()[0] as never))).toContain("The second page is missing.")
    expect(answers()[0]?.recipient).not.toContain("noa.")
    await handIn(kind)
    const proofId = rows().find(({ state }) => state === "asked")?.id ?? ""
    for (const _ of [1, 2]) await office.submit(page(), { intent: "accept", proofId })
    expect(answers()).toHaveLength(3)
    const letters = await Promise.all(answers().map((mail) => composeMail(mail as never)))
    expect(JSON.stringify(letters)).toContain("Document accepted")
  })

  test("stays declined when its note is saved, or a form from before accepts it", async () => {
    const kind = await require()
    await handIn(kind)
    const proofId = rows()[0]?.id ?? ""
    await office.submit(page(), { intent: "decline", proofId, answer: "The second page is missing." })
    const facts = { proofId, validUntil: "2027-06-30", note: "Called Jonas" }
    const stale = await office.submit(page(), { intent: "save-and-accept", ...facts })
    expect(stale.status).toBe(409)
    const text = await stale.text()
    expect(text).toContain("Someone answered this document already.")
    expect(text).toContain("Called Jonas")
    await office.submit(page(), { intent: "accept", proofId })
    expect((await office.submit(page(), { intent: "save", ...facts })).status).toBe(303)
    expect(rows()).toMatchObject([{ state: "declined", note: "Called Jonas" }])
  })

  test("is one at a time", async () => {
    const kind = await require()
    await handIn(kind)
    await expect(handIn(kind)).toAnswer(409, "Withdraw that first.")
    expect(rows()).toHaveLength(1)
    // Milo’s is missing.
    for (const [text, missing] of [
      [await seen("/student/documents", guardian), 1],
      [await seen(page()), 0],
    ] as const) {
      expect(text).toContain("Being checked")
      expect(text.match(/Missing/g) ?? []).toHaveLength(missing)
    }
  })

  test("gives way to another one once it has expired unchecked", async () => {
    const kind = await require()
    await handIn(kind)
    const first = rows()[0]?.id ?? ""
    changeRows(proofs, { id: first }, { validUntil: "2026-11-01" })
    expect(await seen("/student/documents", guardian)).toContain("Missing")
    expect((await handIn(kind)).status).toBe(303)
    expect(rows()).toMatchObject([{ state: "asked" }])
    expect(rows()[0]?.id).not.toBe(first)
  })

  test("waits for a check also once its student has left, of whom none is taken any more", async () => {
    const kind = await require()
    await handIn(kind)
    changeRows(students, { id: otis() }, { status: "former" })
    await office.submit("/settings/documents", { intent: "archive", kindId: kind })
    expect(await seen("/students/documents?show=waiting")).toContain("To check (1)")
    expect(await seen("/dashboard")).toContain("1 document to check")
    const other = await require({ name: "Photo pass" })
    expect((await handIn(other)).status).toBe(404)
    expect((await add(other)).status).toBe(404)
  })

  test("is withdrawn when its student moves to another family, who read nothing that was declined", async () => {
    const [kind, second] = [await require(), await require({ name: "Photo pass" })]
    await handIn(kind)
    const proofId = rows()[0]?.id ?? ""
    await office.submit(page(), { intent: "decline", proofId, answer: "The second page is missing." })
    await handIn(second)
    const other = openFamily(family.school, {})
    const student = rowOf(students, { id: otis() })
    const form = { ...student, instruments: [], guardians: [], family: other.familyId }
    expect(changeStudent(family.school, otis(), form as never).ok).toBe(true)
    expect(rows()).toMatchObject([{ id: proofId, state: "declined" }])
    const theirs = await Browser.of(signedIn(family.school, "guardian", other.guardianIds[0] ?? "").userId)
    const text = await seen("/student/documents", theirs)
    expect(text).toContain("Photo pass")
    expect(text).not.toContain("The second page is missing.")
    await theirs.submit("/student/documents", { intent: "withdraw", proofId })
    expect(rows()).toHaveLength(1)
    expect((await theirs.visit(`/documents/${proofId}`)).status).toBe(404)
  })

  test("is never for another family's child", async () => {
    const kind = await require()
    const others = openPayingFamily().studentIds[0] ?? ""
    expect((await handIn(kind, others)).status).toBe(404)
    expect(rows()).toEqual([])
  })
})

describe("a reminder", () => {
  const sent = () => rowsOf(emails, { template: "documents-needed", schoolId: family.school.school.id })

  test("is emailed to those selected who lack it, once a day", async () => {
    const kind = await require()
    await add(kind)
    const chosen = { intent: "remind", lacking: family.studentIds.map((id) => `${kind} ${id}`) }
    expect((await office.submit("/students/documents", chosen)).status).toBe(303)
    expect(sent().length).toBe(1)
    await office.submit("/students/documents", chosen)
    expect(sent().length).toBe(1)
    const letter = await composeMail(sent()[0] as never)
    expect(JSON.stringify(letter)).toContain("Missing")
  })

  test("leaves by itself once, so many days before a document expires", async () => {
    const kind = await require()
    await add(kind)
    for (const hour of [12, 15, 23]) {
      fixClock(Date.UTC(2027, 5, 10, hour))
      expect(remindOfExpiring(family.school)).toBe(0)
    }
    fixClock(Date.UTC(2027, 5, 10, 14))
    expect(remindOfExpiring(family.school)).toBe(1)
    expect(remindOfExpiring(family.school)).toBe(0)
    fixClock(Date.UTC(2027, 5, 12, 14))
    expect(remindOfExpiring(family.school)).toBe(0)
    expect(sent().length).toBe(1)
  })

  test("waits for the next day where a document is entered that expires soon, and comes again after a decline", async () => {
    const kind = await require()
    await add(kind, { validUntil: "2026-11-20" })
    fixClock(Date.UTC(2026, 10, 18, 15, 30))
    expect(remindOfExpiring(family.school)).toBe(0)
    fixClock(Date.UTC(2026, 10, 19, 15))
    expect(remindOfExpiring(family.school)).toBe(1)
    guardian = await Browser.of(family.guardian.userId)
    await guardian.submit("/student/documents", {
      ...{ intent: "hand-in", whose: otis(), kind, validUntil: "2027-06-30" },
    })
    fixClock(Date.UTC(2026, 10, 21, 15))
    expect(remindOfExpiring(family.school)).toBe(0)
    const proofId = rows().find(({ state }) => state === "asked")?.id ?? ""
    office = await Browser.of(family.school.userId ?? "")
    await office.submit(page(), { intent: "decline", proofId, answer: "Not signed." })
    expect(remindOfExpiring(family.school)).toBe(1)
  })

  test("of a student with guardians goes to the guardians alone", async () => {
    const kind = await require()
    changeRows(students, { id: otis() }, { email: "otis@haddadff.example" })
    await office.submit("/students/documents", { intent: "remind", lacking: [`${kind} ${otis()}`] })
    expect(sent().map(({ recipient }) => recipient)).not.toContain("otis@haddadff.example")
    expect(sent().length).toBe(1)
  })
})

test("who erases a student erases their documents; a file of theirs goes with the next round", async () => {
  const kind = await require()
  await add(kind)
  changeRows(students, { id: otis() }, { status: "former" })
  expect(erasePerson(family.school, "student", otis()).ok).toBe(true)
  expect(rows()).toEqual([])
})

test("a teacher hands in their own, and a class names who has no valid one as a hint", async () => {
  const kind = await require({ audience: "teacher", name: "Background check" })
  const teacher = addMember(family.school, "teacher", "Ingrid Solheim")
  const { classId } = openClass(family.school, { class: { teacherId: teacher.teacherId } })
  expect(await seen(`/classes/${classId}`)).toContain("has no valid Background check.")
  expect(await seen(`/teachers/${teacher.teacherId}/documents`)).toContain("Missing")
  const browser = await Browser.of(teacher.actor.userId ?? "")
  await browser.submit("/dashboard/teacher/documents", {
    ...{ intent: "hand-in", whose: teacher.teacherId, kind, validUntil: "2027-06-30" },
  })
  expect(await seen("/students/documents?show=waiting")).toContain("Handed in, to check")
  expect((await browser.visit("/students/documents")).status).not.toBe(200)
  const proofId = rows()[0]?.id ?? ""
  await office.submit(`/teachers/${teacher.teacherId}/documents`, { intent: "accept", proofId })
  expect(await seen(`/classes/${classId}`)).not.toContain("has no valid")
})
