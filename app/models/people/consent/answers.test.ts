import { guardians, members, students } from "db/schema/people"
import { consentAnswers } from "db/schema/people-consents"
import { inquiries } from "db/schema/people-inquiries"
import { beforeEach, describe, expect, test } from "vitest"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock, now } from "~/utils/clock.server"
import { openFamily } from "../../../../tests/support/billing"
import { adultsWith, openPayingFamily } from "../../../../tests/support/family"
import { addRows, changeRows, rowOf, rowsOf } from "../../../../tests/support/school"
import { linkInquiry } from "../inquiry/answer-inquiry.server"
import {
  answerConsent,
  keepStrangersAnswers,
  listAnswered,
  listOwnConsents,
  listWithoutPhotos,
} from "./answers.server"
import { addDocument, findDocument, saveDocument } from "./documents.server"
import { findReminder } from "./remind.server"

let family: ReturnType<typeof openPayingFamily>
let studentId = ""

beforeEach(() => {
  family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 10_000, "Nadia Haddad": 0 }),
  })
  studentId = family.studentIds[0] ?? ""
})

function photos() {
  const facts = { kind: "photo", title: "Photos", per: "student", atEnrollment: "no" } as const
  const added = addDocument(family.school, { ...facts, body: "We take pictures.", asksAgain: true })
  const document = added.ok ? findDocument(family.school, added.id) : undefined
  if (!document) throw new Error("No document was added")
  return document
}
type Photos = ReturnType<typeof photos>

const say = ({ versionId }: Photos, answer: "yes" | "no", reader = family.guardian.actor) =>
  answerConsent(reader, {
    ...{ version: versionId, whose: { [studentId]: answer }, name: "Jonas Haddad", address: "203.0.113.7" },
  })
const stateFor = (document: Photos, id = studentId) =>
  listAnswered(family.school, document).find((each) => each.id === id)?.state

test("the office sees from where a guardian answered, and the other guardian doesn’t", () => {
  const document = photos()
  say(document, "yes")
  const answerIn = (all: readonly { id: string; answer: unknown }[] = []) =>
    all.find(({ id }) => id === studentId)?.answer
  expect(answerIn(listAnswered(family.school, document))).toMatchObject({ address: "203.0.113.7" })
  for (const { actor } of family.guardians)
    expect(answerIn(listOwnConsents(actor)[0]?.whose)).toMatchObject({ name: "Jonas Haddad", address: null })
})

describe("what was agreed to on the public form", () => {
  /** A minute later, from this address, in the name of the family's child. */
  function ask(document: Photos, email: string, [id, firstName, lastName] = [studentId, "Otis", "Haddad"]) {
    fixClock(now() + 60_000)
    const row = newRow(family.school)
    addRows(inquiries, {
      ...{ ...row, state: "new", purpose: "lessons", firstName, lastName },
      ...{ guardianName: "Jo Haddad", email },
    })
    const answer = { versions: [document.versionId], name: "Jo Haddad", address: null, createdAt: now() }
    keepStrangersAnswers(family.school, row.id, answer)
    expect(linkInquiry(family.school, row.id, id).ok).toBe(true)
  }
  const addressOf = (id: string) => rowOf(guardians, { id })?.email ?? ""

  test("doesn’t stand against a guardian’s no where the address is no guardian’s", () => {
    const document = photos()
    say(document, "no")
    ask(document, "stranger@where.example")
    expect(stateFor(document)).toBe("declined")
    const left = rowsOf(consentAnswers, { schoolId: family.school.school.id })
    expect(left).toHaveLength(1)
    ask(document, addressOf(family.guardianIds[0] ?? ""))
    expect(stateFor(document)).toBe("agreed")
  })

  test("is an adult student’s own where the address is", () => {
    const document = photos()
    const [wren = ""] = openFamily(family.school, {
      name: "Adeyemi",
      adults: [],
      children: ["Wren"],
    }).studentIds
    changeRows(students, { id: wren }, { email: "Wren@Adeyemi.example" })
    ask(document, "stranger@where.example", [wren, "Wren", "Adeyemi"])
    expect(stateFor(document, wren)).toBe("waiting")
    ask(document, "wren@adeyemi.example", [wren, "Wren", "Adeyemi"])
    expect(stateFor(document, wren)).toBe("agreed")
  })
})

test("a photo consent that is asked again counts no longer, and one whose text only changed does", () => {
  const document = photos()
  const { id, title, atEnrollment } = document
  const publish = (number: number, asksAgain: boolean) =>
    saveDocument(family.school, id, { title, atEnrollment, body: `Version ${number}.`, asksAgain, number })
  const without = () => listWithoutPhotos(family.school, [studentId]).has(studentId)
  expect(without()).toBe(true)
  say(document, "yes")
  expect(without()).toBe(false)
  publish(1, false)
  expect(without()).toBe(false)
  publish(2, true)
  expect(without()).toBe(true)
})

test("a reminder reaches the guardians who log in, a guardian for themselves, and counts who it doesn’t reach", () => {
  const perStudent = photos()
  const facts = { kind: "policy", title: "Studio policy", per: "adult", atEnrollment: "no" } as const
  const added = addDocument(family.school, { ...facts, body: "Be kind.", asksAgain: true })
  const perAdult = added.ok ? findDocument(family.school, added.id) : undefined
  if (!perAdult) throw new Error("No document was added")
  openFamily(family.school, { name: "Adeyemi", adults: [], children: ["Wren"] })
  changeRows(guardians, { id: family.guardianIds[1] ?? "" }, { memberId: null })
  const reminded = (document: Photos) => {
    const { people, unreached } = findReminder(
      family.school,
      document.id,
      listAnswered(family.school, document),
    )
    return [[...people.values()].map(({ name, whose }) => [name, ...whose.sort()]), unreached]
  }
  expect(reminded(perStudent)).toEqual([[["Jonas Haddad", "Milo Haddad", "Otis Haddad"]], 1])
  expect(reminded(perAdult)).toEqual([[["Jonas Haddad", "Jonas Haddad"]], 2])
  // With a locked login no one answers.
  changeRows(members, { id: family.guardians[0]?.actor.memberId ?? "" }, { deactivatedAt: now() })
  expect(reminded(perStudent)).toEqual([[], 3])
  expect(reminded(perAdult)).toEqual([[], 3])
})
