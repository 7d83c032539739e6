import type { Actor } from "~/models/foundation/access/actor"
import { keepAside } from "~/models/foundation/aside/kept-aside.server"
import { hasLongLedger } from "../ledger/long-ledger.server"
import type { MonthSheet } from "./month-rows"
import { type Balance, findMonthSheet, listBalances } from "./month-sheet.server"

// A month's figures for its screens. They are sums over the whole ledger: read once between two writes of what they are read
// of, and of a long ledger aside.

/** Every amount of a month (`YYYY-MM`). */
export const monthSheetAside = (actor: Actor, month: string): Promise<Readonly<MonthSheet>> =>
  keepSheets(keyOf(actor, month), {
    work: {
      name: "month-sheet",
      input: { schoolId: actor.school.id, month },
      here: () => findMonthSheet(actor, month),
    },
    isLong: hasLongLedger(actor),
  })

/** The families with a balance at the end of a day (`YYYY-MM-DD`), those who owe most first. */
export const balancesAside = (actor: Actor, to: string): Promise<readonly Balance[]> =>
  keepBalances(keyOf(actor, to), {
    work: {
      name: "month-balances",
      input: { schoolId: actor.school.id, to },
      here: () => listBalances(actor, to),
    },
    isLong: hasLongLedger(actor),
  })

const keepSheets = keepAside<Readonly<MonthSheet>>(200)
const keepBalances = keepAside<readonly Balance[]>(50)

const keyOf = ({ school }: Actor, when: string) => [school.id, when, school.timeZone] as const
