import type { MetricKey } from "~/models/foundation/metrics/figures"

const reasons = [
  { of: "risk-missed", noun: "missed three lessons in a row" },
  { of: "risk-no-lesson", noun: "have no next lesson" },
  { of: "risk-overdue", noun: "have an overdue invoice" },
  { of: "risk-leaving", noun: "leave their last class" },
] as const satisfies readonly { of: MetricKey; noun: string }[]

/** The reasons that hold for at least one of the students at risk, in the order of the table. */
export function reasonsHeld(
  cards: readonly { key: string; columns: readonly { metric: string }[]; total: readonly string[] }[],
) {
  const card = cards.find(({ key }) => key === "at-risk")
  const totalOf = (of: MetricKey) => card?.total[card.columns.findIndex(({ metric }) => metric === of)]
  return reasons.filter(({ of }) => !["0", undefined].includes(totalOf(of)))
}
