import { allowAnyone } from "~/http/guards.server"
import { env } from "~/utils/env.server"

/** What search engines may read: the public pages. */
export function loader() {
  allowAnyone()
  const closed = [
    "/api/",
    "/analytics",
    "/attendance",
    "/billing",
    "/classes",
    "/dashboard",
    "/messaging",
    "/pay/",
    "/schedule",
    "/search",
    "/settings",
    "/student/",
    "/students",
    "/super-admin",
    "/support",
    "/teachers",
  ]
  const lines = [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${env().APP_URL}/sitemap.xml`,
  ]
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  })
}
