import { allowAnyone } from "~/http/guards.server"
import { listHelpArticles } from "~/models/platform/help/help-article.server"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { sellsPlans } from "~/utils/sold-plans"

/** The public pages, for search engines. */
export function loader() {
  allowAnyone()
  const pages = [
    ...(sellsPlans() ? [paths.landing(), paths.about()] : []),
    paths.help(),
    ...listHelpArticles().map(({ key }) => paths.helpArticle(key)),
    paths.contact(),
    paths.demoRequest(),
    paths.registerSchool(),
    paths.registerSoloTeacher(),
    paths.login(),
    paths.privacy(),
    paths.terms(),
  ]
  const entries = pages.map((path) => `<url><loc>${env().APP_URL}${path}</loc></url>`).join("\n")
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</urlset>\n`,
    {
      headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
    },
  )
}
