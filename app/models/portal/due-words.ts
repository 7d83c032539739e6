import { daysBetween } from "~/utils/dates"

/** How far a due date is: "today", "in 2 days", "3 days overdue". Dates `YYYY-MM-DD`. */
export function dueWords(dueOn: string, today: string): string {
  const days = daysBetween(today, dueOn)
  if (days === 0) return "today"
  if (days === 1) return "tomorrow"
  if (days > 1) return `in ${days} days`
  return days === -1 ? "1 day overdue" : `${-days} days overdue`
}
