import { arrangementDrafts } from "db/schema/teaching-teacher-time"
import { beforeEach, describe, expect, test } from "vitest"
import { bookStudent } from "~/models/teaching/session/claim.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { paths } from "~/utils/paths"
import { Browser } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { addClassRow, addEnrollmentRow, addPriceRow, addTeacherRow } from "../../support/lessons"
import { addMember, orFail, rowsOf } from "../../support/school"

// Marcus, who teaches Otis guitar on Wednesday 25 and Thursday 26 at 4, is away that week. Helena teaches guitar, too.
// Today is Wednesday, November 18.

let opened: Awaited<ReturnType<typeof open>>

async function open() {
  const { school, studentIds } = openPayingFamily()
  const marcus = addTeacherRow(school, "Marcus Whitfield", "Guitar")
  const helena = addTeacherRow(school, "Helena Novak", "Guitar")
  const classId = addClassRow(school, { name: "Guitar", instrument: "Guitar", teacherId: marcus })
  bookStudent(school, addEnrollmentRow(school, classId, studentIds[0] ?? ""))
  addPriceRow(school, classId, { amountMinor: 3000 })
  const lessons = ["2026-11-25", "2026-11-26"].map(
    (date) => orFail(addSession(school, { classId, date, startTime: "16:00", minutes: 30 })).sessionId,
  )
  const week = { startsOn: "2026-11-23", endsOn: "2026-11-27", reason: "Flu" }
  const recorded = orFail(recordTimeOff(school, marcus, week))
  const address = paths.absence(recorded.timeOffId)
  return { school, marcus, helena, lessons, address, office: await Browser.of(school.userId ?? "") }
}

beforeEach(async () => {
  opened = await open()
})

const drafts = () => rowsOf(arrangementDrafts, { schoolId: opened.school.school.id })
const page = async () => opened.office.html(opened.address)
const isChecked = (html: string, name: string, value: string) =>
  (html.match(/<input[^>]*>/g) ?? []).some(
    (field) =>
      field.includes(`name="${name}"`) && field.includes(`value="${value}"`) && /\schecked=/.test(field),
  )

/** The first lesson canceled, the second left for later, and that kept. */
async function keepDraft() {
  const [first = "", second = ""] = opened.lessons
  const html = await page()
  const hidden = (name: string) => html.match(new RegExp(`name="${name}" value="([^"]*)"`))?.[1] ?? ""
  const fields = {
    seen: hidden("seen"),
    formKey: hidden("formKey"),
    [`choice.${first}`]: "cancel",
    [`by.${first}`]: opened.helena,
    [`choice.${second}`]: "leave",
  }
  const answer = await opened.office.submit(opened.address, { intent: "draft", ...fields })
  return { answer, first, second, fields }
}

describe("a draft of how an absence is arranged", () => {
  test("keeps every choice, tells no one, and is reopened from the list and the dashboard", async () => {
    const { answer, first, second } = await keepDraft()
    expect(answer.status).toBe(303)
    const html = await page()
    expect(isChecked(html, `choice.${first}`, "cancel")).toBe(true)
    expect(isChecked(html, `choice.${second}`, "leave")).toBe(true)
    expect(await opened.office.read(opened.address)).toMatch(/Draft saved Nov 18, 2026/)
    for (const address of [paths.absences(), "/dashboard"])
      expect(await opened.office.read(address)).toContain("2 lessons to arrange, draft saved")
  })

  test("is saved again in place of the one before", async () => {
    const { fields, first } = await keepDraft()
    await opened.office.submit(opened.address, { intent: "draft", ...fields, [`choice.${first}`]: "move" })
    expect(drafts()).toHaveLength(1)
    expect(isChecked(await page(), `choice.${first}`, "move")).toBe(true)
  })

  test("goes when it is discarded, when the lessons are arranged and when the absence is removed", async () => {
    const { first } = await keepDraft()
    await opened.office.submit(opened.address, { intent: "discard-draft" })
    expect(drafts()).toHaveLength(0)
    expect(isChecked(await page(), `choice.${first}`, "substitute")).toBe(true)

    await keepDraft()
    const html = await page()
    const hidden = (name: string) => html.match(new RegExp(`name="${name}" value="([^"]*)"`))?.[1] ?? ""
    const [, second = ""] = opened.lessons
    const arranged = await opened.office.submit(opened.address, {
      intent: "arrange",
      seen: hidden("seen"),
      formKey: hidden("formKey"),
      [`choice.${first}`]: "cancel",
      [`choice.${second}`]: "leave",
    })
    expect(arranged.status).toBe(303)
    expect(drafts()).toHaveLength(0)

    await keepDraft()
    await opened.office.submit(opened.address, { intent: "remove" })
    expect(drafts()).toHaveLength(0)
  })

  test("names the choices that are no longer possible when it is reopened", async () => {
    const { first, fields } = await keepDraft()
    await opened.office.submit(opened.address, {
      intent: "draft",
      ...fields,
      [`choice.${first}`]: "substitute",
    })
    recordTimeOff(opened.school, opened.helena, {
      startsOn: "2026-11-25",
      endsOn: "2026-11-25",
      reason: null,
    })
    const text = await opened.office.read(opened.address)
    expect(text).toContain("The substitute isn’t free anymore. Choose another.")
    expect(text).toContain("Choose again 1 lesson")
  })

  test("keeps no one who is no teacher of the school and no time that isn’t offered", async () => {
    const { first, second, fields } = await keepDraft()
    for (const wrong of [
      { [`choice.${first}`]: "substitute", [`by.${first}`]: (await open()).helena },
      { [`choice.${second}`]: "move", [`at.${second}`]: "2027-01-01 03:00" },
    ]) {
      const answer = await opened.office.submit(opened.address, { intent: "draft", ...fields, ...wrong })
      expect(answer.status).toBe(400)
      expect(isChecked(await page(), `choice.${first}`, "cancel")).toBe(true)
    }
  })

  test("is no one’s but the office’s", async () => {
    await keepDraft()
    const teacher = await Browser.of(addMember(opened.school, "teacher", "Theo Petrović").userId)
    await teacher.submit(opened.address, { intent: "discard-draft" })
    expect(drafts()).toHaveLength(1)
    const other = await open()
    await expect(other.office.submit(opened.address, { intent: "draft" })).toAnswer(404)
    await other.office.submit(opened.address, { intent: "discard-draft" })
    expect(drafts()).toHaveLength(1)
  })
})
