import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FocusFirst } from "~/components/form/focus-first"
import { ChooseFamily } from "~/components/money/package/choose-family"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { may } from "~/models/foundation/access/permissions"
import { readNameWish } from "~/models/foundation/name-search/name-search"
import { findFamilyNames } from "~/models/people/family/family-choices.server"
import { paths } from "~/utils/paths"

/** Whose payment it is. The form itself stands on the family's page, with the balance filled in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const { searchParams } = new URL(request.url)
  const familyId = searchParams.get("family")
  if (familyId) {
    await requireLivingFamily(actor, familyId)
    throw redirect(paths.family(familyId, { payment: "new" }))
  }
  return {
    families: findFamilyNames(actor, readNameWish(searchParams, "family")),
    source: may(actor, "invoice:issue") ? paths.familyNames() : null,
  }
}

export const meta: MetaFunction = () => [{ title: "Take payment · Tutti" }]

export default function TakePayment() {
  const { families, source } = useLoaderData<typeof loader>()
  return (
    <div className="stack narrow">
      <PageHead title="Take payment" back={{ to: paths.billing(), label: "Invoices" }} />
      <FocusFirst id="choose-family" />
      <ChooseFamily families={families} source={source} goesOn />
    </div>
  )
}
