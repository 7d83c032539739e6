import { platformProvider } from "./payment-providers"

/** Markdown that says {provider} with its name. */
export const withProvider = (markdown: string): string => markdown.replaceAll("{provider}", platformProvider)

/**
 * Markdown without the lines that say {provider} or lead to a help article that isn’t there, and without headings that
 * have nothing left below them.
 */
export function withoutProvider(markdown: string, goneArticles: readonly string[] = []): string {
  const isGone = (line: string) =>
    line.includes("{provider}") || goneArticles.some((key) => line.includes(`(/help/${key})`))
  const kept = markdown
    .split("\n")
    .filter((line) => !isGone(line))
    .map(withoutPlanSentences)
    .filter((line) => line !== null)
  return kept
    .filter((line, index) => {
      if (!/^## /.test(line)) return true
      const next = kept.slice(index + 1).find((each) => each.trim() !== "")
      return next !== undefined && !/^## /.test(next)
    })
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
}

const aboutPlans = /\b(your plan|the plan|plan limit|subscriptions?|[Uu]pgrade|Choose a plan)\b/

/** A line without its sentences about a plan to buy; null where none is left. */
function withoutPlanSentences(line: string): string | null {
  if (!aboutPlans.test(line)) return line
  const left = line.split(/(?<=[.!?])\s+/).filter((sentence) => !aboutPlans.test(sentence))
  return left.length === 0 ? null : left.join(" ")
}
