import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FamilyPolicies } from "~/components/overview/policies/policy-list"
import { framed } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { requireMember } from "~/http/guards.server"
import { readFamilyPolicies } from "~/routes/settings/family-policies.server"
import { paths } from "~/utils/paths"

/** The school's rules for lessons and payments, for its families. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  return { lines: readFamilyPolicies(actor), school: actor.school.name }
}

export const { handle, meta } = framed({ title: "Policies", column: "stack narrow" })

export default function FamilyPoliciesPage() {
  const { lines, school } = useLoaderData<typeof loader>()
  return (
    <>
      <p className="dim">The rules of {school} for absences, make-up lessons and payments.</p>
      <FamilyPolicies lines={lines} />
      <p className="no-print">
        <LinkButton to={paths.familyPoliciesPdf()} reloadDocument>
          Download PDF
        </LinkButton>
      </p>
    </>
  )
}
