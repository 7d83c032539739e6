import fc from "fast-check"
import { Temporal } from "temporal-polyfill"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addMinutes, isTime } from "./clock-times"
import {
  addDays,
  addMonths,
  ageOn,
  compareDates,
  daysBetween,
  isDate,
  monthBounds,
  monthOf,
  type Weekday,
  weekDates,
  weekday,
  weekNumber,
} from "./dates"
import { dayName, formatDate, formatTime, formatTimeRange } from "./formats"
import { formatRecent, instantOf, isZone, localDate, localTime, today, zoneAbbreviation } from "./zones"

const newYork = "America/New_York"
const berlin = "Europe/Berlin"
const hostZone = process.env.TZ

const date = fc
  .integer({ min: Date.parse("1900-01-01") / 86_400_000, max: Date.parse("2199-12-31") / 86_400_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))

describe.each(["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])("on a host in %s", (host) => {
  beforeAll(() => {
    process.env.TZ = host
  })
  afterAll(() => {
    if (hostZone === undefined) delete process.env.TZ
    else process.env.TZ = hostZone
  })

  it("today is the school's today", () => {
    const lateEvening = Date.UTC(2026, 10, 19, 3, 30)
    expect(today(newYork, lateEvening)).toBe("2026-11-18")
    expect(localTime(lateEvening, newYork)).toBe("22:30")
    expect(today(berlin, lateEvening)).toBe("2026-11-19")
    expect(localTime(lateEvening, berlin)).toBe("04:30")
    expect(localDate(-1, "UTC")).toBe("1969-12-31")
  })

  it("a lesson at 16:00 stays at 16:00 across the change of clocks", () => {
    expect(instantOf("2026-10-31", "16:00", newYork)).toBe(Date.UTC(2026, 9, 31, 20, 0))
    expect(instantOf("2026-11-01", "16:00", newYork)).toBe(Date.UTC(2026, 10, 1, 21, 0))
    expect(instantOf("2026-10-24", "16:00", berlin)).toBe(Date.UTC(2026, 9, 24, 14, 0))
    expect(instantOf("2026-10-25", "16:00", berlin)).toBe(Date.UTC(2026, 9, 25, 15, 0))
  })

  it("a time that happens twice is the first of the two, a skipped one moves forward", () => {
    expect(instantOf("2026-11-01", "01:30", newYork)).toBe(Date.UTC(2026, 10, 1, 5, 30))
    expect(instantOf("2026-10-25", "02:30", berlin)).toBe(Date.UTC(2026, 9, 25, 0, 30))
    const skipped = instantOf("2026-03-08", "02:30", newYork)
    expect(localTime(skipped, newYork)).toBe("03:30")
    expect(localDate(skipped, newYork)).toBe("2026-03-08")
  })

  it("days are counted on the calendar, not in hours", () => {
    expect(addDays("2026-10-31", 1)).toBe("2026-11-01")
    expect(addDays("2026-11-01", 1)).toBe("2026-11-02")
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28")
    expect(daysBetween("2026-10-24", "2026-10-26")).toBe(2)
    expect(dayName("2026-11-18")).toBe("Wednesday")
  })
})

describe("zones", () => {
  it("are named as people of the zone name them", () => {
    expect(zoneAbbreviation(newYork, Date.UTC(2026, 10, 18))).toBe("EST")
    expect(zoneAbbreviation(newYork, Date.UTC(2026, 6, 18))).toBe("EDT")
    expect(zoneAbbreviation(berlin, Date.UTC(2026, 10, 18))).toBe("GMT+1")
    const summer = Date.UTC(2026, 2, 8, 7)
    expect([summer - 1, summer, summer - 1].map((ms) => zoneAbbreviation(newYork, ms))).toEqual([
      "EST",
      "EDT",
      "EST",
    ])
  })

  it("are known or not", () => {
    expect(isZone(newYork)).toBe(true)
    expect(isZone("Harmony/Hall")).toBe(false)
    expect(isZone("")).toBe(false)
  })

  it("give back the date and time an instant was made from, outside changes of clocks", () => {
    const zone = fc.constantFrom("UTC", "Asia/Kolkata", "Africa/Johannesburg", "Asia/Tokyo")
    const minute = fc.integer({ min: 0, max: 1439 }).map((n) => addMinutes("00:00", n))
    fc.assert(
      fc.property(
        date.filter((day) => day > "1990-01-01"),
        minute,
        zone,
        (day, time, where) => {
          const ms = instantOf(day, time, where)
          expect([localDate(ms, where), localTime(ms, where)]).toEqual([day, time])
        },
      ),
    )
  })
})

describe("the calendar", () => {
  it("knows real dates from others", () => {
    for (const real of ["2026-11-18", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"]) {
      expect(isDate(real), real).toBe(true)
    }
    for (const unreal of [
      "2026-02-30",
      "2026-02-29",
      "1900-02-29",
      "2026-13-01",
      "2026-00-10",
      "2026-1-1",
      "",
      "today",
    ]) {
      expect(isDate(unreal), unreal).toBe(false)
    }
    expect(isDate("2026-11-18T00:00")).toBe(false)
    expect(isTime("23:59")).toBe(true)
    expect(isTime("24:00")).toBe(false)
    expect(isTime("9:00")).toBe(false)
  })

  it("throws on what is not a date rather than counting from it", () => {
    expect(() => addDays("31/02/2012", 1)).toThrow("Not a date: 31/02/2012")
    expect(() => monthBounds("2026-13")).toThrow(RangeError)
    expect(() => instantOf("2026-11-18", "25:99", newYork)).toThrow("Not a time of day: 25:99")
  })

  it("adds months without leaving the month", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28")
    expect(addMonths("2024-01-31", 1)).toBe("2024-02-29")
    expect(addMonths("2026-11-18", 2)).toBe("2027-01-18")
    expect(addMonths("2026-01-15", -1)).toBe("2025-12-15")
    expect(addMonths("2026-12-31", -10)).toBe("2026-02-28")
  })

  it("gives months their first and last day", () => {
    expect(monthOf("2026-11-18")).toBe("2026-11")
    expect(monthBounds("2026-11")).toEqual({ first: "2026-11-01", last: "2026-11-30" })
    expect(monthBounds("2024-02").last).toBe("2024-02-29")
    expect(monthBounds("2026-12").last).toBe("2026-12-31")
  })

  it("gives weeks from Monday or from Sunday", () => {
    expect(weekDates("2026-11-18", 1)).toEqual([
      "2026-11-16",
      "2026-11-17",
      "2026-11-18",
      "2026-11-19",
      "2026-11-20",
      "2026-11-21",
      "2026-11-22",
    ])
    expect(weekDates("2026-11-18", 7)[0]).toBe("2026-11-15")
    expect(weekDates("2026-11-15", 7)[0]).toBe("2026-11-15")
    expect(weekDates("2026-11-15", 1)[0]).toBe("2026-11-09")
  })

  it("numbers weeks as ISO does", () => {
    expect(weekNumber("2026-11-18")).toBe(47)
    expect(weekNumber("2026-01-01")).toBe(1)
    expect(weekNumber("2027-01-01")).toBe(53)
    expect(weekNumber("2024-12-30")).toBe(1)
  })

  it("agrees with Temporal everywhere", () => {
    fc.assert(
      fc.property(
        date,
        fc.integer({ min: -5000, max: 5000 }),
        fc.integer({ min: -200, max: 200 }),
        (day, days, months) => {
          const plain = Temporal.PlainDate.from(day)
          expect(addDays(day, days)).toBe(plain.add({ days }).toString())
          expect(addMonths(day, months)).toBe(plain.add({ months }).toString())
          expect(weekday(day)).toBe(plain.dayOfWeek)
          expect(weekNumber(day)).toBe(plain.weekOfYear)
          expect(monthBounds(monthOf(day)).last.slice(8)).toBe(String(plain.daysInMonth))
        },
      ),
    )
  })

  it("puts every date in its own week", () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 1, max: 7 }), (day, start) => {
        const week = weekDates(day, start as Weekday)
        expect(week).toContain(day)
        expect(weekday(week[0] ?? "")).toBe(start)
      }),
    )
  })

  it("counts years of age by birthdays", () => {
    expect(ageOn("2013-04-12", "2026-04-11")).toBe(12)
    expect(ageOn("2013-04-12", "2026-04-12")).toBe(13)
    expect(ageOn("2012-02-29", "2026-02-28")).toBe(13)
    expect(ageOn("2012-02-29", "2026-03-01")).toBe(14)
  })

  it("sorts dates", () => {
    expect(["2026-11-18", "2025-01-01", "2026-02-01"].sort(compareDates)).toEqual([
      "2025-01-01",
      "2026-02-01",
      "2026-11-18",
    ])
  })
})

describe("as text", () => {
  it("dates", () => {
    expect(formatDate("2026-11-18", "weekday")).toBe("Wednesday, November 18")
    expect(formatDate("2026-11-18", "short")).toBe("Wed, Nov 18")
    expect(formatDate("2026-11-18", "day")).toBe("Nov 18")
    expect(formatDate("2026-11-08", "full")).toBe("November 8, 2026")
    expect(formatDate("2026-05-08", "medium")).toBe("May 8, 2026")
    expect(formatDate("2026-11-18", "month")).toBe("November 2026")
    expect(dayName("2026-11-18", "short")).toBe("Wed")
  })

  it("times", () => {
    expect(formatTime("14:00")).toBe("2:00 PM")
    expect(formatTime("00:05")).toBe("12:05 AM")
    expect(formatTime("12:00")).toBe("12:00 PM")
    expect(formatTimeRange("16:30", "17:30")).toBe("4:30 to 5:30 PM")
    expect(formatTimeRange("11:30", "12:15")).toBe("11:30 AM to 12:15 PM")
    expect(formatTimeRange("23:30", "00:15")).toBe("11:30 PM to 12:15 AM")
    expect(addMinutes("23:30", 45)).toBe("00:15")
    expect(addMinutes("00:15", -45)).toBe("23:30")
  })
})

it("says of a list's rows when they were, as short as today allows", () => {
  const at = Date.parse("2026-11-18T20:10:00Z")
  const textAt = (instant: string) => formatRecent(Date.parse(instant), "America/New_York", at)
  expect(textAt("2026-11-18T05:00:00Z")).toBe("12:00 AM")
  expect(textAt("2026-11-18T04:59:00Z")).toBe("Nov 17")
  expect(textAt("2026-01-01T05:00:00Z")).toBe("Jan 1")
  expect(textAt("2026-01-01T04:59:00Z")).toBe("Dec 31, 2025")
})
