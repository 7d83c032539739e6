import { bankEntries } from "db/schema/money-bank"
import { expect, test } from "vitest"
import { add, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { openSchool } from "../../../../tests/support/school"
import { forgetInEntries } from "./forget-entries.server"

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
