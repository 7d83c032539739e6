import { emails } from "db/schema/foundation-mail"
import { guardians, students } from "db/schema/people"
import { inquiries, inquiryDrafts } from "db/schema/people-inquiries"
import { sessions } from "db/schema/teaching-sessions"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { askingAll } from "~/utils/asking-all.server"
import { fixClock } from "~/utils/clock.server"
import { addClassRow, addEnrollmentRow, addSessionRow } from "../../../../tests/support/lessons"
import { changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import type { AskedDocument } from "../consent/consent"
import { addFamily } from "../family/family.server"
import { addStudent } from "../student/student.server"
import {
  admitInquiry,
  linkInquiry,
  loseInquiry,
  markContacted,
  planNextStep,
  removeInquiry,
  reopenInquiry,
} from "./answer-inquiry.server"
import { findInquiry, findKnown, listCampaigns, listInquiries, listOpenInquiries } from "./inquiries.server"
import { cleanCampaign, firstSuiting, timesText } from "./inquiry"
import {
  beginForm,
  confirmInquiry,
  findDraftState,
  forgetOldDrafts,
  isUnhurried,
  receiveInquiry,
  tokenOfDraft,
} from "./inquiry-draft.server"
import { inquiryForm } from "./inquiry-form"
import { countInquiries, findAnswerTime } from "./inquiry-numbers.server"

type Actor = ReturnType<typeof openSchool>["actor"]
let harmony: Actor
let others: Actor
const morning = Date.UTC(2026, 10, 18, 15)
const day = 86_400_000
beforeEach(() => {
  fixClock(morning)
  harmony = openSchool().actor
  others = openSchool({ name: "Bright Keys" }).actor
})

const page = { instruments: ["Piano", "Violin"] }
const milo = {
  purpose: "lessons",
  forWhom: "child",
  firstName: "Milo",
  lastName: "Berg",
  guardianName: "Ana Berg",
  email: "Ana.Berg@Example.com ",
  instrument: "Piano",
  level: "Beginner",
  times: ["1-evening", "3-evening", "6-morning"],
  message: "He loves the drums,\nbut neighbors don’t.",
  source: "friend",
}
const read = (facts: Record<string, unknown> = {}, documents: readonly AskedDocument[] = []) =>
  askingAll(inquiryForm(page, "2026-11-18", [], documents)).safeParse({ ...milo, ...facts })
const problems = (facts: Record<string, unknown>, documents: readonly AskedDocument[] = []) =>
  Object.fromEntries(
    (read(facts, documents).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
  )

function send(actor: Actor, facts: Record<string, unknown> = {}) {
  const form = read(facts)
  if (!form.success) throw form.error
  receiveInquiry(actor, form.data, "203.0.113.7")
  const draft = rowsOf(inquiryDrafts, { schoolId: actor.school.id }).at(-1)
  return tokenOfDraft(actor, draft?.id ?? "")
}

function ask(actor: Actor, facts: Record<string, unknown> = {}) {
  const known = new Set(listed(actor).map(({ id }) => id))
  confirmInquiry(actor, send(actor, facts))
  const [added] = listed(actor).filter(({ id }) => !known.has(id))
  if (!added) throw new Error("There is no new inquiry.")
  return added.id
}

const listed = (actor: Actor, stage: "open" | "won" | "lost" = "open") =>
  listInquiries(actor, { stage, page: 1 }).inquiries
const mails = (actor: Actor) => rowsOf(emails, { schoolId: actor.school.id })
const seenOf = (actor: Actor, id: string) => {
  const found = findInquiry(actor, id)
  if (!found) throw new Error("There is no such inquiry.")
  return findKnown(actor, found).seen
}
const admit = (
  actor: Actor,
  id: string,
  facts: { status?: "lead" | "trial" | "active"; family?: string } = {},
) =>
  orFail(admitInquiry(actor, id, { status: "lead", family: "new", seen: seenOf(actor, id), ...facts }))
    .studentId

describe("a request for lessons", () => {
  test("keeps the email in one form", () => {
    expect(read().data).toMatchObject({ email: "ana.berg@example.com" })
    expect(problems({ email: "ana@" })).toHaveProperty("email")
    expect(problems({ email: undefined })).toEqual({ email: "Enter your email." })
  })

  test("names all that is missing at once: fields, a guardian, a consent", () => {
    const photos = { id: "photos", versionId: "v1", title: "Photos", line: "Yes to photos", isNeeded: true }
    const found = problems({ email: undefined, lastName: "", guardianName: undefined }, [photos])
    expect(Object.keys(found).sort()).toEqual(["consents", "email", "guardianName", "lastName"])
    expect(Object.keys(problems({ email: undefined, consents: { a: "x" } }, [photos])).sort()).toEqual([
      "consents",
      "email",
    ])
  })

  test("refuses a birth date that no one living has", () => {
    expect(problems({ birthDate: "2026-11-18" })).toEqual({})
    expect(problems({ birthDate: "1916-11-18" })).toEqual({})
    expect(problems({ birthDate: "2026-11-19" })).toEqual({ birthDate: "Enter a birth date in the past." })
    expect(problems({ birthDate: "2030-01-01" })).toHaveProperty("birthDate")
    expect(problems({ birthDate: "1916-11-17" })).toEqual({
      birthDate: "Enter a birth date within the last 110 years.",
    })
    expect(problems({ birthDate: "2026-02-30" })).toHaveProperty("birthDate")
  })

  test("of a child needs a guardian, whoever says it’s for themselves", () => {
    expect(problems({ guardianName: undefined })).toHaveProperty("guardianName")
    expect(problems({ guardianName: "   " })).toHaveProperty("guardianName")
    const self = { forWhom: "self", guardianName: undefined }
    expect(problems(self)).toEqual({})
    expect(problems({ ...self, birthDate: "2008-11-18" })).toEqual({})
    expect(problems({ ...self, birthDate: "2008-11-19" })).toHaveProperty("forWhom")
  })

  test("takes nothing that the page doesn’t offer", () => {
    expect(problems({ instrument: "Kazoo" })).toHaveProperty("instrument")
    expect(problems({ purpose: "gift" })).toHaveProperty("purpose")
    expect(problems({ times: ["8-morning"] })).toHaveProperty("times.0")
    expect(problems({ message: "x".repeat(2001) })).toHaveProperty("message")
    expect(problems({ source: "hack" })).toHaveProperty("source")
    expect(problems({ firstName: "" })).toHaveProperty("firstName")
  })

  test("needs the consent that the school asks", () => {
    const policy = { id: "policy", versionId: "policy-2", title: "Studio policy", line: null, isNeeded: true }
    const photos = {
      id: "photos",
      versionId: "photos-1",
      title: "Photos",
      line: "Photos, please.",
      isNeeded: false,
    }
    const asks = [policy, photos]
    expect(problems({}, asks)).toEqual({ consents: "Read “Studio policy” and check its box to go on." })
    expect(problems({ consents: ["policy-1"] }, asks)).toHaveProperty("consents")
    expect(problems({}, [{ ...policy, line: "I agree." }])).toEqual({ consents: "Check this box to go on." })
    expect(problems({ consents: ["policy-2"] }, asks)).toEqual({})
    expect(read({ consents: ["policy-2", "photos-1", "other"] }, asks).data?.consents).toEqual([
      "policy-2",
      "photos-1",
    ])
  })

  test("is taken from a page that someone had time to read", () => {
    const begun = beginForm(harmony)
    expect(isUnhurried(harmony, begun)).toBe(false)
    fixClock(morning + 3_000)
    expect(isUnhurried(harmony, begun)).toBe(true)
    expect(isUnhurried(others, begun)).toBe(false)
    expect(isUnhurried(harmony, begun.replace(/^\d+/, String(morning - 60_000)))).toBe(false)
    for (const forged of ["", ".", "x.y", `${morning - 60_000}.`, "9".repeat(40)])
      expect(isUnhurried(harmony, forged)).toBe(false)
    fixClock(morning + 4 * day)
    expect(isUnhurried(harmony, begun)).toBe(false)
  })
})

describe("before the mailbox is proven", () => {
  test("the school has nothing, and the email holds no word of the stranger’s", () => {
    send(harmony, { firstName: "Buy", lastName: "Pills", message: "https://spam.example" })
    expect(listed(harmony)).toEqual([])
    const sent = mails(harmony)
    expect(sent.map(({ template, recipient }) => [template, recipient])).toEqual([
      ["inquiry-confirmation", "ana.berg@example.com"],
    ])
    expect(sent[0]?.data).not.toMatch(/Buy|Pills|spam|Ana/)
  })

  test("the same sent twice is one email; another word is another", () => {
    send(harmony)
    send(harmony)
    expect(mails(harmony)).toHaveLength(1)
    send(harmony, { message: "Or in spring" })
    expect(mails(harmony)).toHaveLength(2)
  })

  test("the link ends after a week, and what was sent is forgotten", () => {
    const token = send(harmony)
    fixClock(morning + 7 * day)
    expect(findDraftState(harmony, token)).toBe("expired")
    expect(confirmInquiry(harmony, token)).toBe("expired")
    fixClock(morning + 7 * day + 1)
    forgetOldDrafts(() => harmony)
    expect(findDraftState(harmony, token)).toBeUndefined()
    expect(listed(harmony)).toEqual([])
  })

  test("a link of one school opens nothing at another", () => {
    const token = send(harmony)
    expect(findDraftState(others, token)).toBeUndefined()
    expect(confirmInquiry(others, token)).toBeUndefined()
    expect(confirmInquiry(harmony, "")).toBeUndefined()
    expect(findDraftState(harmony, token)).toBe("open")
  })
})

describe("a confirmed request", () => {
  test("is an inquiry; the office hears of it, and who asked gets a receipt; pressed twice it is one", () => {
    const token = send(harmony)
    expect(findDraftState(harmony, token)).toBe("open")
    expect(confirmInquiry(harmony, token)).toBe("open")
    expect(confirmInquiry(harmony, token)).toBe("confirmed")
    expect(listed(harmony)).toMatchObject([
      {
        name: "Milo Berg",
        stage: "new",
        guardianName: "Ana Berg",
        email: "ana.berg@example.com",
        families: [],
      },
    ])
    expect(timesText(listed(harmony)[0]?.times ?? null)).toBe("Sat mornings; Mon, Wed evenings")
    expect(mails(harmony).map(({ template }) => template)).toEqual([
      "inquiry-confirmation",
      "inquiry-receipt",
      "inquiry-arrived",
    ])
    expect(listed(others)).toEqual([])
    const kept = rowOf(inquiryDrafts, { schoolId: harmony.school.id })
    expect(kept?.answers).toBe("")
  })

  test("of the same student again changes the inquiry that is there; a sibling is another", () => {
    const first = ask(harmony)
    markContacted(harmony, first)
    confirmInquiry(harmony, send(harmony, { firstName: "MILO", instrument: "Violin" }))
    expect(listed(harmony)).toMatchObject([{ id: first, instrument: "Violin", stage: "new" }])
    ask(harmony, { firstName: "Otis" })
    expect(listed(harmony)).toHaveLength(2)
  })

  test("says to the office alone that the family is known", () => {
    addFamily(harmony, {
      name: "Berg family",
      guardians: [{ name: "Ana Berg", email: "ana.berg@example.com", payerShare: 10_000 }],
    })
    ask(harmony)
    expect(listed(harmony)[0]?.families).toEqual(["Berg family"])
    const toFamily = mails(harmony).filter(({ recipient }) => recipient === "ana.berg@example.com")
    expect(JSON.stringify(toFamily)).not.toContain("Berg family")
  })
})

describe("the office", () => {
  test("contacts, plans, loses with a reason and reopens", () => {
    const id = ask(harmony)
    expect(markContacted(harmony, id)).toEqual({ ok: true })
    planNextStep(harmony, id, { nextStep: "Call Ana", nextOn: "2026-11-20" })
    expect(findInquiry(harmony, id)).toMatchObject({
      stage: "contacted",
      nextStep: "Call Ana",
      nextOn: "2026-11-20",
    })
    expect(loseInquiry(harmony, id, "No free time")).toEqual({ ok: true })
    expect(listed(harmony)).toEqual([])
    expect(listed(harmony, "lost")).toMatchObject([{ lostReason: "No free time", nextStep: null }])
    reopenInquiry(harmony, id)
    expect(listed(harmony)).toMatchObject([{ id, lostReason: null }])
  })

  test("makes student, guardian and family of it, with nothing typed twice and nothing kept twice", () => {
    const id = ask(harmony, { birthDate: "2017-05-01", phone: "+1 555 010 0199" })
    const studentId = admit(harmony, id, { status: "trial" })
    const student = rowOf(students, { id: studentId })
    expect(student).toMatchObject({
      ...{ firstName: "Milo", lastName: "Berg", birthDate: "2017-05-01", status: "trial", email: null },
      ...{ instrument: "Piano", level: "Beginner" },
      notes: "He loves the drums,\nbut neighbors don’t.\n\nSuits them: Sat mornings; Mon, Wed evenings.",
    })
    expect(
      rowsOf(guardians, { schoolId: harmony.school.id, familyId: student?.familyId ?? "" }),
    ).toMatchObject([
      { name: "Ana Berg", email: "ana.berg@example.com", phone: "+1 555 010 0199", payerShare: 10_000 },
    ])
    const row = rowOf(inquiries, { id })
    expect(row).toMatchObject({
      firstName: null,
      guardianName: null,
      email: null,
      message: null,
      source: "friend",
    })
    expect(findInquiry(harmony, id)).toMatchObject({ name: "Milo Berg", stage: "contacted" })
    const again = admitInquiry(harmony, id, { status: "lead", family: "new", seen: "" })
    expect(again).toBeRefused("is-student")
    expect(loseInquiry(harmony, id, "Too far")).toBeRefused("is-student")
  })

  test("has a trial booked once there is a lesson for it, whatever the student’s status says", () => {
    const id = ask(harmony)
    const studentId = admit(harmony, id, { status: "trial" })
    const stage = () => findInquiry(harmony, id)?.stage
    const trialOn = (day: string) => {
      const classId = addClassRow(harmony, { kind: "trial", name: "Milo Berg, trial", endedOn: day })
      addEnrollmentRow(harmony, classId, studentId, { startsOn: day, endsOn: day })
      return addSessionRow(harmony, classId, day)
    }
    trialOn("2025-11-19")
    expect(stage()).toBe("contacted")
    const lesson = trialOn("2026-11-24")
    expect([stage(), listOpenInquiries(harmony).map((one) => one.stage)]).toEqual(["trial", ["trial"]])
    changeRows(sessions, { id: lesson }, { state: "cancelled" })
    expect(stage()).toBe("contacted")
    changeRows(sessions, { id: lesson }, { state: "planned" })
    fixClock(Date.parse("2026-11-25T15:00:00Z"))
    expect(stage()).toBe("tried")
  })

  test("of an adult makes a student with an email and no guardian", () => {
    const id = ask(harmony, { forWhom: "self", firstName: "Wren", guardianName: "Left over" })
    const studentId = admit(harmony, id)
    expect(rowOf(students, { id: studentId })).toMatchObject({
      email: "ana.berg@example.com",
      status: "lead",
    })
  })

  test("adds a sibling to a known family, whose guardian isn’t doubled", () => {
    const { familyId } = addFamily(harmony, {
      name: "Berg family",
      guardians: [{ name: "Ana Berg", email: "ana.berg@example.com", payerShare: 10_000 }],
    })
    const id = ask(harmony, { message: undefined, times: [] })
    const studentId = admit(harmony, id, { family: familyId })
    const student = rowOf(students, { id: studentId })
    expect(student).toMatchObject({ familyId, notes: null })
    expect(rowsOf(guardians, { familyId })).toHaveLength(1)
  })

  test("is asked again when someone like that was added meanwhile, and nothing is added", () => {
    const id = ask(harmony)
    const { familyId } = addFamily(harmony, { name: "Berg family", guardians: [] })
    addStudent(harmony, {
      familyId,
      firstName: "Milo",
      lastName: "Berg",
      status: "active",
      fromDate: "2026-11-01",
    })
    const before = rowsOf(students).length
    expect(admitInquiry(harmony, id, { status: "lead", family: "new", seen: "" })).toBeRefused(
      "known-changed",
    )
    expect(rowsOf(students)).toHaveLength(before)
  })

  test("says it’s a student they have: the words go there, and no one is added", () => {
    const { familyId } = addFamily(harmony, { name: "Berg family", guardians: [] })
    const known = addStudent(harmony, {
      ...{ familyId, firstName: "Milo", lastName: "Berg", status: "former", fromDate: "2026-11-01" },
      notes: "Was here in 2024.",
    })
    const id = ask(harmony, { times: [] })
    const studentId = known.ok ? known.studentId : ""
    expect(linkInquiry(harmony, id, "unknown")).toBeRefused("not-found")
    expect(linkInquiry(harmony, id, studentId)).toMatchObject({ ok: true })
    expect(rowOf(students, { id: studentId })?.notes).toBe(
      "Was here in 2024.\n\nHe loves the drums,\nbut neighbors don’t.\n\nAsked by Ana Berg, ana.berg@example.com.",
    )
    // A former student who asks again is a lead.
    expect(rowOf(students, { id: studentId })?.status).toBe("lead")
    expect(listed(harmony)).toMatchObject([{ id, stage: "contacted" }])
    expect(listed(harmony, "lost")).toEqual([])
  })

  test("of another school finds and changes nothing", () => {
    const id = ask(harmony)
    expect(findInquiry(others, id)).toBeUndefined()
    expect(markContacted(others, id)).toBeRefused("not-found")
    expect(loseInquiry(others, id, "x")).toBeRefused("not-found")
    expect(removeInquiry(others, id)).toBeRefused("not-found")
    expect(linkInquiry(others, id, id)).toBeRefused("not-found")
    expect(admitInquiry(others, id, { status: "lead", family: "new", seen: "" })).toBeRefused("not-found")
    expect(removeInquiry(harmony, id)).toEqual({ ok: true })
    expect(findInquiry(harmony, id)).toBeUndefined()
  })

  test("counts where they heard of the school, and who came", () => {
    admit(harmony, ask(harmony), { status: "active" })
    ask(harmony, { firstName: "Otis" })
    ask(harmony, { firstName: "Ida", source: undefined })
    expect(countInquiries(harmony, "source")).toEqual([
      { name: "friend", asked: 2, won: 1, lost: 0 },
      { name: null, asked: 1, won: 0, lost: 0 },
    ])
    expect(countInquiries(harmony, "instrument")).toEqual([{ name: "Piano", asked: 3, won: 1, lost: 0 }])
    expect(countInquiries(harmony, "teacher")).toEqual([{ name: null, asked: 3, won: 1, lost: 0 }])
    expect(countInquiries(others, "form")).toEqual([])
    expect(listed(harmony, "won")).toMatchObject([{ name: "Milo Berg", stage: "won" }])
  })
})

test("a campaign of any text is one short line that reads the same again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const campaign = cleanCampaign(text)
      const isOneLine = campaign === undefined || /^\S(?:.{0,118}\S)?$/u.test(campaign)
      return isOneLine && [...(campaign ?? "")].length <= 60 && cleanCampaign(campaign) === campaign
    }),
  )
})

test("campaigns are counted and narrow the queue", () => {
  ask(harmony, { campaign: "Flyer" })
  ask(harmony, { firstName: "Otis", campaign: "Flyer" })
  ask(harmony, { firstName: "Ida" })
  expect(countInquiries(harmony, "campaign")).toEqual([
    { name: "Flyer", asked: 2, won: 0, lost: 0 },
    { name: null, asked: 1, won: 0, lost: 0 },
  ])
  expect(listCampaigns(harmony)).toEqual(["Flyer"])
  expect(listCampaigns(others)).toEqual([])
  expect(listInquiries(harmony, { stage: "open", page: 1, campaign: "Flyer" }).total).toBe(2)
})

test("the time to a first answer is the middle one, and who waits is counted", () => {
  const [first, second] = [ask(harmony), ask(harmony, { firstName: "Otis" })]
  ask(harmony, { firstName: "Ida" })
  expect(findAnswerTime(harmony)).toEqual({ medianMs: null, answered: 0, waiting: 3 })
  fixClock(morning + 3_600_000)
  markContacted(harmony, first)
  fixClock(morning + 2 * day)
  markContacted(harmony, first)
  loseInquiry(harmony, second, "No time")
  expect(findAnswerTime(harmony)).toEqual({ medianMs: 3_600_000, answered: 2, waiting: 1 })
  expect(findAnswerTime(others)).toEqual({ medianMs: null, answered: 0, waiting: 0 })
})

test("an erased guardian’s and an erased student’s inquiries are gone", () => {
  const first = ask(harmony)
  const studentId = admit(harmony, first, { status: "lead" })
  const family = rowOf(students, { id: studentId })?.familyId ?? ""
  ask(harmony, { firstName: "Otis" })
  const guardian = rowOf(guardians, { familyId: family })
  expect(erasePerson(harmony, "guardian", guardian?.id ?? "")).toMatchObject({ ok: true })
  expect(listed(harmony).map(({ name }) => name)).toEqual(["Milo Berg"])
  expect(erasePerson(harmony, "student", studentId)).toMatchObject({ ok: true })
  expect(rowsOf(inquiries, { schoolId: harmony.school.id })).toEqual([])
})

test("an offer begins on a weekday that suits them", () => {
  expect(firstSuiting("4-afternoon 6-morning", "2026-12-15")).toBe("2026-12-17")
  expect(firstSuiting("2-evening", "2026-12-15")).toBe("2026-12-15")
  expect(firstSuiting(null, "2026-12-15")).toBe("2026-12-15")
})
