import { emails } from "db/schema/foundation-mail"
import { classes, classPrices, enrollments } from "db/schema/teaching"
import { renewals } from "db/schema/teaching-renewals"
import { and, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { nothingSought } from "~/models/foundation/name-search/name-search"
import { noteBounce } from "~/models/foundation/outbox/bounce.server"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { setCoursePrice } from "~/models/money/course-price/course-price.server"
import { offerClassNames } from "~/models/teaching/class/open-classes.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { openPayingFamily } from "../../support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addPriceRow,
  addScheduleRow,
  addSessionRow,
  addTeacherRow,
} from "../../support/lessons"
import { addMember, addRows, changeRows, openSchool, removeRows, rowOf, rowsOf } from "../../support/school"
import { sendTold } from "../../support/told"

// Otis and Milo have piano on Wednesdays; the office rolls it over into the spring.

let family: ReturnType<typeof openPayingFamily>
let office: Browser
let guardian: Browser
let classId: string

beforeEach(async () => {
  family = openPayingFamily()
  const { school, studentIds } = family
  office = await Browser.of(school.userId ?? "")
  guardian = await Browser.of(family.guardian.userId)
  const teacherId = addTeacherRow(school, "Theo Petrović")
  classId = addClassRow(school, { name: "Piano duet", kind: "group", capacity: 4, teacherId })
  addPriceRow(school, classId, { amountMinor: 3000 })
  for (const id of studentIds) addEnrollmentRow(school, classId, id)
  makeSessions(school, addScheduleRow(school, classId), "2027-02-03", { from: "2026-11-25" })
})

const schoolId = () => family.school.school.id
const asked = () => rowsOf(renewals, { schoolId: schoolId() })
const spring = () => rowOf(classes, { schoolId: schoolId(), endedOn: "2027-05-28" })
const inSpring = () => rowsOf(enrollments, { classId: spring()?.id ?? "" }).length

const select = (by = office) =>
  by.submit("/selections", { noun: "classes", act: "roll-over", scope: "ticked", list: "", id: [classId] })

async function rollOver(fields: Record<string, string> = {}) {
  addTerm(family.school, { name: "Spring 2027", startsOn: "2027-01-11", endsOn: "2027-05-28" })
  const address = locationOf(await select())
  const termId = listTerms(family.school)[0]?.id ?? ""
  const previewed = await office.submit(address, { intent: "preview", termId, ...fields })
  return { address, previewed }
}

describe("rolling over", () => {
  test("says beside the field that the answer date is over or too late, and keeps the rest", async () => {
    const { address, previewed } = await rollOver({ price: "+10%", answerBy: "2026-11-01" })
    expect(previewed.status).toBe(400)
    const html = await previewed.text()
    expect(html).toContain("Enter a date from today on.")
    expect(html).toContain('value="+10%"')
    expect(html).not.toContain("There’s nothing to do for this selection.")
    const termId = listTerms(family.school)[0]?.id ?? ""
    const late = await office.submit(address, { intent: "preview", termId, answerBy: "2027-01-11" })
    expect(await textOf(late)).toContain("Enter a date before Mon, Jan 11, when the term begins.")
  })

  test("needs a term, previews, makes the classes and is undone as one", async () => {
    const early = locationOf(await select())
    expect(await office.read(early)).toContain("Add the next term first.")
    const { address } = await rollOver({ price: "+10%" })
    const preview = await office.read(address)
    expect(preview).toContain("2 students, 20 lessons, Wed 4:00 PM, weekly, from Jan 11.")
    expect(preview).toContain("$30.00 per lesson → $33.00 per lesson")
    expect(preview).toContain("Roll over 1 class")
    const task = locationOf(await office.submit(address, { intent: "confirm" }))
    expect(await office.read(task)).toContain("1 class rolled over.")
    expect([spring()?.name, inSpring()]).toEqual(["Piano duet", 2])
    expect(locationOf(await office.submit(address, { intent: "confirm" }))).toBe(task)
    await office.submit(task, { intent: "undo" })
    expect(spring()).toBeUndefined()
    expect(rowOf(classes, { id: classId })?.endedOn).toBeNull()
  })

  test("tells the two classes of one name apart until the next term begins, the present one first", async () => {
    const { address } = await rollOver()
    await office.submit(address, { intent: "confirm" })
    const next = spring()?.id ?? ""
    const html = async (path: string) => office.html(path)
    const list = await html("/classes")
    expect(list).toMatch(new RegExp(`/classes/${classId}"[^>]*>Piano duet<`))
    expect(list).toMatch(new RegExp(`/classes/${next}"[^>]*>Piano duet, from Jan 11<`))
    expect(await office.read("/search?q=duet")).toContain("Piano duet, from Jan 11")
    const to = await html("/messaging/new")
    expect(to.indexOf(`class:${classId}`)).toBeLessThan(to.indexOf(`class:${next}`))
    expect(to).toContain(">Piano duet, from Jan 11<")
    const student = await office.read(`/students/${family.studentIds[0]}`)
    expect(student).toMatch(/until Jan 10, 2027.*from Jan 11, 2027/)
    const { choices } = offerClassNames(family.school, "2026-11-25", nothingSought)
    expect(choices.map(({ label }) => label)).toEqual(["Piano duet", "Piano duet, from Jan 11"])
    const [only] = offerClassNames(family.school, "2027-01-11", nothingSought).choices
    expect(only?.label).toBe("Piano duet")
  })

  test("takes a price in installments into the term's months", async () => {
    const course = { totalMinor: 46_000, count: 2, firstOn: "2026-11-20" }
    expect(setCoursePrice(family.school, classId, course).ok).toBe(true)
    const { address } = await rollOver({ price: "+10%" })
    expect(await office.read(address)).toContain("$460.00 → $506.00 in 2 installments, due Jan 20 to Feb 20.")
    const task = locationOf(await office.submit(address, { intent: "confirm" }))
    const billing = await office.read(`/classes/${spring()?.id}/billing`)
    expect(billing).toContain("Installment 2, due Feb 20, 2027 $253.00")
    await office.submit(task, { intent: "undo" })
    expect(spring()).toBeUndefined()
    const before = await office.read(`/classes/${classId}/billing`)
    expect(before).toContain("Installment 2, due Dec 20, 2026 $230.00")
  })

  test("refuses what can't be read, and a teacher", async () => {
    const { address } = await rollOver()
    const wrongs: Record<string, string>[] = [
      { termId: "" },
      { price: "a lot" },
      { answerBy: "soon" },
      { reason: "x" },
    ]
    for (const wrong of wrongs)
      expect((await office.submit(address, { intent: "preview", termId: "t", ...wrong })).status).toBe(400)
    const teacher = await Browser.of(addMember(family.school, "teacher", "Ada Reed").userId)
    expect((await select(teacher)).status).not.toBe(303)
    expect((await teacher.visit("/classes/next-term")).status).not.toBe(200)
    const stranger = await Browser.of(openSchool().userId)
    expect((await stranger.visit(address)).status).toBe(404)
  })
})

describe("the families’ answers", () => {
  beforeEach(async () => {
    const { address } = await rollOver({ answerBy: "2026-12-10" })
    await office.submit(address, { intent: "confirm" })
  })

  const shownOf = async (renewal: string, by = guardian) => {
    const html = await by.html("/student/next-term")
    return (
      new RegExp(`value="${renewal}"/><input type="hidden" name="shown" value="([^"]*)"`).exec(html)?.[1] ??
      ""
    )
  }
  const answer = async (intent: string, renewal: string, by = guardian) =>
    by.submit("/student/next-term", { intent, renewal, shown: await shownOf(renewal, by) })

  test("aren’t asked of a spot that the office canceled since, nor taken for it", async () => {
    const [one] = asked()
    if (!one) throw new Error("A family is asked here")
    const shown = await shownOf(one.id)
    removeRows(enrollments, { classId: one.classId, studentId: one.studentId })
    const refused = await guardian.submit("/student/next-term", { intent: "confirm", renewal: one.id, shown })
    await expect(refused).toAnswer(409, "The school canceled this spot.")
    expect(await shownOf(one.id)).toBe("")
    expect(await office.read("/classes/next-term")).toContain("No answer yet 1")
  })

  test("aren’t taken for a price or a time that the family hasn’t seen", async () => {
    const [one = ""] = asked().map(({ id }) => id)
    const shown = await shownOf(one)
    expect(shown).toContain("$30.00 per lesson")
    const confirm = (seen: string) =>
      guardian.submit("/student/next-term", { intent: "confirm", renewal: one, shown: seen })
    changeRows(classPrices, { classId: spring()?.id ?? "" }, { amountMinor: 8000 })
    await expect(confirm(shown)).toAnswer(409, "The school changed this since you opened the page.")
    expect(asked()[0]?.state).toBe("asked")
    const now = await shownOf(one)
    expect(now).toContain("$80.00 per lesson")
    expect((await confirm(now)).status).toBe(303)
    // Pressed again from the first page.
    expect((await confirm(shown)).status).toBe(303)
  })

  test("are confirmed for a selection, once, and asked again by Undo; another school’s are a 404", async () => {
    const ids = asked().map(({ id }) => id)
    const send = (fields: Record<string, string | string[]>, by = office) =>
      by.submit("/classes/next-term", fields)
    const states = () => asked().map(({ state }) => state)
    expect((await send({ intent: "confirm-all" })).status).toBe(400)
    const stranger = await Browser.of(openSchool().userId)
    expect((await send({ intent: "confirm-all", renewal: ids }, stranger)).status).toBe(404)
    await answer("decline", ids[1] ?? "")
    expect((await send({ intent: "confirm-all", renewal: ids })).status).toBe(303)
    expect(states()).toEqual(["confirmed", "declined"])
    const page = await office.read("/classes/next-term")
    expect(page).toContain("1 spot confirmed.")
    expect((await send({ intent: "confirm-all", renewal: ids })).status).toBe(400)
    await send({ intent: "reopen", renewal: ids.join(" ") })
    await send({ intent: "reopen", renewal: ids.join(" ") })
    expect(states()).toEqual(["asked", "declined"])
    expect(await office.read("/classes/next-term")).toContain("Nothing to undo.")
  })

  test("aren’t asked again for a spot that has gone since they were confirmed", async () => {
    const [gone, stays] = asked()
    const ids = [gone?.id ?? "", stays?.id ?? ""]
    await office.submit("/classes/next-term", { intent: "confirm-all", renewal: ids })
    const theirs = and(
      eq(enrollments.classId, spring()?.id ?? ""),
      eq(enrollments.studentId, gone?.studentId ?? ""),
    )
    removeRows(enrollments, theirs)
    await office.submit("/classes/next-term", { intent: "reopen", renewal: ids.join(" ") })
    const stateOf = (id?: string) => asked().find((each) => each.id === id)?.state
    expect([stateOf(gone?.id), stateOf(stays?.id)]).toEqual(["confirmed", "asked"])
  })

  test("are given on the family's page and listed for the office", async () => {
    expect(asked()).toHaveLength(2)
    expect(await guardian.read("/student/dashboard")).toContain(
      "The school asks who continues in the next term.",
    )
    const page = await guardian.read("/student/next-term")
    expect(page).toContain("Otis: Piano duet")
    expect(page).toContain("Answer by Dec 10, 2026.")
    expect(page).toContain("Wed 4:00 PM, weekly, with Theo Petrović, $30.00 per lesson")
    const [one, two] = asked().map(({ id }) => id)
    expect(locationOf(await answer("confirm", one ?? ""))).toBe("/student/next-term")
    expect(locationOf(await answer("decline", two ?? ""))).toBe("/student/next-term")
    expect(inSpring()).toBe(1)
    expect((await answer("confirm", two ?? "")).status).toBe(409)
    expect((await answer("perhaps", one ?? "")).status).toBe(404)
    expect(await office.read("/classes")).toContain("Next term’s answers")
    const list = await office.read("/classes/next-term")
    expect(list).toContain("Continues 1")
    expect(list).toContain("Doesn’t continue 1")
    expect(await office.read("/classes/next-term?state=asked")).toContain("No spots match this filter.")
  })

  test("are counted before a roll-over is undone whose emails have left", async () => {
    const task = `/tasks/${asked()[0]?.taskId}`
    const question = "We emailed 1 family to ask who’s continuing"
    expect(await office.read(task)).not.toContain(question)
    sendTold(family.school)
    expect(await office.read(task)).toContain(`${question}; none have answered.`)
    await answer("confirm", asked()[0]?.id ?? "")
    const page = await office.read(task)
    expect(page).toContain(`${question}; 1 has answered. Undoing deletes the question and the answers`)
    const undo = locationOf(await office.submit(task, { intent: "undo" }))
    expect(await office.read(undo)).toContain("2 students back, 1 answer deleted")
    expect(await office.read(task)).not.toContain(question)
  })

  test("that are missing are asked for again with one press, once a day", async () => {
    const remind = () => office.submit("/classes/next-term", { intent: "remind" })
    const list = async () => await office.read("/classes/next-term")
    const mails = () =>
      rowsOf(emails, { schoolId: schoolId(), template: "next-term" }).map(
        ({ data }) => JSON.parse(data) as { isReminder?: boolean; lessons: [string, string][] },
      )
    sendTold(family.school)
    expect(await list()).not.toContain("Remind 1 family")
    await remind()
    expect(mails()).toHaveLength(1)
    fixClock(Date.parse("2026-11-30T15:00:00Z"))
    office = await Browser.of(family.school.userId ?? "")
    guardian = await Browser.of(family.guardian.userId)
    await answer("confirm", asked()[0]?.id ?? "")
    expect(await list()).toContain("1 family hasn’t answered yet. Remind 1 family")
    expect((await remind()).status).toBe(303)
    expect(mails().map(({ isReminder, lessons }) => [isReminder, lessons.length])).toEqual([
      [undefined, 2],
      [true, 1],
    ])
    const after = await list()
    expect(after).toContain("1 family was reminded today.")
    expect(after).not.toContain("Remind 1 family")
    await remind()
    expect(mails()).toHaveLength(2)
    fixClock(Date.parse("2026-12-01T15:00:00Z"))
    office = await Browser.of(family.school.userId ?? "")
    expect(await list()).toContain("Remind 1 family")
    const others = await Browser.of(openSchool().userId)
    expect(await textOf(await others.submit("/classes/next-term", { intent: "remind" }))).not.toContain(
      "1 family",
    )
    expect(mails()).toHaveLength(2)
    // Not all were reminded today: emails to them come back.
    for (const { recipient } of rowsOf(emails, { schoolId: schoolId(), template: "next-term" }))
      noteBounce({ id: "none", recipient }, { kind: "bounced", reason: "No such user" })
    await remind()
    const untold = await list()
    expect(untold).toMatch(/No reminders sent\. 1 student who waits for an answer can’t be emailed/)
    expect(untold).not.toContain("was asked or reminded today")
    expect(mails()).toHaveLength(2)
  })

  test("of a private lesson that no one continues lead to ending it, with a preview and an undo", async () => {
    const springId = spring()?.id ?? ""
    changeRows(classes, { id: springId }, { kind: "private" })
    for (const { id } of asked()) await answer("decline", id)
    const html = await office.html("/classes/next-term")
    expect(html).toContain("1 private lesson has no student: its family declined.")
    const end = { noun: "classes", act: "archive", scope: "all", list: "state=declined" }
    for (const name of ["noun", "scope", "list"] as const)
      expect(html).toContain(`name="${name}" value="${end[name]}"`)
    const address = locationOf(await office.submit("/selections", end))
    const chosen = { lastDay: "2027-01-10", reason: "Declined" }
    const preview = await textOf(await office.submit(address, { intent: "preview", ...chosen }))
    expect(preview).not.toContain("Ends Jan 10")
    const task = locationOf(await office.submit(address, { intent: "confirm" }))
    const list = async () => await office.read("/classes/next-term")
    expect(await list()).not.toContain("has no student")
    await office.submit(task, { intent: "undo" })
    expect(await list()).toContain("1 private lesson has no student")
  })

  test("of many private lessons are ended in one act, however few are named", async () => {
    const [one] = asked()
    if (!one) throw new Error("A family is asked here")
    const declined = Array.from({ length: 30 }, (_, n) => {
      const id = addClassRow(family.school, { name: `Flute ${n}`, kind: "private" })
      addSessionRow(family.school, id, "2027-01-13")
      return { ...one, id: `declined-${n}`, classId: id, state: "declined" as const, answeredAt: testNow }
    })
    addRows(renewals, declined)
    const text = await office.read("/classes/next-term")
    expect(text).toContain("30 private lessons have no student: their families declined.")
    expect(text).toContain("and 5 more")
    expect(text).toContain("End 30 classes")
    const end = { noun: "classes", act: "archive", scope: "all", list: "state=declined" }
    const address = locationOf(await office.submit("/selections", end))
    const ending = await office.html(address)
    expect(ending).toContain("<h1>End classes")
    expect(ending).toMatch(/name="lastDay"[^>]*value="2027-01-12"/)
    const chosen = { lastDay: "2027-01-10", reason: "Declined" }
    await office.submit(address, { intent: "preview", ...chosen })
    const preview = await office.read(address)
    expect(preview).toContain("Flute 29")
    expect(preview).toContain("30 classes")
    expect(preview).not.toContain("Piano duet")
    // Of another school there are none.
    const others = await Browser.of(openSchool().userId)
    expect(locationOf(await others.submit("/selections", end))).not.toContain("/selections/")
  })

  test("belong to the family and its school", async () => {
    const other = openPayingFamily()
    const [one = ""] = asked().map(({ id }) => id)
    expect((await answer("decline", one, await Browser.of(other.guardian.userId))).status).toBe(404)
    const theirs = await Browser.of(other.school.userId ?? "")
    expect((await theirs.submit("/classes/next-term", { intent: "decline", renewal: one })).status).toBe(404)
    expect(inSpring()).toBe(2)
  })

  test("that are late are released by the office, and one that called is confirmed", async () => {
    const [one = ""] = asked().map(({ id }) => id)
    expect((await office.submit("/classes/next-term", { intent: "confirm", renewal: one })).status).toBe(303)
    fixClock(Date.parse("2026-12-11T15:00:00Z"))
    // Three weeks later they log in again.
    office = await Browser.of(family.school.userId ?? "")
    guardian = await Browser.of(family.guardian.userId)
    expect(await office.read("/classes/next-term")).toContain("1 family hasn’t answered in time.")
    expect((await office.submit("/classes/next-term", { intent: "release" })).status).toBe(303)
    expect(inSpring()).toBe(1)
    expect((await answer("decline", one)).status).toBe(409)
  })
})
