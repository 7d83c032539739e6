import { transact } from "db/client.server"
import { sql } from "drizzle-orm"
import { askAll, runSql } from "~/models/foundation/access/door.server"
import { findHelpArticle, listHelpArticles } from "./help-article.server"

// Search over the help articles with SQLite's full-text index. The index is a table, so a replica reads it too; it is
// written at start from the articles in the build.

export type HelpHit = {
  key: string
  title: string
  /** Words around the match; every second part is a match itself. */
  excerpt: string[]
}

const mostHits = 12
const mostWords = 12
/** Stands around a match; no article holds it. */
const fence = "\u0001"

/** Writes the index again, when it is not that of these articles. */
export function indexHelpArticles() {
  const articles = listHelpArticles().map(({ key, title, summary, body }) => ({
    key,
    title,
    body: plainText(`${summary}\n${body}`),
  }))
  transact(() => {
    const stored = askAll(sql`select article_key as key, title, body from help_articles order by rowid`)
    if (JSON.stringify(stored) === JSON.stringify(articles)) return
    runSql(sql`delete from help_articles`)
    for (const { key, title, body } of articles)
      runSql(sql`insert into help_articles (article_key, title, body) values (${key}, ${title}, ${body})`)
  })
}

/** Markdown as words: links keep their text, marks go. */
const plainText = (markdown: string) =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^(#+|[-*]|\d+\.|>)\s+/gm, "")
    .replace(/[*_`]/g, "")
    .replace(/\|[-|]*/g, " ")
    .replace(/\s+/g, " ")
    .trim()

/**
 * The articles that fit what someone typed, best first: those with all the words, else those with any. Each word is
 * quoted, so nothing typed is read as the index's own language.
 */
export function searchHelp(typed: string): HelpHit[] {
  const found =
    typed
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const words = [...new Set(found)].slice(0, mostWords)
  if (words.length === 0) return []
  // What begins with a letter is most of an article: beside other words a single one is a word itself.
  const quoted = words.map((word) => `"${word}"${word.length === 1 && words.length > 1 ? "" : "*"}`)
  const all = hitsOf(quoted.join(" AND "))
  return all.length > 0 || words.length === 1 ? all : hitsOf(quoted.join(" OR "))
}

function hitsOf(query: string): HelpHit[] {
  const rows = askAll<{
    key: string
    excerpt: string
  }>(sql`select article_key as key, snippet(help_articles, 2, ${fence}, ${fence}, '…', 24) as excerpt
       from help_articles where help_articles match ${query} order by bm25(help_articles, 0, 8, 1) limit ${mostHits}`)
  return rows.flatMap(({ key, excerpt }) => {
    const article = findHelpArticle(key)
    return article ? [{ key, title: article.title, excerpt: excerpt.split(fence) }] : []
  })
}
