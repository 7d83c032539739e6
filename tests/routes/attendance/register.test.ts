import { sqlite } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { members } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { describe, expect, test } from "vitest"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import { Browser, textOf } from "../../support/app"
import { testToday } from "../../support/clock"
import { addSessionRow, openClass } from "../../support/lessons"
import { addMember, changeRows, openSchool } from "../../support/school"

/** Marcus's ensemble of eight, begun forty minutes ago; he, who may see prices, and the office at their browsers. */
async function openEnsemble(facts: Parameters<typeof openClass>[1] = {}) {
  const { actor, userId } = openSchool()
  changeRows(schools, { id: actor.school.id }, { teachersSeePrices: true })
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const made = openClass(actor, facts)
  const sessionId = addSessionRow(actor, made.classId, testToday, { teacherId: marcus.teacherId })
  return {
    actor,
    ...made,
    sessionId,
    path: `/classes/sessions/${sessionId}`,
    teacher: await Browser.of(marcus.userId),
    office: await Browser.of(userId),
    marcus,
  }
}

type Changes = Record<number, { code: MarkCode | string; minutesLate?: string }>

/** What the form sends: everybody as the page has them, except those who were tapped. */
async function formOf(browser: Browser, path: string, studentIds: string[], changes: Changes = {}) {
  const html = await browser.html(path)
  const fields: Record<string, string> = { formStamp: /name="formStamp" value="(\w+)"/.exec(html)?.[1] ?? "" }
  for (const [index, studentId] of studentIds.entries()) {
    const chosen = new RegExp(`name="marks.${studentId}.code"[^>]*checked=""[^>]*value="(\\w+)"`).exec(
      html,
    )?.[1]
    fields[`marks.${studentId}.code`] = changes[index]?.code ?? chosen ?? "nothing chosen"
    fields[`marks.${studentId}.minutesLate`] = changes[index]?.minutesLate ?? ""
  }
  return { ...fields, sharedNote: "", privateNote: "" }
}

const everyKind: Changes = {
  1: { code: "absent" },
  2: { code: "excused" },
  4: { code: "late", minutesLate: "8" },
  6: { code: "cancelled" },
}

describe("taking attendance", () => {
  test("everyone starts as present, and the page says what every other status would change", async () => {
    const { teacher, path } = await openEnsemble()
    const text = await teacher.read(path)
    expect(text).toContain("Everyone is marked present. Change any exceptions.")
    expect(text).toContain("No notice: $18.00 charged, no credit")
    expect(text).toContain("Not charged, 1 make-up credit until Feb 16")
    expect(text).toContain("charged as usual")
    expect(text).toContain("8 charged, $144.00 You’re paid for 60 minutes.")
    expect(text).toContain("Save attendance for 8")
  })

  test("what a status would do is said once for all, and by name where it differs", async () => {
    const { actor, teacher, path, sessionId, studentIds } = await openEnsemble()
    const charged = "No notice: $18.00 charged, no credit"
    const alike = await teacher.read(path)
    expect(alike.split(charged)).toHaveLength(2)
    expect(alike).toContain(`What a change of status does: Absent: ${charged}`)

    const at = Date.parse("2026-11-16T13:12:00Z")
    recordNotice(actor, sessionId, studentIds[2] ?? "", { at, text: "cold" })
    const html = await teacher.html(path)
    const page = await textOf(new Response(html))
    expect(page).toContain("Arthur Walker Absent: Notice in time: $18.00 charged, make-up credit revoked")
    expect(page.split(charged)).toHaveLength(2)
    // Under the student's own row stands what the chosen status does, for a browser to show while it is chosen.
    expect(html.match(/<p class="mark-effect excused">/g)).toHaveLength(1)
  })

  test("every kind of mark: the effect shown before saving is the effect after", async () => {
    const { teacher, office, path, studentIds, actor } = await openEnsemble()
    const fields = await formOf(teacher, path, studentIds, everyKind)
    const before = rows()
    const preview = await teacher.submit(path, { ...fields, intent: "preview" })
    expect(preview.status).toBe(200)
    const shown = await textOf(preview)
    expect(shown).toContain("6 charged, $108.00 1 make-up credit. You’re paid for 60 minutes.")
    expect(rows()).toEqual(before)

    const saved = await teacher.submit(path, { ...fields, sharedNote: "Bars 17 to 24.", intent: "save" })
    await expect(saved).toLead(303, path)
    const after = await teacher.read(path)
    expect(after).toContain("Attendance saved. 6 charged, $108.00. 1 make-up credit.")
    expect(after).toContain("Attendance taken Wed, Nov 18 at 3:10 PM by Marcus Whitfield")
    expect(after).toContain("make-up credit until Feb 16")
    expect(after).toContain("Bars 17 to 24.")
    expect(sum("charges", actor.school.id)).toEqual({ n: 6, total: 10800 })

    const seen = await office.html(path)
    expect(seen).toContain("/billing/new-invoice?family=")
    expect(seen).toContain(`/attendance?view=credits&amp;student=${studentIds[2]}`)
    expect(await teacher.html(path)).not.toContain("/billing/")
  })

  test("a class of ten in at most twelve taps", async () => {
    const pupils = Array.from({ length: 10 }, (_, index) => `Pupil No ${index}`)
    const { teacher, path, studentIds } = await openEnsemble({ pupils })
    // The form as it came is complete: a tap for each of three who are not there, then save.
    const asItCame = await formOf(teacher, path, studentIds)
    const tapped = await formOf(teacher, path, studentIds, {
      0: { code: "absent" },
      3: { code: "excused" },
      7: { code: "late" },
    })
    const taps =
      Object.keys(tapped).filter((name) => tapped[name as never] !== asItCame[name as never]).length + 1
    expect(taps).toBe(4)
    expect((await teacher.submit(path, { ...tapped, intent: "save" })).status).toBe(303)
    // Even when no one is present it is one tap each and one to save.
    expect(studentIds.length + 1).toBeLessThanOrEqual(12)
  })

  test("an absence notice suggests the mark and is shown beside the name", async () => {
    const { actor, teacher, path, studentIds, sessionId } = await openEnsemble()
    recordNotice(actor, sessionId, studentIds[2] ?? "", {
      at: Date.parse("2026-11-17T13:12:00Z"),
      text: "cold",
    })
    recordNotice(actor, sessionId, studentIds[3] ?? "", {
      at: Date.parse("2026-11-18T13:12:00Z"),
      text: "cold",
    })
    const text = await teacher.read(path)
    expect(text).toContain("notice: cold, sent Tue, Nov 17, 8:12 AM")
    expect(text).toContain("notice: cold, sent 8:12 AM")
    const fields = await formOf(teacher, path, studentIds)
    expect(fields[`marks.${studentIds[2]}.code` as never]).toBe("excused")
    expect(fields[`marks.${studentIds[3]}.code` as never]).toBe("absent")
  })

  test("sent twice, it is saved once", async () => {
    const { teacher, path, studentIds } = await openEnsemble()
    const fields = { ...(await formOf(teacher, path, studentIds, everyKind)), intent: "save" }
    await teacher.submit(path, fields)
    const before = rows()
    expect((await teacher.submit(path, fields)).status).toBe(303)
    expect(rows()).toEqual(before)
  })
})

test("a teacher who is the whole school reads of lessons, and not of herself", async () => {
  const { actor, userId } = openSchool({ kind: "solo" })
  const { classId } = openClass(actor, { pupils: ["Dev Sharma"] })
  const browser = await Browser.of(userId)
  const text = await browser.read(`/classes/sessions/${addSessionRow(actor, classId, testToday)}`)
  expect(text).toContain("Lessons Guitar ensemble")
  expect(text).toContain("Only you see it.")
  for (const word of ["Class Guitar", "Only teachers and the office", "Families and the teacher"])
    expect(text).not.toContain(word)
})

test("who may change the schedule but not write to everyone is offered no message", async () => {
  const { actor, path, teacher, office, studentIds } = await openEnsemble()
  const lead = addMember(actor, "office", "Iris Fontaine")
  const rights = (given: string) => changeRows(members, { id: lead.memberId }, { rights: given })
  rights("see-people,see-calendar,calendar")
  const member = await Browser.of(lead.userId)
  const to = `href="/messaging/new?to=student%3A${studentIds[0]}"`
  for (const browser of [teacher, office]) expect(await browser.html(path)).toContain(to)
  const page = await member.html(path)
  expect(page).toContain("Save attendance for 8")
  expect(page).not.toContain("/messaging/new?to=student")
  rights("see-people,see-calendar,calendar,messages")
  expect(await member.html(path)).toContain(to)
})

describe("correcting attendance", () => {
  test("the difference is shown before it is saved, and nothing but it is touched", async () => {
    const { teacher, office, path, studentIds } = await openEnsemble()
    await teacher.submit(path, { ...(await formOf(teacher, path, studentIds)), intent: "save" })
    expect(await teacher.read(path)).not.toContain("Save corrections")
    const fields = await formOf(teacher, path, studentIds, { 0: { code: "excused" } })
    const preview = await textOf(await teacher.submit(path, { ...fields, intent: "preview" }))
    expect(preview).toContain(
      "Aiko Lindqvist: Present becomes excused. $18.00 is no longer charged. 1 make-up credit until Feb 16.",
    )
    expect(preview).toContain("Save changes")
    const marks = count("marks")
    expect((await teacher.submit(path, { ...fields, intent: "save" })).status).toBe(303)
    expect(count("marks")).toBe(marks + 1)
    const second = await formOf(office, path, studentIds, { 1: { code: "absent" } })
    expect((await office.submit(path, { ...second, intent: "save" })).status).toBe(303)
    expect(await teacher.read(path)).toContain(
      "by Marcus Whitfield, corrected Wed, Nov 18 at 3:10 PM by Ruth Castellano",
    )
  })

  test("of two pages opened at once, the second is told what happened and keeps what was typed", async () => {
    const { teacher, office, path, studentIds } = await openEnsemble()
    const mine = await formOf(teacher, path, studentIds, { 0: { code: "absent" } })
    const theirs = await formOf(office, path, studentIds, { 1: { code: "late", minutesLate: "12" } })
    await teacher.submit(path, { ...mine, intent: "save" })
    const before = rows()
    const refused = await office.submit(path, { ...theirs, sharedNote: "Scales", intent: "save" })
    expect(refused.status).toBe(400)
    const html = await refused.clone().text()
    expect(await textOf(refused)).toContain("Someone else saved attendance while you had it open.")
    expect(html).toContain('value="12"')
    expect(html).toContain("Scales")
    expect(rows()).toEqual(before)
  })
})

test("of two saves at once exactly one makes the marks", async () => {
  const { teacher, office, path, studentIds, actor } = await openEnsemble()
  const mine = { ...(await formOf(teacher, path, studentIds, { 0: { code: "absent" } })), intent: "save" }
  const theirs = { ...(await formOf(office, path, studentIds, { 1: { code: "excused" } })), intent: "save" }
  const answers = await Promise.all([teacher.submit(path, mine), office.submit(path, theirs)])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 400])
  const marks = sqlite()
    .prepare("select count(*) from marks where school_id = ?")
    .pluck()
    .get(actor.school.id)
  expect(marks).toBe(8)
})

describe("what attendance refuses", () => {
  test.each([
    [
      "minutes that are no number",
      { 4: { code: "late", minutesLate: "abc" } },
      "Ravi Lindqvist: Enter the minutes late as a whole number",
    ],
    [
      "minutes without end",
      { 4: { code: "late", minutesLate: "9999" } },
      "Ravi Lindqvist: Enter the minutes late",
    ],
    [
      "a mark nobody knows",
      { 4: { code: "<b>asleep</b>" } },
      "Ravi Lindqvist: Choose present, late, absent or excused.",
    ],
  ] as [string, Changes, string][])("%s, with everything typed kept", async (_, changes, words) => {
    const { teacher, path, studentIds } = await openEnsemble()
    const before = rows()
    const fields = await formOf(teacher, path, studentIds, { ...changes, 0: { code: "absent" } })
    const answer = await teacher.submit(path, { ...fields, sharedNote: "<i>Bars</i>", intent: "save" })
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    const text = await textOf(answer)
    expect(text).toContain("There is a problem")
    expect(text).toContain(words)
    expect(html).toContain("&lt;i&gt;Bars&lt;/i&gt;")
    expect(html).toMatch(new RegExp(`name="marks.${studentIds[0]}.code"[^>]*checked=""[^>]*value="absent"`))
    expect(html).toContain("<title>Error: ")
    expect(rows()).toEqual(before)
  })

  test("strangers, gaps, endless notes, and nonsense", async () => {
    const { teacher, path, studentIds } = await openEnsemble()
    const other = await openEnsemble()
    const good = { ...(await formOf(teacher, path, studentIds)), intent: "save" }
    const before = rows()
    const stranger = { ...good, [`marks.${other.studentIds[0]}.code`]: "present" }
    expect(await textOf(await teacher.submit(path, stranger))).toContain("A student left this lesson")
    const { [`marks.${studentIds[0]}.code`]: _, ...gap } = good as Record<string, string>
    for (const name of Object.keys(gap)) if (name.includes(studentIds[0] ?? "")) delete gap[name]
    expect(await textOf(await teacher.submit(path, gap))).toContain("A student joined this lesson")
    const long = await teacher.submit(path, { ...good, privateNote: "a".repeat(2001) })
    expect(await textOf(long)).toContain("Keep the note under 2,000 characters.")
    const nonsense: Record<string, string>[] = [
      { intent: "save" },
      { marks: "present", intent: "save" },
      { "marks.__proto__.code": "x" },
    ]
    for (const odd of nonsense) expect((await teacher.submit(path, odd)).status).toBe(400)
    expect(rows()).toEqual(before)
  })

  test("another school's session and a colleague's are no sessions at all", async () => {
    const { path, studentIds, teacher, actor } = await openEnsemble()
    const fields = { ...(await formOf(teacher, path, studentIds)), intent: "save" }
    const { office: stranger } = await openEnsemble()
    const colleague = await Browser.of(addMember(actor, "teacher", "Leo Park").userId)
    const before = rows()
    for (const browser of [stranger, colleague]) {
      expect((await browser.visit(path)).status).toBe(404)
      for (const intent of ["save", "preview", "notice"])
        expect((await browser.submit(path, { ...fields, intent })).status).toBe(404)
    }
    expect(rows()).toEqual(before)
  })
})

describe("before attendance opens, and when there is none", () => {
  test("who is expected, and a notice can be recorded", async () => {
    const { actor, classId, office, studentIds } = await openEnsemble()
    const later = `/classes/sessions/${addSessionRow(actor, classId, "2026-11-25")}`
    const text = await office.read(later)
    expect(text).toContain("You can take attendance from 2:20 PM.")
    expect(text).not.toContain("Save register")
    const notice = {
      intent: "notice",
      studentId: studentIds[2] ?? "",
      receivedOn: "2026-11-18",
      receivedAt: "08:12",
      text: "cold",
    }
    expect((await office.submit(later, notice)).status).toBe(303)
    expect(await office.read(later)).toContain("notice: cold, sent Wed, Nov 18, 8:12 AM")
    const list = await office.read("/attendance?view=notices")
    expect(list).toContain("Arthur Walker")
    expect(list).toContain("In time")

    for (const wrong of [
      { ...notice, studentId: "unknown" },
      { ...notice, receivedAt: "noon" },
      { ...notice, receivedOn: "2026-11-31" },
      { ...notice, receivedAt: "23:00" },
      { ...notice, text: "x".repeat(201) },
    ]) {
      await expect(office.submit(later, wrong)).toAnswer(400, "There is a problem")
    }
    const early = { ...(await formOf(office, later, studentIds)), intent: "save" }
    for (const studentId of studentIds)
      (early as Record<string, string>)[`marks.${studentId}.code`] = "present"
    expect((await office.submit(later, early)).status).toBe(400)
  })

  test("a canceled lesson says so", async () => {
    const { teacher, path, sessionId } = await openEnsemble()
    changeRows(sessions, { id: sessionId }, { state: "cancelled", cancelReason: "Snow" })
    const text = await teacher.read(path)
    expect(text).toContain("Canceled Snow. No one is charged, and there’s no attendance to take.")
    expect(text).not.toContain("Save register")
  })
})

describe("attendance and a teacher's day", () => {
  test("the day, what is missing, and credits lead to the attendance behind them", async () => {
    const { actor, office, teacher, path, classId, studentIds, marcus, sessionId } = await openEnsemble()
    const missing = addSessionRow(actor, classId, "2026-11-11", { teacherId: marcus.teacherId })
    expect(await office.html("/attendance")).toContain(`href="${path}"`)
    const list = await office.visit(`/attendance?view=missing&teacher=${marcus.teacherId}`)
    expect(await list.clone().text()).toContain(`href="/classes/sessions/${missing}"`)
    expect(await textOf(list)).toContain("Attendance is missing for 1 lesson.")

    const home = await teacher.visit("/dashboard/teacher")
    const html = await home.clone().text()
    expect(html).toContain(`href="${path}"`)
    expect(html).toContain(`href="/classes/sessions/${missing}"`)
    expect(await textOf(home)).toContain("Attendance to record, 1")

    const old = `/classes/sessions/${missing}`
    const absent = { 6: { code: "absent" }, 2: { code: "excused" } }
    await teacher.submit(old, {
      ...(await formOf(teacher, old, studentIds, absent)),
      sharedNote: "Slur bars 9 to 12",
      intent: "save",
    })
    expect(await teacher.read(path)).toContain("missed last week too")
    await teacher.submit(path, {
      ...(await formOf(teacher, path, studentIds, { 6: { code: "absent" } })),
      intent: "save",
    })
    const today = await teacher.read("/dashboard/teacher")
    expect(today).toContain("You’re all caught up.")
    expect(today).toContain("Tomás Singh Guitar ensemble, missed 2 in a row")
    expect(today).toContain("Slur bars 9 to 12")

    const credits = await office.read("/attendance?view=credits")
    expect(credits).toContain("Arthur Walker")
    expect(credits).toContain("Use by Feb 9, 2027")
    expect(await office.read("/attendance?view=credits&state=used")).toContain(
      "No credits match these filters.",
    )
    for (const odd of [
      "view=%00",
      "view=missing&teacher=%27&page=-1",
      "view=credits&page=1e9&student=%3Cb%3E",
      "day=2026-02-30",
    ])
      expect((await office.visit(`/attendance?${odd}`)).status).toBe(200)
    expect(sessionId).toBeTruthy()
  })
})

const tables = ["seats", "marks", "charges", "make_up_credits", "notes", "events", "sessions"]
const rows = () => tables.map((table) => sqlite().prepare(`select * from ${table} order by id`).all())
const count = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get() as number
const sum = (table: string, schoolId: string) =>
  sqlite()
    .prepare(
      `select count(*) as n, sum(amount_minor) as total from ${table} where school_id = ? and withdrawn_at is null`,
    )
    .get(schoolId)
