import { emails } from "db/schema/foundation-mail"
import { closures } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { changeOpening } from "~/models/accounts/school/opening.server"
import { addGuardian } from "~/models/people/family/family.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { Browser, textOf } from "../../support/app"
import { type ChoirSchool, openChoirSchool } from "../../support/choir"
import { openSchool, rowsOf } from "../../support/school"

// A closure whose lessons move instead. Today is Wednesday, November 18, 2026; the choir meets on Tuesdays at 4.

let school: ChoirSchool
let classId: string

beforeEach(async () => {
  school = await openChoirSchool()
  // Without hours of its own a school follows its lessons, and all of those are taken.
  changeOpening(school.actor, { openDays: ["1", "2", "3", "4", "5"], opensAt: "09:00", closesAt: "19:00" })
  await school.make({ students: school.studentIds.slice(0, 2) })
  classId = school.made()
})

const settings = "/settings/school"
const close = async (fields: Record<string, string> = {}) => {
  const days = { name: "Concert week", startsOn: "2026-11-24", endsOn: "2026-11-24" }
  expect((await school.office.submit(settings, { ...days, ...fields, intent: "closures" })).status).toBe(303)
  return `/settings/closures/${rowsOf(closures).at(-1)?.id}`
}
const first = () => school.datesOf(classId)[0]

test("a lesson on a closed day moves to a time from its list, and the undo of the closure moves it back", async () => {
  const before = first()
  const at = await close()
  expect(await school.office.html(settings)).toContain(`href="${at}"`)
  const html = await school.office.html(at)
  const field = /name="(lessons\.[^"]+)"/.exec(html)?.[1] ?? ""
  const time = /<option value="(2026[^"]+)"/.exec(html)?.[1] ?? ""
  expect(html).toContain("Move to ")
  expect(html).toContain("Same teacher")
  await expect(school.office.submit(at, { [field]: time, intent: "save" })).toAnswer(303)
  expect(await school.office.read(at)).toContain("1 lesson moved.")
  expect(await school.office.read(settings)).toContain("Concert week Nov 24, 2026: 1 lesson moved")
  const moved = school.datesOf(classId).find(({ id }) => id === before?.id)
  expect(moved?.localDate).not.toBe("2026-11-24")

  const days = at.split("/").at(-1) ?? ""
  expect((await school.office.submit(settings, { intent: "undo-closures", days })).status).toBe(303)
  expect(first()).toMatchObject({ localDate: before?.localDate, startTime: before?.startTime })
})

test("a time that is not free is refused beside its lesson, and what was chosen stays chosen", async () => {
  const at = await close()
  const html = await school.office.html(at)
  const field = /name="(lessons\.[^"]+)"/.exec(html)?.[1] ?? ""
  const refused = await school.office.submit(at, { [field]: "2026-12-01 16:00", intent: "save" })
  await expect(refused).toAnswer(409, "Ingrid Solheim teaches")
  expect(first()?.localDate).toBe("2026-11-24")
  await expect(school.office.submit(at, { [field]: "2026-02-31 25:00", intent: "save" })).toAnswer(303)
  expect(first()?.localDate).toBe("2026-11-24")
})

test("a closure moves its lessons where possible: each names its new time, and emails wait until they are sent", async () => {
  const { actor, familyId } = school
  addGuardian(actor, familyId, { name: "Femi Okafor", email: "femi@okafor.example", payerShare: 10_000 })
  const days = { name: "Concert week", startsOn: "2026-11-24", endsOn: "2026-11-24", lessons: "move" }
  const added = await school.office.submit(settings, { ...days, intent: "closures" })
  const at = added.headers.get("location") ?? ""
  expect(at).toMatch(/^\/settings\/closures\/.+\?prefer=move$/)
  expect(first()?.state).toBe("planned")
  const html = await school.office.html(at)
  const field = /name="(lessons\.[^"]+)"/.exec(html)?.[1] ?? ""
  const chosen = /<option value="(2026[^"]+)" selected=""/.exec(html)?.[1] ?? ""
  expect(chosen).not.toBe("")
  const mails = () => rowsOf(emails, { template: "session-changed" })
  await school.office.submit(at, { [field]: chosen, intent: "save" })
  expect(mails()).toEqual([])
  expect(await school.office.read(settings)).toContain("Send emails about 1 lesson")
  const held = await school.office.read(at)
  expect(held).toContain("Send emails about 1 lesson")
  expect(held).toMatch(/What changes .*Tue, Nov 24, .* moved to \w+, \w+ \d+, /)
  expect(held).toContain("Remove closure and restore 1 lesson")
  await school.office.submit(at, { intent: "send" })
  expect(await school.office.read(at)).toContain("Emails sent about 1 lesson.")
  expect(mails().length).toBeGreaterThan(0)

  const wrong = await school.office.submit(settings, { ...days, endsOn: "2026-11-20", intent: "closures" })
  await expect(wrong).toAnswer(400, "Enter a last day on or after the first day.")
})

test("the same closure sent twice at once is added once, so that its undo restores all", async () => {
  const storm = { name: "Storm", startsOn: "2026-11-24", endsOn: "2026-11-24", lessons: "cancel" }
  const seen = await school.office.submit(settings, { ...storm, intent: "closures" })
  const confirmed = /name="confirmed" value="(\d+)"/.exec(await seen.text())?.[1] ?? ""
  const confirm = () => school.office.submit(settings, { ...storm, confirmed, intent: "closures" })
  const answers = await Promise.all([confirm(), confirm()])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  expect(await school.office.read(settings)).toContain("Storm Nov 24, 2026: 1 lesson canceled")
  const refused = answers.find(({ status }) => status === 409)
  expect(refused && (await textOf(refused))).toContain(
    "Lessons on these days were already canceled for a closure with this name.",
  )
  const [added, ...others] = rowsOf(closures, { name: "Storm" })
  expect(others).toEqual([])
  await school.office.submit(settings, { intent: "undo-closures", days: added?.id ?? "" })
  expect(first()?.state).toBe("planned")
})

test("all lessons at once become a task", async () => {
  const at = await close()
  const started = await school.office.submit(at, { intent: "move-all" })
  expect(started.headers.get("location")).toMatch(/^\/tasks\//)
  expect(await school.office.read(started.headers.get("location") ?? "")).toContain(
    "Lessons of a closure: Concert week",
  )
  expect(await school.office.read("/tasks")).toContain("Lessons of a closure: Concert week")
})

test("another school's closure is not found, and a lesson that isn't of the closure is refused", async () => {
  const at = await close()
  const other = school.datesOf(classId)[1]?.id ?? ""
  for (const choice of ["stay", "cancel"])
    expect((await school.office.submit(at, { [`lessons.${other}`]: choice, intent: "save" })).status).toBe(
      409,
    )
  const stranger = await Browser.of(openSchool({ name: "Crescendo" }).userId)
  expect((await stranger.visit(at)).status).toBe(404)
  expect((await stranger.submit(at, { intent: "move-all" })).status).toBe(404)
  expect((await stranger.submit(at, { intent: "cancel-all" })).status).toBe(404)
})

test("lessons that were kept, and one scheduled on the day since, are canceled at once; one undo puts them back", async () => {
  const at = await close()
  const slot = { classId, date: "2026-11-24", startTime: "18:00", minutes: 30 }
  expect(addSession(school.actor, { ...slot, override: { reason: "Rehearsal" } }).ok).toBe(true)
  const states = () =>
    rowsOf(sessions, { classId, localDate: "2026-11-24" })
      .map(({ startTime, state }) => `${startTime} ${state}`)
      .sort()
  expect(states()).toEqual(["16:00 planned", "18:00 planned"])
  expect(await school.office.read(at)).toContain("Cancel 2 lessons")
  expect((await school.office.submit(at, { intent: "cancel-all" })).status).toBe(303)
  expect(states()).toEqual(["16:00 cancelled", "18:00 cancelled"])
  const page = await school.office.read(at)
  expect(page).toContain("2 lessons canceled.")
  expect(page).not.toContain("Cancel 2 lessons")
  // Pressed again, nothing changes.
  expect((await school.office.submit(at, { intent: "cancel-all" })).status).toBe(303)
  expect(await school.office.read(at)).toContain("No changes to save.")
  const undo = { intent: "undo-closures", days: at.split("/").at(-1) ?? "" }
  expect((await school.office.submit(settings, undo)).status).toBe(303)
  expect(states()).toEqual(["16:00 planned", "18:00 planned"])
})
