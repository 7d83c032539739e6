import { families, students } from "db/schema/people"
import { inquiryDrafts } from "db/schema/people-inquiries"
import { beforeEach, describe, expect, test } from "vitest"
import { answersFor } from "~/models/foundation/custom-field/answers.server"
import { addField } from "~/models/foundation/custom-field/custom-field.server"
import { NewFieldForm } from "~/models/foundation/custom-field/custom-field-form"
import { askingAll } from "~/utils/asking-all.server"
import { fixClock } from "~/utils/clock.server"
import { openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { admitInquiry } from "../inquiry/answer-inquiry.server"
import { findInquiry, findKnown, listInquiries } from "../inquiry/inquiries.server"
import { confirmInquiry, receiveInquiry, tokenOfDraft } from "../inquiry/inquiry-draft.server"
import { inquiryForm } from "../inquiry/inquiry-form"
import { customKey, type FieldKey, type FormChanges, readFields, writeFields } from "./enrollment-form"
import {
  addForm,
  copyForm,
  ensureMainForm,
  findForm,
  findFormAt,
  findMainForm,
  listAskable,
  listForms,
  listQuestions,
  saveForm,
  setFormArchived,
  showOnPage,
} from "./enrollment-form.server"

type Actor = ReturnType<typeof openSchool>["actor"]
let harmony: Actor
let others: Actor
beforeEach(() => {
  fixClock(Date.UTC(2026, 10, 18, 15))
  harmony = openSchool().actor
  others = openSchool({ name: "Bright Keys" }).actor
  ensureMainForm(harmony)
})

const added = (name = "Summer camp", purpose: "camp" | "trial" | "lessons" = "camp") =>
  orFail(addForm(harmony, { name, purpose })).id
const form = (facts: Partial<FormChanges> = {}): FormChanges => ({
  ...{ path: "summer-camp", name: "Summer camp", purpose: "camp", forWhom: "child" },
  ...{ fields: [], consents: [], isListed: true, trial: null },
  ...facts,
})
const required = (...keys: FieldKey[]) => keys.map((key) => ({ key, isRequired: true }))
const fieldOf = (actor: Actor, name: string, noun: "student" | "family") => {
  addField(
    actor,
    NewFieldForm.parse({ name, noun, kind: "text", audience: "office", choices: "", isRequired: false }),
  )
  const found = listAskable(actor).find((each) => each.name === name)
  if (!found) throw new Error(name)
  return found
}

describe("a school’s forms", () => {
  test("begin with one on the page, which is made once", () => {
    ensureMainForm(harmony)
    expect(listForms(harmony)).toHaveLength(1)
    expect(findMainForm(harmony)).toMatchObject({ path: "lessons", purpose: "any", isMain: true })
    expect(findMainForm(others)).toBeUndefined()
  })

  test("have an address each, of their name, and none of another form or another page", () => {
    const camp = added()
    expect(findForm(harmony, camp)?.path).toBe("summer-camp")
    expect(findForm(harmony, added())?.path).toBe("summer-camp-2")
    expect(findForm(harmony, added("Documents"))?.path).toBe("documents-2")
    expect(saveForm(harmony, camp, form({ path: "lessons" }))).toBeRefused("path-taken")
    expect(findFormAt(harmony, "Summer-Camp")?.id).toBe(camp)
    expect(findFormAt(others, "summer-camp")).toBeUndefined()
  })

  test("keep what they ask in its order", () => {
    const camp = added()
    const fields = [{ key: "message", isRequired: false } as const, ...required("birthDate", "phone")]
    expect(saveForm(harmony, camp, form({ fields }))).toEqual({ ok: true })
    const saved = findForm(harmony, camp)
    expect(saved?.fields).toEqual(fields)
    expect(listQuestions(harmony, { fields: saved?.fields ?? [] }, []).map(({ key }) => key)).toEqual([
      "message",
      "birthDate",
      "phone",
    ])
    expect(readFields(writeFields(fields))).toEqual(fields)
    expect(readFields("gone phone!")).toEqual(required("phone"))
  })

  test("are copied, archived and restored; the one on the page is replaced first", () => {
    const camp = added()
    const copied = copyForm(harmony, camp)
    expect(copied).toMatchObject({ ok: true, name: "Summer camp (copy)" })
    expect(copyForm(others, camp)).toBeRefused("not-found")
    const main = findMainForm(harmony)?.id ?? ""
    expect(setFormArchived(harmony, main, true)).toBeRefused("on-page")
    expect(showOnPage(harmony, camp)).toMatchObject({ ok: true })
    expect(findMainForm(harmony)?.id).toBe(camp)
    expect(setFormArchived(harmony, main, true)).toMatchObject({ ok: true })
    expect(findFormAt(harmony, "lessons")).toMatchObject({ id: main, isArchived: true })
    expect(showOnPage(harmony, main)).toBeRefused("is-archived")
    expect(setFormArchived(harmony, main, false)).toMatchObject({ ok: true })
    expect(findFormAt(harmony, "lessons")?.id).toBe(main)
    expect(setFormArchived(others, main, true)).toBeRefused("not-found")
    expect(saveForm(others, main, form())).toBeRefused("not-found")
  })

  test("for trial lessons aren’t on the page itself", () => {
    const trial = added("Trial", "trial")
    expect(showOnPage(harmony, trial)).toBeRefused("trial-on-page")
    expect(saveForm(harmony, findMainForm(harmony)?.id ?? "", form({ purpose: "trial" }))).toBeRefused(
      "trial-on-page",
    )
  })

  test("ask no field of another school", () => {
    const foreign = fieldOf(others, "Shirt size", "student")
    const camp = added()
    saveForm(harmony, camp, form({ fields: required(customKey(foreign.id), "phone") }))
    expect(listQuestions(harmony, { fields: findForm(harmony, camp)?.fields ?? [] }, [])).toMatchObject([
      { key: "phone" },
    ])
  })
})

test("what is asked becomes the student’s and the family’s with one press", () => {
  const shirt = fieldOf(harmony, "Shirt size", "student")
  const parking = fieldOf(harmony, "Parking permit", "family")
  const camp = added()
  const fields = required(customKey(shirt.id), customKey(parking.id), "homeAddress", "emergencyContact")
  saveForm(harmony, camp, form({ fields }))
  const questions = listQuestions(harmony, findForm(harmony, camp) ?? { fields: [] }, [])
  const schema = inquiryForm({ instruments: [], purpose: "camp", forWhom: "child", questions }, "2026-11-18")
  const sent = {
    ...{ firstName: "Milo", lastName: "Berg", guardianName: "Ana Berg", email: "ana@example.com" },
    ...{ phone: "+1 555 010 0199", homeAddress: "4 Mill Lane", emergencyContact: "Una Roy, 555 010 0009" },
  }
  expect(
    askingAll(schema)
      .safeParse({ ...sent, homeAddress: undefined })
      .error?.issues.map(({ path }) => path.join(".")),
  ).toEqual([`custom.${shirt.id}`, `custom.${parking.id}`, "homeAddress"])
  const read = schema.parse({ ...sent, custom: { [shirt.id]: "M", [parking.id]: "B 1234" } })
  expect(read).toMatchObject({ purpose: "class", forWhom: "child", phone: undefined })
  receiveInquiry(harmony, read, "203.0.113.7", { formId: camp, formPurpose: "camp" })
  const draft = rowOf(inquiryDrafts, { schoolId: harmony.school.id })
  confirmInquiry(harmony, tokenOfDraft(harmony, draft?.id ?? ""))
  const [inquiry] = listInquiries(harmony, { stage: "open", page: 1 }).inquiries
  expect(inquiry).toMatchObject({ formName: "Summer camp", formPurpose: "camp", address: "4 Mill Lane" })
  const found = findInquiry(harmony, inquiry?.id ?? "")
  const { seen } = findKnown(harmony, found as NonNullable<typeof found>)
  const done = orFail(admitInquiry(harmony, inquiry?.id ?? "", { status: "lead", family: "new", seen }))
  expect(answersFor(harmony, done.studentId)).toEqual({ [shirt.id]: "M" })
  const family = rowOf(families, { schoolId: harmony.school.id })
  expect(family?.address).toBe("4 Mill Lane")
  const milo = rowOf(students, { id: done.studentId })
  expect(milo?.emergencyContact).toBe("Una Roy, 555 010 0009")
  expect(answersFor(harmony, family?.id ?? "")).toEqual({ [parking.id]: "B 1234" })
  expect(findInquiry(harmony, inquiry?.id ?? "")).toMatchObject({
    address: null,
    emergencyContact: null,
    custom: {},
  })
})

test("a form for a class is sent without one where there is none to choose", () => {
  const sent = { firstName: "Milo", lastName: "Berg", guardianName: "Ana Berg", email: "ana@example.com" }
  const asked = { instruments: [], forWhom: "child", questions: [] } as const
  for (const purpose of ["class", "waiting"] as const) {
    const none = inquiryForm({ ...asked, purpose }, "2026-11-18").safeParse(sent)
    expect(none.data).toMatchObject({ purpose: "class", className: null })
    const some = inquiryForm({ ...asked, purpose }, "2026-11-18", [{ id: "choir", name: "Choir" }])
    expect(some.safeParse(sent).success).toBe(false)
    expect(some.safeParse({ ...sent, classId: "gone" }).success).toBe(false)
    expect(some.safeParse({ ...sent, classId: "choir" }).data).toMatchObject({ className: "Choir" })
  }
})

test("a second form keeps what the first one asked", () => {
  const shirt = fieldOf(harmony, "Shirt size", "student")
  const parking = fieldOf(harmony, "Parking permit", "student")
  const sent = { firstName: "Milo", lastName: "Berg", guardianName: "Ana Berg", email: "ana@example.com" }
  const send = (keys: FieldKey[], facts: object) => {
    const camp = added()
    const fields = keys.map((key) => ({ key, isRequired: false }))
    saveForm(harmony, camp, form({ path: findForm(harmony, camp)?.path ?? "", fields }))
    const questions = listQuestions(harmony, { fields: findForm(harmony, camp)?.fields ?? [] }, ["Piano"])
    const asked = { instruments: ["Piano"], purpose: "camp", forWhom: "child", questions } as const
    const answers = inquiryForm(asked, "2026-11-18").parse({ ...sent, ...facts })
    receiveInquiry(harmony, answers, "203.0.113.7", { formId: camp, formPurpose: "camp" })
    const draft = rowsOf(inquiryDrafts, { schoolId: harmony.school.id }).at(-1)
    confirmInquiry(harmony, tokenOfDraft(harmony, draft?.id ?? ""))
    const { inquiries } = listInquiries(harmony, { stage: "open", page: 1 })
    expect(inquiries).toHaveLength(1)
    return findInquiry(harmony, inquiries[0]?.id ?? "")
  }
  send(["phone", "homeAddress", "instrument", "times", customKey(shirt.id)], {
    ...{ phone: "+1 555 010 0199", homeAddress: "4 Mill Lane", instrument: "Piano", times: ["1-evening"] },
    custom: { [shirt.id]: "M" },
  })
  expect(
    send(["phone", "message", customKey(parking.id)], { message: "Hi", custom: { [parking.id]: "B" } }),
  ).toMatchObject({
    ...{ phone: "+1 555 010 0199", address: "4 Mill Lane", instrument: "Piano", times: "1-evening" },
    ...{ message: "Hi", custom: { [shirt.id]: "M", [parking.id]: "B" } },
  })
})
