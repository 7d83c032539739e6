import type { MetaFunction } from "@remix-run/node"
import { PublicShell } from "~/components/public/public-shell"
import { allowAnyone } from "~/utils/http/guards.server"

export function loader() {
  allowAnyone()
  return null
}

export const meta: MetaFunction = () => [{ title: "Tutti: everything a music school runs on" }]

export default function Landing() {
  return (
    <PublicShell>
      <main id="main" />
    </PublicShell>
  )
}
