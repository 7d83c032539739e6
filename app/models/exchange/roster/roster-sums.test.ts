import fc from "fast-check"
import { expect, test } from "vitest"
import { fold } from "~/utils/names"
import { rowsOfContent, tableOf } from "~/utils/sheet-rows"
import { histories } from "../../../../tests/support/histories/count"
import { planText } from "../../../../tests/support/planned-roster"
import { guessGrid, readGrid } from "./roster-grid"
import { whyNoStudent } from "./roster-not-students"

// Whatever a roster is like: its rows are students, guardians, lessons, or named with why not. 2,000 runs at length.

const numRuns = histories(2000)

const name = fc.constantFrom(
  "Ada Lowe",
  "Lowe, Ada",
  "Ben Moon",
  "Cy van der Berg",
  "Di O'Brien Jr.",
  "Ada & Ben Lowe",
  "Total",
  "Piano",
  "",
  "Name",
)
const guardian = fc.constantFrom("", "Una Lowe", "Lowe, Una", "Mrs Ed Moon", "Maria", "n/a", "P")
const email = fc.constantFrom("", "una@x.example", "ED@x.example", "a@x.example ::: b@x.example", "nobody")
const phone = fc.constantFrom(
  "",
  "555-010-1111",
  "+1 5550101111",
  "6.14E+10",
  '="0412345678"',
  "#N/A",
  "call me",
)
const born = fc.constantFrom(
  "",
  "2013-01-02",
  "5/6/2014",
  "6.5.14",
  "5/6/27",
  "0/0/00",
  "--05-06",
  "May-14",
  "41765",
)
const lesson = fc.constantFrom("", "Sat 9:00-9:30", "Sat 10:00-10:30", "Mon 4:00-4:30", "flexible")
const family = fc.constantFrom("", "O'Brien family", "van der Berg", "Lowe")
const rows = fc.array(
  fc.tuple(
    name,
    born,
    guardian,
    email,
    phone,
    lesson,
    family,
    fc.constantFrom("", "Active", "Left", "$45.00"),
  ),
  {
    minLength: 1,
    maxLength: 12,
  },
)
const heads = ["Name", "Birthday", "Parent", "Parent email", "Parent phone", "Lesson", "Family", "Extra"]
const cellOf = (text: string) => `"${text.replaceAll('"', '""')}"`

test("rows in are students, guardians, lessons and what is named", () => {
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom("leave-out" as const, "keep-in-notes" as const),
      (cells, unreadable) => {
        const filled = cells.filter((row) => row.some((cell) => cell !== ""))
        const text = [heads, ...filled].map((row) => row.map(cellOf).join(",")).join("\n")
        const {
          plan,
          rows: read,
          mapping,
          headers,
        } = planText(text, { options: { unreadable }, known: { room: { students: null, teachers: null } } })
        const numbers = new Set(plan.rows.map(({ rowNumber }) => rowNumber % 100_000_000))
        expect([...numbers].sort((a, b) => a - b)).toEqual(read.map(({ rowNumber }) => rowNumber))
        const { ready, added, problems, skipped } = plan.counts
        expect(ready + added + problems + skipped).toBe(plan.rows.length)
        for (const row of plan.rows) {
          if (row.state === "problem") expect(row.problems[0]?.message).toMatch(/\.$/)
          if (row.state === "skipped") expect(row.skippedBecause).toMatch(/\.$/)
          if (row.state === "added") expect(row.adds?.what.length).toBeGreaterThan(0)
          expect(row.state === "ready").toBe(row.student !== null)
        }
        const madeOnce = plan.families.flatMap(({ rowNumbers }) => rowNumbers)
        expect([...madeOnce].sort((a, b) => a - b)).toEqual(
          plan.rows
            .filter(({ state }) => state === "ready")
            .map(({ rowNumber }) => rowNumber)
            .sort((a, b) => a - b),
        )
        for (const { guardians } of plan.families) {
          const shares = guardians.reduce((sum, { payerShare }) => sum + payerShare, 0)
          expect(shares).toBe(guardians.length > 0 ? 10_000 : 0)
        }
        const everyone = plan.families.flatMap(({ guardians }) => guardians)
        const told = plan.rows
          .map(({ student, warnings, problems: why }) =>
            [
              student?.notes ?? "",
              ...warnings.map(({ value, message }) => `${value} ${message}`),
              ...why.map(({ value }) => value),
            ].join("\n"),
          )
          .join("\n")
        for (const { rowNumber, cells: own } of read) {
          const planned = plan.rows.find((row) => row.rowNumber === rowNumber)
          if (!planned || (planned.state !== "ready" && planned.state !== "added")) continue
          expect(
            whyNoStudent(own, { headers, mapping, groups: new Set(), hasWholeNames: false }, false),
          ).toBeNull()
          const [, , adult = "", address = ""] = own
          if (adult && adult !== "n/a") {
            const words = fold(adult)
              .split(" ")
              .filter((word) => word !== "mrs")
            expect(
              everyone.some((each) => words.every((word) => fold(each.name).includes(word))) ||
                told.includes(adult),
              adult,
            ).toBe(true)
          }
          if (address.includes("@"))
            for (const one of address.toLowerCase().split(" ::: "))
              expect(
                everyone.some((each) => each.email === one) || told.toLowerCase().includes(one),
                one,
              ).toBe(true)
          expect(planned.student?.notes ?? "").not.toContain("$45")
        }
        const lessons = plan.classes.reduce((sum, { rowNumbers }) => sum + rowNumbers.length, 0)
        expect(lessons).toBe(plan.counts.enrollments)
      },
    ),
    { numRuns },
  )
})

const wordsOf = (text: string) =>
  fold(text.replace(/[-–|,:;&+/()]/g, " "))
    .split(" ")
    .filter(Boolean)

test("each word of a timetable’s cells is in a row of the table, or is one that joins names", () => {
  const cell = fc.oneof(
    fc.constantFrom("", "", "-", "Lunch", "Ada Lowe", "Ada Lowe", "Ben & Di Moon", "Cy Berg (piano, 45 min)"),
    fc.constantFrom(
      "15:10 Eva Orr",
      "Max Orr\nviolin",
      "Ida and Tom Reed",
      "Closed",
      "note to self: call Una",
    ),
    fc.string({ maxLength: 12 }).map((text) => text.replace(/[^\p{L} ]/gu, "")),
  )
  const heads = fc.constantFrom(
    ["Time", "Monday", "Tuesday", "Fri"],
    ["Zeit", "Ms. Lee", "Mr. Stone", "Room 2"],
    ["", "Lundi", "", "Mardi"],
  )
  let grids = 0
  fc.assert(
    fc.property(
      heads,
      fc.array(fc.tuple(cell, cell, cell), { minLength: 2, maxLength: 8 }),
      (head, cells) => {
        const records = [
          head,
          ...cells.map((row, at) => [`${15 + Math.floor(at / 2)}:${at % 2 ? "30" : "00"}`, ...row]),
        ]
        const headings = guessGrid(records)
        if (headings.length > 0) grids++
        const { labels, rows } = readGrid(records, { headings: [1] })
        expect(new Set(rows.map(({ rowNumber }) => rowNumber)).size).toBe(rows.length)
        const kept = rows.flatMap((row) =>
          row.cells.flatMap((text, at) => (labels[at] === "Lesson type" ? [] : wordsOf(text))),
        )
        for (const word of cells.flat().flatMap(wordsOf))
          expect(
            kept.includes(word) ||
              ["and", "und", "et", "y", "e", "i", "en", "ja", "og", "och"].includes(word) ||
              /^(?:min|na|none|nil|null|tba|tbc|tbd|unknown|ka)$/.test(word),
            word,
          ).toBe(true)
      },
    ),
    { numRuns },
  )
  expect(grids).toBeGreaterThan(numRuns / 4)
})

test("each line of a list with a line for each value is in a row, and known by its number", () => {
  const line = fc.oneof(
    fc.constantFrom(
      "",
      "",
      "Student: Ada Lowe",
      "Parent: Una Lowe",
      "Email: una@x.example",
      "Phone: 555-010-1111",
    ),
    fc.constantFrom(
      "Student: Ben Moon",
      "Email: ed@x.example",
      "Address: 1 High St",
      "Utica NY 13501",
      "Shoe size: 34",
    ),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const records = ["Student: Cy Berg", "Parent: Eva Berg", ...lines].map((text) => [text])
      const sheet = { name: "", length: records.length, isRead: true, headings: [], shape: "cards" as const }
      const layout = { sheets: [sheet] }
      const { rows } = tableOf(records, layout, false, readGrid)
      const places = rowsOfContent(records, layout, false)
      for (const [at, [text = ""]] of records.entries()) {
        const { rowNumber, columns } = places[at] ?? { rowNumber: null, columns: [] }
        const row = rows.find((each) => each.rowNumber === rowNumber)
        if (text) expect(row?.cells[columns[0] ?? -1]).toContain(text.replace(/^[^:]+: /, ""))
      }
    }),
    { numRuns },
  )
})
