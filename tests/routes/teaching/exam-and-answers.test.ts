import { schools } from "db/schema/accounts-schools"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { guardians, students } from "db/schema/people"
import { occasions, programEntries } from "db/schema/teaching-occasions"
import { and, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { listGuests } from "~/models/teaching/occasion/occasion-guests.server"
import { findTelling, tellOccasionWork } from "~/models/teaching/occasion/tell-occasion.server"
import { Browser, locationOf, textOf } from "../../support/app"
import { stateOf } from "../../support/changed-forms"
import { openPayingFamily } from "../../support/family"
import { formsOf, undoOf } from "../../support/forms"
import { addClassRow, addEnrollmentRow, addRoomRow, addStudentRow } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { onceTold } from "../../support/told"

// The Haddads have Otis and Milo. Beatriz teaches Otis and is in charge. Today is Wednesday, November 18; the exam is on December 12.

let opened: ReturnType<typeof openExam>
let [office, teacher, family] = [] as unknown as [Browser, Browser, Browser]

function openExam() {
  const paying = openPayingFamily()
  const { school, studentIds } = paying
  const [otis = "", milo = ""] = studentIds
  const beatriz = addMember(school, "teacher", "Beatriz Alvarez")
  const violin = addClassRow(school, { name: "Violin, Otis", teacherId: beatriz.teacherId })
  addEnrollmentRow(school, violin, otis)
  return { ...paying, otis, milo, beatriz, hall: addRoomRow(school, "Hall") }
}

beforeEach(async () => {
  opened = openExam()
  office = await Browser.of(opened.school.userId ?? "")
  teacher = await Browser.of(opened.beatriz.userId)
  family = await Browser.of(opened.guardian.userId)
})

const all = () => rowsOf(occasions, { schoolId: opened.school.school.id })
const page = (id: string) => `/schedule/events/${id}`
const mailsTo = (recipient: string) =>
  onceTold(opened.school, () =>
    rowsOf(emails, { recipient, template: "occasion" }).map(
      ({ data }) => (JSON.parse(data) as { what: string }).what,
    ),
  )

const adult = () => rowOf(guardians, { schoolId: opened.school.school.id })?.email ?? ""

async function plan(fields: Record<string, string> = {}): Promise<string> {
  const answer = await office.submit("/schedule/events/new", {
    intent: "save",
    kind: "exam",
    title: "Grade exams",
    date: "2026-12-12",
    startTime: "10:00",
    endTime: "16:00",
    teacherId: opened.beatriz.teacherId,
    ...fields,
  })
  expect(answer.status).toBe(303)
  return all().at(-1)?.id ?? ""
}
const act = (id: string, fields: Record<string, string | string[]>) => office.submit(page(id), fields)

async function planPublished(fields: Record<string, string> = {}) {
  const id = await plan(fields)
  await act(id, { intent: "invite", students: [opened.otis, opened.milo] })
  expect((await act(id, { intent: "publish" })).status).toBe(303)
  return id
}

test("the office enters what a family says on the phone, and undoes it", async () => {
  const id = await planPublished()
  const answers = () => listGuests(opened.school, id).map(({ answer }) => answer)
  expect(answers()).toEqual([null, null])
  expect((await act(id, { intent: "enter-no", student: opened.milo })).status).toBe(303)
  const seen = await office.read(page(id))
  expect(seen).toContain("1 can’t come")
  expect(seen).toContain(`entered by ${opened.school.name}`)
  expect(await family.read(`/student/events/${id}`)).toContain("entered by the school")
  expect((await act(id, { intent: "undo-answer", student: opened.milo })).status).toBe(303)
  expect(answers()).toEqual([null, null])
  expect((await act(id, { intent: "undo-answer", student: opened.milo })).status).toBe(404)
  expect((await act(id, { intent: "enter-yes", student: "unknown" })).status).toBe(404)
  await teacher.submit(page(id), { intent: "enter-yes", student: opened.milo })
  expect(answers()).toEqual([null, null])
})

test("who is in charge is told, sees every student without contacts, and puts the program in order", async () => {
  const id = await planPublished()
  expect(mailsTo(opened.beatriz.email)).toEqual(["in-charge"])
  const at = `/dashboard/teacher/events/${id}`
  const html = await teacher.html(at)
  expect(html).toContain("Milo Haddad")
  expect(html).toContain(`/dashboard/teacher/students/${opened.otis}`)
  expect(html).not.toContain(`/dashboard/teacher/students/${opened.milo}`)
  expect(html).not.toContain("haddad.example")
  const piece = { intent: "add-entry", piece: "Minuet", performers: [opened.milo], formKey: "once" }
  expect((await teacher.submit(at, piece)).status).toBe(303)
  expect((await teacher.submit(at, piece)).status).toBe(303)
  expect((await teacher.submit(at, { ...piece, piece: "Gavotte" })).status).toBe(409)
  const entries = rowsOf(programEntries, { occasionId: id })
  expect(entries).toHaveLength(1)
  expect((await teacher.submit(at, { intent: "up", entry: entries[0]?.id ?? "" })).status).toBe(303)
  await act(id, { intent: "cancel", reason: "Snow is forecast." })
  expect(mailsTo(opened.beatriz.email)).toEqual(["in-charge", "canceled"])
})

describe("results of an exam", () => {
  const rows = (facts: Record<string, Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(facts).flatMap(([studentId, fields]) =>
        Object.entries(fields).map(([name, value]) => [`result.${studentId}.${name}`, value]),
      ),
    )

  test("are entered for many, kept as typed when refused, and shown to families once released", async () => {
    const id = await planPublished()
    const at = `${page(id)}/results`
    expect(await office.html(page(id))).toContain(`href="${at}"`)
    const { otis, milo } = opened
    const refused = await office.submit(at, {
      intent: "save",
      ...rows({ [otis]: { grade: "92", outcome: "Pass with merit", note: "", on: "someday" } }),
    })
    expect(refused.status).toBe(400)
    const html = await refused.text()
    expect(html).toContain("Enter a date that exists, like Dec 31, 2026.")
    const undated = await office.submit(at, { intent: "save", ...rows({ [otis]: { grade: "92", on: "" } }) })
    expect(await undated.clone().text()).toContain("Enter a date.")
    expect(await textOf(undated)).not.toContain("Enter a date. Enter a date.")
    const cleared = await office.submit(at, { intent: "save", ...rows({ [otis]: { grade: "", on: "" } }) })
    expect(cleared.status).toBe(303)
    expect(html).toContain("Pass with merit")
    const saved = await office.submit(at, {
      intent: "save",
      ...rows({
        [otis]: { grade: "92", outcome: "Pass with merit", note: "Fine tone.", on: "2026-12-12" },
        [milo]: { grade: "", outcome: "", note: "", on: "2026-12-12" },
      }),
    })
    expect(saved.status).toBe(303)
    expect(await office.read(page(id))).toContain("1 of 2 entered, none shown to families")
    expect(await office.read(`/students/${otis}/skills?view=reports`)).toContain("92, Pass with merit")
    expect(await teacher.read(`/dashboard/teacher/students/${otis}/skills?view=reports`)).toContain(
      "Pass with merit",
    )
    const progress = `/student/reports?child=${otis}`
    expect(await family.read(progress)).not.toContain("Pass with merit")
    expect(await family.read(`/student/events/${id}`)).not.toContain("Pass with merit")
    const release = () => office.submit(at, { intent: "release", count: "1" })
    expect((await release()).status).toBe(303)
    const told = await office.html(at)
    expect(told).toContain("1 result shown to families. They get an email in two minutes.")
    expect(mailsTo(adult())).toContain("results")
    const undo = undoOf(told)
    expect((await office.submit(undo?.action ?? "", undo?.fields ?? {})).status).toBe(303)
    expect(await family.read(progress)).not.toContain("Pass with merit")
    expect(mailsTo(adult())).not.toContain("results")
    expect((await release()).status).toBe(303)
    expect(await family.read(progress)).toContain("92, Pass with merit")
    expect(await family.read(`/student/events/${id}`)).toContain("Fine tone.")
    expect((await act(id, { intent: "remove", student: otis })).status).toBe(409)
    expect((await office.submit(at, { intent: "hide" })).status).toBe(303)
    expect(await family.read(progress)).not.toContain("Pass with merit")
  })

  test("of a colleague stay when an older page is sent, which keeps what was typed", async () => {
    const id = await planPublished()
    const at = `${page(id)}/results`
    const { otis, milo } = opened
    const html = await office.html(at)
    const was = html.match(new RegExp(`name="result.${otis}.was" value="([^"]+)"`))?.[1] ?? ""
    expect(was).not.toBe("")
    const day = { on: "2026-12-12", was }
    const save = (facts: Record<string, Record<string, string>>) =>
      office.submit(at, { intent: "save", ...rows(facts) })
    expect((await save({ [otis]: { grade: "92", ...day }, [milo]: day })).status).toBe(303)
    expect((await office.submit(at, { intent: "release", count: "1" })).status).toBe(303)
    expect((await save({ [otis]: day, [milo]: { grade: "85", ...day } })).status).toBe(303)
    expect(await family.read(`/student/events/${id}`)).toContain("92")
    const refused = await save({ [otis]: { grade: "71", ...day }, [milo]: day })
    expect(refused.status).toBe(409)
    const shown = await refused.text()
    expect(shown).toContain("Someone else saved “92, Dec 12, 2026” since you opened this page.")
    expect(shown).toContain('value="71"')
    expect(shown.match(new RegExp(`name="result.${otis}.was" value="([^"]+)"`))?.[1]).not.toBe(was)
    expect(shown.match(new RegExp(`name="result.${milo}.was" value="([^"]+)"`))?.[1]).toBe(was)
    const late = await office.submit(at, { intent: "release", count: "2" })
    expect(late.status).toBe(409)
    expect(await late.text()).toContain("Now 1 is hidden from families.")
  })

  test("don’t exist for another school, another school’s student or a teacher", async () => {
    const id = await planPublished()
    const { actor: other } = openSchool({ name: "Crescendo" })
    const stranger = await Browser.of(other.userId ?? "")
    const at = `${page(id)}/results`
    expect((await stranger.visit(at)).status).toBe(404)
    expect((await stranger.submit(at, { intent: "release", count: "1" })).status).toBe(404)
    const own = { [opened.otis]: { outcome: "Passed", on: "2026-12-12" } }
    const theirs = rows({ [addStudentRow(other, "Ada", "Rossi")]: { grade: "90", on: "2026-12-12" } })
    expect((await office.submit(at, { intent: "save", ...theirs })).status).toBe(409)
    expect((await office.submit(at, { intent: "save", ...rows(own) })).status).toBe(303)
    await teacher.submit(at, { intent: "release", count: "1" })
    expect(await family.read(`/student/events/${id}`)).not.toContain("Passed")
  })
})

test("an exam that is over takes students and results, and only results that are shown are emailed", async () => {
  const id = await plan({ date: "2026-11-10", teacherId: "" })
  const seen = await office.read(page(id))
  expect(seen).toContain("No students yet. Add who took part.")
  expect(seen).toContain("This event has ended, so no invitations are emailed.")
  expect(seen).toContain("November 10, 2026 has passed, so this event can’t be published.")
  expect(seen).toContain("Families weren’t asked")
  expect((await act(id, { intent: "invite", students: [opened.otis] })).status).toBe(303)
  expect(await office.read(page(id))).toContain("Enter results")
  const at = `${page(id)}/results`
  const row = `result.${opened.otis}`
  await office.submit(at, { intent: "save", [`${row}.grade`]: "92", [`${row}.on`]: "2026-11-10" })
  const ofEvents = and(eq(emails.schoolId, opened.school.school.id), eq(emails.template, "occasion"))
  const listMailed = () => onceTold(opened.school, () => rowsOf(emails, ofEvents))
  expect(listMailed()).toEqual([])
  expect((await office.submit(at, { intent: "release", count: "1" })).status).toBe(303)
  expect(await family.read(`/student/reports?child=${opened.otis}`)).toContain("Grade exams: 92")
  expect(listMailed().map(({ data }) => JSON.parse(data).what)).toEqual(["results"])
})

test("a family reads what is set about an event, without the office’s own words", async () => {
  const id = await planPublished({ teacherId: "" })
  const seen = await family.read(`/student/events/${id}`)
  expect(seen).toContain("Sat, Dec 12, 10:00 AM to 4:00 PM")
  expect(seen).not.toMatch(/Not set|Note for families|Published/)
  await act(id, { intent: "cancel", reason: "Snow is forecast." })
  const canceled = await office.read(page(id))
  expect(canceled).not.toContain(`${page(id)}/results`)
  expect(canceled).not.toContain("Invite students")
})

test("an event sent twice is one, moved into the past is refused, and a deleted draft is restored", async () => {
  const once = { formKey: "once" }
  const id = await plan(once)
  expect(await plan(once)).toBe(id)
  expect(all()).toHaveLength(1)
  expect((await act(id, { intent: "delete" })).status).toBe(303)
  expect(all()).toEqual([])
  expect((await office.submit("/undo-deletion", { record: id, back: "/schedule/events" })).status).toBe(303)
  expect(all()).toHaveLength(1)
  await act(id, { intent: "invite", students: [opened.otis] })
  await act(id, { intent: "publish" })
  const past = await office.submit(`${page(id)}/edit`, {
    ...{ intent: "save", kind: "exam", title: "Grade exams", startTime: "10:00", endTime: "16:00" },
    date: "2026-11-10",
  })
  expect(past.status).toBe(409)
  expect(await past.text()).toContain("That’s in the past, so no one would be notified.")
})

test("many families are emailed by a task that can be stopped, and the others from the event’s page", async () => {
  const id = await plan()
  const ids = Array.from({ length: 40 }, (_, n) => addStudentRow(opened.school, `S${n}`, "Lee"))
  for (const [n, studentId] of ids.entries())
    changeRows(students, { id: studentId }, { email: `s${n}@many.example` })
  await act(id, { intent: "invite", students: ids })
  const published = await act(id, { intent: "publish" })
  const task = locationOf(published)
  expect(task).toMatch(/^\/tasks\//)
  expect(await office.read(page(id))).toContain("Preparing emails: 0 of 40 students")
  const taskId = findTelling(opened.school, id)?.id ?? ""
  runNextItems(opened.school, taskId, { ...tellOccasionWork, atMost: 1 })
  expect((await office.submit(task, { intent: "cancel" })).status).toBe(303)
  while (runNextItems(opened.school, taskId, tellOccasionWork));
  expect(await office.read(page(id))).toContain("We haven’t emailed the families of 39 students")
  const again = await act(id, { intent: "tell" })
  expect(again.headers.get("Location")).toMatch(/^\/tasks\//)
  const next = findTelling(opened.school, id)?.id ?? ""
  while (runNextItems(opened.school, next, tellOccasionWork));
  const told = rowsOf(emails, { template: "occasion" })
  const recipients = told.map(({ recipient }) => recipient).filter((each) => each.endsWith("@many.example"))
  expect([recipients.length, new Set(recipients).size]).toEqual([40, 40])
  expect(await office.read(page(id))).not.toContain("We haven’t emailed")
})

test("a teacher who leaves is asked who takes the events over, and an archived room names its events", async () => {
  const id = await plan({ roomId: opened.hall })
  const ines = addMember(opened.school, "teacher", "Ines Pohl")
  const at = `/teachers/${opened.beatriz.teacherId}/deactivate`
  expect(await office.read(at)).toContain("Grade exams, Sat, Dec 12")
  const preview = await office.submit(at, { intent: "preview", [`event.${id}`]: ines.teacherId })
  expect(await textOf(preview)).toContain("Ines Pohl")
  expect((await office.submit(at, { intent: "save", [`event.${id}`]: "unknown" })).status).toBe(400)
  expect((await office.submit(at, { intent: "save", [`event.${id}`]: ines.teacherId })).status).toBe(303)
  expect(all()[0]?.teacherId).toBe(ines.teacherId)
  expect(mailsTo(ines.email)).toEqual(["in-charge"])
  const archived = await office.submit("/settings/school", {
    intent: "archive",
    list: "rooms",
    entry: opened.hall,
  })
  expect(archived.status).toBe(303)
  expect(await office.read("/settings/school")).toContain("Still planned there: 1 event.")
  expect(await office.read(page(id))).toContain("Hall is archived. Choose another room.")
})

describe("two people who answer for one student", () => {
  /** The form of Otis with its buttons, as a page without scripts has it. */
  const formOf = async (browser: Browser, path: string) => {
    const html = await browser.html(path)
    const form = formsOf(html, path).find(
      ({ fields, keys }) =>
        keys.some(({ value }) => /yes$/.test(value ?? "")) &&
        fields.some(({ name, value }) => name === "student" && value === opened.otis),
    )
    if (!form) throw new Error("No form of Otis")
    return stateOf(form)
  }
  const companionsOf = (id: string) =>
    listGuests(opened.school, id).find(({ studentId }) => studentId === opened.otis)?.companions

  test("with other guests each: the second reads both and chooses", async () => {
    const id = await planPublished()
    const at = `/student/events/${id}`
    const theirs = await formOf(family, at)
    const ours = await formOf(office, page(id))
    expect((await family.submit(at, { ...theirs, answer: "yes", companions: "3" })).status).toBe(303)
    const entered = { ...ours, intent: "enter-yes", companions: "2" }
    const asked = await office.submit(page(id), entered)
    expect(asked.status).toBe(409)
    const html = await asked.text()
    expect(html).toContain("Someone changed this while you were editing")
    expect(html).toContain('value="2"')
    expect(companionsOf(id)).toBe(3)
    expect((await office.submit(page(id), { ...entered, "keptOf.companions": "theirs" })).status).toBe(303)
    expect(companionsOf(id)).toBe(3)

    const again = await family.submit(at, { ...theirs, answer: "yes", companions: "1" })
    expect(again.status).toBe(409)
    const shown = formsOf(await again.text(), at).find(({ fields }) =>
      fields.some(({ name }) => name === "keptOf.companions"),
    )
    if (!shown) throw new Error("No choice")
    expect(stateOf(shown).companions).toEqual(["1"])
    expect((await family.submit(at, { ...stateOf(shown), answer: "yes" })).status).toBe(303)
    expect(companionsOf(id)).toBe(1)
  })

  test("the same twice is one answer, and a no is no question", async () => {
    const id = await planPublished()
    const at = `/student/events/${id}`
    const theirs = await formOf(family, at)
    const moved = await family.submit(at, { ...theirs, when: "2026-07-11 10:00", answer: "yes" })
    await expect(moved).toAnswer(409, "The day, time or place changed since you opened this page.")
    for (const _press of [1, 2])
      expect((await family.submit(at, { ...theirs, answer: "yes", companions: "3" })).status).toBe(303)
    const answers = () => rowsOf(events, { schoolId: opened.school.school.id, verb: "answer" })
    expect(answers()).toHaveLength(1)
    expect((await family.submit(at, { ...theirs, answer: "no" })).status).toBe(303)
    expect(companionsOf(id)).toBe(0)
  })
})

describe("a fee that families may pay with their answer", () => {
  test("leads to its invoice with the ways to pay, from any tab and any press, and is said as paid", async () => {
    const fee = { fee: "20", feePaid: "with-answer" }
    const id = await planPublished(fee)
    expect(await office.html(`${page(id)}/edit`)).toMatch(/value="with-answer" selected/)
    const at = `/student/events/${id}`
    expect(await family.read(at)).toContain("Takes part, pay now")
    const answer = { occasion: id, student: opened.otis, fee: "2000", companions: "0" }
    const paying = await family.submit(at, { ...answer, answer: "pay" })
    const to = locationOf(paying)
    expect(to).toMatch(/^\/student\/invoices\/\w+$/)
    const invoice = await family.read(to)
    expect(invoice).toContain("Otis takes part in Grade exams. You can pay the fee here.")
    expect(invoice).toContain("Exam fee, Otis, Grade exams, Dec 12, 2026")
    expect(invoice).toContain("Pay $20.00 with PayPal")
    expect((await family.submit(at, { ...answer, answer: "pay" })).headers.get("Location")).toBe(to)
    expect(await family.read(at)).toContain("Pay the fee now")

    const invoiceId = to.split("/").at(-1) ?? ""
    const payment = { familyId: opened.familyId, amountMinor: 2_000, invoiceId, formKey: "paid" }
    const receipt = { method: "cash", receivedOn: "2026-11-18", payerName: "Jonas" } as const
    expect(recordPayment(opened.school, { ...payment, ...receipt }).ok).toBe(true)
    const paid = await family.read(at)
    expect(paid).toContain("Fee: $20.00, paid")
    expect(paid).not.toContain("Pay the fee now")
    await family.submit(at, { ...answer, answer: "no" })
    expect(await family.read(at)).toContain(
      "it comes off the next invoice. If you’d rather have it back, ask the school.",
    )
  })

  test("isn’t offered where the school takes no payments online, nor for an event of the next invoice", async () => {
    const id = await planPublished({ fee: "20" })
    const at = `/student/events/${id}`
    expect(await family.read(at)).not.toContain("pay now")
    const later = { occasion: id, student: opened.otis, fee: "2000", answer: "pay" }
    expect((await family.submit(at, later)).headers.get("Location")).toBe(at)
    expect(await family.read(at)).toContain("The fee of $20.00 is on the next invoice.")
    const form = {
      title: "Grade exams",
      kind: "exam",
      date: "2026-12-12",
      startTime: "10:00",
      endTime: "16:00",
      fee: "20",
    }
    await expect(
      office.submit(`${page(id)}/edit`, { ...form, intent: "save", feePaid: "with-answer" }),
    ).toAnswer(303)
    expect(await family.read(at)).toContain("Pay the fee now")
    changeRows(schools, { id: opened.school.school.id }, { payeeEmail: null })
    expect(await family.read(at)).not.toContain("Pay the fee now")
    await expect(
      office.submit(`${page(id)}/edit`, { ...form, intent: "save", feePaid: "at-the-door" }),
    ).toAnswer(400)
  })
})
