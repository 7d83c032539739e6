import { daysBetween } from "~/utils/dates"

export type DueLabel = { text: string; isOverdue: boolean }

/** How far a due date is: "today", "in 2 days", "3 days overdue". Dates `YYYY-MM-DD`. */
export function dueLabel(dueOn: string, today: string): DueLabel {
  const days = daysBetween(today, dueOn)
  return { text: textOf(days), isOverdue: days < 0 }
}

function textOf(days: number): string {
  if (days === 0) return "today"
  if (days === 1) return "tomorrow"
  if (days > 1) return `in ${days} days`
  return days === -1 ? "1 day overdue" : `${-days} days overdue`
}
