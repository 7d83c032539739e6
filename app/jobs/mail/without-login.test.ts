import { schools } from "db/schema/accounts-schools"
import { guardians, teachers } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import type { MailData, MailTemplate } from "~/models/foundation/outbox/outbox"
import type { LeasedMail } from "~/models/foundation/outbox/outbox.server"
import { openFamily } from "../../../tests/support/billing"
import { openPayingFamily } from "../../../tests/support/family"
import { addTeacherRow } from "../../../tests/support/lessons"
import { addMember, changeRows, rowOf } from "../../../tests/support/school"
import { composeMail } from "./compose-mail.server"

// Jonas and Eva log in. Nadia and Gil were never invited: a link leads them to a page that they can't pass.

type Person = { name: string; email: string }
const nadia = { name: "Nadia Rossi", email: "nadia@rossi.example" }
const gil = { name: "Gil Ford", email: "gil@harmony.example" }
let school: ReturnType<typeof openPayingFamily>["school"]
let jonas: Person
let eva: Person

beforeEach(() => {
  const family = openPayingFamily()
  school = family.school
  const [guardianId = ""] = family.guardianIds
  const email = rowOf(guardians, { id: guardianId })?.email ?? ""
  jonas = { name: "Jonas Haddad", email }
  openFamily(school, { name: "Rossi", adults: [{ ...nadia, payerShare: 10_000 }], children: ["Mia"] })
  eva = { name: "Eva Lind", email: addMember(school, "teacher", "Eva Lind").email }
  const teacherId = addTeacherRow(school, gil.name)
  changeRows(teachers, { id: teacherId }, { email: gil.email })
  reachAt("office@harmony.example", "(512) 555-0100")
})

const reachAt = (email: string | null, phone: string | null) =>
  changeRows(schools, { id: school.school.id }, { email, phone })

const lessons: [string, string][] = [["Wed, Nov 25, 5:00 PM", "Guitar, moves to Mon, Nov 30, 5:00 PM"]]
const changed = { change: "moved", lessons, reason: null, forTeacher: false } as const
const arranged = { teacherName: "Marcus", away: "Nov 25", isUndone: false, lessons } as const
const named = { studentName: "Mia", className: "Guitar" }
const days = { days: "Nov 25", isApproved: true, answer: null }
const worked = {
  description: "Concert",
  workedOn: "Nov 25",
  amount: "$20.00",
  isConfirmed: true,
  reason: null,
}
const corrected = { studentName: "Mia", lesson: "Guitar", recorded: "Present", wanted: "Late", answer: null }

type Common = "schoolName" | "recipientName"
type Facts = { [Template in MailTemplate]: [Template, Omit<MailData[Template], Common>] }[MailTemplate]

const learnt = [
  {
    studentName: "Mia",
    lessons: [{ day: "Wed", className: "Guitar", teacherName: null, note: "Slowly.", isCorrected: false }],
    practice: [{ task: "Scales", by: "Wed" }],
    more: 0,
    hasNewPractice: true,
    reports: [],
    nextLesson: { when: "Wed", className: "Guitar", teacherName: null },
  },
]

const toFamilies: Facts[] = [
  ["session-changed", { ...changed, lessonId: "lesson-1" }],
  ["session-changed", { ...changed, change: "cancelled" }],
  ["lessons-arranged", { ...arranged, audience: "family", movedIds: ["lesson-1"] }],
  ["lessons-arranged", { ...arranged, audience: "family" }],
  ["lessons-tomorrow", { day: "Wed", lessons, forTeacher: false }],
  ["lesson-notes", { students: learnt, answerTo: null }],
  [
    "running-late",
    { teacherName: "Marcus Whitfield", lesson: "guitar (Mia)", time: "4:00 PM", minutes: 10, lessonId: "l" },
  ],
  ["class-changed", { what: "room", lessons, forTeacher: false }],
  [
    "class-ended",
    {
      studentNames: ["Mia"],
      className: "Guitar",
      part: null,
      continuing: [],
      lastDay: "Dec 1",
      isPast: false,
      lastLesson: null,
      reason: "Few students",
      isUndone: false,
    },
  ],
  ["freed-time", { studentName: "Mia", lesson: lessons[0] ?? ["", ""], until: "Nov 25" }],
]

const toTeachers: Facts[] = [
  ["session-changed", { ...changed, forTeacher: true }],
  ["lessons-arranged", { ...arranged, audience: "substitute" }],
  ["lessons-tomorrow", { day: "Wed", lessons, forTeacher: true }],
  ["class-changed", { what: "room", lessons, forTeacher: true }],
  ["absence-noticed", { ...named, seatId: "seat", when: "Wed", comes: false, text: null }],
  ["attendance-missing", { day: "Wed", lessons, older: 0 }],
  ["lesson-swap", { what: "done", lessons, forTeacher: true, hasPages: true }],
  [
    "occasion",
    {
      what: "in-charge",
      title: "Recital",
      kind: "Concert",
      students: [],
      when: "Wed",
      where: null,
      note: null,
      occasionId: "recital",
      hasPages: true,
      forTeacher: true,
    },
  ],
  ["co-teaching", { className: "Guitar", with: null, startsOn: "Dec 1" }],
  ["time-off-answered", days],
  ["work-answered", worked],
  ["correction-answered", { ...corrected, sessionId: "lesson-1", isApproved: true }],
]

const written = async ([template, facts]: Facts, { name, email }: Person) => {
  const mail: LeasedMail = {
    id: "mail",
    schoolId: school.school.id,
    template,
    recipient: email,
    data: JSON.stringify({ ...facts, schoolName: school.school.name, recipientName: name }),
    lane: "bulk",
    state: "queued",
    gatheredFor: null,
    digestId: null,
    soonestAt: null,
    attempts: 1,
    dueAt: 0,
    leaseUntil: null,
    providerId: null,
    lastError: null,
    outcome: null,
    sentAt: null,
    createdAt: 0,
  }
  return (await composeMail(mail)).text
}

const reached = /reply to this email, or call Harmony School of Music at \(512\) 555-0100\./i

test.each(toFamilies)("%s has links only for a family that can log in", async (...letter: Facts) => {
  expect(await written(letter, jonas)).toMatch(/http:\/\/localhost:3000\/student/)
  const text = await written(letter, nadia)
  expect(text).not.toContain("http")
  expect(text).not.toMatch(/confirm or decline/i)
  expect(text).toMatch(reached)
})

test.each(toTeachers)("%s has links only for a teacher who can log in", async (...letter: Facts) => {
  expect(await written(letter, eva)).toMatch(/http:\/\/localhost:3000\//)
  const text = await written(letter, gil)
  expect(text).not.toContain("http")
  expect(text).toMatch(reached)
})

test("an email names only the ways on which the school is reached", async () => {
  const letter: Facts = ["lessons-tomorrow", { day: "Wed", lessons, forTeacher: false }]
  reachAt("office@harmony.example", null)
  expect(await written(letter, nadia)).toMatch(/\? Reply to this email\.\n/)
  reachAt(null, "(512) 555-0100")
  expect(await written(letter, nadia)).toMatch(/\? Call Harmony School of Music at \(512\) 555-0100\.\n/)
  reachAt(null, null)
  expect(await written(letter, nadia)).toMatch(/\? Contact Harmony School of Music\.\n/)
})

test("a moved lesson asks who can’t log in whether the time works, in words", async () => {
  const text = await written(["session-changed", { ...changed, lessonId: "lesson-1" }], nadia)
  expect(text).toContain("If the new time doesn’t work for you, let Harmony School of Music know.")
})
