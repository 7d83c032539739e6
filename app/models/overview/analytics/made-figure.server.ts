import type { Actor } from "~/models/foundation/access/actor"
import { glossary, type Metric, type MetricKey } from "~/models/foundation/metrics/glossary"
import type { FigureRowsQuery } from "./analytics-query.server"
import { type CardPlan, cardPlans, type Derived, type Sees } from "./cards"
import { findCard } from "./cards.server"
import { figureText } from "./figure-text"

// A share, a difference or a sum has no rows of its own: it opens the figures that it is made of, and each of those opens
// its rows.

export type MadeFigure = {
  is: Derived["is"]
  text: string
  parts: { metric: MetricKey; name: string; definition: string; text: string; opens: boolean }[]
}

/** What a figure of a card is made of, for the choice asked; undefined for one that counts rows or isn't shown. */
export function findMadeFigure(actor: Actor, query: FigureRowsQuery, sees: Sees): MadeFigure | undefined {
  const columns: CardPlan["columns"] = cardPlans[query.card].columns
  const made = columns.find((each): each is Derived => typeof each !== "string" && each.metric === query.of)
  const card = made && findCard(actor, query.card, query, sees)
  if (!card) return undefined
  const textOf = (metric: Derived["metric"]) => {
    const index = card.columns.findIndex((column) => column.metric === metric)
    const values = query.days === "before" ? card.before : card.total
    return index < 0 ? undefined : figureText(metric, values[index] ?? null, actor.school.currency)
  }
  const text = textOf(made.metric)
  if (text === undefined) return undefined
  return {
    is: made.is,
    text,
    parts: made.of.flatMap((metric) => {
      const part = textOf(metric)
      if (part === undefined) return []
      const { name, definition }: Metric = glossary[metric]
      const opens = card.columns.some((column) => column.metric === metric && column.opens)
      return [{ metric, name, definition, text: part, opens }]
    }),
  }
}
