import { countOf, formatDate } from "./formats"
import { groupBy } from "./group-by"
import { joinNames } from "./names"

/** So many later dates of a reason are named. */
const mostDates = 3

/**
 * Reasons of a series, each once, with its first date and the others behind it: "Tue, Nov 24: Hall is taken at 4:00 PM. Also on
 * Dec 1, Dec 8, Dec 15 and 9 more dates."
 */
export const datedTexts = (reasons: readonly { date: string; text: string }[]): string[] =>
  [...groupBy(reasons, ({ text }) => text)].map(([text, dated]) => {
    const [first, ...others] = [...new Set(dated.map(({ date }) => date))].sort()
    const said = `${formatDate(first ?? "", "short")}: ${text}`
    if (others.length === 0) return said
    const named = others.slice(0, mostDates).map((date) => formatDate(date, "day"))
    const more = others.length - named.length
    return `${said} Also on ${joinNames(more > 0 ? [...named, countOf(more, "more date")] : named)}.`
  })
