import { hasPlatformProvider } from "~/utils/payment-providers"
import { withoutProvider, withProvider } from "~/utils/provider-markdown"
import { withoutPictures, withPictures } from "./help-pictures.server"
import { type HelpArticle, type HelpSection, type HelpTopic, helpTopics } from "./help-topics"

// The help articles are Markdown files beside this module and part of the build: a page of help is as new as the app.
// Each begins with its facts, one "name: value" a line, closed by an empty line; then the text. The questions that an
// article answers are one of its facts (asks: … | …), those of a part are in a comment below its heading.

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
  const key = keyOf(path)
  const title = facts.get("title")
  const summary = facts.get("summary")
  const topic = facts.get("topic")
  if (!title || !summary || !isTopic(topic)) throw new Error(`The facts of ${path} are not whole.`)
  const written = text.slice(end).trim()
  const body = withoutPictures(written)
  return {
    key,
    title,
    summary,
    topic,
    position: Number(facts.get("position") ?? 99),
    body: body.replace(questionLine, ""),
    illustrated: withPictures(written).replace(questionLine, ""),
    sections: readSections(body, facts.get("asks")),
  }
}

const questionLine = /^<!-- asks: (.*) -->\n/gm

const splitQuestions = (asks: string | undefined): string[] =>
  (asks ?? "")
    .split("|")
    .map((question) => question.trim())
    .filter(Boolean)

function readSections(body: string, asks: string | undefined): HelpSection[] {
  const [intro = "", ...parts] = body.split(/^## /m)
  return [
    { heading: "", text: intro.trim(), questions: splitQuestions(asks) },
    ...parts.map((part) => {
      const end = part.indexOf("\n")
      const text = part.slice(end + 1)
      const [, partAsks] = text.match(/^<!-- asks: (.*) -->$/m) ?? []
      return {
        heading: part.slice(0, end).trim(),
        text: text.replace(questionLine, "").trim(),
        questions: splitQuestions(partAsks),
      }
    }),
  ]
}

/** Articles about plans and the platform's provider, for where there are any. */
export const aboutProvider: ReadonlySet<string> = new Set([
  "change-your-plan",
  "choose-a-plan",
  "paypal-for-your-school",
  "plan-limits",
  "register-a-school",
])

const read = new Map<boolean, readonly HelpArticle[]>()

/** All of them, as true as this installation’s settings make them. */
export function listHelpArticles(): readonly HelpArticle[] {
  const isSold = hasPlatformProvider()
  const known =
    read.get(isSold) ??
    Object.entries(files)
      .filter(([path]) => isSold || !aboutProvider.has(keyOf(path)))
      .map(([path, text]) => readArticle([path, withProvider(isSold ? text : withoutPlans(text))]))
      .sort((a, b) => a.position - b.position || a.title.localeCompare(b.title))
  read.set(isSold, known)
  return known
}

const keyOf = (path: string) => path.replace(/^.*\/|\.md$/g, "")

/** An article where no plan is sold; its facts stay whole. */
function withoutPlans(text: string): string {
  const end = text.indexOf("\n\n")
  return (
    text.slice(0, end) + withoutProvider(text.slice(end).replaceAll(" in your plan", ""), [...aboutProvider])
  )
}

export const findHelpArticle = (key: string): HelpArticle | undefined =>
  listHelpArticles().find((article) => article.key === key)

/** All articles by topic, in the order of the shelves. */
export function listHelpTopics() {
  return Object.entries(helpTopics).map(([key, name]) => ({
    key,
    name,
    articles: listHelpArticles()
      .filter((article) => article.topic === key)
      .map(({ key: articleKey, title, summary }) => ({ key: articleKey, title, summary })),
  }))
}
