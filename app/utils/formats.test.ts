import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  currentFormats,
  type Formats,
  formatClock,
  formatDate,
  formatDateRange,
  formatHour,
  formatNumber,
  formatTime,
  formatTimeRange,
  numberStyles,
  usualFormats,
  weekdaysInOrder,
} from "./formats"
import { inFormats, takeFormats } from "./formats.server"
import { clientFormats, currencySymbol, formatAmount, formatMoney, parseMoney, plainAmount } from "./money"
import { formatInstant, formatRecent } from "./zones"

const us = usualFormats
const paris: Formats = {
  dateOrder: "dmy",
  hourCycle: 24,
  numberStyle: "1 234,50",
  currencyPlace: "after",
  weekStart: 1,
  currency: "EUR",
}
const berlin: Formats = { ...paris, numberStyle: "1.234,50" }
const zurich: Formats = { ...paris, numberStyle: "1’234.50", currencyPlace: "before", currency: "CHF" }
const stockholm: Formats = { ...paris, dateOrder: "ymd", currency: "SEK" }

describe("a date is written in the school's order, in English words", () => {
  test.each([
    ["weekday", "Friday, November 20", "Friday 20 November", "Friday, November 20"],
    ["short", "Fri, Nov 20", "Fri 20 Nov", "Fri, Nov 20"],
    ["day", "Nov 20", "20 Nov", "Nov 20"],
    ["full", "November 20, 2026", "20 November 2026", "2026-11-20"],
    ["medium", "Nov 20, 2026", "20 Nov 2026", "2026-11-20"],
    ["month", "November 2026", "November 2026", "November 2026"],
  ] as const)("%s", (style, monthFirst, dayFirst, yearFirst) => {
    expect([us, paris, stockholm].map((formats) => formatDate("2026-11-20", style, formats))).toEqual([
      monthFirst,
      dayFirst,
      yearFirst,
    ])
  })

  test.each([
    ["2026-11-16", "2026-11-20", "November 16 to 20", "16 to 20 November", "2026-11-16 to 2026-11-20"],
    [
      "2026-11-28",
      "2026-12-04",
      "November 28 to December 4",
      "28 November to 4 December",
      "2026-11-28 to 2026-12-04",
    ],
    [
      "2026-12-28",
      "2027-01-03",
      "December 28, 2026 to January 3, 2027",
      "28 December 2026 to 3 January 2027",
      "2026-12-28 to 2027-01-03",
    ],
    ["2026-11-20", "2026-11-20", "Friday, November 20", "Friday 20 November", "Friday, November 20"],
  ])("from %s to %s", (first, last, ...expected) => {
    expect([us, paris, stockholm].map((formats) => formatDateRange(first, last, formats))).toEqual(expected)
  })
})

describe("a time is of 12 or 24 hours", () => {
  const zone = "Europe/Paris"
  const at = Date.parse("2026-11-20T13:05:00Z")

  test("alone, from one to another, on an axis and as an instant", () => {
    for (const [formats, ...expected] of [
      [
        us,
        "2:05 PM",
        "2:05",
        "11:30 AM to 12:15 PM",
        "4:30 to 5:30 PM",
        "9 AM",
        "Nov 20, 2026, 2:05 PM",
        "2:05 PM",
      ],
      [paris, "14:05", "14:05", "11:30 to 12:15", "16:30 to 17:30", "09:00", "20 Nov 2026, 14:05", "14:05"],
    ] as const)
      expect([
        formatTime("14:05", formats),
        formatClock("14:05", formats),
        formatTimeRange("11:30", "12:15", formats),
        formatTimeRange("16:30", "17:30", formats),
        formatHour(9, formats),
        formatInstant(at, zone, formats),
        formatRecent(at, zone, at, formats),
      ]).toEqual(expected)
    expect(formatRecent(at - 3 * 86_400_000, zone, at, paris)).toBe("17 Nov")
    expect(formatTime("00:05", paris)).toBe("00:05")
    expect([0, 12, 24].map((hour) => formatHour(hour, us))).toEqual(["12 AM", "12 PM", "12 AM"])
  })
})

describe("money has the school's signs and two decimals in every currency", () => {
  test.each([
    [us, "USD", "$1,234.50", "−$9.75"],
    [us, "MXN", "Mex$1,234.50", "−Mex$9.75"],
    [us, "JPY", "¥1,234.50", "−¥9.75"],
    [paris, "EUR", "1\u00a0234,50\u00a0€", "−9,75\u00a0€"],
    [berlin, "EUR", "1.234,50\u00a0€", "−9,75\u00a0€"],
    [{ ...berlin, currencyPlace: "before" } as const, "BRL", "R$1.234,50", "−R$9,75"],
    [zurich, "CHF", "CHF\u00a01’234.50", "−CHF\u00a09.75"],
    [stockholm, "SEK", "1\u00a0234,50\u00a0SEK", "−9,75\u00a0SEK"],
    [us, "KWD", "KWD\u00a01,234.50", "−KWD\u00a09.75"],
    [us, "PLN", "zł\u00a01,234.50", "−zł\u00a09.75"],
    [us, "KRW", "₩1,234.50", "−₩9.75"],
    [us, "NZD", "NZ$1,234.50", "−NZ$9.75"],
    [us, "XYZ", "$1,234.50", "−$9.75"],
  ])("%#: in %2$s as %3$s", (formats, currency, more, less) => {
    expect([formatMoney(123_450, currency, formats), formatMoney(-975, currency, formats)]).toEqual([
      more,
      less,
    ])
  })

  test("a sign that several currencies share is replaced by the code", () => {
    for (const code of ["SEK", "NOK", "DKK", "ISK", "SGD", "ARS", "EGP", "AFN"])
      expect(currencySymbol(code)).toMatch(code === "EGP" ? /^(EGP|E£)$/ : new RegExp(`^${code}$`))
  })

  test("a browser takes the sign that the server said", () => {
    expect(clientFormats({ ...us, currency: "PLN" }).currencySign).toBe("zł")
    expect(formatMoney(100, "PLN", { ...us, currency: "PLN", currencySign: "PLN" })).toBe("PLN\u00a01.00")
  })

  test("a field holds it without the sign, with the school's decimal sign", () => {
    expect([us, paris, zurich].map((formats) => plainAmount(123_450, formats))).toEqual([
      "1234.50",
      "1234,50",
      "1234.50",
    ])
    expect(formatAmount(-123_450, paris)).toBe("-1\u00a0234,50")
  })

  test.each([
    ["42,50", 4250, 4250],
    ["42.50", 4250, 4250],
    ["42,50 €", 4250, 4250],
    ["€ 42.50", 4250, 4250],
    ["1 234,50", 123_450, 123_450],
    ["1.234,50", 123_450, 123_450],
    ["1,234.50", 123_450, 123_450],
    ["1’234.50", 123_450, 123_450],
    ["1,234", 123_400, null],
    ["1.234", null, 123_400],
  ])("%s is read, by its own sign and the other when it is clear", (text, inUs, inBerlin) => {
    expect([parseMoney(text, us), parseMoney(text, berlin)]).toEqual([inUs, inBerlin])
  })

  test("whatever is shown is read back, in every style and currency", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.constantFrom(...numberStyles),
        fc.constantFrom("before", "after"),
        fc.constantFrom("USD", "EUR", "ZAR", "CHF", "SEK", "PLN", "CZK", "KWD", "XOF", "ILS"),
        (minor, numberStyle, currencyPlace, currency) => {
          const formats: Formats = { ...us, numberStyle, currencyPlace, currency }
          expect(parseMoney(formatMoney(minor, currency, formats), formats)).toBe(minor)
          expect(parseMoney(plainAmount(minor, formats), formats)).toBe(minor)
        },
      ),
    )
  })
})

test("a number has the school's signs", () => {
  expect([us, paris, berlin, zurich].map((formats) => formatNumber(12_345.5, formats))).toEqual([
    "12,345.5",
    "12\u00a0345,5",
    "12.345,5",
    "12’345.5",
  ])
  expect(formatNumber(-4000)).toBe("-4,000")
})

test("a week begins on the school's first day", () => {
  const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday }))
  expect(weekdaysInOrder(days, { ...us, weekStart: 7 }).map(({ weekday }) => weekday)).toEqual([
    7, 1, 2, 3, 4, 5, 6,
  ])
})

describe("the formats of the present scope", () => {
  test("are the usual ones outside of any, and follow the work through whatever is awaited", async () => {
    expect(currentFormats()).toEqual(us)
    const later = (formats: Formats, ms: number) =>
      inFormats(formats, async () => {
        await new Promise((resolve) => setTimeout(resolve, ms))
        return formatDate("2026-11-20", "medium")
      })
    expect(await Promise.all([later(paris, 5), later(us, 1), later(stockholm, 3)])).toEqual([
      "20 Nov 2026",
      "Nov 20, 2026",
      "2026-11-20",
    ])
    expect(currentFormats()).toEqual(us)
  })

  test("are taken by one request and not by the one beside it", async () => {
    const request = (formats: Formats | undefined) =>
      inFormats(undefined, async () => {
        await Promise.resolve().then(() => takeFormats(formats))
        await new Promise((resolve) => setImmediate(resolve))
        return formatTime("14:00")
      })
    expect(await Promise.all([request(paris), request(undefined), request(us)])).toEqual([
      "14:00",
      "2:00 PM",
      "2:00 PM",
    ])
    takeFormats(paris)
    expect(currentFormats()).toEqual(us)
  })
})
