import { describe, expect, test } from "vitest"
import { afterQuietHours, usualHours as usualQuietHours } from "../notification-preferences/quiet-hours"
import { keywordOf, microsText, segmentsOf, textFrom, withPlainSigns } from "./text-message"

describe("a text is billed by its segments", () => {
  test("160 plain characters are one, and each one after that holds 153", () => {
    expect(segmentsOf("a".repeat(160))).toEqual({ alphabet: "GSM-7", units: 160, segments: 1 })
    expect(segmentsOf("a".repeat(161)).segments).toBe(2)
    expect(segmentsOf("a".repeat(306)).segments).toBe(2)
    expect(segmentsOf("a".repeat(307)).segments).toBe(3)
  })

  test("the euro sign takes two characters, and is never cut in two", () => {
    expect(segmentsOf("€".repeat(80)).segments).toBe(1)
    expect(segmentsOf("€".repeat(81))).toEqual({ alphabet: "GSM-7", units: 162, segments: 2 })
    expect(segmentsOf(`${"a".repeat(152)}€${"a".repeat(152)}`).segments).toBe(3)
  })

  test("one letter outside the alphabet makes it 70 and 67, and an emoji two", () => {
    expect(segmentsOf("ş".repeat(70))).toEqual({ alphabet: "UCS-2", units: 70, segments: 1 })
    expect(segmentsOf("ş".repeat(71)).segments).toBe(2)
    expect(segmentsOf("👍".repeat(35)).segments).toBe(1)
    expect(segmentsOf("👍".repeat(67)).segments).toBe(3)
  })

  test("an empty text is one", () => expect(segmentsOf("").segments).toBe(1))
})

test("typographic signs are written plainly, so that they don’t double the price", () => {
  const plain = withPlainSigns("Milo’s “lesson” – 4:00\u202fPM…")
  expect(plain).toBe('Milo\'s "lesson" - 4:00 PM...')
  expect(segmentsOf(plain).alphabet).toBe("GSM-7")
})

test("a text says whose it is and is cut at a word", () => {
  expect(textFrom("Harmony", "Hello")).toBe("Harmony: Hello")
  const long = textFrom("Harmony", "lesson ".repeat(200))
  expect(long.length).toBeLessThanOrEqual(459)
  expect(long).toMatch(/lesson\.\.\.$/)
  expect(segmentsOf(long).segments).toBe(3)
})

test("a long text fills three segments and no more, in whatever alphabet, and no sign is cut in two", () => {
  for (const letters of ["€", "ş", "👍", "a€", "lesson 👍 "]) {
    const long = textFrom("Harmony", letters.repeat(500))
    expect(segmentsOf(long).segments, letters).toBe(3)
    expect(long).toMatch(/\.\.\.$/)
    expect(encodeURIComponent(long)).not.toBe("")
  }
  expect(withPlainSigns("one\r\ntwo\rthree")).toBe("one\ntwo\nthree")
})

test("a price below a cent is shown in full", () => {
  expect(microsText(8300, "USD")).toBe("$0.0083")
  expect(microsText(4_150_000, "USD")).toBe("$4.15")
})

test("STOP, START and HELP are known by their word alone", () => {
  expect(["stop", " Stop. ", "UNSUBSCRIBE"].map(keywordOf)).toEqual(["stop", "stop", "stop"])
  expect(["START", "yes", "help!"].map(keywordOf)).toEqual(["start", "start", "help"])
  expect(["Please stop by at 4", "Yes, that works"].map(keywordOf)).toEqual([null, null])
})

describe("quiet hours", () => {
  const zone = "America/New_York"
  const at = (time: string, date = "2026-11-18") => Date.parse(`${date}T${time}:00-05:00`)

  test("hold a text of the evening until the next morning, by the reader’s clock", () => {
    expect(afterQuietHours(at("22:30"), usualQuietHours, zone)).toBe(at("07:00", "2026-11-19"))
    expect(afterQuietHours(at("03:00"), usualQuietHours, zone)).toBe(at("07:00"))
    expect(afterQuietHours(at("07:00"), usualQuietHours, zone)).toBe(at("07:00"))
    expect(afterQuietHours(at("20:59"), usualQuietHours, zone)).toBe(at("20:59"))
    // At half past nine in Berlin it is afternoon in New York.
    const evening = Date.parse("2026-11-18T21:30:00+01:00")
    expect(afterQuietHours(evening, usualQuietHours, zone)).toBe(evening)
    expect(afterQuietHours(evening, usualQuietHours, "Europe/Berlin")).toBe(
      Date.parse("2026-11-19T07:00:00+01:00"),
    )
  })

  test("may lie within a day, and the same time twice is none", () => {
    const nap = { startsAt: "13:00", endsAt: "15:00" }
    expect(afterQuietHours(at("14:00"), nap, zone)).toBe(at("15:00"))
    expect(afterQuietHours(at("16:00"), nap, zone)).toBe(at("16:00"))
    const none = { startsAt: "21:00", endsAt: "21:00" }
    expect(afterQuietHours(at("23:00"), none, zone)).toBe(at("23:00"))
  })

  test("that end in the hour that clocks repeat hold in both of its runs", () => {
    const hours = { startsAt: "21:00", endsAt: "01:30" }
    // At 2 AM of this night it is 1 AM again.
    const first = (time: string) => Date.parse(`2026-11-01T${time}-04:00`)
    const second = (time: string) => at(time, "2026-11-01")
    expect(afterQuietHours(at("23:00", "2026-10-31") - 3_600_000, hours, zone)).toBe(first("01:30"))
    expect(afterQuietHours(first("01:10"), hours, zone)).toBe(first("01:30"))
    expect(afterQuietHours(first("01:40"), hours, zone)).toBe(first("01:40"))
    expect(afterQuietHours(second("01:10") + 20_000, hours, zone)).toBe(second("01:30"))
    expect(afterQuietHours(second("01:30"), hours, zone)).toBe(second("01:30"))
    expect(afterQuietHours(first("01:10"), { ...hours, endsAt: "02:00" }, zone)).toBe(second("02:00"))
    // Lord Howe sets its clocks back by half an hour, at 2 AM.
    const island = (time: string) => Date.parse(`2026-04-05T${time}:00+10:30`)
    expect(
      afterQuietHours(island("01:35"), { startsAt: "21:00", endsAt: "01:45" }, "Australia/Lord_Howe"),
    ).toBe(island("01:45"))
  })
})
