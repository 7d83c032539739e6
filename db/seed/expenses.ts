import sharp from "sharp"
import type { Actor } from "~/models/foundation/access/actor"
import { drawPaper, drawRow } from "~/models/foundation/paper/paper.server"
import { addExpense } from "~/models/money/expense/save-expense.server"
import type { PaymentMethod } from "~/models/money/payment/payment"
import { fixClock } from "~/utils/clock.server"
import { addDays, addMonths, monthOf } from "~/utils/dates"
import { today } from "~/utils/zones"
import { memberNamed } from "./library"

type Spent = {
  payee: string
  category: string
  amount: number
  method?: PaymentMethod
  tax?: number
  note?: string
  repeats?: boolean
}

/** What two schools spent: their rent and software each month, and what came up lately; and a grant. */
export async function seedExpenses(present: number) {
  fixClock(present)
  const harmony = memberNamed("admin@harmony.example")
  await spendMonthly(harmony, present, [
    { payee: "Springfield Arts Building", category: "rent", amount: 210_000, note: "Five rooms" },
    { payee: "Cloud storage", category: "software", amount: 1800, method: "card" },
  ])
  const day = today(harmony.school.timeZone, present)
  await spend(harmony, addDays(day, -40), {
    ...{ payee: "Keller Pianos", category: "instruments", amount: 18_000, tax: 1440 },
    note: "Two pianos tuned",
  })
  await spend(harmony, addDays(day, -12), {
    ...{ payee: "City Print", category: "marketing", amount: 8640, method: "card" },
    note: "Flyers for the open day",
  })
  await spend(
    harmony,
    addDays(day, -6),
    { payee: "Keller Pianos", category: "instruments", amount: 9500, tax: 760, note: "Pedal repaired" },
    { name: "keller-pianos.pdf", bytes: await invoiceOfKeller(present) },
  )
  await spend(
    harmony,
    addDays(day, -2),
    { payee: "Strings & Co.", category: "materials", amount: 6230, method: "cash" },
    { name: "strings.jpg", bytes: await photoOfReceipt() },
  )
  const grant = await addExpense(
    harmony,
    {
      ...{ spentOn: addDays(day, -9), payee: "Springfield Arts Council", category: "grants", amount: 15_000 },
      ...{ taxAmount: 0, method: "transfer", note: "For instruments to lend" },
    },
    undefined,
    "income",
  )
  if (!grant.ok) throw new Error(`The grant wasn't recorded: ${grant.reason}`)
  const brightKeys = memberNamed("solo@brightkeys.example")
  await spendMonthly(brightKeys, present, [
    { payee: "Notation software", category: "software", amount: 1200, method: "card" },
  ])
  await spend(brightKeys, addDays(today(brightKeys.school.timeZone, present), -3), {
    ...{ payee: "Sheet Music Store", category: "materials", amount: 4250, method: "card" },
  })
}

/** On the first of this month and the five before, and each month from now on. */
async function spendMonthly(actor: Actor, present: number, each: Spent[]) {
  const first = `${monthOf(today(actor.school.timeZone, present))}-01`
  for (let month = 5; month >= 0; month -= 1)
    for (const spent of each) await spend(actor, addMonths(first, -month), { ...spent, repeats: month === 0 })
}

async function spend(
  actor: Actor,
  spentOn: string,
  { tax = 0, method = "transfer", note = "", ...spent }: Spent,
  receipt?: { name: string; bytes: Uint8Array },
) {
  const added = await addExpense(
    actor,
    { ...spent, spentOn, taxAmount: tax, method, note: note || null },
    receipt,
  )
  if (!added.ok) throw new Error(`${spent.payee} wasn't recorded: ${added.reason}`)
}

const invoiceOfKeller = (createdAt: number) =>
  drawPaper({ size: "LETTER", title: "Invoice", author: "Keller Pianos", createdAt }, (sheet) => {
    sheet.font("serif").fontSize(20).text("Keller Pianos")
    sheet.moveDown(1)
    drawRow(sheet, "Pedal repaired", "$87.40")
    drawRow(sheet, "Sales tax", "$7.60")
    drawRow(sheet, "Total", "$95.00", "serif", 15)
  })

const photoOfReceipt = () =>
  sharp({ create: { width: 300, height: 700, channels: 3, background: "#efece4" } })
    .jpeg()
    .toBuffer()
