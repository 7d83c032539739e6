import { users } from "db/schema/accounts"
import { emails } from "db/schema/foundation-mail"
import { guardians, members, students } from "db/schema/people"
import { consentAnswers } from "db/schema/people-consents"
import { inquiries } from "db/schema/people-inquiries"
import { beforeEach, describe, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { attendanceSheet } from "~/models/overview/sheets/sheets.server"
import { keepStrangersAnswers } from "~/models/people/consent/answers.server"
import { findDocument, listDocuments } from "~/models/people/consent/documents.server"
import { admitInquiry, removeInquiry } from "~/models/people/inquiry/answer-inquiry.server"
import { fixClock, now } from "~/utils/clock.server"
import { shownName } from "~/utils/form-marks"
import { Browser, locationOf } from "../../support/app"
import { adultsWith, childSignedIn, openPayingFamily } from "../../support/family"
import { formsOf } from "../../support/forms"
import { openClass } from "../../support/lessons"
import { addRows, changeRows, openSchool, removeRows, rowOf, rowsOf } from "../../support/school"

// What a school asks its families to agree to: published with versions, answered in the portal, asked again, reminded of.

type Family = ReturnType<typeof openPayingFamily>
let family: Family
let office: Browser
let guardian: Browser
const morning = Date.UTC(2026, 10, 18, 15)
const day = 86_400_000

beforeEach(async () => {
  fixClock(morning)
  family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 10_000, "Nadia Haddad": 0 }),
  })
  changeRows(students, { schoolId: family.school.school.id }, { status: "active" })
  office = await Browser.of(family.school.userId ?? "")
  guardian = await Browser.of(family.guardian.userId)
})

const photo = {
  ...{ intent: "add", title: "Photos", kind: "photo", per: "student", atEnrollment: "no", asksAgain: "on" },
  body: "# Photos\n\nWe take pictures at recitals.\n- Website\n- Flyers",
}
const add = async (facts: Record<string, string> = {}) => {
  expect((await office.submit("/settings/consents", { ...photo, ...facts })).status).toBe(303)
  const found = listDocuments(family.school).at(-1)
  if (!found) throw new Error("No document was added")
  return found
}
const answers = () => rowsOf(consentAnswers, { schoolId: family.school.school.id })
const say = (
  { id, versionId }: { id: string; versionId: string },
  whose: Record<string, string>,
  facts: Record<string, string> = {},
  browser = guardian,
) =>
  browser.submit("/student/consents", {
    ...{ intent: "answer", document: id, version: versionId, name: "Jonas Haddad" },
    ...Object.fromEntries(Object.entries(whose).map(([who, answer]) => [`whose.${who}`, answer])),
    ...facts,
  })
const [otis, milo] = [() => family.studentIds[0] ?? "", () => family.studentIds[1] ?? ""]
const seen = async (address: string, browser = office) => browser.read(address)

describe("a document", () => {
  test("is asked of each student, and answered by a guardian with name, version, time and address", async () => {
    const document = await add()
    expect(await seen("/student/dashboard", guardian)).toContain("The school asks for your consent.")
    const page = await guardian.html("/student/consents")
    expect(page).toContain("<h3>Photos</h3>")
    expect(page).toContain("<li>Website</li>")
    expect((await say(document, { [otis()]: "yes", [milo()]: "no" })).status).toBe(303)
    expect(answers().sort((a, b) => Number(b.isAgreed) - Number(a.isAgreed))).toMatchObject([
      { studentId: otis(), isAgreed: true, name: "Jonas Haddad", createdAt: now() },
      { studentId: milo(), isAgreed: false, guardianId: family.guardianIds[0] },
    ])
    expect(answers()[0]?.address).toBeTruthy()
    expect(answers()[0]?.memberId).toBe(family.guardian.actor.memberId)
    expect(await seen("/student/dashboard", guardian)).not.toContain("asks for your consent")
    expect(await seen(`/students/${otis()}`)).toMatch(
      /Photos\s+Agreed\s+Jonas Haddad, Nov 18, 2026, version 1/,
    )
    expect(await seen(`/students/${milo()}`)).toMatch(/Photos\s+Not agreed/)
    expect(await seen(`/students/${otis()}/activity`)).toContain("agreed to the consent Photos, version 1")
  })

  test("pressed twice is one answer, and withdrawn is another, at any time", async () => {
    const document = await add()
    await say(document, { [otis()]: "yes" })
    await say(document, { [otis()]: "yes" }, { name: "Jonas H." })
    expect(answers()).toHaveLength(1)
    fixClock(now() + 60_000)
    await say(document, { [otis()]: "no" })
    expect(answers().map(({ isAgreed }) => isAgreed)).toEqual([true, false])
    expect(await seen(`/students/consents?document=${document.id}&show=declined`)).toContain("Otis Haddad")
  })

  test("two guardians answer at the same time: an older page takes back no answer of the other one’s", async () => {
    const document = await add()
    await say(document, { [otis()]: "yes" })
    const other = await Browser.of(family.guardian.userId)
    const page = "/student/consents"
    const form = formsOf(await guardian.html(page), page).find(({ fields }) =>
      fields.some(({ name }) => name === "document"),
    )
    const shown = form?.fields.find(({ name }) => name === shownName)?.value ?? ""
    fixClock(now() + 60_000)
    expect((await say(document, { [otis()]: "no" }, {}, other)).status).toBe(303)
    fixClock(now() + 60_000)
    const older = { [otis()]: "yes", [milo()]: "yes" }
    expect((await say(document, older, { name: "Nadia Haddad", [shownName]: shown })).status).toBe(303)
    const last = (studentId: string) =>
      answers()
        .filter((answer) => answer.studentId === studentId)
        .sort((a, b) => a.createdAt - b.createdAt)
        .map(({ isAgreed }) => isAgreed)
    expect(last(otis())).toEqual([true, false])
    expect(last(milo())).toEqual([true])
  })

  test("needs a typed name and an answer, and keeps what was typed", async () => {
    const document = await add()
    const nameless = await say(document, { [otis()]: "yes" }, { name: " " })
    expect(nameless.status).toBe(400)
    const html = await nameless.text()
    expect(html).toContain("Type your full name.")
    expect(html).toMatch(/value="yes"[^>]*checked|checked[^>]*value="yes"/)
    await expect(say(document, {})).toAnswer(400, "Choose an answer first.")
    expect((await say(document, { [otis()]: "perhaps" })).status).toBe(400)
    expect(answers()).toEqual([])
  })

  test("is asked again with a new version, which an old page can’t answer", async () => {
    const document = await add()
    await say(document, { [otis()]: "yes", [milo()]: "yes" })
    const page = `/settings/consents/${document.id}`
    const facts = { intent: "save", title: "Photos", atEnrollment: "no", number: "1" }
    await office.submit(page, { ...facts, body: "Only at recitals." })
    expect(findDocument(family.school, document.id)).toMatchObject({ number: 2, asked: 1 })
    expect(await seen("/student/dashboard", guardian)).not.toContain("asks for your consent")
    await office.submit(page, { ...facts, number: "2", body: "At recitals and lessons.", asksAgain: "on" })
    expect(await seen("/student/dashboard", guardian)).toContain("asks for your consent")
    expect(await seen(`/students/consents?document=${document.id}`)).toContain("Asked again.")
    const old = await say(document, { [otis()]: "yes" }, { name: "Jonas of old" })
    expect(old.status).toBe(409)
    const html = await old.text()
    expect(html).toContain("Your school published a new version.")
    expect(html).toContain("Jonas of old")
    const newest = findDocument(family.school, document.id)
    await say({ id: document.id, versionId: newest?.versionId ?? "" }, { [otis()]: "yes" })
    expect(answers()).toHaveLength(3)
    expect(await seen(`/students/${otis()}`)).toContain("version 3")
  })

  test("saved by two people is published once, and the second reads of the first", async () => {
    const document = await add()
    const page = `/settings/consents/${document.id}`
    const facts = { intent: "save", title: "Photos", atEnrollment: "no", number: "1" }
    await office.submit(page, { ...facts, body: "The first." })
    const second = await office.submit(page, { ...facts, body: "The second." })
    expect([second.status, await second.text()]).toEqual([409, expect.stringContaining("The second.")])
    expect(findDocument(family.school, document.id)).toMatchObject({ number: 2, body: "The first." })
  })

  test("of adults is each guardian’s own", async () => {
    const document = await add({ title: "Studio policy", kind: "policy", per: "adult" })
    const [jonas = "", nadia = ""] = family.guardianIds
    await say(document, { [jonas]: "yes" })
    expect(answers()).toMatchObject([{ guardianId: jonas, studentId: null }])
    expect((await say(document, { [nadia]: "yes" })).status).toBe(404)
    expect((await say(document, { [otis()]: "yes" })).status).toBe(404)
    const waiting = await seen(`/students/consents?document=${document.id}`)
    expect(waiting).toContain("Nadia Haddad")
    expect(waiting).not.toContain("Jonas Haddad")
  })

  test("is archived and restored, and asks no one between", async () => {
    const document = await add()
    await office.submit(`/settings/consents/${document.id}`, { intent: "archive" })
    expect(await seen("/student/dashboard", guardian)).not.toContain("asks for your consent")
    expect((await say(document, { [otis()]: "yes" })).status).toBe(409)
    await office.submit("/settings/consents", { intent: "restore", documentId: document.id })
    expect((await say(document, { [otis()]: "yes" })).status).toBe(303)
  })

  test("is another school’s business never", async () => {
    const document = await add()
    const other = openPayingFamily()
    const strangers = await Browser.of(other.guardian.userId)
    const elsewhere = await Browser.of(other.school.userId ?? "")
    expect((await say(document, { [otis()]: "yes" }, {}, strangers)).status).toBe(404)
    expect((await elsewhere.visit(`/settings/consents/${document.id}`)).status).toBe(404)
    await expect(
      elsewhere.submit("/students/consents", { intent: "remind", document: document.id }),
    ).toAnswer(404)
    const mine = await add()
    expect((await say(mine, { [other.studentIds[0] ?? ""]: "yes" })).status).toBe(404)
    expect(answers()).toEqual([])
  })

  test("can’t be answered by a child", async () => {
    const document = await add()
    const childId = childSignedIn(family.school, otis())
    changeRows(users, { id: childId }, { mustChangePassword: false })
    const child = await Browser.of(childId)
    expect(await seen("/student/consents", child)).toContain("Ask a parent or guardian")
    expect((await say(document, { [otis()]: "yes" }, {}, child)).status).toBe(409)
    expect(answers()).toEqual([])
  })
})

describe("who hasn’t answered", () => {
  test("is reminded once a day, where someone can log in", async () => {
    const document = await add()
    await say(document, { [otis()]: "yes" })
    removeRows(emails, { schoolId: family.school.school.id })
    const remind = () => office.submit("/students/consents", { intent: "remind", document: document.id })
    const page = `/students/consents?document=${document.id}`
    expect(await seen(page)).toContain("Remind 2 people")
    await remind()
    await remind()
    const sent = rowsOf(emails, { schoolId: family.school.school.id })
    expect(sent.map(({ template }) => template)).toEqual(["consent-reminder", "consent-reminder"])
    const mail = await composeMail(sent[0] ?? ({} as never))
    expect(mail?.text).toContain("asks for your answer to “Photos” for Milo Haddad.")
    expect(await seen(page)).toContain("A reminder was sent today.")
    changeRows(guardians, { familyId: family.familyId }, { memberId: null })
    fixClock(now() + day)
    office = await Browser.of(family.school.userId ?? "")
    expect(await seen(page)).toContain("1 missing answer can’t be reminded of")
    await remind()
    expect(rowsOf(emails, { template: "consent-reminder" }).length).toBe(2)
  })

  test("isn’t asked, where the document asks no one yet: the list and the settings say so", async () => {
    const document = await add({ asksAgain: "" })
    expect(await seen(`/students/consents?document=${document.id}`)).toContain("Not asked (2)")
    expect(await seen("/settings/consents")).toContain("Not asked")
    // Who has given no answer changes none.
    expect(await seen("/student/consents", guardian)).not.toContain("Change your answer")
    await say(document, { [otis()]: "yes", [milo()]: "yes" })
    expect(await seen("/student/consents", guardian)).toContain("Change your answer")
  })

  test("may have no photos taken, as the class’s sheet says", async () => {
    const { classId, studentIds } = openClass(family.school, { pupils: ["Wren Adeyemi"] })
    const sheet = () =>
      attendanceSheet(family.school, classId, { first: "2026-11-01", last: "2026-11-30" }).students
    expect(sheet().map(({ noPhotos }) => noPhotos)).toEqual([false])
    const document = await add()
    expect(sheet().map(({ noPhotos }) => noPhotos)).toEqual([true])
    addRows(consentAnswers, {
      ...{ schoolId: family.school.school.id, id: "yes", createdAt: now(), versionId: document.versionId },
      ...{ studentId: studentIds[0] ?? "", isAgreed: true, name: "Mara Adeyemi" },
    })
    expect(sheet().map(({ noPhotos }) => noPhotos)).toEqual([false])
  })
})

describe("what a stranger agreed to", () => {
  const ask = () => {
    const id = "inquiry"
    const { school } = family
    addRows(inquiries, {
      ...{ schoolId: school.school.id, id, createdAt: now(), state: "new", purpose: "lessons" },
      ...{ firstName: "Ida", lastName: "Berg", guardianName: "Ana Berg", email: "ana@berg.example" },
    })
    const versions = listDocuments(school).map(({ versionId }) => versionId)
    keepStrangersAnswers(school, id, { versions, name: "Ana Berg", address: "203.0.113.7", createdAt: now() })
    return id
  }

  test("becomes the student’s and the guardian’s", async () => {
    await add()
    await add({ title: "Studio policy", kind: "policy", per: "adult" })
    const id = ask()
    expect(await seen(`/students/inquiries/${id}`)).toContain("Photos, version 1; Studio policy, version 1")
    const admitted = admitInquiry(family.school, id, { status: "active", family: "new", seen: "" })
    if (!admitted.ok) throw new Error(admitted.reason)
    const [ana] = rowsOf(guardians, { schoolId: family.school.school.id, name: "Ana Berg" })
    expect(answers()).toMatchObject([
      { studentId: admitted.studentId, guardianId: ana?.id, inquiryId: null, name: "Ana Berg" },
      { studentId: null, guardianId: ana?.id, inquiryId: null },
    ])
  })

  test("goes with an inquiry that is deleted", async () => {
    await add()
    expect(removeInquiry(family.school, ask()).ok).toBe(true)
    expect(answers()).toEqual([])
  })
})

test("an erased student’s answers are gone, an erased guardian’s say no name and no address", async () => {
  const document = await add()
  await say(document, { [otis()]: "yes", [milo()]: "yes" })
  expect(erasePerson(family.school, "student", otis()).ok).toBe(true)
  expect(answers().map(({ studentId }) => studentId)).toEqual([milo()])
  const { actor } = openSchool()
  expect(erasePerson(actor, "guardian", family.guardianIds[0] ?? "").ok).toBe(false)
  expect(erasePerson(family.school, "guardian", family.guardianIds[0] ?? "").ok).toBe(true)
  expect(answers()).toMatchObject([{ name: "Erased guardian", address: null, isAgreed: true }])
})

test("the policies’ rules become a document, and a changed rule asks to publish them again", async () => {
  const page = async (address: string) => office.read(address)
  expect(await page("/settings/policies")).toContain("Families haven’t been asked to agree.")
  const form = await office.html("/settings/consents?edit=new&from=policies")
  const body = /<textarea[^>]*name="body"[^>]*>([^<]*)</.exec(form)?.[1] ?? ""
  expect(body).toContain("# Lessons, absences and payments")
  const policy = await add({
    ...{ title: "Studio policy", kind: "policy", per: "adult", atEnrollment: "must", body },
  })
  expect(await page("/settings/policies")).toMatch(
    /In force since Nov 18, 2026\. 0 of 2 have agreed\. Ask the other 2/,
  )
  const [jonas = ""] = family.guardianIds
  expect((await say(policy, { [jonas]: "yes" })).status).toBe(303)
  expect(await page("/settings/policies")).toContain("1 of 2 have agreed.")

  const shorter = {
    title: "Studio policy",
    atEnrollment: "must",
    number: "1",
    intent: "save",
    asksAgain: "on",
  }
  await office.submit(`/settings/consents/${policy.id}`, { ...shorter, body: "Be kind." })
  expect(await page("/settings/policies")).toContain("Studio policy, version 2, isn’t up to date.")
  const again = await page(`/settings/consents/${policy.id}`)
  expect(again).toContain("Be kind.")
  expect(again).toContain("# Lessons, absences and payments")
})

describe("a child's login", () => {
  const account = () => `/students/${otis()}/account`
  const login = (username = "otis.of.eleven") => office.submit(account(), { intent: "add-child", username })
  const isLocked = () => {
    const { memberId } = rowOf(students, { id: otis() }) ?? {}
    return rowOf(members, { id: memberId ?? "" })?.deactivatedAt !== null
  }
  const paper = (facts: Record<string, string> = {}) =>
    office.submit(`/students/${otis()}/consents`, {
      ...{ intent: "enter", answer: "yes", name: "Jonas Haddad", signedOn: "2026-11-18" },
      ...facts,
    })

  beforeEach(() => {
    changeRows(students, { id: otis() }, { birthDate: "2015-05-05" })
  })

  test("under 13 is made with a guardian's yes alone, and locked when it is withdrawn", async () => {
    expect(await seen(account())).toContain("Add the consent")
    expect((await login()).status).toBe(409)
    const document = await add({ title: "Own login", isForLogins: "on" })
    const warning = "If you withdraw, we lock the login."
    expect(await seen("/student/consents", guardian)).toContain(warning)
    changeRows(students, undefined, { birthDate: "2010-05-05" })
    expect(await seen("/student/consents", guardian)).not.toContain(warning)
    changeRows(students, { id: otis() }, { birthDate: "2015-05-05" })
    expect((await login()).status).toBe(409)
    await say(document, { [otis()]: "yes" })
    expect((await login()).status).toBe(200)
    expect(isLocked()).toBe(false)
    await say(document, { [otis()]: "no" })
    expect(isLocked()).toBe(true)
    const { memberId } = rowOf(students, { id: otis() }) ?? {}
    expect(memberId).toBeTruthy()
    await office.submit(account(), { intent: "unlock", person: otis() })
    expect(isLocked()).toBe(true)
    await say(document, { [otis()]: "yes" })
    await office.submit(account(), { intent: "unlock", person: otis() })
    expect(isLocked()).toBe(false)
  })

  test("that a guardian's no locked is opened by a new yes, one that the office locked isn't", async () => {
    const document = await add({ title: "Own login", isForLogins: "on" })
    await say(document, { [otis()]: "yes" })
    await login("otis.opened.again")
    await say(document, { [otis()]: "no" })
    expect(isLocked()).toBe(true)
    await say(document, { [otis()]: "yes" })
    expect(isLocked()).toBe(false)
    await office.submit(account(), { intent: "lock", person: otis() })
    await say(document, { [otis()]: "no" })
    await say(document, { [otis()]: "yes" })
    expect(isLocked()).toBe(true)
    expect(await seen("/student/consents", guardian)).toContain(
      "login stays locked. Ask the school to unlock it.",
    )
  })

  test("that a no on paper locked is opened by a yes, on paper or in the portal, and by no yes while another is missing", async () => {
    const document = await add({ title: "Own login", isForLogins: "on" })
    const what = `${document.id} ${otis()}`
    await say(document, { [otis()]: "yes" })
    await login("otis.by.paper")
    await paper({ what, answer: "no" })
    expect(isLocked()).toBe(true)
    await paper({ what })
    expect(isLocked()).toBe(false)
    await paper({ what, answer: "no" })
    await say(document, { [otis()]: "yes" })
    expect(isLocked()).toBe(false)

    await say(document, { [otis()]: "no" })
    const second = await add({ title: "Chat", isForLogins: "on" })
    await say(document, { [otis()]: "yes" })
    expect(isLocked()).toBe(true)
    expect(await seen("/student/consents", guardian)).toContain(
      "login stays locked until the other consents that it needs are there.",
    )
    await paper({ what: `${second.id} ${otis()}` })
    expect(isLocked()).toBe(false)
  })

  test("of unknown age needs a guardian's yes where the school asks for one, and is locked by a no", async () => {
    changeRows(students, { id: otis() }, { birthDate: null })
    expect(await seen(account())).not.toContain("birth date")
    const document = await add({ title: "Own login", isForLogins: "on" })
    expect(await seen(account())).toContain("birth date isn’t known")
    expect((await login("otis.of.no.age")).status).toBe(409)
    await say(document, { [otis()]: "yes" })
    expect((await login("otis.of.no.age")).status).toBe(200)
    await say(document, { [otis()]: "no" })
    expect(isLocked()).toBe(true)
    // Once they are known to be older, no one is asked.
    changeRows(students, { id: otis() }, { birthDate: "2010-05-05" })
    await office.submit(account(), { intent: "unlock", person: otis() })
    expect(isLocked()).toBe(false)
  })

  test("that was there before is locked by a guardian's no, also by the same no again", async () => {
    const document = await add({ title: "Own login" })
    await say(document, { [otis()]: "no" })
    childSignedIn(family.school, otis())
    await office.submit(`/settings/consents/${document.id}`, {
      ...{ intent: "save", title: "Own login", atEnrollment: "no", body: document.body, number: "1" },
      isForLogins: "on",
    })
    expect(listDocuments(family.school)[0]?.isForLogins).toBe(true)
    expect(isLocked()).toBe(false)
    expect(await seen(account())).toContain("no guardian has agreed to it")
    await say(document, { [otis()]: "no" })
    expect(isLocked()).toBe(true)
  })

  test("is made with a consent signed on paper; no day to come, and never over a newer answer", async () => {
    const document = await add({ title: "Own login", isForLogins: "on" })
    const what = `${document.id} ${otis()}`
    expect((await paper({ what, signedOn: "2026-11-30" })).status).toBe(400)
    expect((await paper({ what: `${document.id} nobody` })).status).toBe(400)
    await expect(paper({ what, signedOn: "2026-11-17" })).toAnswer(400, "published after that day")
    expect((await paper({ what })).status).toBe(303)
    expect((await paper({ what })).status).toBe(303)
    expect(answers()).toMatchObject([{ signedOn: "2026-11-18", name: "Jonas Haddad", isAgreed: true }])
    expect((await login("otis.on.paper")).status).toBe(200)
    await say(document, { [otis()]: "no" })
    await expect(paper({ what })).toAnswer(400, "Their newer answer stays.")
    expect(isLocked()).toBe(true)
    changeRows(students, { id: otis() }, { erasedAt: now() })
    expect((await paper({ what })).status).toBe(404)
  })
})

describe("a consent on paper for many students", () => {
  const choose = async (ids: string[]) => {
    const ticked = { noun: "students", act: "consent", scope: "ticked", list: "", id: ids }
    return locationOf(await office.submit("/selections", ticked))
  }

  test("is previewed, recorded once for each, and undone at once; a newer answer stays", async () => {
    expect(await seen(await choose([otis()]))).toContain("There’s nothing to sign yet.")
    const document = await add()
    await say(document, { [milo()]: "yes" })
    const at = await choose([otis(), milo()])
    const paper = { intent: "preview", documentId: document.id, signedOn: "2026-11-18", signedBy: "" }
    for (const wrong of [
      { documentId: "" },
      { documentId: "elsewhere" },
      { signedOn: "2026-11-30" },
      { signedOn: "2026-11-17" },
    ])
      expect((await office.submit(at, { ...paper, ...wrong })).status).toBe(400)
    expect((await office.submit(at, paper)).status).toBe(303)
    const shown = await seen(at)
    expect(shown).toContain("Otis Haddad Photos signed by Jonas Haddad")
    expect(shown).toContain("Milo Haddad: Has agreed already")
    const task = locationOf(await office.submit(at, { intent: "confirm" }))
    expect(await seen(task)).toContain("1 consent recorded.")
    const onPaper = () => answers().filter(({ signedOn }) => signedOn !== null)
    expect(onPaper()).toMatchObject([
      { studentId: otis(), name: "Jonas Haddad", isAgreed: true, signedOn: "2026-11-18" },
    ])
    expect((await office.submit(at, { intent: "confirm" })).headers.get("Location")).toBe(task)
    expect(onPaper()).toHaveLength(1)
    expect(await seen(`/students/consents?document=${document.id}&show=agreed`)).toContain("Otis Haddad")
    await office.submit(task, { intent: "undo" })
    expect(onPaper()).toEqual([])

    const again = await choose([otis()])
    await office.submit(again, { ...paper, signedBy: "Nadia Haddad" })
    const second = locationOf(await office.submit(again, { intent: "confirm" }))
    expect(onPaper()).toMatchObject([{ name: "Nadia Haddad" }])
    fixClock(now() + 60_000)
    await say(document, { [otis()]: "no" })
    const undo = locationOf(await office.submit(second, { intent: "undo" }))
    expect(await seen(undo)).toContain("Answered again")
    expect(answers().at(-1)).toMatchObject({ studentId: otis(), isAgreed: false })
  })

  test("that asks adults is one for the guardian who signed, whichever child it came with", async () => {
    const document = await add({ title: "Policy", kind: "policy", per: "adult" })
    const at = await choose([otis(), milo()])
    const paper = {
      intent: "preview",
      documentId: document.id,
      signedOn: "2026-11-18",
      signedBy: "nadia haddad",
    }
    expect((await office.submit(at, paper)).status).toBe(303)
    await office.submit(at, { intent: "confirm" })
    expect(answers()).toMatchObject([{ guardianId: family.guardianIds[1], studentId: null }])
  })
})
