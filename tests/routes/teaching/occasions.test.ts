import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { occasions } from "db/schema/teaching-occasions"
import { beforeEach, describe, expect, test } from "vitest"
import { saveFilter } from "~/models/foundation/saved-filter/saved-filter.server"
import { listProgram } from "~/models/teaching/occasion/program.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { childSignedIn, openPayingFamily } from "../../support/family"
import { addClassRow, addEnrollmentRow, addRoomRow, addStudentRow } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

// The Haddads have Otis and Milo. Beatriz teaches Otis. Today is Wednesday, November 18; the recital is on December 12.

let opened: ReturnType<typeof openRecital>
let [office, teacher, family] = [] as unknown as [Browser, Browser, Browser]

function openRecital() {
  const paying = openPayingFamily()
  const { school, studentIds } = paying
  const [otis = "", milo = ""] = studentIds
  const beatriz = addMember(school, "teacher", "Beatriz Alvarez")
  const violin = addClassRow(school, { name: "Violin, Otis", teacherId: beatriz.teacherId })
  addEnrollmentRow(school, violin, otis)
  return { ...paying, otis, milo, beatriz, violin, hall: addRoomRow(school, "Hall") }
}

beforeEach(async () => {
  opened = openRecital()
  office = await Browser.of(opened.school.userId ?? "")
  teacher = await Browser.of(opened.beatriz.userId)
  family = await Browser.of(opened.guardian.userId)
})

const facts = {
  intent: "save",
  kind: "recital",
  title: "Winter recital",
  date: "2026-12-12",
  startTime: "15:00",
  endTime: "16:30",
  note: "Be there early.",
}
const all = () => rowsOf(occasions, { schoolId: opened.school.school.id })
const mails = () =>
  rowsOf(emails, { schoolId: opened.school.school.id, template: "occasion" }, { only: ["recipient", "data"] })

/** Makes the recital and answers its id. */
async function plan(fields: Record<string, string> = {}): Promise<string> {
  expect((await office.submit("/schedule/events/new", { ...facts, ...fields })).status).toBe(303)
  return all().at(-1)?.id ?? ""
}
const page = (id: string) => `/schedule/events/${id}`
const invite = (id: string, fields: Record<string, string | string[]>) =>
  office.submit(page(id), { intent: "invite", ...fields })
const publish = (id: string) => office.submit(page(id), { intent: "publish" })

describe("the office", () => {
  test("plans an event from the schedule, and a wrong form comes back as it was typed", async () => {
    expect(await office.html("/schedule")).toContain('href="/schedule/events"')
    expect(await office.read("/schedule/events")).toContain("No upcoming events.")
    const refused = await office.submit("/schedule/events/new", {
      ...facts,
      endTime: "14:00",
      roomId: opened.hall,
      place: "Town hall",
    })
    expect(refused.status).toBe(400)
    const html = await refused.text()
    expect(html).toContain("Enter an end after the start, on the same day.")
    expect(html).toContain("Choose a room or enter a location, not both.")
    expect(html).toContain("Be there early.")
    const id = await plan({ roomId: opened.hall })
    expect(await office.read("/schedule/events")).toContain("Winter recital")
    expect(await office.read("/schedule?view=month&date=2026-12-01")).toContain("Winter recital")
    expect(await office.read(page(id))).toContain("Sat, Dec 12, 3:00 to 4:30 PM")
  })

  test("invites by name, class and filter, publishes once, and calls it off with a reason", async () => {
    const id = await plan()
    expect((await invite(id, {})).status).toBe(400)
    const found = await office.submit(page(id), { intent: "find", search: "Milo" })
    expect(await textOf(found)).toContain("Milo Haddad")
    expect((await invite(id, { classId: opened.violin })).status).toBe(303)
    const saved = saveFilter(opened.school, {
      ...{ noun: "students", name: "Everyone", query: "status=active", isShared: false },
    })
    expect((await invite(id, { filterId: saved.ok ? saved.filterId : "" })).status).toBe(303)
    const draft = await office.read(page(id))
    expect(draft).toContain("Families are asked when you publish")
    expect(draft).not.toMatch(/haven’t answered|No answer yet/)
    expect(await family.read("/student/events")).toContain("No upcoming events.")
    expect((await publish(id)).status).toBe(303)
    expect((await publish(id)).status).toBe(409)
    expect(await office.read(page(id))).toContain("0 take part, 2 haven’t answered")
    expect(mails()).toHaveLength(1)
    expect((await office.submit(page(id), { intent: "delete" })).status).toBe(409)
    await expect(office.submit(`${page(id)}/edit`, { ...facts, date: "2026-12-13" })).toAnswer(303)
    expect(mails()).toHaveLength(2)
    expect((await office.submit(page(id), { intent: "cancel", reason: "" })).status).toBe(400)
    await expect(office.submit(page(id), { intent: "cancel", reason: "Snow is forecast." })).toAnswer(303)
    expect(mails()).toHaveLength(3)
    const seen = await family.read(`/student/events/${id}`)
    expect(seen).toContain("Snow is forecast.")
    expect((await office.submit(`${page(id)}/edit`, facts)).status).toBe(409)
  })

  test("a draft is deleted, and another school’s event, student and room don’t exist", async () => {
    const id = await plan()
    const { actor: other } = openSchool({ name: "Crescendo" })
    const stranger = await Browser.of(other.userId ?? "")
    for (const path of ["", "/edit", "/program", "/program-sheet"])
      expect((await stranger.visit(`${page(id)}${path}`)).status, path).toBe(404)
    expect((await stranger.submit(page(id), { intent: "publish" })).status).toBe(404)
    expect((await invite(id, { students: [addStudentRow(other, "Ada", "Rossi")] })).status).toBe(409)
    expect((await invite(id, { classId: addClassRow(other) })).status).toBe(409)
    expect((await invite(id, { filterId: "unknown" })).status).toBe(409)
    expect((await office.submit(page(id), { intent: "remove", student: "unknown" })).status).toBe(404)
    expect((await office.submit(page(id), { intent: "delete" })).status).toBe(303)
    expect(all()).toEqual([])
  })
})

describe("a family", () => {
  test("answers for each child, from its home, schedule and event, and a child can’t", async () => {
    const id = await plan()
    await invite(id, { students: [opened.otis, opened.milo] })
    expect((await family.visit(`/student/events/${id}`)).status).toBe(404)
    await publish(id)
    expect(await family.read("/student/dashboard")).toContain("Winter recital, Sat, Dec 12")
    expect(await family.read("/student/schedule?date=2026-12-01")).toContain("Winter recital")
    const answer = (student: string, value: string) =>
      family.submit("/student/events", { occasion: id, student, answer: value })
    expect((await answer(opened.otis, "yes")).status).toBe(303)
    expect((await answer(opened.milo, "no")).status).toBe(303)
    expect((await answer("unknown", "no")).status).toBe(404)
    expect((await answer(opened.milo, "perhaps")).status).toBe(404)
    expect(await office.read(page(id))).toContain("1 takes part, 1 can’t come")
    expect(await family.read("/student/dashboard")).not.toContain("say who takes part")
    const childId = childSignedIn(opened.school, opened.milo)
    changeRows(users, { id: childId }, { mustChangePassword: false })
    const child = await Browser.of(childId)
    changeRows(occasions, { id }, { feeMinor: 1_500 })
    expect(await family.read(`/student/events/${id}`)).toContain("$15.00 for each student")
    const seen = await child.read(`/student/events/${id}`)
    expect(seen).toContain("Be there early.")
    expect(seen).not.toContain("$15.00")
    const own = await child.submit(`/student/events/${id}`, {
      occasion: id,
      student: opened.milo,
      answer: "yes",
    })
    expect(own.status).toBe(404)
    fixClock(Date.parse("2026-12-12T20:30:00Z"))
    family = await Browser.of(opened.guardian.userId)
    expect((await answer(opened.milo, "yes")).status).toBe(409)
  })
})

describe("the program", () => {
  const entry = (performers: string[], piece: string, minutes = "3") => ({
    intent: "add-entry",
    piece,
    composer: "J. S. Bach",
    minutes,
    performers,
  })
  const program = (id: string) => listProgram(opened.school, id)

  test("is put in order by the office, printed, and read by the families", async () => {
    const id = await plan()
    const at = `${page(id)}/program`
    expect(await office.read(at)).toContain("You can add them once students are invited.")
    await invite(id, { students: [opened.otis, opened.milo] })
    const refused = await office.submit(at, { ...entry([], "Minuet"), minutes: "0" })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain("Enter minutes from 1 to 240.")
    expect((await office.submit(at, entry([opened.otis], "Minuet"))).status).toBe(303)
    expect((await office.submit(at, entry([opened.otis, opened.milo], "Gavotte", "4"))).status).toBe(303)
    const [minuet, gavotte] = program(id)
    expect((await office.submit(at, { intent: "up", entry: gavotte?.id ?? "" })).status).toBe(303)
    expect(program(id).map(({ piece }) => piece)).toEqual(["Gavotte", "Minuet"])
    expect(await office.html(`${at}?entry=${minuet?.id}`)).toContain("Edit Minuet")
    const changed = {
      ...entry([opened.milo], "Minuet in G"),
      intent: "change-entry",
      entry: minuet?.id ?? "",
    }
    expect((await office.submit(at, changed)).status).toBe(303)
    const sheet = await office.read(`${page(id)}/program-sheet`)
    for (const text of ["Gavotte", "Minuet in G", "Milo Haddad", "2 pieces, 7 minutes"])
      expect(sheet).toContain(text)
    await publish(id)
    expect(await family.read(`/student/events/${id}`)).toContain("Minuet in G")
    expect((await office.submit(at, { intent: "remove-entry", entry: gavotte?.id ?? "" })).status).toBe(303)
    expect(program(id).map(({ position, piece }) => [position, piece])).toEqual([[1, "Minuet in G"]])
  })

  test("gets entries from a teacher for their own students only", async () => {
    const id = await plan()
    const at = `/dashboard/teacher/events/${id}`
    expect((await teacher.visit(at)).status).toBe(404)
    await invite(id, { students: [opened.otis, opened.milo] })
    expect(await teacher.read("/dashboard/teacher/events")).toContain("Winter recital")
    expect(await teacher.read("/dashboard/teacher/schedule?date=2026-12-12")).toContain("Winter recital")
    const seen = await teacher.read(at)
    expect(seen).toContain("Otis Haddad")
    expect(seen).not.toContain("Milo Haddad")
    expect((await teacher.submit(at, entry([opened.milo], "Minuet"))).status).toBe(409)
    expect((await teacher.submit(at, entry([opened.otis], "Minuet"))).status).toBe(303)
    await office.submit(`${page(id)}/program`, entry([opened.milo], "Gavotte"))
    const [minuet, gavotte] = program(id)
    const remove = (entryId = "") => teacher.submit(at, { intent: "remove-entry", entry: entryId })
    expect((await remove(gavotte?.id)).status).toBe(404)
    expect((await teacher.submit(at, { intent: "down", entry: minuet?.id ?? "" })).status).toBe(404)
    expect(await teacher.read(`${at}/program-sheet`)).toContain("Gavotte")
    expect((await remove(minuet?.id)).status).toBe(303)
    expect(program(id)).toHaveLength(1)
  })
})

describe("an event with a fee", () => {
  test("is charged to whoever said yes before there was one, with the number and sum shown before and an undo; a teacher who sees prices sees who has paid", async () => {
    const id = await plan()
    await invite(id, { students: [opened.otis, opened.milo] })
    await publish(id)
    const at = `/student/events/${id}`
    await family.submit(at, { occasion: id, student: opened.otis, answer: "yes", companions: "2" })
    expect(await teacher.read(`/dashboard/teacher/events/${id}`)).toContain("with 2 guests")
    await family.submit(at, { occasion: id, student: opened.otis, answer: "yes", companions: "0" })
    for (const companions of ["-1", "21", "1.5", "NaN", "1e99", "Infinity"])
      expect(
        (await family.submit(at, { occasion: id, student: opened.otis, answer: "yes", companions })).status,
      ).toBe(400)
    expect(await office.read(page(id))).not.toContain("said yes without a fee")
    expect((await office.submit(`${page(id)}/edit`, { ...facts, fee: "20" })).status).toBe(303)
    expect(await office.read(page(id))).toMatch(
      /1 student said yes without a fee: Otis Haddad\. Charged now, \$20\.00 each .* Charge 1 fee, \$20\.00/,
    )
    const student = /name="student" value="([^"]+)"/.exec(await office.html(page(id)))?.[1] ?? ""
    const stale = await office.submit(page(id), { intent: "charge", student, fee: "1500" })
    expect(stale.status).toBe(409)
    expect(await stale.text()).toContain("The fee or who takes part changed since you opened this page.")
    const others = await office.submit(page(id), { intent: "charge", student: "someone-else", fee: "2000" })
    expect(others.status).toBe(409)
    const charged = await office.submit(page(id), { intent: "charge", student, fee: "2000" })
    expect(charged.status).toBe(303)
    const done = await office.html(page(id))
    expect(done).toContain("1 fee charged, $20.00.")
    const hidden = (name: string) => new RegExp(`name="${name}" value="(\\d+)"`).exec(done)?.[1] ?? ""
    expect((await office.submit(page(id), { intent: "charge", student, fee: "2000" })).status).toBe(409)

    const own = `/dashboard/teacher/events/${id}`
    expect(await teacher.read(own)).not.toContain("On the next invoice")
    changeRows(schools, { id: opened.school.school.id }, { teachersSeePrices: true })
    expect(await teacher.read(own)).toContain("$20.00, On the next invoice")
    expect(await teacher.read(own)).toContain("0 of 1 paid")

    const undo = { intent: "undo-charges", from: hidden("from"), until: hidden("until") }
    expect((await teacher.submit(page(id), undo)).status).not.toBe(200)
    expect((await office.submit(page(id), undo)).status).toBe(303)
    expect(await office.read(page(id))).toContain("1 fee removed.")
    expect(await office.read(page(id))).toContain("said yes without a fee")
  })

  test("is charged with the family’s yes and listed as paid once its invoice is", async () => {
    const refused = await office.submit("/schedule/events/new", {
      ...facts,
      fee: "nothing",
      feeUntil: "2026-12-20",
    })
    expect(refused.status).toBe(400)
    const html = await refused.text()
    expect(html).toContain("Enter an amount above zero, like 20.00, or leave this blank.")
    expect(html).toContain("Be there early.")
    const late = await office.submit("/schedule/events/new", { ...facts, fee: "20", feeUntil: "2026-12-20" })
    expect(late.status).toBe(409)
    expect(await late.text()).toContain("Enter a date on or before the day of the event.")
    const alone = await office.submit("/schedule/events/new", { ...facts, feeUntil: "2026-12-01" })
    expect(await alone.text()).toContain("Enter the fee, or leave the last day to withdraw blank.")
    const id = await plan({ fee: "20", feeUntil: "2026-12-01" })
    await invite(id, { students: [opened.otis, opened.milo] })
    await publish(id)
    expect(mails().at(-1)?.data).toContain("$20.00")
    const at = `/student/events/${id}`
    for (const path of [at, "/student/events"])
      expect(await family.read(path)).toContain(
        "$20.00 for each student who takes part. Students who withdraw after Dec 1, 2026 still pay it.",
      )
    const answer = (student: string, said: string) =>
      family.submit(at, { occasion: id, student, answer: said, fee: "2000" })
    const stale = await family.submit(at, { occasion: id, student: opened.otis, answer: "yes", fee: "1500" })
    expect(stale.status).toBe(409)
    expect(await stale.text()).toContain("The fee changed since you opened this page.")
    expect((await answer(opened.otis, "yes")).status).toBe(303)
    expect(await family.read(at)).toContain("The fee of $20.00 is on the next invoice.")
    expect(await family.read(at)).toContain(
      "Fee: $20.00. Students who withdraw after Dec 1, 2026 still pay it.",
    )
    await answer(opened.otis, "yes")
    await office.submit(page(id), { intent: "enter-yes", student: opened.milo })
    const listed = await office.read(page(id))
    expect(listed).toContain("$20.00, On the next invoice")
    expect(listed).toContain("0 of 2 paid")
    expect(await office.read("/billing/unbilled")).toContain("$40.00")
    await office.submit(page(id), { intent: "undo-answer", student: opened.milo })
    expect(await office.read(page(id))).toContain("0 of 1 paid")
    expect(await office.read(`${page(id)}/edit`)).toContain("Another fee is charged to those who answer")
    await office.submit(page(id), { intent: "cancel", reason: "Snow is forecast." })
    expect(await office.read("/billing/unbilled")).not.toContain("$20.00")
  })
})
