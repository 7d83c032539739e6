import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { HelpFrame } from "~/components/platform/help/help-frame"
import { Prose } from "~/components/public/prose"
import { findViewer, orNotFound } from "~/http/guards.server"
import { mayFollow } from "~/http/limits.server"
import { findHelpArticle, listHelpTopics } from "~/models/platform/help/help-article.server"
import { renderMarkdown, withoutLinks } from "~/utils/markdown.server"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await findViewer(request)
  const article = orNotFound(findHelpArticle(params.articleKey ?? ""))
  const { key, title, summary } = article
  const topic = listHelpTopics().find((each) => each.key === article.topic)
  return {
    key,
    title,
    summary,
    html: renderMarkdown(withoutLinks(article.illustrated, (to) => mayFollow(viewer, to))),
    topic: topic?.name,
    neighbours: topic?.articles.filter((other) => other.key !== key) ?? [],
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? publicMeta({
        title: `${data.title} · Help · Tutti`,
        description: data.summary,
        path: paths.helpArticle(data.key),
      })
    : [{ title: "Page Not Found · Tutti" }]

export default function HelpArticle() {
  const { title, summary, html, topic, neighbours } = useLoaderData<typeof loader>()
  return (
    <HelpFrame>
      <div className="two-columns">
        <article className="section">
          <h1>{title}</h1>
          <p className="intro">{summary}</p>
          <Prose html={html} />
        </article>
        <aside className="help-topics" aria-labelledby="more">
          <div className="section">
            <h2 id="more">{topic}</h2>
            <ul>
              {neighbours.map((article) => (
                <li key={article.key}>
                  <a href={paths.helpArticle(article.key)}>{article.title}</a>
                </li>
              ))}
            </ul>
            <p className="dim">
              Didn’t find what you need? <a href={paths.contact()}>Ask us</a>. A person answers within 24
              hours.
            </p>
          </div>
        </aside>
      </div>
    </HelpFrame>
  )
}
