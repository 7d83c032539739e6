import type { MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { LegalPage } from "~/components/public/legal-page"
import { allowAnyone } from "~/http/guards.server"
import { privacyMarkdown } from "~/models/platform/legal/privacy.server"
import { renderMarkdown } from "~/utils/markdown.server"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"

export function loader() {
  allowAnyone()
  return { html: renderMarkdown(privacyMarkdown()) }
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "Privacy · Tutti",
    description: "What Tutti stores about people, why, for how long and who decides.",
    path: paths.privacy(),
  })

export default function Privacy() {
  const { html } = useLoaderData<typeof loader>()
  return <LegalPage title="Privacy" changedOn="November 22, 2026" html={html} />
}
