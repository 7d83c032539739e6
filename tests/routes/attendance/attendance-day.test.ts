import { sessions } from "db/schema/teaching-sessions"
import { expect, test } from "vitest"
import { Browser, textOf } from "../../support/app"
import { stateOf } from "../../support/changed-forms"
import { testToday } from "../../support/clock"
import { formsOf } from "../../support/forms"
import { addPriceRow, addSessionRow, openClass } from "../../support/lessons"
import { openSchool, rowOf } from "../../support/school"

const at = "/attendance/day"
const takenAt = (sessionId: string) => rowOf(sessions, { id: sessionId })?.registerTakenAt ?? null

async function open() {
  const { actor, userId } = openSchool()
  const { classId } = openClass(actor, { pupils: ["Wren Adeyemi"] })
  const lessons = ["10:00", "11:00"].map((startTime) =>
    addSessionRow(actor, classId, testToday, { startTime }),
  )
  const office = await Browser.of(userId)
  const page = await office.html(at)
  const form = formsOf(page, at).find(({ keys }) => keys.some(({ value }) => value === "mark"))
  if (!form) throw new Error("The day has no form.")
  /** As the page sends it, each choice of a student that is left blank with it. */
  const send = (fields: Record<string, string | string[]>) =>
    office.submit(at, { ...stateOf(form), lesson: lessons, intent: "mark", ...fields })
  return { actor, classId, lessons, office, send }
}

test("a whole day is saved once: pressed twice it answers the same, and Undo leaves others’ lessons alone", async () => {
  const { lessons, office, send } = await open()
  const first = await send({})
  const again = await send({})
  expect([first.status, again.status]).toEqual([303, 303])
  const page = await office.visit(at)
  const html = await page.text()
  expect(html).toContain("Attendance saved for 2 lessons.")
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? ""
  const undo = { intent: "undo", day: testToday, since: field("since"), until: field("until") }
  expect(field("lessons").split(",")).toEqual(lessons)
  expect((await office.submit(at, { ...undo, lessons: lessons[0] ?? "" })).status).toBe(303)
  expect(lessons.map((id) => takenAt(id) === null)).toEqual([true, false])
})

test("what comes to something else than was shown isn’t saved, and is shown again", async () => {
  const { actor, classId, lessons, send } = await open()
  addPriceRow(actor, classId, { amountMinor: 2500, fromDate: testToday })
  const again = await textOf(await send({ lesson: lessons.slice(0, 1) }))
  expect(again).toContain("The amounts below changed. Check them, then save again.")
  expect(again).toContain("1 of 2 lessons: 1 charged, $25.00.")
  expect(lessons.map(takenAt)).toEqual([null, null])
})
