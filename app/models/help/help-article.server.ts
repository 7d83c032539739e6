import { type HelpArticle, type HelpTopic, helpTopics } from "./help-topics"

// The help articles are Markdown files beside this module and part of the build: a page of help is as new as the app.
// Each begins with its facts, one "name: value" a line, closed by an empty line; then the text.

const files = import.meta.glob<string>("./articles/*.md", { query: "?raw", import: "default", eager: true })

const isTopic = (key: string | undefined): key is HelpTopic => key !== undefined && key in helpTopics

function readArticle([path, text]: [string, string]): HelpArticle & { position: number } {
  const end = text.indexOf("\n\n")
  const facts = new Map(
    text
      .slice(0, end)
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  )
  const key = path.replace(/^.*\/|\.md$/g, "")
  const title = facts.get("title")
  const summary = facts.get("summary")
  const topic = facts.get("topic")
  if (!title || !summary || !isTopic(topic)) throw new Error(`The facts of ${path} are not whole.`)
  return {
    key,
    title,
    summary,
    topic,
    position: Number(facts.get("position") ?? 99),
    body: text.slice(end).trim(),
  }
}

const articles = Object.entries(files)
  .map(readArticle)
  .sort((a, b) => a.position - b.position || a.title.localeCompare(b.title))
const byKey = new Map(articles.map((article) => [article.key, article]))

export const findHelpArticle = (key: string): HelpArticle | undefined => byKey.get(key)

export const listHelpArticles = (): readonly HelpArticle[] => articles

/** All articles by topic, in the order of the shelves. */
export function listHelpTopics() {
  return Object.entries(helpTopics).map(([key, name]) => ({
    key,
    name,
    articles: articles
      .filter((article) => article.topic === key)
      .map(({ key: articleKey, title, summary }) => ({ key: articleKey, title, summary })),
  }))
}
