import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fold } from "~/utils/names"
import { detectDateOrder, parseBirthDate, parseStartDate } from "./roster-dates"
import { cleanBlock, cleanLine, looksUnlikeName, splitName, withoutFormulaMark } from "./roster-text"
import { parseMinutes, parseTime, parseWeekday } from "./roster-times"
import {
  type Cell,
  parseBalance,
  parseBilling,
  parseBlock,
  parseClassKind,
  parseEmail,
  parseLine,
  parsePrice,
  parseRelation,
  parseStatus,
} from "./roster-values"

const today = "2026-11-20"
const read = <Value>(cell: Cell<Value>) => (cell.ok ? cell.value : cell.message)

describe("the order of dates", () => {
  it.each([
    [["01/01/2008", "04/12/2013", "11/15/2014"], "mdy"],
    [["01/01/2008", "15/11/2014"], "dmy"],
    [["01.01.2009", "06.04.2010"], "dmy"],
    [["2009-01-01", "2010-04-06"], "ymd"],
    [["2009-01-01", "04/15/2010"], "mdy"],
    [["01/02/2008", "03/04/2010"], "ambiguous"],
    [["31/02/2012", "01/02/2008"], "ambiguous"],
    [["31/02/2012", "11/15/2014"], "mdy"],
    [["15/11/2014", "11/15/2014"], "ambiguous"],
    [["01.02.2008", "12.25.2010"], "mdy"],
    [["", "unknown"], "ambiguous"],
    [[], "ambiguous"],
  ])("of %j is %s", (values, order) => {
    expect(detectDateOrder(values)).toBe(order)
  })
})

describe("a birth date", () => {
  it.each([
    ["04/12/2013", "mdy", "2013-04-12"],
    ["04/12/2013", "dmy", "2013-12-04"],
    ["4.5.2012", "dmy", "2012-05-04"],
    ["4. 5. 2012", "dmy", "2012-05-04"],
    ["2012-05-04", "mdy", "2012-05-04"],
    ["2012-05-04 00:00:00", "mdy", "2012-05-04"],
    ["1/2/08", "mdy", "2008-01-02"],
    ["1/2/71", "mdy", "1971-01-02"],
    ["12 March 2013", "mdy", "2013-03-12"],
    ["March 12th, 2013", "dmy", "2013-03-12"],
    ["12. März 2013", "dmy", "2013-03-12"],
    ["12 de marzo de 2013", "dmy", "2013-03-12"],
    ["29/02/2012", "dmy", "2012-02-29"],
    ["31/02/2012", "mdy", "31/02/2012 isn’t a date on the calendar."],
    ["31/02/2012", "dmy", "31/02/2012 isn’t a date on the calendar."],
    [
      "15/11/2014",
      "mdy",
      "15/11/2014 isn’t a date when the month comes first, as in the rest of the column.",
    ],
    ["29.02.2011", "dmy", "29.02.2011 isn’t a date on the calendar."],
    ["11/21/2026", "mdy", "11/21/2026 is in the future. Enter a birth date in the past."],
    ["11/19/1915", "mdy", "Born on 11/19/1915, the student would be 111 years old. Check the year."],
    ["41039", "mdy", "2012-05-10"],
    ["6-May-14", "dmy", "2014-05-06"],
    ["06-May-2014", "mdy", "2014-05-06"],
    ["Tue 6 May 2014", "mdy", "2014-05-06"],
    ["Tuesday, May 6, 2014", "dmy", "2014-05-06"],
    ["Mar 6, 2014", "dmy", "2014-03-06"],
    ["20140506", "dmy", "2014-05-06"],
    ["2014/05/06", "dmy", "2014-05-06"],
    ["2014-May-06", "dmy", "2014-05-06"],
    ["May-14", "mdy", "“May-14” isn’t a date. Write it like 04/12/2013."],
    ["soon", "dmy", "“soon” isn’t a date. Write it like 12.04.2013."],
    ["01/02-2008", "mdy", "“01/02-2008” isn’t a date. Write it like 04/12/2013."],
  ] as const)("%j, %s, is %j", (text, order, result) => {
    expect(read(parseBirthDate(text, order, today))).toBe(result)
  })
})

describe("a start date", () => {
  it("may be to come, but not a century away", () => {
    expect(read(parseStartDate("09/01/2027", "mdy"))).toBe("2027-09-01")
    expect(read(parseStartDate("09/01/27", "mdy"))).toBe("2027-09-01")
    expect(read(parseStartDate("09/01/9999", "mdy"))).toBe("09/01/9999 is too far away for a start date.")
  })
})

describe("a lesson's time", () => {
  it.each([
    ["2:00 PM", "14:00"],
    ["2:00 p.m.", "14:00"],
    ["2pm", "14:00"],
    ["12:00 AM", "00:00"],
    ["12:15 PM", "12:15"],
    ["14:00", "14:00"],
    ["14:00:00", "14:00"],
    ["14.00", "14:00"],
    ["14 Uhr 30", "14:30"],
    ["14:30 Uhr", "14:30"],
    ["9 Uhr", "09:00"],
    ["14h30", "14:30"],
    ["25:99", "“25:99” isn’t a time. Write it like 2:00 PM or 14:00."],
    ["13:00 PM", "“13:00 PM” isn’t a time. Write it like 2:00 PM or 14:00."],
    ["24:00", "“24:00” isn’t a time. Write it like 2:00 PM or 14:00."],
    ["14", "“14” isn’t a time. Write it like 2:00 PM or 14:00."],
  ])("%j is %j", (text, result) => {
    expect(read(parseTime(text))).toBe(result)
  })

  it("before six in the morning is worth a second look", () => {
    expect(parseTime("2:00")).toEqual({
      ok: true,
      value: "02:00",
      warning: "2:00 is before 6 AM. Did you mean the afternoon?",
      group: "The lesson is before 6 AM. Did you mean the afternoon?",
    })
  })

  it.each([
    ["30", 30],
    ["45 min", 45],
    ["45 Minuten", 45],
    ["60.0", 60],
    ["1 h", 60],
    ["1,5 Stunden", 90],
    ["600", 600],
    ["-30", "“-30” isn’t a lesson length. Enter 5 to 600 minutes."],
    ["4", "“4” isn’t a lesson length. Enter 5 to 600 minutes."],
    ["601", "“601” isn’t a lesson length. Enter 5 to 600 minutes."],
    ["30.5", "“30.5” isn’t a lesson length. Enter 5 to 600 minutes."],
  ])("%j long is %j", (text, result) => {
    expect(read(parseMinutes(text))).toBe(result)
  })

  it.each([
    ["Monday", 1],
    ["TUES.", 2],
    ["Mittwoch", 3],
    ["Do", 4],
    ["vendredi", 5],
    ["Sábado", 6],
    ["sun", 7],
    ["Mondays", 1],
    ["Miércoles", 3],
    ["Someday", "“Someday” isn’t a day of the week."],
    ["8", "“8” isn’t a day of the week."],
    [
      "Mon/Wed",
      "“Mon/Wed” names several days. Give each day its own row, or add the second lesson after the import.",
    ],
  ])("on %j is %j", (text, result) => {
    expect(read(parseWeekday(text))).toBe(result)
  })
})

describe("money in a roster", () => {
  it("is a price or refused", () => {
    expect(read(parsePrice("$32.50"))).toBe(3250)
    expect(read(parsePrice("27,50"))).toBe(2750)
    expect(read(parsePrice("$1e309"))).toBe("“$1e309” isn’t a price. Write it like 32.50.")
  })

  it.each([
    ["Per lesson", { mode: "per_session" }],
    ["pro Stunde", { mode: "per_session" }],
    ["par cours", { mode: "per_session" }],
    ["Monthly flat $140.00", { mode: "monthly", amountMinor: 14_000 }],
    ["monatlich 90,00", { mode: "monthly", amountMinor: 9000 }],
    ["Monatspauschale: 90,00 €", { mode: "monthly", amountMinor: 9000 }],
    ["€ 1.090,00 pro Monat", { mode: "monthly", amountMinor: 109_000 }],
    ["Monthly - $140.00", { mode: "monthly", amountMinor: 14_000 }],
    ["$140/month", { mode: "monthly", amountMinor: 14_000 }],
    ["Monthly flat", "“Monthly flat” has no amount. Write it like “Monthly flat $140.00”."],
    [
      "Monthly flat -$140",
      "“Monthly flat -$140” has no readable amount. Write it like “Monthly flat $140.00”.",
    ],
    [
      "Monthly flat $1e309",
      "“Monthly flat $1e309” has no readable amount. Write it like “Monthly flat $140.00”.",
    ],
    ["whenever", "“whenever” isn’t a billing type. Use “Per lesson” or “Monthly flat $140.00”."],
  ])("billed %j is %j", (text, result) => {
    expect(read<unknown>(parseBilling(text))).toEqual(result)
  })
})

describe("words with a closed meaning", () => {
  it.each([
    ["Active", "active"],
    ["Trial", "trial"],
    ["Inactive", "former"],
    ["PAUSED", "paused"],
    ["Lead", "lead"],
    ["aktiv", "active"],
    ["Gekündigt", "former"],
    ["Gone fishing", "“Gone fishing” isn’t a status. Use Active, Trial, Paused, Lead or Inactive."],
  ])("status %j is %j", (text, result) => {
    expect(read(parseStatus(text))).toBe(result)
  })

  it.each([
    ["Private", "private"],
    ["Group", "group"],
    ["Einzelunterricht", "private"],
    ["Gruppe", "group"],
    ["Choir", "ensemble"],
    ["Telepathy", "“Telepathy” isn’t a lesson type. Use Private or Group."],
  ])("kind %j is %j", (text, result) => {
    expect(read(parseClassKind(text))).toBe(result)
  })

  it("relations are English where known, as written otherwise", () => {
    expect(read(parseRelation("Mutter"))).toBe("Mother")
    expect(read(parseRelation("Father"))).toBe("Father")
    expect(read(parseRelation("Big sister"))).toBe("Big sister")
  })
})

describe("an email address", () => {
  it.each([
    ["mateo.okafor@example.com", "mateo.okafor@example.com"],
    [" Familie.0@Example.COM ", "familie.0@example.com"],
    ["o'brien+piano@mail.example.co.uk", "o'brien+piano@mail.example.co.uk"],
    ["jörg@müller.example", "jörg@müller.example"],
    ["not-an-address", "“not-an-address” isn’t an email address."],
    ["a@b", "“a@b” isn’t an email address."],
    ["a..b@example.com", "“a..b@example.com” isn’t an email address."],
    ["a@-example.com", "“a@-example.com” isn’t an email address."],
    ["a@example.c0m1", "“a@example.c0m1” isn’t an email address."],
    ["a b@example.com", "“a b@example.com” isn’t an email address."],
    ["a@@example.com", "“a@@example.com” isn’t an email address."],
    [
      "a@example.com\nBcc: all@example.com",
      "“a@example.com Bcc: all@example.com” has more than one address. Keep one and move the other to guardian 2.",
    ],
    [`${"a".repeat(65)}@example.com`, `“${"a".repeat(39)}…” isn’t an email address.`],
  ])("%j is %j", (text, result) => {
    expect(read(parseEmail(text))).toBe(result)
  })
})

describe("text", () => {
  it("is kept letter by letter, whatever it looks like", () => {
    for (const text of [
      "=SUM(A1:A2) copied from a sheet",
      "<script>alert(1)</script>",
      'Prefers "Suzuki"; plays',
    ]) {
      expect(read(parseBlock(text, "The note", 5000))).toBe(text)
      expect(read(parseLine(text, "The name", 100))).toBe(text)
    }
  })

  it("loses only what no one typed", () => {
    expect(cleanBlock(" 0 High\u0000 Street\r\nFlat\t0\u202e\r")).toBe("0 High Street\nFlat 0")
    expect(cleanLine("Amara\n  Okafor")).toBe("Amara Okafor")
    expect(withoutFormulaMark("'=SUM(A1)")).toBe("=SUM(A1)")
    expect(withoutFormulaMark("'t Hooft")).toBe("'t Hooft")
  })

  it("has a length", () => {
    expect(read(parseLine("x".repeat(101), "The first name", 100))).toBe(
      "The first name has 101 characters. Shorten it to 100 or fewer.",
    )
  })

  it("is compared without case, accents and punctuation", () => {
    expect(fold("Søren HERNÁNDEZ-Yılmaz")).toBe("soren hernandez yilmaz")
    expect(fold("Groß")).toBe(fold("GROSS"))
  })
})

describe("a name", () => {
  it.each([
    ["Lena Müller", "Lena", "Müller"],
    ["Müller, Lena", "Lena", "Müller"],
    ["Jasper Van der Berg", "Jasper", "Van der Berg"],
    ["Ana María de la Cruz", "Ana María", "de la Cruz"],
    ["Van Morrison", "Van", "Morrison"],
    ["Cher", "Cher", ""],
  ])("%j is %j and %j", (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName })
  })

  it("with signs that names do not have is worth a second look", () => {
    expect(looksUnlikeName("<script>alert(1)</script>")).toBe(true)
    expect(looksUnlikeName("=cmd")).toBe(true)
    expect(looksUnlikeName("Søren O'Brien-Van der Berg Jr.")).toBe(false)
  })

  it("loses no letter when it is split", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const { firstName, lastName } = splitName(name)
        const letters = (text: string) => [...text.replace(/[\s,]/g, "")].sort().join("")
        expect(letters(firstName + lastName)).toBe(letters(cleanLine(name)))
      }),
    )
  })
})

it("no parser throws, whatever the cell holds", () => {
  const cell = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.stringMatching(/^[0-9./:,\- $€hUhrPAM]{0,16}$/),
  )
  fc.assert(
    fc.property(cell, fc.constantFrom("mdy", "dmy", "ymd"), (text, order) => {
      const cells: Cell<unknown>[] = [
        parseBirthDate(text, order, today),
        parseStartDate(text, order),
        parseTime(text),
        parseMinutes(text),
        parseWeekday(text),
        parsePrice(text),
        parseBilling(text),
        parseStatus(text),
        parseClassKind(text),
        parseEmail(text),
        parseRelation(text),
      ]
      for (const result of cells) {
        if (!result.ok) expect(result.message.length).toBeGreaterThan(10)
      }
      detectDateOrder([text])
    }),
    { numRuns: 500 },
  )
})

it("refuses a balance as long as a text at once", () => {
  const startedAt = performance.now()
  expect(parseBalance(`${"1 ".repeat(50_000)}x`).ok).toBe(false)
  expect(parseBalance(`-${" ".repeat(100_000)}x`).ok).toBe(false)
  expect(performance.now() - startedAt).toBeLessThan(500)
})
