import { bankEntries } from "db/schema/money-bank"
import { expect, test } from "vitest"
import { add, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { openSchool } from "../../../../tests/support/school"
import { forgetInEntries } from "./forget-entries.server"
import { keepEntries } from "./keep-entries.server"

test("an erased name goes from the lines that aren’t payments, as banks write it, and from no one else’s", () => {
  const { actor } = openSchool()
  const lines = [
    ["QUIRK, ZELDA M", "Sorry wrong account"],
    ["Quirk Bakery", "Tuition Zélda Quirk 2026-0191"],
    ["Zelda Brown", "Zelda’s lessons"],
    ["Mom", "May"],
  ] as const
  for (const [payerName, reference] of lines)
    add(actor, bankEntries, {
      entryKey: payerName,
      bookedOn: "2026-11-24",
      amountMinor: 500,
      currency: "USD",
      payerName,
      reference,
      state: "open",
    })
  forgetInEntries(actor, ["Zelda Quirk", "Mom", "May"], "Erased guardian")
  const { payerName, reference } = bankEntries
  expect(
    select({ payerName, reference })
      .from(bankEntries)
      .where(own(actor, bankEntries))
      .all()
      .map((line) => `${line.payerName}: ${line.reference}`)
      .sort(),
  ).toEqual([
    "Erased guardian: May",
    "Erased guardian: Sorry wrong account",
    "Quirk Bakery: ",
    "Zelda Brown: Zelda’s lessons",
  ])
})

test("a file with erased lines doesn’t bring them back, with or without the bank’s numbers, and none of their keys names anyone", async () => {
  const { actor } = openSchool()
  const line = {
    ...{ bookedOn: "2026-11-24", amountMinor: 500, currency: "USD", bankReference: null },
    ...{ payerName: "Zelda Quirk", reference: "Sorry wrong account, Bo Quirk" },
  }
  const csv = [line, line, { ...line, payerName: "Wren Adeyemi", reference: "Lessons" }]
  const camt = csv.map((each, index) => ({ ...each, bankReference: `B${index}` }))
  const addedOf = async (entries: typeof csv | typeof camt) => {
    const kept = await keepEntries(actor, { entries, left: [], outgoing: 0, unreadable: [] }, "bank.csv")
    return kept.ok && kept.added
  }
  expect(await addedOf(csv)).toBe(3)
  forgetInEntries(actor, ["Zelda Quirk"], "Erased guardian")
  expect(await addedOf(csv)).toBe(0)
  forgetInEntries(actor, ["Bo Quirk"], "Erased student")
  for (const file of [csv, camt, csv, camt]) expect(await addedOf(file)).toBe(0)
  const { entryKey, payerName, reference, bankReference } = bankEntries
  const kept = select({ entryKey, payerName, reference, bankReference })
    .from(bankEntries)
    .where(own(actor, bankEntries))
    .all()
  expect(JSON.stringify(kept)).not.toMatch(/quirk|wrong/i)
  expect(kept.map((each) => each.bankReference).sort()).toEqual(["B0", "B1", "B2"])
  expect(await addedOf([...camt, { ...line, bankReference: "B3" }])).toBe(1)
})
