import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { policiesPdf } from "~/models/overview/policies/policies.server"
import { readFamilyPolicies } from "~/routes/settings/family-policies.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  return pdfAnswer(await policiesPdf(actor, readFamilyPolicies(actor)), "attachment")
}
