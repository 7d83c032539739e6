import { listHelpArticles } from "../help/help-article.server"
import type { HelpArticle, HelpSection } from "../help/help-topics"
import { meaningOf } from "./question-words"

// Which help article answers a question asked in a sentence. What people ask of an article, its title and its headings
// decide; its text only supports them. A question that matches no article well has no answer here.

export type Passage = {
  key: string
  title: string
  /** The part of the article that fits best, whole, as plain text. */
  quote: string
  /** The whole article, Markdown. */
  body: string
  /** How well the article fits the question; 0 to 1. */
  fit: number
}

const mostPassages = 3
/** Of the fit, what the questions, title and headings decide; the text of the article decides the rest. */
const askedShare = 0.85
const longestQuote = 1800

type Entry = { article: HelpArticle; section: HelpSection; words: string[]; weight: number }

type Entries = { entries: Entry[]; texts: Map<string, Set<string>>; rarity: Map<string, number> }
const known = new WeakMap<readonly HelpArticle[], Entries>()

/** The articles that fit the question, best first, at most three. */
export function findPassages(question: string): Passage[] {
  const words = meaningOf(question)
  if (words.length === 0) return []
  const articles = listHelpArticles()
  const read = known.get(articles) ?? readEntries()
  known.set(articles, read)
  const { entries, texts, rarity } = read
  const weightOf = (list: readonly string[]) =>
    list.reduce((sum, word) => sum + (rarity.get(word) ?? unknownWeight), 0)
  const questionWeight = weightOf(words)
  const best = new Map<string, { fit: number; entry: Entry }>()
  for (const entry of entries) {
    const shared = weightOf(words.filter((word) => entry.words.includes(word)))
    if (shared === 0) continue
    const text = texts.get(entry.article.key)
    const covered = weightOf(words.filter((word) => text?.has(word)))
    const alike = (2 * shared) / (questionWeight + weightOf(entry.words))
    const fit = askedShare * alike * entry.weight + (1 - askedShare) * (covered / questionWeight)
    // Equally fitting, the part says it more exactly than the opening of its article does.
    if (fit >= (best.get(entry.article.key)?.fit ?? 0)) best.set(entry.article.key, { fit, entry })
  }
  return [...best.values()]
    .sort((a, b) => b.fit - a.fit)
    .slice(0, mostPassages)
    .map(({ fit, entry: { article, section } }) => ({
      key: article.key,
      title: article.title,
      quote: quoteOf(article, section),
      body: article.body,
      fit,
    }))
}

/** The articles are part of the build, so what is read of them stays. */
function readEntries() {
  const entries = listHelpArticles().flatMap((article) =>
    article.sections.flatMap((section) => {
      const isIntro = section.heading === ""
      // A heading alone, such as "Later", says less than a question does; a title says what the whole article is for.
      const name = isIntro ? article.title : `${section.heading} ${article.title}`
      return [
        ...section.questions.map((question) => ({ text: question, weight: 1 })),
        { text: name, weight: isIntro ? 0.9 : 0.8 },
      ].map(({ text, weight }) => ({ article, section, weight, words: meaningOf(text) }))
    }),
  )
  const texts = new Map(
    listHelpArticles().map(({ key, title, summary, body }) => [
      key,
      new Set(
        body
          .split(/\s+/)
          .concat(title.split(" "), summary.split(" "))
          .flatMap((word) => meaningOf(word)),
      ),
    ]),
  )
  const count = texts.size
  const having = new Map<string, Set<string>>()
  for (const { article, words } of entries)
    for (const word of words) having.set(word, (having.get(word) ?? new Set()).add(article.key))
  const rarity = new Map([...having].map(([word, keys]) => [word, Math.log(1 + count / keys.size)]))
  return { entries, texts, rarity }
}

/** A word that no article is asked about makes a question less known, nearly as much as a rare word makes it known. */
const unknownWeight = 3.2

/** The part that was asked about; of an opening without steps the whole article. */
function quoteOf(article: HelpArticle, section: HelpSection): string {
  const isShort = section.heading === "" && !/^(\d+\.|[-*|]) ?/m.test(section.text)
  return shortened(plain(isShort ? article.body : section.text))
}

const plain = (markdown: string) =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\|[-| ]*\|\n/gm, "")
    .replace(/^\|\s*(.*?)\s*\|$/gm, (_, row: string) => row.split(/\s*\|\s*/).join(" · "))
    .replace(/^(>|#+)\s?/gm, "")
    .replace(/[*`]/g, "")
    .trim()

/** Ends with a sentence or a line. */
function shortened(text: string): string {
  if (text.length <= longestQuote) return text
  const cut = text.slice(0, longestQuote)
  return cut.slice(0, Math.max(cut.lastIndexOf(". ") + 1, cut.lastIndexOf("\n"), 200)).trim()
}
