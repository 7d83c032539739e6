import { sqlite } from "db/client.server"
import { beforeEach, expect, test } from "vitest"
import { findFeedSecret, renewFeed } from "~/models/exchange/calendar-feed/calendar-feed.server"
import type { Actor } from "~/models/foundation/access/actor"
import { cancelSession } from "~/models/teaching/session/cancel-session.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { moveSession } from "~/models/teaching/session/move-session.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { addClassRow, addEnrollmentRow, addScheduleRow, addStudentRow } from "../../support/lessons"
import { type ParsedEvent, parseCalendar } from "../../support/parsed-calendar"
import { addMember, openSchool } from "../../support/school"

// A school in Berlin, where clocks go back in the night to October 25, 2026, and forward in the night to March 28, 2027. Lessons
// keep their time of day; what the calendar says is compared with the rows themselves.

let school: Actor
let secret: string
let teacherId: string

beforeEach(() => {
  fixClock(Date.parse("2026-10-14T08:00:00Z"))
  const opened = openSchool({ name: "Musikschule Prenzlauer Berg; Süd, „Käthe“", timeZone: "Europe/Berlin" })
  school = opened.actor
  const marcus = addMember(school, "teacher", "Jörg Weiß")
  teacherId = marcus.teacherId
  renewFeed(marcus.actor)
  secret = findFeedSecret(marcus.actor) ?? ""
})

type Row = { id: string; date: string; time: string; minutes: number; state: string; revision: number }
const rows = () =>
  sqlite()
    .prepare<[string], Row>(
      `select id, local_date as date, start_time as time, minutes, state, revision from sessions
        where school_id = ? order by starts_at`,
    )
    .all(school.school.id)

async function read(): Promise<ParsedEvent[]> {
  const answer = await new Browser().visit(`/feeds/${secret}.ics`)
  expect(answer.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8")
  return parseCalendar(await answer.text())
}

const utc = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
const instantOf = (text = "") => Date.parse(text.replace(utc, "$1-$2-$3T$4:$5:$6Z"))
/** "2026-10-28 16:00" of an instant, by the platform's own tables. */
const inBerlin = (text: string | undefined) =>
  new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Berlin",
    dateStyle: "short",
    timeStyle: "short",
  }).format(instantOf(text))

const expectAsStored = (events: ParsedEvent[], stored: Row[]) => {
  expect(events.map(({ UID }) => UID).sort()).toEqual(stored.map(({ id }) => `${id}@tutti`).sort())
  for (const { id, date, time, minutes, state, revision } of stored) {
    const event = events.find(({ UID }) => UID === `${id}@tutti`)
    expect(inBerlin(event?.DTSTART)).toBe(`${date} ${time}`)
    expect(instantOf(event?.DTEND) - instantOf(event?.DTSTART)).toBe(minutes * 60_000)
    expect([event?.STATUS, event?.SEQUENCE]).toEqual([
      state === "cancelled" ? "CANCELLED" : "CONFIRMED",
      String(revision),
    ])
  }
}

test("lessons keep their time of day across both changes, and so do moved and canceled ones", async () => {
  const guitar = addClassRow(school, { name: "Gitarre", teacherId })
  addEnrollmentRow(school, guitar, addStudentRow(school, "Zoë", "Größmann, Müller"))
  const weekly = addScheduleRow(school, guitar, { startTime: "16:00", minutes: 45, startsOn: "2026-10-01" })
  makeSessions(school, weekly, "2027-04-30", { from: "2026-10-14" })
  const on = (date: string) => rows().find((row) => row.date === date)?.id ?? ""
  const slot = { startTime: "09:30", minutes: 60, teacherId, roomId: null }
  expect(moveSession(school, on("2026-10-21"), { ...slot, date: "2026-10-27" }).ok).toBe(true)
  expect(moveSession(school, on("2026-11-04"), { ...slot, date: "2026-10-23" }).ok).toBe(true)
  expect(cancelSession(school, on("2026-10-28"), "Krank; bitte\nNotiz, danke").ok).toBe(true)

  const within = (from: string, to: string) => rows().filter(({ date }) => from <= date && date <= to)
  const autumn = await read()
  expect(autumn.length).toBeGreaterThan(14)
  expectAsStored(autumn, within("2026-09-16", "2027-02-11"))
  const starts = autumn.map(({ DTSTART }) => DTSTART)
  expect(starts).toEqual(
    expect.arrayContaining(["20261014T140000Z", "20261027T083000Z", "20261023T073000Z", "20261111T150000Z"]),
  )
  const canceled = autumn.find(({ STATUS }) => STATUS === "CANCELLED")
  expect(canceled?.SUMMARY).toBe("Canceled: Zoë Größmann, Müller")
  expect(canceled?.DESCRIPTION).toContain("Krank; bitte\nNotiz, danke")
  expect(canceled?.LOCATION).toBe("Musikschule Prenzlauer Berg; Süd, „Käthe“")

  fixClock(Date.parse("2027-03-10T08:00:00Z"))
  const spring = await read()
  expectAsStored(spring, within("2027-02-10", "2027-07-08"))
  expect(spring.map(({ DTSTART }) => DTSTART)).toEqual(
    expect.arrayContaining(["20270324T150000Z", "20270331T140000Z"]),
  )
})

test("a lesson in the hour that there is twice begins in the first, one in the skipped hour an hour later", async () => {
  const night = addClassRow(school, { name: "Nachtprobe", kind: "ensemble", capacity: 9, teacherId })
  const sundays = { rrule: "FREQ=WEEKLY;BYDAY=SU", startTime: "02:30", minutes: 60, startsOn: "2026-10-01" }
  makeSessions(school, addScheduleRow(school, night, sundays), "2027-04-30", { from: "2026-10-14" })
  const start = async (date: string) =>
    (await read()).find(({ UID }) => UID === `${rows().find((row) => row.date === date)?.id}@tutti`)?.DTSTART
  expect(await start("2026-10-25")).toBe("20261025T003000Z")
  fixClock(Date.parse("2027-03-10T08:00:00Z"))
  expect(inBerlin(await start("2027-03-28"))).toBe("2027-03-28 03:30")
})

test("a calendar without lessons is a whole one, too", async () => {
  const text = await new Browser().html(`/feeds/${secret}.ics`)
  expect(parseCalendar(text)).toEqual([])
  // The standard asks for at least one component.
  expect(text.match(/^BEGIN:(?!VCALENDAR)/gm)?.length).toBeGreaterThan(0)
})
