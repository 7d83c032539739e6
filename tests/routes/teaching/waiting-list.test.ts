import { emails } from "db/schema/foundation-mail"
import { guardians, students } from "db/schema/people"
import { enrollments, waitingSpots } from "db/schema/teaching"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { dropStudent } from "~/models/teaching/class/leave-class.server"
import { requireAge } from "~/models/teaching/prerequisite/prerequisite.server"
import { changeStatus } from "~/models/teaching/student-status/change-status.server"
import {
  offerFreeSpots,
  offersFreeSpots,
  passOnOffers,
  setOffersFreeSpots,
} from "~/models/teaching/waiting-list/offer-spot.server"
import { Browser, rowCount, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { childSignedIn, openPayingFamily } from "../../support/family"
import { openClass } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// A guitar club of one place, which Wren has; Otis waits for it.

let family: ReturnType<typeof openPayingFamily>
let office: Browser
let club: ReturnType<typeof openClass>
let otis: string
let at: string

beforeEach(async () => {
  family = openPayingFamily()
  office = await Browser.of(family.school.userId ?? "")
  club = openClass(family.school, {
    class: { name: "Guitar club", capacity: 1 },
    pupils: ["Wren Adeyemi"],
  })
  otis = family.studentIds[0] ?? ""
  at = `/classes/${club.classId}/waiting-list`
})

const join = () => office.submit(at, { intent: "join", students: otis })
const place = () => rowOf(waitingSpots, { studentId: otis })
const free = () =>
  dropStudent(family.school, club.classId, club.enrollmentIds[0] ?? "", {
    lastDay: "2026-11-17",
    reason: "Moved away",
  })
const offer = (days = "3") => office.submit(at, { intent: "offer", waitingId: place()?.id ?? "", days })
const isIn = () => rowsOf(enrollments, { classId: club.classId, studentId: otis, endsOn: null }).length === 1

describe("the waiting list of a class", () => {
  test("is joined from a search, and a free place is offered, which the family takes", async () => {
    expect(await office.read(at)).toContain("No one is waiting.")
    expect(await office.read(`/classes/${club.classId}/students`)).toContain(
      "Add students to the waiting list",
    )
    const found = await office.submit(at, { intent: "find", search: "Otis" })
    expect(await textOf(found)).toContain("Otis Haddad")
    expect((await office.submit(at, { intent: "join" })).status).toBe(400)
    expect((await join()).headers.get("Location")).toBe(at)
    await expect(join()).toAnswer(409, "Already on this waiting list.")
    await expect(offer()).toAnswer(409, "There’s no free spot to offer.")
    free()
    for (const days of ["0", "22", "x", "<b>"]) expect((await offer(days)).status).toBe(400)
    expect((await offer()).status).toBe(303)
    expect(await office.read(at)).toContain("Spot offered until Nov 21, 2026, 3:10 PM")

    const guardian = await Browser.of(family.guardian.userId)
    expect(await guardian.read("/student/dashboard")).toContain("A spot in Guitar club is on hold for Otis.")
    const page = await guardian.read("/student/places")
    expect(page).toContain("Otis: Guitar club")
    expect(page).toContain("A spot is on hold until Nov 21, 2026, 3:10 PM.")
    const take = { intent: "accept", place: place()?.id ?? "" }
    const changed = await guardian.submit("/student/places", { ...take, shown: "Thu 10:00 AM, weekly" })
    await expect(changed).toAnswer(409, "The school changed this offer since you opened the page.")
    expect(isIn()).toBe(false)
    expect((await guardian.submit("/student/places", take)).headers.get("Location")).toBe("/student/places")
    expect(isIn()).toBe(true)
    expect((await guardian.submit("/student/places", take)).status).toBe(409)
  })

  test("is answered by the office too, and a declined spot is off the list", async () => {
    await join()
    free()
    await offer()
    const answer = (intent: string) => office.submit(at, { intent, waitingId: place()?.id ?? "" })
    expect((await answer("decline")).status).toBe(303)
    expect(place()?.state).toBe("declined")
    expect((await answer("accept")).status).toBe(404)
    expect(isIn()).toBe(false)
  })

  test("asks for a reason where the class requires more by now, and tells the family why", async () => {
    await join()
    free()
    await offer()
    const waitingId = place()?.id ?? ""
    requireAge(family.school, club.classId, 30)
    changeRows(students, { id: otis }, { birthDate: "2015-03-01" })
    const guardian = await Browser.of(family.guardian.userId)
    const refused = await guardian.submit("/student/places", { intent: "accept", place: waitingId })
    await expect(refused).toAnswer(
      409,
      "Is 11, and the class is for age 30 or older. Contact the school about this spot.",
    )
    const accept = (prerequisiteReason?: string) =>
      office.submit(at, {
        intent: "accept",
        waitingId,
        ...(prerequisiteReason ? { prerequisiteReason } : {}),
      })
    const asked = await accept()
    const shown = await asked.text()
    expect(asked.status).toBe(409)
    expect(shown).toContain("Is 11, and the class is for age 30 or older. Enter a reason to enroll anyway.")
    expect(shown).toContain("Reason to enroll without a prerequisite")
    const short = await accept("ok")
    expect([short.status, await short.text()]).toEqual([400, expect.stringContaining('value="ok"')])
    expect(isIn()).toBe(false)
    expect((await accept("An old hand")).status).toBe(303)
    expect(isIn()).toBe(true)
  })

  test("finds a former student, who takes a spot from a later day and is active again then", async () => {
    changeStatus(family.school, otis, { step: "end", reason: "Moved away" })
    const found = await office.submit(at, { intent: "find", search: "Otis" })
    expect(await textOf(found)).toContain("left on Nov 18, 2026")
    await join()
    free()
    await offer()
    expect(await office.read(at)).toContain("Otis Haddad left on Nov 18, 2026")
    const accept = (startsOn: string) =>
      office.submit(at, { intent: "accept", waitingId: place()?.id ?? "", startsOn })
    await expect(accept("2026-11-17")).toAnswer(409, "Choose today or a later first day.")
    const wrong = await accept("2026-02-30")
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('aria-invalid="true"')])
    expect(isIn()).toBe(false)
    expect((await accept("2027-01-04")).status).toBe(303)
    expect(await office.read(at)).toContain("Otis Haddad is enrolled, starting Jan 4, 2027.")
    expect(isIn()).toBe(true)
    expect(await office.read(`/students/${otis}`)).toContain("Otis Haddad comes back on Jan 4, 2027.")
  })

  test("makes the first offer by itself once the school wants it", async () => {
    await join()
    expect(await office.read(at)).toContain("Off: you offer a free spot")
    expect((await office.submit(at, { intent: "automatic", automatic: "on" })).status).toBe(303)
    expect(await office.read(at)).toContain("On, for all waiting lists")
    free()
    expect(offerFreeSpots(family.school)).toBe(1)
    expect(place()?.state).toBe("offered")
    const guardian = await Browser.of(family.guardian.userId)
    await expect(guardian.submit("/student/places", { intent: "accept", place: place()?.id ?? "" })).toAnswer(
      303,
    )
    expect(isIn()).toBe(true)
    expect((await office.submit(at, { intent: "automatic", automatic: "off" })).status).toBe(303)
    expect(offersFreeSpots(family.school)).toBe(false)
  })

  test("names a family that automatic offers skip, with whom to call", async () => {
    await join()
    expect(await office.read(at)).not.toContain("No working email.")
    const facts = { email: null, phone: "(555) 010-4477" }
    changeRows(guardians, { schoolId: family.school.school.id }, facts)
    changeRows(students, { id: otis }, { email: null })
    const skipped = await office.read(at)
    expect(skipped).toContain("No working email. Automatic offers skip this family. Call ")
    const onDashboard = async () =>
      (await office.read("/dashboard")).includes(
        "Guitar club, waiting list automatic offers skip Otis Haddad, as no working email reaches the family",
      )
    expect(await onDashboard()).toBe(true)
    changeRows(students, { id: otis }, { email: "otis@haddad.example" })
    expect(await onDashboard()).toBe(false)
    changeRows(students, { id: otis }, { email: null })
    await office.submit(at, { intent: "automatic", automatic: "on" })
    free()
    expect(offerFreeSpots(family.school)).toBe(0)
    expect((await offer()).status).toBe(303)
    expect(await office.read(at)).toContain("Call the family about this offer.")
    expect(await onDashboard()).toBe(false)
  })

  test("says what a student lacks, whom automatic offers skip for it and who can accept then", async () => {
    await join()
    requireAge(family.school, club.classId, 30)
    changeRows(students, { id: otis }, { birthDate: "2015-03-01" })
    const lack = "Is 11, and the class is for age 30 or older."
    expect(await office.read(at)).toContain(`${lack} Automatic offers skip this student.`)
    free()
    expect(await office.read(at)).toContain("If you offer a spot, only you can accept it, with a reason.")
    await expect(offer()).toAnswer(303)
    expect(await office.read(at)).toContain(
      `${lack} The family can’t accept this spot. Accept it here with a reason.`,
    )
  })

  test("says that a student who asked for another time is skipped, until the office clears that", async () => {
    await join()
    free()
    await offer()
    const row = eq(waitingSpots.studentId, otis)
    changeRows(waitingSpots, row, { wish: "Only Mondays", offerUntil: testNow })
    expect(passOnOffers(family.school)).toBe(1)
    const told = rowsOf(emails, { template: "offer-answered" })
    const [letter] = told.filter(({ schoolId }) => schoolId === family.school.school.id)
    if (!letter) throw new Error("No letter")
    const { text } = await composeMail({ ...letter, leaseUntil: null })
    expect(text).toContain("The family of Otis Haddad asked for another time, and your offer has ended.")
    expect(text).not.toContain("didn’t answer")
    const skips =
      "Asked for another time: Only Mondays Automatic offers skip this student until you clear the request."
    expect(await office.read(at)).toContain(skips)
    setOffersFreeSpots(family.school, true)
    expect(offerFreeSpots(family.school)).toBe(0)
    const clear = { intent: "clear-wish", waitingId: place()?.id ?? "" }
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    expect((await stranger.submit(at, clear)).status).toBe(404)
    for (const _ of [1, 2]) expect((await office.submit(at, clear)).status).toBe(303)
    const cleared = await office.read(at)
    expect(cleared).toContain("Request of Otis Haddad for another time cleared.")
    expect(cleared).not.toContain("Only Mondays")
    expect(offerFreeSpots(family.school)).toBe(1)
  })

  test("is closed to others: another school, another family, a child, a teacher", async () => {
    await join()
    free()
    await offer()
    const waitingId = place()?.id ?? ""
    const before = [rowCount("enrollments"), JSON.stringify(place())]
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    expect((await stranger.visit(at)).status).toBe(404)
    expect((await stranger.submit(at, { intent: "accept", waitingId })).status).toBe(404)
    const other = openPayingFamily()
    const theirs = await Browser.of(other.guardian.userId)
    expect((await theirs.submit("/student/places", { intent: "accept", place: waitingId })).status).toBe(404)
    const teacher = await Browser.of(addMember(family.school, "teacher", "Theo Petrović").userId)
    expect((await teacher.visit(at)).headers.get("Location")).toBe("/dashboard/teacher")
    const guardian = await Browser.of(family.guardian.userId)
    expect((await guardian.submit("/student/places", { intent: "sell", place: waitingId })).status).toBe(404)
    const child = await Browser.of(childSignedIn(family.school, otis))
    expect([302, 404, 409]).toContain(
      (await child.submit("/student/places", { intent: "accept", place: waitingId })).status,
    )
    expect([rowCount("enrollments"), JSON.stringify(place())].slice(1)).toEqual(before.slice(1))
    expect(isIn()).toBe(false)
  })
})
