import { swapOffers, swapRequests } from "db/schema/attendance-swaps"
import { emails } from "db/schema/foundation-mail"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import { endStaleSwaps } from "~/models/attendance/swap/swap-rules.server"
import { noteBounce } from "~/models/foundation/outbox/bounce.server"
import { cancelSession } from "~/models/teaching/session/cancel-session.server"
import { addSession, moveSession } from "~/models/teaching/session/move-session.server"
import { findSession } from "~/models/teaching/session/session-list.server"
import { fixClock, now } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { childSignedIn, openPayingFamily, signedIn } from "../../support/family"
import { addClassRow, addEnrollmentRow, addRoomRow } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

// Otis Haddad has piano with Beatriz on Wednesday, November 25 at 4 in Studio 1, Ines Moreau on Thursday at 5 in Studio 2.
// Today is Wednesday, November 18.

const hour = 3_600_000
let opened: ReturnType<typeof openLessons>
let [haddad, moreau, office] = [] as unknown as [Browser, Browser, Browser]
let count = 0

function openLessons() {
  count += 1
  const { school, studentIds, guardian } = openPayingFamily()
  const [otis = ""] = studentIds
  const beatriz = addMember(school, "teacher", "Beatriz Alvarez")
  const other = openFamily(school, {
    name: "Moreau",
    adults: [{ name: "Celine Moreau", email: `celine${count}@moreau.example`, payerShare: 10_000 }],
    children: ["Ines"],
  })
  const [ines = ""] = other.studentIds
  const lesson = (studentId: string, name: string, date: string, startTime: string, room: string) => {
    const classId = addClassRow(school, {
      name: `${name}, piano`,
      instrument: "Piano",
      teacherId: beatriz.teacherId,
    })
    addEnrollmentRow(school, classId, studentId)
    const roomId = addRoomRow(school, room)
    const added = addSession(school, { classId, date, startTime, minutes: 30, roomId })
    if (!added.ok) throw new Error(added.reason)
    return { classId, sessionId: added.sessionId, roomId }
  }
  return {
    school,
    beatriz,
    otis,
    ines,
    guardian,
    celine: signedIn(school, "guardian", other.guardianIds[0] ?? ""),
    his: lesson(otis, "Otis Haddad", "2026-11-25", "16:00", "Studio 1"),
    hers: lesson(ines, "Ines Moreau", "2026-11-26", "17:00", "Studio 2"),
  }
}

beforeEach(async () => {
  opened = openLessons()
  haddad = await Browser.of(opened.guardian.userId)
  moreau = await Browser.of(opened.celine.userId)
  office = await Browser.of(opened.school.userId ?? "")
})

const page = "/student/schedule/swaps"
const setRule = (rule: string) => office.submit("/settings/policies?edit=swaps", { intent: "rules", rule })
const offer = (fields: Record<string, string> = {}) =>
  haddad.submit(page, { intent: "offer", lesson: opened.his.sessionId, ...fields })
const findOffer = () => rowsOf(swapOffers, { schoolId: opened.school.school.id }).at(-1)
const findRequest = () => rowsOf(swapRequests, { schoolId: opened.school.school.id }).at(-1)
const ask = (lesson = opened.hers.sessionId) =>
  moreau.submit(page, { intent: "ask", offer: findOffer()?.id ?? "", lesson })
const answer = (intent: string) => haddad.submit(page, { intent, request: findRequest()?.id ?? "" })
const decide = (intent: string) => office.submit("/attendance/swaps", { intent, swap: findOffer()?.id ?? "" })
const slot = (sessionId: string) => {
  const session = findSession(opened.school, sessionId)
  return (
    session && [session.localDate, session.startTime, session.roomName, session.students.map(({ id }) => id)]
  )
}
const places = () => [slot(opened.his.sessionId), slot(opened.hers.sessionId)]
const mails = () =>
  rowsOf(
    emails,
    { schoolId: opened.school.school.id, template: "lesson-swap" },
    { only: ["recipient", "data"] },
  )

const [before, after] = [
  () => [
    ["2026-11-25", "16:00", "Studio 1", [opened.otis]],
    ["2026-11-26", "17:00", "Studio 2", [opened.ines]],
  ],
  () => [
    ["2026-11-26", "17:00", "Studio 2", [opened.otis]],
    ["2026-11-25", "16:00", "Studio 1", [opened.ines]],
  ],
]

test("an offer reads as gone while its lesson has an absence, and comes back with the student", async () => {
  await setRule("families")
  await offer()
  const say = (intent: string) =>
    haddad.submit(`/student/schedule/${opened.his.sessionId}`, { child: opened.otis, intent })
  await say("cannot")
  for (const shown of [await haddad.visit(page), await office.visit("/attendance/swaps")])
    expect(await textOf(shown)).toContain("Absence reported, not offered")
  await say("comes")
  const text = await haddad.read(page)
  expect(text).not.toContain("not offered")
  expect(text).toContain("Offered")
  expect(await office.read("/attendance/swaps")).not.toContain("not offered")
})

test("is off until the school turns it on, and a wrong rule is refused", async () => {
  expect(await haddad.read(page)).toContain("Your school doesn’t offer lesson swaps.")
  await expect(offer()).toAnswer(409)
  expect((await setRule("everyone")).status).toBe(400)
  expect((await setRule("families")).status).toBe(303)
  expect(await office.read("/attendance/swaps")).toContain("No lessons offered yet.")
  expect(await haddad.read("/student/schedule")).toContain("Swap a lesson time with another family")
})

test("two families swap without learning who the other is, and each lesson keeps its student and class", async () => {
  await setRule("families")
  expect((await offer()).status).toBe(303)
  expect(await moreau.read("/student/schedule")).toContain(
    "Other families offer lesson times that fit yours.",
  )
  const seen = await moreau.html(page)
  expect(seen).toContain("Wed, Nov 25, 4:00 PM")
  expect((await ask()).status).toBe(303)
  expect(mails().map(({ recipient }) => recipient)).toEqual([expect.stringContaining("haddad")])
  const asked = await haddad.html(page)
  expect(asked).toContain("Thu, Nov 26, 5:00 PM")
  expect(asked.indexOf("Lessons you offered")).toBeLessThan(asked.indexOf("Times offered by other families"))
  expect(await haddad.read("/student/dashboard")).toContain(
    "Another family asks to swap a lesson time with you. Accept or decline",
  )
  expect((await answer("accept")).status).toBe(303)
  expect(places()).toEqual(after())
  const done = await moreau.html(page)
  for (const html of [
    seen,
    done,
    JSON.stringify(mails().filter(({ recipient }) => /moreau/.test(recipient))),
  ])
    for (const secret of ["Otis", "Haddad", opened.otis, opened.his.sessionId, opened.his.classId])
      expect(html).not.toContain(secret)
  for (const html of [asked, JSON.stringify(mails().filter(({ recipient }) => /haddad/.test(recipient)))])
    for (const secret of ["Ines", "Moreau", opened.ines, opened.hers.sessionId, opened.hers.classId])
      expect(html).not.toContain(secret)
  // One email each, and no one is asked whether the new time works.
  const told = mails().filter(({ data }) => JSON.stringify(data).includes("done"))
  expect(told).toHaveLength(3)
  expect(await haddad.read("/student/schedule")).not.toContain("Confirm or decline")
  expect(await office.read("/attendance/swaps")).toContain("Ines Moreau")
})

test("a time the family named is swapped at once; the office undoes it as one", async () => {
  await setRule("families")
  await offer({ days: "4", from: "16:00", to: "18:00" })
  expect((await ask()).status).toBe(303)
  expect(places()).toEqual(after())
  const toast = await moreau.read(page)
  expect(toast).toContain("Swapped")
  const stranger = await Browser.of(openSchool({ name: "Crescendo" }).userId)
  for (const intent of ["approve", "refuse", "undo"]) {
    const act = { intent, swap: findOffer()?.id ?? "" }
    expect((await stranger.submit("/attendance/swaps", act)).status, intent).toBe(404)
  }
  expect((await decide("undo")).status).toBe(303)
  expect(places()).toEqual(before())
  expect((await decide("undo")).status).toBe(409)
  expect(places()).toEqual(before())
})

test("the office approves or doesn’t, and the dashboard says what waits", async () => {
  await setRule("office")
  await offer()
  await ask()
  expect((await answer("accept")).status).toBe(303)
  expect(places()).toEqual(before())
  expect(await office.read("/dashboard")).toContain("1 lesson swap to approve")
  expect((await decide("refuse")).status).toBe(303)
  const shown = await textOf(await office.visit("/attendance/swaps"))
  expect(shown).toContain("Swap not approved. Both lessons stay. The families get an email.")
  expect(places()).toEqual(before())
  await offer()
  await ask()
  await answer("accept")
  await expect(
    haddad.submit("/attendance/swaps", { intent: "approve", swap: findOffer()?.id ?? "" }),
  ).toAnswer(302)
  const celine = mails().find(({ recipient }) => recipient.includes("celine"))?.recipient ?? ""
  noteBounce({ id: "none", recipient: celine }, { kind: "bounced", reason: "Full" })
  expect((await decide("approve")).status).toBe(303)
  const told = await textOf(await office.visit("/attendance/swaps"))
  expect(told).toContain("Emails to Celine Moreau come back, so this person isn’t emailed.")
  expect(told).not.toContain("Both families and the teacher get an email")
  expect(places()).toEqual(after())
})

test("declined with an absence reported since, both families are told, and both read why it ended", async () => {
  await setRule("office")
  await offer()
  await ask()
  await answer("accept")
  recordNotice(opened.school, opened.hers.sessionId, opened.ines, { at: now(), text: null })
  const refused = await decide("approve")
  await expect(refused).toAnswer(409, "One of the two lessons was changed or has an absence")
  expect(await textOf(await office.visit("/attendance/swaps"))).toContain(
    "Waiting for approval, absence reported",
  )
  expect((await decide("refuse")).status).toBe(303)
  const told = mails().filter(({ data }) => JSON.stringify(data).includes("refused"))
  expect(told.map(({ recipient }) => recipient).sort()).toEqual([
    expect.stringContaining("haddad"),
    expect.stringContaining("celine"),
  ])
  for (const shown of [await haddad.visit(page), await moreau.visit(page)]) {
    const text = await textOf(shown)
    expect(text).toContain("Not approved by the school")
    expect(text).not.toContain("Expired")
  }
})

test("who asked for a time that someone else gets, that is withdrawn or runs out is told once", async () => {
  await setRule("families")
  const endings = [
    async () => decide("refuse"),
    async () => haddad.submit(page, { intent: "withdraw-offer", offer: findOffer()?.id ?? "" }),
    async () => cancelSession(opened.school, opened.his.sessionId, "Ill"),
    async () => fixClock(findOffer()?.startsAt ?? 0),
  ]
  for (const [index, end] of endings.entries()) {
    opened = openLessons()
    haddad = await Browser.of(opened.guardian.userId)
    moreau = await Browser.of(opened.celine.userId)
    office = await Browser.of(opened.school.userId ?? "")
    await setRule(index === 0 ? "office" : "families")
    await offer()
    await ask()
    if (index === 0) {
      const { ines } = opened
      const other = { intent: "ask", offer: findOffer()?.id ?? "", lesson: another(ines) }
      expect((await moreau.submit(page, other)).status).toBe(303)
      expect((await answer("accept")).status).toBe(303)
    }
    await end()
    endStaleSwaps(opened.school)
    endStaleSwaps(opened.school)
    const told = mails().filter(({ data }) => JSON.stringify(data).includes("ended"))
    expect(told.map(({ recipient }) => recipient)).toEqual([expect.stringContaining("celine")])
  }
})

/** Another lesson with the same teacher. */
function another(studentId: string): string {
  const { school, beatriz } = opened
  const classId = addClassRow(school, {
    name: "Ines, flute",
    instrument: "Flute",
    teacherId: beatriz.teacherId,
  })
  addEnrollmentRow(school, classId, studentId)
  const added = addSession(school, { classId, date: "2026-11-27", startTime: "10:00", minutes: 30 })
  return added.ok ? added.sessionId : ""
}

test("siblings swap at once, or when the school approves, and strangers’ lessons never", async () => {
  const { school, beatriz } = opened
  const family = openFamily(school, {
    name: "Singh",
    adults: [{ name: "Anika Singh", email: `anika${count}@singh.example`, payerShare: 10_000 }],
    children: ["Milo", "Tara"],
  })
  const [milo = "", tara = ""] = family.studentIds
  const anika = await Browser.of(signedIn(school, "guardian", family.guardianIds[0] ?? "").userId)
  const lesson = (studentId: string, name: string, startTime: string) => {
    const classId = addClassRow(school, {
      name,
      instrument: "Piano",
      teacherId: beatriz.teacherId,
    })
    addEnrollmentRow(school, classId, studentId)
    const added = addSession(school, { classId, date: "2026-11-27", startTime, minutes: 30 })
    return added.ok ? added.sessionId : ""
  }
  const [his, hers] = [lesson(milo, "Milo Singh, piano", "15:00"), lesson(tara, "Tara Singh, piano", "16:00")]
  const times = () => [his, hers].map((id) => slot(id)?.[1])
  const swap = (one = his, other = hers) =>
    anika.submit(page, { intent: "siblings", pair: `${one} ${other}` })
  expect((await swap()).status).toBe(409)
  await setRule("families")
  expect(await anika.read(page)).toContain("Swap between your children")
  expect((await swap(his, his)).status).toBe(409)
  expect((await swap(his, opened.hers.sessionId)).status).toBe(409)
  expect((await anika.submit(page, { intent: "siblings", pair: "x" })).status).toBe(400)
  expect(times()).toEqual(["15:00", "16:00"])
  expect((await swap()).status).toBe(303)
  expect(times()).toEqual(["16:00", "15:00"])
  await setRule("office")
  expect((await swap()).status).toBe(303)
  expect(times()).toEqual(["16:00", "15:00"])
  expect((await decide("approve")).status).toBe(303)
  expect(times()).toEqual(["15:00", "16:00"])
  // Taken back, it isn't offered to strangers, whom no one in the family meant.
  expect((await swap()).status).toBe(303)
  const request = findRequest()?.id ?? ""
  expect((await anika.submit(page, { intent: "withdraw-request", request })).status).toBe(303)
  expect(findOffer()?.state).toBe("withdrawn")
  expect((await swap()).status).toBe(303)
  expect(cancelSession(school, hers, "Ill").ok).toBe(true)
  endStaleSwaps(school)
  expect(findOffer()?.state).toBe("over")
})

test("a time weeks away is asked for, though the family named it, and one beyond reach isn’t offered", async () => {
  await setRule("families")
  await offer({ days: "4", from: "16:00", to: "18:00" })
  const move = (date: string) =>
    moveSession(opened.school, opened.hers.sessionId, {
      date,
      startTime: "17:00",
      teacherId: opened.beatriz.teacherId ?? null,
      roomId: null,
    })
  expect(move("2027-03-04").ok).toBe(true)
  expect((await ask()).status).toBe(409)
  expect(move("2026-12-17").ok).toBe(true)
  expect((await ask()).status).toBe(303)
  expect(findRequest()?.state).toBe("asked")
  expect(slot(opened.his.sessionId)).toEqual(before()[0])
})

test("declined or withdrawn, both lessons stay", async () => {
  await setRule("families")
  await offer()
  expect((await offer()).status).toBe(409)
  await ask()
  expect((await ask()).status).toBe(409)
  expect((await answer("decline")).status).toBe(303)
  expect((await answer("accept")).status).toBe(409)
  await ask()
  const request = findRequest()?.id ?? ""
  expect((await haddad.submit(page, { intent: "withdraw-request", request })).status).toBe(404)
  expect((await moreau.submit(page, { intent: "accept", request })).status).toBe(404)
  expect((await moreau.submit(page, { intent: "withdraw-request", request })).status).toBe(303)
  await ask()
  await expect(haddad.submit(page, { intent: "withdraw-offer", offer: findOffer()?.id ?? "" })).toAnswer(303)
  expect((await answer("accept")).status).toBe(409)
  expect(places()).toEqual(before())
})

test("a lesson that was canceled, moved or given up meanwhile, or has attendance, isn’t swapped", async () => {
  await setRule("families")
  for (const change of [
    () => cancelSession(opened.school, opened.hers.sessionId, "Ill"),
    () =>
      moveSession(opened.school, opened.his.sessionId, {
        date: "2026-11-27",
        startTime: "10:00",
        teacherId: opened.beatriz.teacherId ?? null,
        roomId: null,
      }),
    () => recordNotice(opened.school, opened.hers.sessionId, opened.ines, { at: now(), text: null }),
    () => takenAt("17:00", "2026-11-26"),
    () => ({ ok: attendanceTaken(opened.hers.sessionId) }),
    () => ({ ok: attendanceTaken(opened.his.sessionId) }),
  ]) {
    opened = openLessons()
    haddad = await Browser.of(opened.guardian.userId)
    moreau = await Browser.of(opened.celine.userId)
    office = await Browser.of(opened.school.userId ?? "")
    await setRule("families")
    await offer()
    await ask()
    expect(change()).toMatchObject({ ok: true })
    const stays = places()
    await expect(answer("accept")).toAnswer(409)
    expect(places()).toEqual(stays)
  }
})

const attendanceTaken = (sessionId: string) =>
  changeRows(sessions, { id: sessionId }, { registerTakenAt: now() }).changes === 1

/** Otis gets another lesson at that time, with another teacher. */
function takenAt(startTime: string, date: string) {
  const classId = addClassRow(opened.school, { name: "Theory", kind: "group", capacity: 8 })
  addEnrollmentRow(opened.school, classId, opened.otis)
  return addSession(opened.school, { classId, date, startTime, minutes: 30 })
}

test("runs out with the notice period, and a lesson too near can’t be offered", async () => {
  await setRule("families")
  await offer()
  await ask()
  const starts = findSession(opened.school, opened.his.sessionId)?.startsAt ?? 0
  fixClock(starts - 23 * hour)
  haddad = await Browser.of(opened.guardian.userId)
  expect((await answer("accept")).status).toBe(409)
  expect(endStaleSwaps(opened.school)).toBe(1)
  expect(endStaleSwaps(opened.school)).toBe(0)
  expect(findOffer()?.state).toBe("over")
  await expect(offer()).toAnswer(409, "until 24 hours before")
})

test("another length, an incomplete window and a child’s own login are refused", async () => {
  await setRule("families")
  await expect(offer({ days: "4", from: "16:00" })).toAnswer(400, "Enter until when.")
  const child = await Browser.of(childSignedIn(opened.school, opened.otis))
  expect((await child.submit(page, { intent: "offer", lesson: opened.his.sessionId })).status).toBe(302)
  await offer()
  changeRows(sessions, { id: opened.hers.sessionId }, { minutes: 45 })
  expect((await ask()).status).toBe(409)
  expect((await ask(opened.his.sessionId)).status).toBe(409)
  const stranger = await Browser.of(openPayingFamily().guardian.userId)
  const elsewhere = { intent: "ask", offer: findOffer()?.id ?? "", lesson: opened.hers.sessionId }
  expect((await stranger.submit(page, elsewhere)).status).toBe(404)
})
