import { users } from "db/schema/accounts"
import { describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { assignTask, listAssignments } from "~/models/learning/assignment/assignment.server"
import { findPractice } from "~/models/learning/practice/practice.server"
import { newId } from "~/utils/ids.server"
import { Browser, rowCount, textOf } from "../../support/app"
import { testToday } from "../../support/clock"
import { childSignedIn } from "../../support/family"
import { openLearning, shareNote } from "../../support/learning"
import { changeRows } from "../../support/school"

async function openFamily() {
  const learning = openLearning()
  const { guardian, miloId } = learning
  return {
    ...learning,
    family: await Browser.of(guardian.userId),
    progress: `/student/progress?child=${miloId}`,
  }
}

const practised = (changes: Record<string, string> = {}) => ({
  intent: "practice",
  entryId: newId(),
  minutes: "20",
  day: testToday,
  note: "",
  ...changes,
})

describe("progress", () => {
  test("shows skills, pieces, tasks and practice of the chosen child", async () => {
    const { school, family, milo, progress } = await openFamily()
    assignTask(school, [milo], { task: "Scales, softly", dueOn: "2026-11-25" })
    const text = await family.read(progress)
    expect(text).toContain("Milo’s progress")
    expect(text).toContain("Scales, softly")
    expect(text).toContain("Working on Grade 1")
    expect(text).toContain("No practice logged yet. Logged minutes appear here.")
    expect(await family.read("/student/progress")).toContain("Otis")
  })

  test("minutes are logged once, and removed again", async () => {
    const { family, milo, guardian, progress } = await openFamily()
    const entry = practised({ note: "Scales <&> songs" })
    expect((await family.submit(progress, entry)).status).toBe(303)
    expect((await family.submit(progress, entry)).status).toBe(303)
    const { entries } = findPractice(guardian.actor, milo)
    expect(entries).toMatchObject([{ minutes: 20, note: "Scales <&> songs", by: "Jonas Haddad" }])
    expect(await family.read(progress)).toContain("20 min this week")
    const remove = { intent: "remove-practice", entry: entries[0]?.id ?? "" }
    expect((await family.submit(progress, remove)).status).toBe(303)
    expect((await family.submit(progress, remove)).status).toBe(404)
  })

  test.each([
    [{ minutes: "" }, "Enter a whole number of minutes from 1 to 600."],
    [{ minutes: "0" }, "Enter a whole number of minutes from 1 to 600."],
    [{ minutes: "twenty" }, "Enter a whole number of minutes from 1 to 600."],
    [{ day: "2026-11-19" }, "Choose today or an earlier date."],
    [{ day: "2026-13-01" }, "Enter a date that exists, like Dec 31, 2026."],
    [{ note: "x".repeat(301) }, "Keep the note under 300 characters."],
    [{ entryId: "not a key" }, "Reload the page and try again."],
  ])("practice %j is refused and nothing is lost", async (changes, message) => {
    const { family, progress } = await openFamily()
    const before = rowCount("practice")
    const answer = await family.submit(progress, practised({ note: "kept words", ...changes }))
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain(message)
    if (!("note" in changes)) expect(html).toContain("kept words")
    expect(rowCount("practice")).toBe(before)
  })

  test("an assignment is completed and reopened", async () => {
    const { school, family, milo, progress } = await openFamily()
    assignTask(school, [milo], { task: "Scales", dueOn: null })
    const assignment = listAssignments(school, milo).open[0]?.id ?? ""
    await family.submit(progress, { intent: "done", assignment })
    expect(listAssignments(school, milo).done).toMatchObject([{ doneBy: "Jonas Haddad" }])
    await family.submit(progress, { intent: "undone", assignment })
    expect(listAssignments(school, milo).open).toHaveLength(1)
  })

  test("the child itself may do the same, and sees no money", async () => {
    const { school, milo, miloId, otisId } = await openFamily()
    const childId = childSignedIn(school, miloId)
    changeRows(users, { id: childId }, { mustChangePassword: false })
    const child = await Browser.of(childId)
    const text = await child.read("/student/progress")
    expect(text).toContain("Progress")
    expect(text).not.toContain("Invoices")
    expect((await child.submit("/student/progress", practised())).status).toBe(303)
    expect(findPractice(school, milo).entries).toHaveLength(1)
    await expect(child.submit(`/student/progress?child=${otisId}`, practised())).toAnswer(404)
  })

  test("another family's child is not there, and nothing of theirs changes", async () => {
    const { school, milo, miloId } = await openFamily()
    assignTask(school, [milo], { task: "Scales", dueOn: null })
    const assignment = listAssignments(school, milo).open[0]?.id ?? ""
    const { family: other } = await openFamily()
    const before = rowCount("practice")
    for (const fields of [practised(), { intent: "done", assignment }])
      expect((await other.submit(`/student/progress?child=${miloId}`, fields)).status).toBe(404)
    expect((await other.submit("/student/progress", { intent: "done", assignment })).status).toBe(404)
    expect(rowCount("practice")).toBe(before)
    expect(listAssignments(school, milo).open).toHaveLength(1)
    expect(await other.read(`/student/progress?child=${miloId}`)).not.toContain("Scales")
  })
})

describe("feedback", () => {
  test("lists what was shared, newest first, and takes a reply", async () => {
    const { school, family, miloId, sessionId } = await openFamily()
    const path = `/student/feedback?child=${miloId}`
    expect(await family.read(path)).toContain(
      "No feedback yet. Teachers’ notes on Milo’s lessons appear here.",
    )
    shareNote(school, sessionId, "Bars 9 to 16 slowly.")
    const reply = { entryId: newId(), sessionId, body: " " }
    await expect(family.submit(path, reply)).toAnswer(400, "Enter a reply.")
    const long = await family.submit(path, { ...reply, body: "x".repeat(1001) })
    expect(await textOf(long)).toContain("Keep the reply under 1,000 characters.")
    const sent = await family.submit(path, { ...reply, body: "<script>alert(1)</script>" })
    expect(sent.headers.get("Location")).toBe(path)
    const html = await family.html(path)
    expect(html).toContain("&lt;script&gt;alert(1)")
    expect(html).toContain("Bars 9 to 16 slowly.")
    // Written into the same form after going back, and sent again because its answer was lost.
    const before = rowCount("note_replies")
    for (const _ of ["sent", "sent again"])
      expect((await family.submit(path, { ...reply, body: "From bar 9." })).status).toBe(303)
    expect(rowCount("note_replies")).toBe(before + 1)
  })

  test("a lesson of another family takes no reply", async () => {
    const { school, sessionId } = await openFamily()
    shareNote(school, sessionId, "Not yours.")
    const { family: other } = await openFamily()
    const before = rowCount("note_replies")
    const answer = await other.submit("/student/feedback", { entryId: newId(), sessionId, body: "Hello" })
    expect(answer.status).toBe(400)
    expect(rowCount("note_replies")).toBe(before)
  })
})

test("reports include a student's attendance this half-year", async () => {
  const { school, family, miloId, sessionId } = await openFamily()
  const path = `/student/reports?child=${miloId}`
  expect(await family.read(path)).toContain("No attendance recorded since then.")
  takeRegister(school, sessionId, { marks: [{ studentId: miloId, code: "late", minutesLate: 5 }] })
  const text = await family.read(path)
  expect(text).toContain("Attendance since July 1, 2026")
  expect(text).toContain("1 of 1 lessons attended")
  expect(text).toContain("No reports yet. Progress reports for Milo appear here once the school shares them.")
})
