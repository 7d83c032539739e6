import { type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FocusFirst } from "~/components/form/focus-first"
import { ChooseFamily } from "~/components/money/package/choose-family"
import { pageTitle } from "~/components/shell/frame"
import { Callout } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { may } from "~/models/foundation/access/permissions"
import { readNameWish } from "~/models/foundation/name-search/name-search"
import { findFamilyNames } from "~/models/people/family/family-choices.server"
import { paths } from "~/utils/paths"

/** Which family joins this one. The two are compared next. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "family:merge")
  const { id, name } = await requireLivingFamily(actor, params.familyId)
  const { searchParams } = new URL(request.url)
  const chosen = searchParams.get("family") ?? ""
  if (chosen && chosen !== id) {
    await requireLivingFamily(actor, chosen)
    throw redirect(paths.mergeFamilies({ keep: id, gone: chosen }))
  }
  const offer = findFamilyNames(actor, readNameWish(searchParams, "family"))
  return {
    id,
    name,
    families: { ...offer, choices: offer.choices.filter(({ value }) => value !== id) },
    source: may(actor, "invoice:issue") ? paths.familyNames() : null,
    isItself: chosen === id,
  }
}

export const meta = pageTitle<typeof loader>(
  (data) => `Merge ${data.name} with another family`,
  "Merge a family with another family",
)

export default function MergeFamily() {
  const { id, name, families, source, isItself } = useLoaderData<typeof loader>()
  return (
    <div className="stack narrow">
      <PageHead
        title="Merge with another family"
        back={{ to: paths.familyRecord(id), label: name }}
        expression={name}
      />
      <FocusFirst id="choose-family" />
      {isItself ? (
        <Callout tone="red">
          <p role="alert">Choose a family other than {name}.</p>
        </Callout>
      ) : null}
      <p>Choose the family that joins {name}. You compare the two before anything changes.</p>
      <ChooseFamily families={families} source={source} goesOn />
    </div>
  )
}
