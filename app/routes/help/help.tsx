import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { HelpFrame } from "~/components/platform/help/help-frame"
import { allowAnyone } from "~/http/guards.server"
import { listHelpTopics } from "~/models/platform/help/help-article.server"
import { type HelpHit, searchHelp } from "~/models/platform/help/help-search.server"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"

const longest = 200

export function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  const search = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, longest)
  return {
    search,
    hits: search ? searchHelp(search) : [],
    topics: listHelpTopics(),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...publicMeta({
    title: data?.search ? `${data.search} · Help · Tutti` : "Help · Tutti",
    description: "How Tutti works: students, lessons, attendance, invoices and payments, in short articles.",
    path: paths.help(),
  }),
  ...(data?.search ? [{ name: "robots", content: "noindex" }] : []),
]

export default function Help() {
  const { search, hits, topics } = useLoaderData<typeof loader>()
  return (
    <HelpFrame title={search ? `Help with “${search}”` : "Help"} search={search}>
      {search ? <Hits hits={hits} /> : null}
      {hits.length === 0 ? (
        <div className="help-topics">
          {topics.map(({ key, name, articles }) => (
            <section key={key} className="section" aria-labelledby={key}>
              <h2 id={key}>{name}</h2>
              <ul>
                {articles.map((article) => (
                  <li key={article.key}>
                    <a href={paths.helpArticle(article.key)}>{article.title}</a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      ) : null}
    </HelpFrame>
  )
}

function Hits({ hits }: { hits: HelpHit[] }) {
  if (hits.length === 0)
    return (
      <p>
        No articles match these words. Try fewer or different ones, browse the list below, or{" "}
        <a href={paths.contact()}>ask us</a>.
      </p>
    )
  return (
    <ol className="help-results">
      {hits.map(({ key, title, excerpt }) => (
        <li key={key}>
          <a href={paths.helpArticle(key)}>{title}</a>
          <p className="dim">
            {excerpt.map((part, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
              index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
            )}
          </p>
        </li>
      ))}
    </ol>
  )
}
