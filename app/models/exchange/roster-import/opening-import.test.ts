import { openingBalances } from "db/schema/money-opening"
import fc from "fast-check"
import { expect, test } from "vitest"
import { closeMonth } from "~/models/money/closing/closing.server"
import { listBalances } from "~/models/money/month-sheet/month-sheet.server"
import { fixClock, todayOf } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { histories } from "../../../../tests/support/histories/count"
import { planned, run, upload } from "../../../../tests/support/run-roster"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { parseBalance } from "../roster/roster-values"
import { findImportFacts } from "./roster-import.server"
import { undoImport } from "./undo-import.server"

// What families bring from the books a school kept before, as a column of its roster.

const head = "First name,Last name,Guardian 1 email,Opening balance"
const file = (...rows: string[]) => ({
  name: "list.csv",
  bytes: new TextEncoder().encode([head, ...rows].join("\n")),
})
const standing = ({ school }: ReturnType<typeof openSchool>["actor"]) =>
  rowsOf(openingBalances, { schoolId: school.id, removedAt: null })
const balances = (school: ReturnType<typeof openSchool>["actor"]) =>
  rowsOf(openingBalances, { schoolId: school.school.id })
    .map(({ amountMinor }) => amountMinor)
    .sort((one, other) => one - other)

test("each family gets its balance once: due, credit, none; another row of it says so", () => {
  const { actor } = openSchool()
  const importId = upload(
    actor,
    file(
      "Mia,Rossi,ada@mail.example,120.00",
      "Leo,Rossi,ada@mail.example,120.00",
      "Ida,Berg,eva@mail.example,-35.50",
      "Tom,Berg,eva@mail.example,20",
      "Kit,Moss,kit@mail.example,0",
      "Sue,Lane,sue@mail.example,",
    ),
  )
  const { plan } = planned(actor, importId)
  const said = plan.rows.flatMap(({ rowNumber, warnings }) =>
    warnings.filter(({ field }) => field === "openingBalance").map(({ message }) => [rowNumber, message]),
  )
  expect(said).toEqual([[5, "Row 4 of this family has another opening balance. That one is entered."]])
  run(actor, importId)
  expect(balances(actor)).toEqual([-3_550, 12_000])
  // No note has it, which people who don't see prices read.
  expect(JSON.stringify(plan.rows.map(({ student }) => student?.notes ?? ""))).not.toMatch(/120|35\.50/)
})

test("a row that says 0 before one with an amount leaves the amount", () => {
  const { actor } = openSchool()
  const importId = upload(
    actor,
    file("Mia,Rossi,ada@mail.example,0", "Leo,Rossi,ada@mail.example,120.00", "Sue,Rossi,ada@mail.example,0"),
  )
  const warned = planned(actor, importId).plan.rows.flatMap(({ rowNumber, warnings }) =>
    warnings.flatMap(({ message }) =>
      message.includes("another opening balance") ? [[rowNumber, message]] : [],
    ),
  )
  const other = "Row 3 of this family has another opening balance. That one is entered."
  expect(warned).toEqual([
    [2, other],
    [4, other],
  ])
  run(actor, importId)
  expect(balances(actor)).toEqual([12_000])
})

test("what is no balance is a problem of its row", () => {
  const { actor } = openSchool()
  const { plan } = planned(
    actor,
    upload(actor, file("Mia,Rossi,ada@mail.example,12", "Leo,Berg,eva@mail.example,lots")),
  )
  expect(plan.rows.flatMap(({ problems }) => problems.map(({ message }) => message))).toEqual([
    "“lots” isn’t a balance. Write what is due like 32.50, and credit like -32.50.",
  ])
})

test("undone, what was due goes with its family; one that has a balance keeps it", () => {
  const { actor } = openSchool()
  const rows = ["Mia,Rossi,ada@mail.example,120.00"]
  const importId = upload(actor, file(...rows))
  run(actor, importId)
  const second = upload(actor, file("Zoe,Rossi,ada@mail.example,80.00"))
  run(actor, second)
  expect(balances(actor)).toEqual([12_000])
  expect(undoImport(actor, second).ok).toBe(true)
  expect(undoImport(actor, importId).ok).toBe(true)
  expect(balances(actor)).toEqual([])
})

test("undone, credit is taken back, and so is a balance that was given to a family of before", () => {
  const { actor } = openSchool()
  const before = upload(actor, file("Mia,Rossi,ada@mail.example,"))
  run(actor, before)
  const second = upload(actor, file("Zoe,Rossi,ada@mail.example,80.00", "Ida,Berg,eva@mail.example,-35.50"))
  run(actor, second)
  expect(balances(actor)).toEqual([-3_550, 8_000])
  expect(undoImport(actor, second)).toEqual({ ok: true, isDone: true })
  expect(standing(actor)).toEqual([])
  expect(listBalances(actor, todayOf(actor)).filter(({ balanceMinor }) => balanceMinor !== 0)).toEqual([])
  // Money that was booked keeps the family it is of.
  expect(findImportFacts(actor, second)?.summary).toContain('"kept":["Berg family"]')
})

test("undone it isn’t once its month is closed", () => {
  fixClock(testNow)
  const { actor } = openSchool()
  const importId = upload(actor, file("Mia,Rossi,ada@mail.example,120.00"))
  run(actor, importId)
  fixClock(Date.parse("2026-12-02T15:00:00Z"))
  expect(closeMonth(actor, "2026-11")).toEqual({ ok: true })
  expect(undoImport(actor, importId)).toEqual({
    ok: false,
    reason: "built-on",
    obstacles: ["Families have opening balances in a closed month: Rossi family."],
  })
  expect(balances(actor)).toEqual([12_000])
  fixClock(undefined)
})

test("a balance is read as people write it", () => {
  const read = (text: string) => {
    const cell = parseBalance(text, "USD")
    return cell.ok ? cell.value : null
  }
  expect(["120", "$120.00", "120.00 DR", "120 due", "0"].map(read)).toEqual([
    12_000, 12_000, 12_000, 12_000, 0,
  ])
  expect(
    ["-35.50", "−35.50", "(35.50)", "35.50 CR", "35.50 credit", "$-35.50", "-$35.50", "35.50-"].map(read),
  ).toEqual(Array(8).fill(-3_550))
  expect(["(35", "35)", "lots", "-", "1.2.3"].map(read)).toEqual(Array(5).fill(null))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), (minor) => {
      const text = (minor / 100).toFixed(2)
      expect(read(text)).toBe(minor)
      for (const credit of [`-${text}`, `(${text})`, `${text} CR`]) expect(read(credit)).toBe(-minor)
    }),
    { numRuns: histories(20) },
  )
})
