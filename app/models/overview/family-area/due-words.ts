import { daysBetween } from "~/utils/dates"

export type DueWords = { words: string; isOverdue: boolean }

/** How far a due date is: "today", "in 2 days", "3 days overdue". Dates `YYYY-MM-DD`. */
export function dueWords(dueOn: string, today: string): DueWords {
  const days = daysBetween(today, dueOn)
  return { words: wordsOf(days), isOverdue: days < 0 }
}

function wordsOf(days: number): string {
  if (days === 0) return "today"
  if (days === 1) return "tomorrow"
  if (days > 1) return `in ${days} days`
  return days === -1 ? "1 day overdue" : `${-days} days overdue`
}
