import { sqlite } from "db/client.server"
import { findHelpArticle, listHelpArticles } from "../help/help-article.server"

// Which help article answers a question asked in a sentence. The search page looks for all words; here the rare words of
// the question decide, and how much of the question an article covers says whether it is an answer at all.

export type Passage = {
  key: string
  title: string
  /** The part of the article that fits best, as plain text. */
  quote: string
  /** The whole article, Markdown. */
  body: string
  /** How much of the question the article covers, rare words counting most; 0 to 1. */
  coverage: number
}

const mostWords = 12
const longestQuote = 900
const titleBonus = 2

const smallWords = new Set(
  (
    "a about after all also am an and any anyone are as at be because been before being but by can cannot could did do does doing " +
    "don don't else ever every for from get gets getting give go going got had has have having he hello help her hey hi his how i if in " +
    "into is it its just know let like ll look make makes many may me mean might more much must my need no not now of off on one only " +
    "or our out over own please put re same see she should show so some something tell than thank thanks that the their them then there " +
    "these they thing this those through to too tutti under up us use using ve very want was way we were what when where which while " +
    "who why will with without work works would yes you your yours"
  ).split(" "),
)

/** The words of a question that carry its meaning. */
export function meaningOf(question: string): string[] {
  const words =
    question
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words)].filter((word) => word.length > 1 && !smallWords.has(word)).slice(0, mostWords)
}

/** The articles that fit the question, best first, at most three. */
export function findPassages(question: string): Passage[] {
  const words = meaningOf(question)
  if (words.length === 0) return []
  const count = listHelpArticles().length
  const found = words.map((word) => {
    // Beginnings of long words only: "cook" is no "cookie".
    const quoted = word.length > 4 ? `"${word}"*` : `"${word}"`
    const inBody = keysWith(quoted)
    // A word that stands everywhere says little; one that stands nowhere says that we do not know.
    return {
      inBody,
      inTitle: keysWith(`title : ${quoted}`),
      weight: Math.log((count + 1) / (inBody.size + 0.5)),
    }
  })
  const whole = found.reduce((sum, { weight }) => sum + weight, 0)
  const scores = new Map<string, { score: number; covered: number }>()
  for (const { inBody, inTitle, weight } of found)
    for (const key of inBody) {
      const { score, covered } = scores.get(key) ?? { score: 0, covered: 0 }
      scores.set(key, {
        score: score + weight * (inTitle.has(key) ? 1 + titleBonus : 1),
        covered: covered + weight,
      })
    }
  return [...scores]
    .sort(([, a], [, b]) => b.score - a.score)
    .slice(0, 3)
    .flatMap(([key, { covered }]) => {
      const article = findHelpArticle(key)
      if (!article) return []
      const { title, summary, body } = article
      return [{ key, title, body, quote: quoteFrom(body, words) ?? summary, coverage: covered / whole }]
    })
}

const keysWith = (query: string): Set<string> =>
  new Set(
    (
      sqlite()
        .prepare("select article_key as key from help_articles where help_articles match ?")
        .all(query) as {
        key: string
      }[]
    ).map(({ key }) => key),
  )

/** The paragraph or list with most of the words; a list comes with the sentence that announces it. */
function quoteFrom(body: string, words: string[]): string | undefined {
  const stems = words.map((word) => word.slice(0, Math.max(3, word.length - 2)))
  const blocks = body.split(/\n{2,}/)
  let heading = ""
  const headings = blocks.map((block) => {
    if (block.startsWith("#")) heading = block
    return heading
  })
  const ranked = blocks
    .map((block, place) => {
      const text = `${headings[place]} ${block}`.toLowerCase()
      return { place, hits: stems.filter((stem) => text.includes(stem)).length }
    })
    .filter(({ place }) => !/^[#|]/.test(blocks[place] ?? ""))
    .sort((a, b) => b.hits - a.hits || a.place - b.place)
  const best = ranked[0]
  if (!best || best.hits === 0) return undefined
  const isList = (place: number) => /^([-*]|\d+\.) /.test(blocks[place] ?? "")
  const first = isList(best.place) && blocks[best.place - 1]?.endsWith(":") ? best.place - 1 : best.place
  const last = !isList(best.place) && isList(best.place + 1) ? best.place + 1 : best.place
  return shortened(plain(blocks.slice(first, last + 1).join("\n")))
}

const plain = (markdown: string) =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^>\s?/gm, "")
    .replace(/[*`]/g, "")
    .trim()

/** Ends with a sentence or a line. */
function shortened(text: string): string {
  if (text.length <= longestQuote) return text
  const cut = text.slice(0, longestQuote)
  return cut.slice(0, Math.max(cut.lastIndexOf(". ") + 1, cut.lastIndexOf("\n"), 200)).trim()
}
