import type { MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { LegalPage } from "~/components/public/legal-page"
import { allowAnyone } from "~/http/guards.server"
import { termsMarkdown } from "~/models/platform/legal/terms.server"
import { renderMarkdown } from "~/utils/markdown.server"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"

export function loader() {
  allowAnyone()
  return { html: renderMarkdown(termsMarkdown()) }
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "Terms · Tutti",
    description: "The agreement between a school and Tutti, in plain words.",
    path: paths.terms(),
  })

export default function Terms() {
  const { html } = useLoaderData<typeof loader>()
  return <LegalPage title="Terms" changedOn="November 27, 2026" html={html} />
}
