import type { MailData } from "~/models/foundation/outbox/outbox"

/** Fewer lessons are listed each. */
const fewest = 3

/**
 * The lessons of a change as rows, where one row says what a new weekly time does to all that follow it: "Tuesdays 4:15 PM:
 * Guitar, Milo, now Mondays 4:45 PM from Dec 7". Lessons of which anything else is different are listed below.
 */
export function weeklyLines({
  lessons,
  weekly = [],
}: Pick<MailData["session-changed"], "lessons" | "weekly">): [string, string][] {
  return weekly.reduce((rows, { was, is, lessons: moves }) => {
    const nowOf = new Map(moves)
    const texts = rows.map(([when, text]) => {
      const now = nowOf.get(when)
      return now && text.includes(now) ? text.replaceAll(now, is) : undefined
    })
    const line = texts.find((text) => text !== undefined)
    if (line === undefined || texts.filter((text) => text === line).length < fewest) return rows
    return [[was, line] satisfies [string, string], ...rows.filter((_, index) => texts[index] !== line)]
  }, lessons)
}
