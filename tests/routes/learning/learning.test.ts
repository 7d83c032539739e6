import { sqlite } from "db/client.server"
import { describe, expect, test } from "vitest"
import { listAssignments } from "~/models/learning/assignment/assignment.server"
import { listPieces } from "~/models/learning/repertoire/repertoire.server"
import { findReport, listReports } from "~/models/learning/report/report.server"
import { listSkills } from "~/models/learning/skill/skill-list.server"
import { findSkillSheets } from "~/models/learning/skill/skill-sheet.server"
import { newId } from "~/utils/ids.server"
import { Browser, locationOf, rowCount, textOf } from "../../support/app"
import { testToday } from "../../support/clock"
import { openLearning, shareNote, skillIds } from "../../support/learning"
import { openSchool } from "../../support/school"

/** Milo's page as the office and as his teacher have it. */
async function openPages() {
  const learning = openLearning()
  const { school, marcus, stranger, miloId } = learning
  return {
    ...learning,
    office: await Browser.of(school.userId ?? ""),
    teacher: await Browser.of(marcus.userId),
    otherTeacher: await Browser.of(stranger.userId),
    path: `/students/${miloId}/skills`,
    ownPath: `/dashboard/teacher/students/${miloId}/skills`,
  }
}

const stampOf = async (browser: Browser, path: string) =>
  /name="stamp" value="([^"]*)"/.exec(await browser.html(path))?.[1] ?? ""

describe("the skill sheet", () => {
  test("shows levels, states and what is missing; one form saves what changed", async () => {
    const { school, teacher, ownPath, milo, miloId } = await openPages()
    const text = await teacher.read(ownPath)
    expect(text).toContain("Milo")
    expect(text).toContain("Working on Grade 1 . 5 skills left to reach Grade 3:")
    const ids = skillIds(school, miloId)
    const [travis = "", barre = ""] = ["Travis picking", "Barre chords F and Bm"].map(
      (name) => ids.get(name) ?? "",
    )
    const fields = {
      intent: "record",
      instrument: "Guitar",
      since: testToday,
      stamp: await stampOf(teacher, ownPath),
      [`said.${travis}.state`]: "developing",
      [`said.${travis}.comment`]: "<b>Slowly</b>",
      [`said.${barre}.state`]: "not_started",
      [`said.${barre}.comment`]: "",
    }
    const saved = await teacher.submit(ownPath, fields)
    expect(saved.status).toBe(303)
    expect(saved.headers.get("Location")).toBe(`${ownPath}?instrument=Guitar`)
    expect(rowCount("skill_states")).toBeGreaterThanOrEqual(1)
    const after = await teacher.visit(ownPath)
    const html = await after.text()
    expect(html).toContain("1 skill saved for Milo.")
    expect(html).not.toContain("<b>Slowly</b>")
    expect(html).toContain("&lt;b&gt;Slowly&lt;/b&gt;")
    // sent again: nothing changes
    const before = rowCount("skill_states")
    await teacher.submit(ownPath, { ...fields, stamp: await stampOf(teacher, ownPath) })
    expect(rowCount("skill_states")).toBe(before)
    const lines = findSkillSheets(school, milo).flatMap(({ levels }) =>
      levels.flatMap((level) => level.lines),
    )
    expect(lines.find(({ skillId }) => skillId === travis)).toMatchObject({
      state: "developing",
      comment: "<b>Slowly</b>",
      by: "Marcus Whitfield",
    })
  })

  test("a stale page does not overwrite unseen: 409, what was chosen is kept", async () => {
    const { school, office, teacher, path, ownPath, miloId } = await openPages()
    const travis = skillIds(school, miloId).get("Travis picking") ?? ""
    const say = (state: string, stamp: string) => ({
      intent: "record",
      since: testToday,
      stamp,
      [`said.${travis}.state`]: state,
      [`said.${travis}.comment`]: "",
    })
    const stamp = await stampOf(office, path)
    expect((await teacher.submit(ownPath, say("secure", stamp))).status).toBe(303)
    const refused = await office.submit(path, say("introduced", stamp))
    expect(refused.status).toBe(409)
    const html = await refused.text()
    expect(html).toContain("Someone else changed Travis picking.")
    expect(html).toContain('<option value="introduced" selected="">')
    expect((await office.submit(path, say("introduced", await stampOf(office, path)))).status).toBe(303)
  })

  test("nonsense is refused beside its field, and nothing changes", async () => {
    const { school, office, path, miloId } = await openPages()
    const travis = skillIds(school, miloId).get("Travis picking") ?? ""
    const before = rowCount("skill_states")
    const send = (changes: Record<string, string>) =>
      office.submit(path, {
        intent: "record",
        since: testToday,
        [`said.${travis}.state`]: "secure",
        ...changes,
      })
    expect((await send({ since: "tomorrow" })).status).toBe(400)
    expect(await textOf(await send({ since: "2026-11-19" }))).toContain("Choose today or an earlier date.")
    expect((await send({ [`said.${travis}.state`]: "genius" })).status).toBe(400)
    expect(await textOf(await send({ [`said.${travis}.comment`]: "x".repeat(301) }))).toContain(
      "Keep the comment under 300 characters.",
    )
    expect((await office.submit(path, { intent: "burn" })).status).toBe(404)
    expect(rowCount("skill_states")).toBe(before)
  })

  test("a teacher reaches only their own students; families and other schools reach none", async () => {
    const { office, teacher, otherTeacher, guardian, path, ownPath, otisId } = await openPages()
    expect((await otherTeacher.visit(ownPath)).status).toBe(404)
    expect((await otherTeacher.submit(ownPath, { intent: "add-piece", title: "x" })).status).toBe(404)
    expect((await teacher.visit(`/dashboard/teacher/students/${otisId}/skills`)).status).toBe(404)
    expect((await teacher.visit(path)).headers.get("Location")).toBe("/dashboard/teacher")
    const family = await Browser.of(guardian.userId)
    expect((await family.visit(path)).headers.get("Location")).toBe("/student/dashboard")
    const { userId } = openSchool()
    const elsewhere = await Browser.of(userId)
    expect((await elsewhere.visit(path)).status).toBe(404)
    expect((await office.visit(path)).status).toBe(200)
  })

  test("without a list for the instrument the office is led to one", async () => {
    const { school, office, otisId } = await openPages()
    sqlite().prepare("update students set instrument = 'Drums' where id = ?").run(otisId)
    const html = await office.html(`/students/${otisId}/skills`)
    expect(html).toContain("There’s no skill list for drums yet.")
    expect(html).toContain('href="/settings/skills?instrument=Drums"')
    const started = await office.submit("/settings/skills", { intent: "start", instrument: "Drums" })
    expect(started.headers.get("Location")).toBe("/settings/skills?instrument=Drums")
    expect(listSkills(school, "Drums").length).toBeGreaterThan(20)
    expect(await office.read(`/students/${otisId}/skills`)).toContain("Working on Beginner")
  })
})

describe("pieces, tasks and notes of a student", () => {
  test("a piece is added, changed and removed", async () => {
    const { school, office, path, milo } = await openPages()
    expect(await textOf(await office.submit(path, { intent: "add-piece", title: " " }))).toContain(
      "Enter a title.",
    )
    await expect(
      office.submit(path, { intent: "add-piece", title: "Lágrima", composer: "Tárrega" }),
    ).toAnswer(303)
    const again = await office.submit(path, { intent: "add-piece", title: "Lágrima", composer: "Tárrega" })
    await expect(again).toAnswer(400, "Milo already has this piece.")
    const [piece] = listPieces(school, milo)
    await office.submit(path, { intent: "save-pieces", [`states.${piece?.id}`]: "performed" })
    expect(listPieces(school, milo)).toMatchObject([{ state: "performed" }])
    expect(await office.read(`${path}?view=pieces`)).toContain("No practice logged yet. Logged minutes")
    await office.submit(path, { remove: piece?.id ?? "", [`states.${piece?.id}`]: "ready" })
    expect(listPieces(school, milo)).toEqual([])
    expect((await office.submit(path, { remove: piece?.id ?? "" })).status).toBe(404)
  })

  test("an assignment is given from the student's page and with attendance, and removed", async () => {
    const { school, teacher, ownPath, milo, miloId, sessionId } = await openPages()
    const session = `/classes/sessions/${sessionId}`
    const empty = await teacher.submit(session, { intent: "assign", task: "" })
    await expect(empty).toAnswer(400, "Enter the assignment.")
    const past = await teacher.submit(session, { intent: "assign", task: "Scales", dueOn: "2026-11-17" })
    expect(await textOf(past)).toContain("Choose today or a later date.")
    const [, entryId = ""] = /name="entryId" value="([^"]+)"/.exec(await teacher.html(session)) ?? []
    const written = {
      intent: "assign",
      entryId,
      whom: "everybody",
      task: "Scales, softly",
      dueOn: "2026-11-25",
    }
    const given = await teacher.submit(session, written)
    expect(given.headers.get("Location")).toBe(`${session}#tasks`)
    expect(await teacher.read(session)).toContain("Scales, softly")
    expect(await teacher.read(`${ownPath}?view=tasks`)).toContain("Due Wed, Nov 25")
    await expect(teacher.submit(session, { intent: "assign", whom: "somebody else", task: "x" })).toAnswer(
      400,
    )
    const [task] = listAssignments(school, milo).open
    await teacher.submit(ownPath, { intent: "done", assignment: task?.id ?? "" })
    expect(listAssignments(school, milo).done).toHaveLength(1)
    // Its answer was lost: the phone sends it again after the family has completed it.
    expect((await teacher.submit(session, written)).status).toBe(303)
    expect(listAssignments(school, milo)).toMatchObject({ open: [], done: [{ id: task?.id }] })
    await teacher.submit(ownPath, { intent: "undone", assignment: task?.id ?? "" })
    const back = { intent: "withdraw", student: miloId, assignment: task?.id ?? "" }
    expect((await teacher.submit(session, back)).status).toBe(303)
    expect((await teacher.submit(session, back)).status).toBe(404)
    expect(listAssignments(school, milo).open).toEqual([])
  })

  test("a family's reply is on the student's page and under the attendance", async () => {
    const { school, teacher, guardian, ownPath, miloId, sessionId } = await openPages()
    shareNote(school, sessionId, "Bars 9 to 16 slowly.")
    const family = await Browser.of(guardian.userId)
    const sent = await family.submit(`/student/feedback?child=${miloId}`, {
      intent: "reply",
      entryId: newId(),
      sessionId,
      body: "Every day & slowly",
    })
    expect(sent.status).toBe(303)
    expect(await teacher.read(`${ownPath}?view=notes`)).toContain("Every day & slowly")
    expect(await teacher.read(`/classes/sessions/${sessionId}`)).toContain("Every day & slowly")
    const answer = { intent: "reply", entryId: newId(), sessionId, body: "Well done" }
    await teacher.submit(ownPath, answer)
    await teacher.submit(ownPath, answer)
    const text = await family.read(`/student/feedback?child=${miloId}`)
    expect(text.split("Well done")).toHaveLength(2)
  })
})

describe("a progress report", () => {
  test("is written, read, shared for good, and is then the family's", async () => {
    const { school, office, teacher, otherTeacher, guardian, path, ownPath, milo, miloId } = await openPages()
    const wrong = await teacher.submit(ownPath, {
      intent: "write-report",
      fromDate: "2026-11-18",
      toDate: "2026-11-01",
      words: "kept words",
    })
    expect(wrong.status).toBe(400)
    const html = await wrong.text()
    expect(html).toContain("Enter an end date on or after the start date.")
    const written = await teacher.submit(ownPath, {
      intent: "write-report",
      fromDate: "2026-07-01",
      toDate: testToday,
      words: "Steadier & freer",
    })
    const to = locationOf(written)
    expect(to).toMatch(/^\/progress-reports\//)
    const [report] = listReports(school, milo)
    const family = await Browser.of(guardian.userId)
    const familyPath = `/student/reports/${report?.id}`
    expect((await family.visit(familyPath)).status).toBe(404)
    expect((await otherTeacher.visit(to)).status).toBe(404)
    expect((await otherTeacher.submit(to, { intent: "share" })).status).toBe(404)
    expect(await office.read(to)).toContain("This is a draft.")
    expect((await office.submit(to, { intent: "share" })).status).toBe(303)
    expect(findReport(school, report?.id ?? "")?.sharedOn).toBe(testToday)
    const stays = await office.submit(to, { intent: "discard" })
    expect(stays.headers.get("Location")).toBe(to)
    expect(listReports(school, milo)).toHaveLength(1)
    expect(await family.read(`/student/reports?child=${miloId}`)).toContain("Jul 1, 2026 to Nov 18, 2026")
    expect(await family.read(familyPath)).toContain("Steadier & freer")
    for (const [browser, address] of [
      [family, `${familyPath}/pdf`],
      [office, `${to}/pdf`],
    ] as const) {
      const pdf = await browser.visit(address)
      expect(pdf.headers.get("Content-Type")).toBe("application/pdf")
      expect(pdf.headers.get("Cache-Control")).toContain("no-store")
    }
    expect((await otherTeacher.visit(`${to}/pdf`)).status).toBe(404)
    expect(path).toContain(miloId)
  })

  test("a draft is discarded", async () => {
    const { school, office, path, milo } = await openPages()
    await office.submit(path, {
      intent: "write-report",
      fromDate: "2026-07-01",
      toDate: testToday,
      words: "",
    })
    const [report] = listReports(school, milo)
    const gone = await office.submit(`/progress-reports/${report?.id}`, { intent: "discard" })
    expect(gone.headers.get("Location")).toBe(`${path}?view=reports`)
    expect(listReports(school, milo)).toEqual([])
  })
})

describe("the school's list of skills", () => {
  test("is started, added to, changed, ordered, and archived", async () => {
    const { actor, userId } = openSchool()
    const office = await Browser.of(userId)
    const path = "/settings/skills"
    expect(await office.read(path)).toContain("Use our piano template")
    await office.submit(path, { intent: "start", instrument: "Piano" })
    await office.submit(path, { intent: "start", instrument: "Piano" })
    expect(await office.read(path)).toContain("Piano already has a list.")
    const empty = await office.submit(path, { intent: "add", instrument: "Piano", level: "", name: "" })
    await expect(empty).toAnswer(400, "Enter a level, for example Grade 1.")
    const skill = { intent: "add", instrument: "Piano", level: "Grade 1", name: "Plays <i>softly</i>" }
    expect((await office.submit(path, skill)).status).toBe(303)
    expect(await textOf(await office.submit(path, skill))).toContain("This level already has that skill.")
    const made = listSkills(actor, "Piano").find(({ name }) => name === skill.name)
    const skillId = made?.id ?? ""
    expect(await office.html(`${path}?instrument=Piano`)).not.toContain("<i>softly</i>")
    await office.submit(path, { intent: "up", instrument: "Piano", skillId })
    await office.submit(path, {
      intent: "change",
      instrument: "Piano",
      skillId,
      level: "Grade 1",
      name: "Plays softly",
    })
    const gradeOne = () => listSkills(actor, "Piano").filter(({ level }) => level === "Grade 1")
    expect(
      gradeOne()
        .map(({ name }) => name)
        .at(-2),
    ).toBe("Plays softly")
    const tooLong = {
      intent: "change",
      instrument: "Piano",
      skillId,
      level: "Grade 1",
      name: "x".repeat(121),
    }
    expect(await textOf(await office.submit(path, tooLong))).toContain("Keep the skill under 120 characters.")
    await office.submit(path, { intent: "archive", instrument: "Piano", skillId })
    expect(await office.read(`${path}?instrument=Piano`)).toContain("Archived (1)")
    const { userId: stranger } = openSchool()
    const other = await Browser.of(stranger)
    expect((await other.submit(path, { intent: "restore", instrument: "Piano", skillId })).status).toBe(404)
    expect(gradeOne().map(({ id }) => id)).not.toContain(skillId)
  })
})
