import { expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { releaseResults, saveResults } from "~/models/teaching/occasion/exam-results.server"
import { addOccasion } from "~/models/teaching/occasion/occasion.server"
import { inviteStudents } from "~/models/teaching/occasion/occasion-guests.server"
import { durationText } from "~/utils/durations"
import { newId } from "~/utils/ids.server"
import { testToday } from "../../../../tests/support/clock"
import { openLearning, skillIds } from "../../../../tests/support/learning"
import { textOfPdf } from "../../../../tests/support/pdf"
import { orFail } from "../../../../tests/support/school"
import { logPractice } from "../practice/practice.server"
import { recordSkills } from "../skill/record-skills.server"
import { skillStamp } from "../skill/skill-sheet.server"
import { attendanceText } from "./report"
import { discardReport, findReport, listReports, shareReport, writeReport } from "./report.server"
import { reportPdf } from "./report-pdf.server"

const period = { fromDate: "2026-07-01", toDate: testToday }

/** Milo came late to today's lesson, practiced, and can play barre chords; a report says so. */
function openReport() {
  const learning = openLearning()
  const { school, guardian, milo, miloId, sessionId } = learning
  orFail(
    takeRegister(school, sessionId, {
      marks: [{ studentId: miloId, code: "late", minutesLate: 5 }],
    }),
  )
  logPractice(guardian.actor, milo, { entryId: newId(), day: testToday, minutes: 80, note: null })
  const barre = skillIds(school, miloId).get("Thumb and finger picking") ?? ""
  const say = (state: "secure" | "mastered") =>
    recordSkills(school, milo, new Map([[barre, { state, comment: "Even & free" }]]), {
      since: testToday,
      stamp: skillStamp(school, milo),
    })
  say("secure")
  const written = orFail(writeReport(school, milo, { ...period, words: "Milo has grown steadier." }))
  return { ...learning, say, reportId: written.reportId }
}

test("a report keeps what was known when it was written", () => {
  const { school, milo, say, reportId } = openReport()
  say("mastered")
  expect(findReport(school, reportId)?.snapshot).toMatchObject({
    studentName: milo.name,
    instruments: [{ instrument: "Guitar", current: "Grade 1", next: "Grade 3" }],
    moved: [{ name: "Thumb and finger picking", state: "secure", comment: "Even & free" }],
    attendance: { total: { held: 1, attended: 1, late: 1, absent: 0, excused: 0 } },
    practiceMinutes: 80,
  })
})

test("the family has a report once it is shared, and then it stays", () => {
  const { school, marcus, stranger, guardian, milo, reportId } = openReport()
  expect(listReports(guardian.actor, milo)).toEqual([])
  expect(findReport(guardian.actor, reportId)).toBeUndefined()
  expect(findReport(stranger.actor, reportId)).toBeUndefined()
  expect(writeReport(school, milo, { ...period, words: "Milo has grown steadier." })).toEqual({
    ok: true,
    reportId,
  })
  expect(shareReport(marcus.actor, reportId)).toEqual({ ok: true })
  expect(listReports(guardian.actor, milo)).toMatchObject([{ id: reportId, sharedOn: testToday }])
  expect(discardReport(school, reportId)).toBeRefused("shared")
  const draft = writeReport(school, milo, { ...period, words: "Another" })
  expect(discardReport(school, draft.ok ? draft.reportId : "")).toMatchObject({ ok: true })
  expect(writeReport(school, milo, { ...period, fromDate: "2026-12-01", words: "" })).toBeRefused(
    "from-the-future",
  )
})

test("the PDF says the same as the page, for those who may read it", async () => {
  const { school, guardian, reportId } = openReport()
  expect(await reportPdf(guardian.actor, reportId)).toBeUndefined()
  const pdf = await reportPdf(school, reportId)
  expect(pdf?.fileName).toMatch(/^progress-report-milo-[a-z-]+2026-11-18\.pdf$/)
  const text = textOfPdf(pdf?.bytes ?? Buffer.alloc(0)).join("\n")
  for (const words of [
    "Milo has grown steadier.",
    "1 of 1 lesson, 100%",
    "1 h 20 min",
    "Thumb and finger picking",
    "Even & free",
  ])
    expect(text.replace(/\s+/g, " ")).toContain(words)
})

test("a report has the exam results of its period that the family sees, in the PDF too", async () => {
  const { school, milo } = openLearning()
  const sit = (title: string, date: string, outcome: string, isShown: boolean) => {
    const facts = { kind: "exam" as const, title, date, startTime: "10:00", endTime: "12:00" }
    const added = orFail(addOccasion(school, facts))
    inviteStudents(school, added.occasionId, [milo.id])
    const result = { [milo.id]: { grade: "92", outcome, note: "A warm tone.", on: date } }
    expect(saveResults(school, added.occasionId, { result }).ok).toBe(true)
    if (isShown) expect(releaseResults(school, added.occasionId, true).ok).toBe(true)
  }
  sit("Grade 1", "2026-10-10", "Pass with merit", true)
  sit("Grade 2", "2026-10-12", "Not yet told", false)
  sit("Theory", "2026-05-02", "Pass", true)
  const written = orFail(writeReport(school, milo, { ...period, words: "" }))
  expect(findReport(school, written.reportId)?.snapshot.exams).toEqual([
    { title: "Grade 1", on: "2026-10-10", text: "92, Pass with merit", note: "A warm tone." },
  ])
  const pdf = await reportPdf(school, written.reportId)
  const text = textOfPdf(pdf?.bytes ?? Buffer.alloc(0))
    .join(" ")
    .replace(/\s+/g, " ")
  for (const said of ["Exam results", "Grade 1, Oct 10, 2026", "92, Pass with merit", "A warm tone."])
    expect(text).toContain(said)
  expect(text).not.toContain("Not yet told")
})

test("figures are said as people say them", () => {
  expect(attendanceText({ held: 0, attended: 0, late: 0, absent: 0, excused: 0 })).toBe("No lessons yet")
  expect(attendanceText({ held: 3, attended: 2, late: 0, absent: 1, excused: 0 })).toBe("2 of 3 lessons, 67%")
  expect([0, 45, 60, 200].map(durationText)).toEqual(["0 min", "45 min", "1 h", "3 h 20 min"])
})
