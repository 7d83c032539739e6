import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { payRates, paySlips } from "db/schema/money-pay"
import { beforeEach, expect, test } from "vitest"
import { carryOnTask } from "~/jobs/task-steps.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { payBack } from "~/models/money/expense/paid-back.server"
import { addExpense } from "~/models/money/expense/save-expense.server"
import { approvePay } from "~/models/money/pay/approve-pay.server"
import { addExtraWork } from "~/models/money/pay/extra-work.server"
import { deactivateTeacher } from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { Browser, locationOf, rowCount, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { addSessionRow, addTeacherRow, openClass } from "../../support/lessons"
import { addMember, openSchool, rowsOf } from "../../support/school"

// Marcus has taught a guitar lesson of 60 minutes this month.

let school: ReturnType<typeof openSchool>
let office: Browser
let at: string

beforeEach(async () => {
  school = openSchool()
  office = await Browser.of(school.userId)
  const teacherId = addTeacherRow(school.actor, "Marcus Whitfield")
  at = `/teachers/${teacherId}/pay`
  const { classId, studentIds } = openClass(school.actor, {
    class: { name: "Guitar club", teacherId },
    pupils: ["Otis =Haddad"],
  })
  const session = addSessionRow(school.actor, classId, "2026-11-17", { teacherId })
  const taken = takeRegister(school.actor, session, {
    marks: [{ studentId: studentIds[0] ?? "", code: "present", minutesLate: null }],
  })
  if (!taken.ok) throw new Error(taken.reason)
})

const agree = (fields: Record<string, string>) =>
  office.submit(at, { kind: "per_hour", amount: "34.00", fromDate: "2026-11-01", ...fields })

test("a rate is agreed, the month adds up by it, and what was earned is not rewritten", async () => {
  const bare = await office.read(at)
  expect(bare).toContain("No rate yet.")
  expect(bare).toContain("No rate set")
  expect((await agree({})).headers.get("Location")).toBe(at)
  const page = await office.read(at)
  expect(page).toMatch(/Guitar club Tue, Nov 17 60 min \$34\.00 an hour \$34\.00/)
  expect(page).toContain("Earned in November 2026 $34.00")
  const csv = await office.visit(`${at}.csv?month=2026-11`)
  expect(csv.headers.get("Content-Type")).toContain("text/csv")
  expect(await csv.text()).toContain("2026-11-17,Guitar club,60,$34.00 an hour,34,USD")
  // a day that is over: what it changes is shown first, and again when that is no longer true
  const past = { amount: "40", fromDate: "2026-11-10" }
  for (const reviewed of ["", "2026-11-10 1 3400 3900"]) {
    const shown = await agree({ ...past, reviewed })
    await expect(shown).toAnswer(
      200,
      "1 lesson since Nov 10, 2026, which no payslip has yet: $40.00 instead of $34.00.",
    )
  }
  expect(await office.read(at)).toContain("Earned in November 2026 $34.00")
  expect((await agree({ ...past, reviewed: "2026-11-10 1 3400 4000" })).status).toBe(303)
  expect(await office.read(at)).toContain("Earned in November 2026 $40.00")
  expect((await agree({ kind: "per_session", amount: "25", fromDate: "2026-12-01" })).status).toBe(303)
  expect(await office.read(`${at}?month=2026-12`)).toContain("No lessons with attendance in December 2026.")
  expect(
    rowsOf(events, { verb: "agree-pay-rate" }).filter(({ schoolId }) => schoolId === school.actor.school.id),
  ).toHaveLength(3)
})

test("rates of several teachers are previewed, changed once and undone", async () => {
  const many = "/teachers/pay/rates"
  expect((await agree({})).status).toBe(303)
  addTeacherRow(school.actor, "Theo Petrović")
  const page = await office.html(many)
  const teacher = [...page.matchAll(/name="teacher\[\]"[^>]*value="([^"]+)"/g)].map(([, id = ""]) => id)
  expect(teacher).toHaveLength(2)
  const wish = { change: "raise", amount: "5%", fromDate: "2026-11-10", "teacher[]": teacher }
  const send = (fields: Record<string, string | string[]>) => office.submit(many, { ...wish, ...fields })
  const preview = await send({ intent: "preview" })
  const html = await preview.text()
  expect(html).toContain("Marcus Whitfield: $34.00 an hour to $35.70 an hour")
  expect(html).toContain("1 lesson since Nov 10, 2026, on no payslip yet: $35.70 instead of $34.00")
  expect(html).toContain("no change, no rate to raise")
  const seen = /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? ""
  const other = await send({ intent: "change", amount: "50%", seen })
  expect([other.status, await other.text()]).toEqual([409, expect.stringContaining("$51.00 an hour")])
  expect((await send({ intent: "change", seen })).status).toBe(303)
  expect((await send({ intent: "change", seen })).status, "sent twice").toBe(303)
  expect(await office.read(at)).toContain("Earned in November 2026 $35.70")
  const undo = { intent: "undo", fromDate: "2026-11-10", since: String(testNow), until: String(testNow) }
  expect((await office.submit(many, undo)).status).toBe(303)
  expect(await office.read(at)).toContain("Earned in November 2026 $34.00")
  await office.submit(many, undo)
  expect(await office.read(many), "undone twice").toContain("These pay rates were changed back already.")
  const wrong: [Record<string, string | string[]>, string][] = [
    [{ amount: "a lot" }, "Enter a percentage, like 5%"],
    [{ change: "set", amount: "30" }, "Choose per lesson, per hour or a percentage."],
    [{ "teacher[]": [] }, "Choose at least one teacher."],
    [{ fromDate: "" }, "Enter a start date."],
  ]
  for (const [fields, text] of wrong) {
    const refused = await send({ intent: "preview", ...fields })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(text)])
  }
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  const foreign = await stranger.submit(many, { ...wish, intent: "preview" })
  expect(await foreign.text()).not.toContain("Marcus")
})

test("refuses impossible values, and anyone who does not run the school", async () => {
  const before = rowCount("pay_rates")
  const unusable: Record<string, string>[] = [
    { amount: "" },
    { amount: "much" },
    { amount: "-1" },
    { amount: "<b>" },
    { kind: "per_smile" },
    { fromDate: "soon" },
    { fromDate: "2026-02-30" },
  ]
  for (const bad of unusable) expect((await agree(bad)).status).toBe(400)
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  expect((await stranger.visit(at)).status).toBe(404)
  expect((await stranger.visit(`${at}.csv`)).status).toBe(404)
  await expect(stranger.submit(at, { kind: "per_hour", amount: "1", fromDate: "2026-12-01" })).toAnswer(404)
  const teacher = await Browser.of(addMember(school.actor, "teacher", "Theo Petrović").userId)
  expect((await teacher.visit(at)).headers.get("Location")).toBe("/dashboard/teacher")
  for (const odd of ["?month=x", "?month=2026-13", "?month=%00"])
    expect((await office.visit(`${at}${odd}`)).status).toBe(200)
  expect(rowCount("pay_rates")).toBe(before)
  expect(rowsOf(payRates, { schoolId: school.actor.school.id })).toEqual([])
})

const [from, to] = ["2026-11-01", "2026-11-30"]
const month = (day: string) => `/teachers/pay?period=${day}`

test("all teachers’ pay is reviewed, approved and locked in one form; the payslip reaches the teacher", async () => {
  const marcus = addMember(school.actor, "teacher", "Theo Petrović")
  const { classId, studentIds } = openClass(school.actor, {
    class: { name: "Recorders", teacherId: marcus.teacherId },
    pupils: ["Wren Adeyemi"],
  })
  const session = addSessionRow(school.actor, classId, "2026-11-16", { teacherId: marcus.teacherId })
  takeRegister(school.actor, session, {
    marks: [{ studentId: studentIds[0] ?? "", code: "present", minutesLate: null }],
  })
  const theirs = `/teachers/${marcus.teacherId}/pay`
  await office.submit(theirs, { intent: "rate", kind: "per_session", amount: "30", fromDate: from })
  const work = {
    intent: "add-work",
    workedOn: "2026-11-17",
    description: "Recital",
    hours: "2:30",
    pay: "20",
  }
  const formKey = newId()
  for (let twice = 0; twice < 2; twice += 1)
    expect((await office.submit(theirs, { ...work, formKey })).status).toBe(303)
  expect(await office.read(theirs)).toContain("Earned in November 2026 $80.00")
  expect(await office.read(month(from))).toMatch(/Theo Petrović Period not over 2 lines \$80\.00/)

  fixClock(Date.parse("2026-12-01T18:00:00Z"))
  // a sign-in of two weeks ago has ended
  office = await Browser.of(school.userId)
  const list = await office.read(month(from))
  expect(list).toMatch(/Marcus Whitfield Rate missing 1 line \$0\.00.*Theo Petrović Ready 2 lines \$80\.00/)
  const choice = { from, to, "teacher[]": [marcus.teacherId] }
  const checked = await textOf(await office.submit(month(from), { ...choice, intent: "review-pay" }))
  expect(checked).toContain("Approve $80.00 for 1 teacher?")
  expect((await office.submit(month(from), { from, to, intent: "review-pay" })).status).toBe(400)
  const stale = await office.submit(month(from), { ...choice, intent: "approve-pay", reviewed: "1" })
  await expect(stale).toAnswer(400, "Pay changed")
  const approve = { ...choice, intent: "approve-pay", reviewed: "8000" }
  expect((await office.submit(month(from), approve)).headers.get("Location")).toBe(month(from))
  expect((await office.submit(month(from), approve)).status).toBe(400)
  expect(await office.read(`${theirs}?period=${from}`)).toContain("Approved by Ruth Castellano")
  expect((await office.submit(month(from), { intent: "lock-pay" })).status).toBe(303)
  const locked = await office.submit(`${theirs}?period=${from}`, { intent: "reopen-pay" })
  expect(locked.status).toBe(303)
  const [slip] = rowsOf(paySlips, { teacherId: marcus.teacherId })
  expect(slip).toMatchObject({ state: "locked", totalMinor: 8000, lockedName: "Ruth Castellano" })
  const mails = rowsOf(emails, { schoolId: school.actor.school.id })
  expect(mails.filter(({ template }) => template === "payslip")).toHaveLength(1)

  const csv = await office.html(`/teachers/pay.csv?period=${from}`)
  expect(csv).toContain("Theo Petrović,2026-11-01,2026-11-30,1,1,Locked,80,USD")
  const pdf = await office.visit(`/teachers/${marcus.teacherId}/payslips/${slip?.id}/pdf`)
  expect(pdf.headers.get("Content-Type")).toBe("application/pdf")
  const own = await Browser.of(marcus.userId)
  expect(await own.read("/dashboard/teacher/analytics")).toContain("Payslip for November 2026")
  const ownPdf = `/dashboard/teacher/payslips/${slip?.id}/pdf`
  expect((await own.visit(ownPdf)).status).toBe(200)
  const colleague = await Browser.of(addMember(school.actor, "teacher", "Helena Voss").userId)
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  expect((await colleague.visit(ownPdf)).status).toBe(404)
  expect((await stranger.visit(`/teachers/${marcus.teacherId}/payslips/${slip?.id}/pdf`)).status).toBe(404)
  expect((await office.visit(`${at}slips/${slip?.id}/pdf`)).status).toBe(404)
})

test("a percentage, a rate for some lessons and the pay period are set; impossible ones are refused", async () => {
  const some = { kind: "percent", amount: "40%", classKind: "group", minutes: "60", studentsFrom: "2" }
  expect((await agree(some)).status).toBe(303)
  expect(await office.read(at)).toContain(
    "40% of charges for group classes of 60 minutes with 2 or more students",
  )
  const unusable: Record<string, string>[] = [
    { kind: "percent", amount: "140" },
    { minutes: "3" },
    { studentsFrom: "1" },
    { classKind: "choir" },
  ]
  for (const bad of unusable) expect((await agree(bad)).status).toBe(400)
  const wrong: Record<string, string>[] = [
    { hours: "2:75" },
    { pay: "0" },
    { description: "" },
    { workedOn: "soon" },
  ]
  for (const bad of wrong) {
    const work = { intent: "add-work", workedOn: from, description: "Recital", pay: "20", formKey: newId() }
    expect((await office.submit(at, { ...work, ...bad })).status).toBe(400)
  }
  for (const intent of ["end-rate", "remove-work"])
    expect((await office.submit(at, { intent, rate: "x", work: "x", lastDay: "2026-12-01" })).status).toBe(
      404,
    )
  const rhythm = { intent: "pay-period", rhythm: "half_month", startsOn: from }
  expect((await office.submit("/teachers/pay", rhythm)).status).toBe(303)
  expect(await office.read(month(from))).toContain("Nov 1, 2026 to Nov 15, 2026")
  expect((await office.submit("/teachers/pay", { ...rhythm, rhythm: "daily" })).status).toBe(400)
  const teacher = await Browser.of(addMember(school.actor, "teacher", "Theo Petrović").userId)
  expect((await teacher.visit("/teachers/pay")).headers.get("Location")).toBe("/dashboard/teacher")
})

test("a teacher enters extra work, the office confirms or declines it, and both see what became of it", async () => {
  const lena = addMember(school.actor, "teacher", "Lena Brandt")
  const teacher = await Browser.of(lena.userId)
  const own = "/dashboard/teacher/extra-work"
  const work = {
    intent: "enter",
    workedOn: "2026-11-16",
    description: "Recital",
    pay: "45",
    formKey: newId(),
  }
  expect(await teacher.read("/dashboard/teacher/analytics")).toContain("Extra work")
  expect((await teacher.submit(own, { ...work, description: "" })).status).toBe(400)
  expect((await teacher.submit(own, { ...work, pay: "" })).status).toBe(400)
  const early = await teacher.submit(own, { ...work, workedOn: "2026-11-30" })
  await expect(early).toAnswer(400, "Enter a date that’s today or earlier.")
  expect((await teacher.submit(own, work)).status).toBe(303)
  expect((await teacher.submit(own, work)).status).toBe(303)
  expect((await teacher.submit(own, { ...work, description: "Exam", formKey: newId() })).status).toBe(303)
  expect(await teacher.read(own)).toContain("Waiting for the office")
  expect(await office.read("/teachers")).toContain("2 entries of extra work wait for your answer.")
  expect(await office.read("/teachers/pay")).toContain("Answer 2 entries of extra work")
  const html = await office.html("/teachers/extra-work")
  const [exam = "", recital = ""] = [...html.matchAll(/name="work" value="([\w-]+)"/g)]
    .map(([, id]) => id ?? "")
    .filter((id, index, all) => all.indexOf(id) === index)
    .reverse()
  const answer = (fields: Record<string, string>, by = office) => by.submit("/teachers/extra-work", fields)
  expect((await answer({ intent: "confirm-work", work: recital })).status).toBe(303)
  expect((await answer({ intent: "decline-work", work: exam, reason: "" })).status).toBe(400)
  await expect(answer({ intent: "decline-work", work: exam, reason: "Part of your lesson" })).toAnswer(303)
  expect((await answer({ intent: "confirm-work", work: exam })).status).toBe(303)
  expect(await office.read("/teachers/extra-work")).toContain("This was answered or withdrawn already.")
  const told = await teacher.read(own)
  expect(told).toContain("Confirmed")
  expect(told).toContain("Declined: “Part of your lesson”")
  expect(await teacher.read("/dashboard/teacher/analytics")).toMatch(/Recital|Exam/)
  const other = await Browser.of(openSchool().userId)
  expect((await answer({ intent: "confirm-work", work: recital }, other)).status).toBe(404)
  expect((await answer({ intent: "confirm-work", work: recital }, teacher)).status).toBe(302)
  expect((await teacher.submit(own, { intent: "withdraw", work: recital })).status).toBe(303)
  expect((await office.submit(own, work)).status).toBe(302)
})

test("the office keeps the kinds of extra work and their rates", async () => {
  const at = "/teachers/extra-work"
  const kind = { intent: "add-kind", name: "Recital", paid: "time", amount: "50" }
  expect((await office.submit(at, { ...kind, amount: "none" })).status).toBe(400)
  expect((await office.submit(at, kind)).status).toBe(303)
  expect((await office.submit(at, { ...kind, name: "recital" })).status).toBe(409)
  const html = await office.html(at)
  const id = /name="kind" value="([\w-]+)"/.exec(html)?.[1] ?? ""
  expect((await office.submit(at, { intent: "archive-kind", kind: "none" })).status).toBe(404)
  expect((await office.submit(at, { intent: "archive-kind", kind: id })).status).toBe(303)
  expect(await office.read(at)).not.toContain("Recital, $50.00")
})

test("the pay of many teachers is approved and locked as tasks that can be watched", async () => {
  const from = "2026-10-01"
  const to = "2026-10-31"
  const page = month(from)
  const teachers = Array.from({ length: 30 }, (_, number) => {
    const teacherId = addTeacherRow(school.actor, `Teacher ${number + 10}`)
    addExtraWork(school.actor, teacherId, {
      workedOn: "2026-10-10",
      description: "Recital",
      minutes: null,
      hourlyMinor: null,
      amountMinor: 1000,
      formKey: newId(),
    })
    return teacherId
  })
  const choice = { from, to, "teacher[]": teachers }
  const reviewed = await office.submit(page, { ...choice, intent: "review-pay" })
  const html = (await reviewed.text()).replaceAll("<!-- -->", "")
  expect(html).toContain("Approve $300.00 for 30 teachers?")
  const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ""
  expect(key).not.toBe("")
  const approve = { ...choice, intent: "approve-pay", reviewed: "30000", key }
  const task = locationOf(await office.submit(page, approve))
  expect(task).toMatch(/^\/tasks\//)
  expect((await office.submit(page, approve)).headers.get("Location")).toBe(task)
  expect(await office.read(page)).toContain("Approving pay: 0 of 30 teachers.")
  const run = async (address: string) => {
    const payload = { taskId: address.replace("/tasks/", "") }
    const job = { schoolId: school.actor.school.id, payload, attempts: 1 }
    while (await carryOnTask(job));
    return office.read(address)
  }
  expect(await run(task)).toContain("Pay approved for 30 teachers.")
  const slips = () => rowsOf(paySlips, { schoolId: school.actor.school.id })
  expect(slips().map(({ totalMinor }) => totalMinor)).toEqual(teachers.map(() => 1000))
  const lockKey = /name="key" value="([^"]+)"/.exec(await office.html(page))?.[1] ?? ""
  expect(lockKey).not.toBe("")
  const lock = async (form: { key: string }) =>
    locationOf(await office.submit(page, { intent: "lock-pay", ...form }))
  const locking = await lock({ key: lockKey })
  expect(locking).toMatch(/^\/tasks\//)
  expect(await lock({ key: lockKey })).toBe(locking)
  // a second tab has another key
  expect(await lock({ key: newId() })).toBe(locking)
  expect(await run(locking)).toContain("30 payslips locked.")
  expect(await lock({ key: lockKey })).toBe(locking)
  expect(new Set(slips().map(({ state }) => state))).toEqual(new Set(["locked"]))
})

test("an expense of a month without lessons is named in the next one’s pay, with the way to the month that pays it back", async () => {
  const ada = addTeacherRow(school.actor, "Ada Moss")
  const facts = { spentOn: "2026-10-05", payee: "Strings & Co.", category: "materials" }
  const amounts = { amount: 6000, taxAmount: 0, method: "card" as const, note: null }
  const added = await addExpense(school.actor, { ...facts, ...amounts })
  if (!added.ok) throw new Error(added.reason)
  payBack(school.actor, added.expenseId, ada)
  const run = "/teachers/pay"
  expect(await office.read(run)).toMatch(
    /Not paid yet .*Ada Moss, Oct 5, 2026: Expense: Strings & Co\. \$60\.00/,
  )
  const october = `${run}?period=2026-10-05`
  const opened = await office.read(october)
  expect(opened).not.toContain("Not paid yet")
  expect(opened).toMatch(/Ada Moss Ready 1 line \$60\.00/)
  const period = { from: "2026-10-01", to: "2026-10-31" }
  const chosen = { ...period, "teacher[]": ada }
  const review = await office.submit(october, { ...chosen, intent: "review-pay" })
  expect(await textOf(review)).toContain("$60.00")
  approvePay(school.actor, period, { teacherIds: [ada], reviewedMinor: 6000 })
  expect(await office.read(run)).not.toContain("Not paid yet")
  const ben = addTeacherRow(school.actor, "Ben Cole")
  for (let count = 0; count < 22; count += 1) {
    const other = await addExpense(school.actor, { ...facts, ...amounts, amount: 100 + count })
    if (other.ok) payBack(school.actor, other.expenseId, ben)
  }
  expect(await office.read(run)).toMatch(/Not paid yet .* and 2 more /)
})

test("approved pay of a teacher who left is reopened and locked on their page", async () => {
  const ida = addTeacherRow(school.actor, "Ida Lang")
  const facts = { spentOn: "2026-10-06", payee: "City Print", category: "materials" }
  const amounts = { amount: 4000, taxAmount: 0, method: "card" as const, note: null }
  const added = await addExpense(school.actor, { ...facts, ...amounts })
  if (!added.ok) throw new Error(added.reason)
  payBack(school.actor, added.expenseId, ida)
  const period = { from: "2026-10-01", to: "2026-10-31" }
  const approve = () => approvePay(school.actor, period, { teacherIds: [ida], reviewedMinor: 4000 })
  expect(approve()).toMatchObject({ ok: true })
  expect(deactivateTeacher(school.actor, ida, new Map())).toMatchObject({ ok: true })
  const theirs = `/teachers/${ida}/pay?period=${period.from}`
  expect(await office.read(theirs)).toContain("Reopen pay")
  await expect(office.submit(theirs, { intent: "add-work", amount: "5", reason: "Concert" })).toAnswer(404)
  expect((await office.submit(theirs, { intent: "reopen-pay" })).status).toBe(303)
  expect(await office.read(theirs)).not.toContain("Lock and email payslip")
  expect(approve()).toMatchObject({ ok: true })
  expect((await office.submit(theirs, { intent: "lock-pay" })).status).toBe(303)
  expect(await office.read(theirs)).toContain("Locked")
})
