import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/utils/http/guards.server"

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request, "dashboard:read")
  return null
}

export const meta: MetaFunction = () => [{ title: "Dashboard" }]

export default function Dashboard() {
  return <PageHead title="Dashboard" />
}
