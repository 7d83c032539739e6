import { expect, test } from "vitest"
import { withoutPerson } from "./without-person"

test("what an erased person answered by email goes with their address; other people's answers stay", () => {
  const wording = {
    inTexts: [],
    inNames: [],
    ofStudent: [],
    inLabels: [],
    addresses: ["mateo@okafor.example"],
    erasedName: "Former member",
  }
  const answer = (answerTo: string) => ({
    recipientName: "Ruth",
    subject: "Concert",
    body: "We come.",
    answerTo,
  })
  expect(withoutPerson(answer("mateo@okafor.example"), wording)).toEqual({
    recipientName: "Ruth",
    subject: "Concert",
    body: "This message was erased.",
    answerTo: null,
  })
  expect(withoutPerson(answer("zoe@okafor.example"), wording)).toEqual(answer("zoe@okafor.example"))
})

test("what an email of lesson notes says of an erased student goes, and stays of a sibling", () => {
  const wording = {
    ...{ inTexts: [], inNames: [], inLabels: [], addresses: [] },
    ofStudent: ["Milo"],
    erasedName: "Erased student",
  }
  const of = (studentName: string) => ({
    ...{ studentName, practice: ["Scales"], nextLesson: "Wed", reports: [] },
    lessons: [{ note: "Well done" }],
  })
  expect(withoutPerson({ students: [of("Milo"), of("Freya")] }, wording)).toEqual({
    students: [
      { studentName: "Erased student", practice: [], nextLesson: null, reports: [], lessons: [] },
      of("Freya"),
    ],
  })
})
