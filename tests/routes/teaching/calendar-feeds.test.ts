import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { findFeedSecret, renewFeed } from "~/models/exchange/calendar-feed/calendar-feed.server"
import type { Actor } from "~/models/foundation/access/actor"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, openOffice } from "../../support/app"
import { testNow } from "../../support/clock"
import { addClassRow, addEnrollmentRow, addScheduleRow, addStudentRow } from "../../support/lessons"
import { parseCalendar } from "../../support/parsed-calendar"
import { addMember } from "../../support/school"

let office: Browser
let school: Actor
let marcus: ReturnType<typeof addMember>
let secret: string

beforeAll(async () => {
  ;({ actor: school, browser: office } = await openOffice())
  marcus = addMember(school, "teacher", "Marcus Whitfield")
  const guitar = addClassRow(school, { name: "Guitar", teacherId: marcus.teacherId })
  addEnrollmentRow(school, guitar, addStudentRow(school, "Tomás", "O'Brien; Singh, Jr."))
  makeSessions(school, addScheduleRow(school, guitar, { startTime: "14:45", minutes: 45 }), "2026-12-18", {
    from: "2026-11-18",
  })
  const band = addClassRow(school, { name: "Band", kind: "group", capacity: 8, teacherId: marcus.teacherId })
  makeSessions(
    school,
    addScheduleRow(school, band, { rrule: "FREQ=WEEKLY;BYDAY=FR", startTime: "16:00" }),
    "2026-12-18",
    { from: "2026-11-18" },
  )
  renewFeed(marcus.actor)
  secret = findFeedSecret(marcus.actor) ?? ""
})
beforeEach(() => fixClock(testNow))

const eventsOf = async (search = "") =>
  parseCalendar(await new Browser().html(`/feeds/${secret}.ics${search}`))
const guitarOn = (date: string) => {
  const found = listSessionsOn(school, date, date).find(({ className }) => className === "Guitar")
  if (!found) throw new Error(`No guitar on ${date}`)
  return found
}

describe("a calendar feed, read back by another parser", () => {
  test("keeps names and instants, and each lesson has its own UID", async () => {
    const events = await eventsOf()
    expect(events.length).toBeGreaterThan(8)
    expect(new Set(events.map(({ UID }) => UID)).size).toBe(events.length)
    const first = events.find(({ UID }) => UID?.startsWith(guitarOn("2026-11-18").id))
    expect(first).toMatchObject({
      SUMMARY: "Tomás O'Brien; Singh, Jr.",
      DTSTART: "20261118T194500Z",
      DTEND: "20261118T203000Z",
      STATUS: "CONFIRMED",
      SEQUENCE: "0",
    })
  })

  test("a moved and a canceled lesson keep their UID and count up, with the link to join", async () => {
    const lesson = guitarOn("2026-12-02")
    const pathOf = `/classes/sessions/${lesson.id}/edit`
    const sequence = async () => {
      const event = (await eventsOf()).find(({ UID }) => UID?.startsWith(lesson.id))
      return {
        sequence: Number(event?.SEQUENCE),
        status: event?.STATUS,
        start: event?.DTSTART,
        url: event?.URL,
      }
    }
    const before = await sequence()
    const wrong = await office.submit(pathOf, { command: "link", onlineLink: "javascript:alert(1)" })
    await expect(wrong).toAnswer(400, "Enter a full web address")
    await office.submit(pathOf, { command: "link", onlineLink: "https://meet.example.com/guitar" })
    const page = async () => office.html(`/classes/sessions/${lesson.id}`)
    expect(await page()).toContain('href="https://meet.example.com/guitar"')
    await office.submit(pathOf, {
      command: "move",
      date: "2026-12-03",
      startTime: "15:00",
      minutes: "45",
      teacherId: marcus.teacherId,
      roomId: "",
    })
    const moved = await sequence()
    expect(moved.start).toBe("20261203T200000Z")
    expect(moved.url).toBe("https://meet.example.com/guitar")
    expect(moved.sequence).toBeGreaterThan(before.sequence)
    await office.submit(pathOf, { command: "cancel", reason: "Marcus is ill" })
    const cancelled = await sequence()
    expect(cancelled.status).toBe("CANCELLED")
    expect(cancelled.sequence).toBeGreaterThan(moved.sequence)
    const shown = await eventsOf("?canceled=hide")
    expect(shown.some(({ UID }) => UID?.startsWith(lesson.id))).toBe(false)
    expect(await page()).not.toContain("meet.example.com")
  })

  test("can show one-to-one lessons or groups only, and ignores what it doesn't know", async () => {
    const titles = async (search: string) => new Set((await eventsOf(search)).map(({ SUMMARY }) => SUMMARY))
    expect(await titles("?lessons=groups")).toEqual(new Set(["Band"]))
    expect(await titles("?lessons=private")).not.toContain("Band")
    expect((await eventsOf("?lessons=all&student=unknown")).length).toBe((await eventsOf()).length)
  })
})
