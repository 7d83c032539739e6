import { describe, expect, test } from "vitest"
import { type CalendarEvent, calendarText } from "./calendar"

const writtenAt = Date.UTC(2026, 10, 18, 20, 10)
const lesson: CalendarEvent = {
  uid: "one@tutti",
  title: "Wren Adeyemi",
  startsAt: Date.UTC(2026, 10, 18, 20, 30),
  endsAt: Date.UTC(2026, 10, 18, 21, 0),
  location: "Room 1",
  details: null,
  isCancelled: false,
  sequence: 3,
}
const written = (more: Partial<CalendarEvent> = {}) =>
  calendarText({ name: "Harmony", events: [{ ...lesson, ...more }], writtenAt })

describe("a calendar for other programs", () => {
  test("is an iCalendar with times in UTC and lines that end with CRLF", () => {
    expect(written().split("\r\n")).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Tutti//Calendar//EN",
      "CALSCALE:GREGORIAN",
      "METHOD:PUBLISH",
      "NAME:Harmony",
      "X-WR-CALNAME:Harmony",
      "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
      "X-PUBLISHED-TTL:PT1H",
      "BEGIN:VEVENT",
      "UID:one@tutti",
      "DTSTAMP:20261118T201000Z",
      "SEQUENCE:3",
      "DTSTART:20261118T203000Z",
      "DTEND:20261118T210000Z",
      "SUMMARY:Wren Adeyemi",
      "LOCATION:Room 1",
      "STATUS:CONFIRMED",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ])
    expect(written().replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
  })

  test("keeps what people typed as text: it cannot begin a line of its own", () => {
    const text = written({ title: "Duo; A, B \\ C\r\nEND:VCALENDAR\nX", details: "One\nTwo\u0007" })
    expect(text).toContain("SUMMARY:Duo\\; A\\, B \\\\ C\\nEND:VCALENDAR\\nX\r\n")
    expect(text).toContain("DESCRIPTION:One\\nTwo\r\n")
    expect(text.match(/^END:VCALENDAR/gm)).toHaveLength(1)
  })

  test("folds long lines at 75 octets without breaking a letter, and they unfold to what they were", () => {
    const title = `${"Zoë Müller und Børge, ".repeat(12)}🎻${"é".repeat(200)}`
    const text = written({ title })
    const octets = text.split("\r\n").map((line) => new TextEncoder().encode(line).length)
    expect(Math.max(...octets)).toBeLessThanOrEqual(75)
    expect(text.replaceAll("\r\n ", "")).toContain(`SUMMARY:${title.replaceAll(",", "\\,")}\r\n`)
  })

  test("says what is canceled", () => {
    expect(written({ isCancelled: true })).toContain("STATUS:CANCELLED\r\nTRANSP:TRANSPARENT\r\n")
  })
})
