import type { MetaFunction } from "@remix-run/node"
import { ErrorPage } from "~/components/public/error-page"
import { PublicShell } from "~/components/public/public-shell"
import { siteFooter } from "~/components/public/site-footer"
import { allowAnyone, notFound } from "~/http/guards.server"

export function loader() {
  allowAnyone()
  throw notFound()
}

export function action() {
  allowAnyone()
  throw notFound()
}

export const meta: MetaFunction = () => [{ title: "Page Not Found · Tutti" }]

export default function NotFound() {
  return (
    <PublicShell footer={siteFooter}>
      <ErrorPage status={404} />
    </PublicShell>
  )
}
