import type { Actor } from "~/models/foundation/access/actor"
import { keepAside } from "~/models/foundation/aside/kept-aside.server"
import { hasLongLedger } from "./long-ledger.server"
import { historyPeriod, listMoneyEvents } from "./money-history.server"
import type { HistoryQuery } from "./money-history-query.server"
import { cashUp } from "./received.server"

// A page of the money history for its screen: read once between two writes, and of a long ledger aside.

type MoneyHistory = Readonly<ReturnType<typeof readMoneyHistory>>

/** A page of what passed in a period, the sums of all of it, and what came in each day. */
export const findMoneyHistory = (actor: Actor, query: HistoryQuery): Promise<MoneyHistory> => {
  const { from, to } = historyPeriod(actor, query)
  const asked = { ...query, from, to }
  return keepHistory([actor.school.id, asked], {
    work: {
      name: "money-history",
      input: { schoolId: actor.school.id, query: asked },
      here: () => readMoneyHistory(actor, asked),
    },
    isLong: hasLongLedger(actor),
  })
}

const keepHistory = keepAside<MoneyHistory>(50)

/** The same as it is read now. */
export function readMoneyHistory(actor: Actor, { page, ...filter }: HistoryQuery) {
  const period = historyPeriod(actor, filter)
  return { ...listMoneyEvents(actor, filter, page), days: cashUp(actor, period), period }
}
