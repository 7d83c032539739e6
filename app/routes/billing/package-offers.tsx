import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/post-form"
import { BeyondPart, Offers } from "~/components/money/package/offer-part"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { taxChoices } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { PackageBeyondForm, PackageOfferForm } from "~/models/money/package/package-forms"
import {
  addPackageOffer,
  archivePackageOffer,
  choosePackageBeyond,
  findPackageBeyond,
  letFamiliesBuy,
  listPackageOffers,
} from "~/models/money/package/sell-package.server"
import { letBuyRefusals } from "~/texts/money/refusals"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return {
    offers: listPackageOffers(actor),
    beyond: findPackageBeyond(actor),
    taxes: taxChoices(listTaxRates(actor)),
    currency: actor.school.currency,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const archive = (isArchived: boolean) =>
    act({
      run: (form) => archivePackageOffer(actor, idIn(form, "offer"), isArchived),
      saved: ({ name }) => (isArchived ? `${name} is no longer sold.` : `${name} is sold again.`),
    })
  const letBuy = (isForFamilies: boolean) =>
    act({
      run: (form) => letFamiliesBuy(actor, idIn(form, "offer"), isForFamilies),
      refusals: letBuyRefusals,
      saved: ({ name }) =>
        isForFamilies
          ? `Families can buy ${name} in their portal.`
          : `Families can’t buy ${name} in their portal anymore.`,
    })
  return intents(request, paths.packageOffers(), {
    "add-offer": intent({
      schema: PackageOfferForm,
      run: (offer) => addPackageOffer(actor, offer),
      field: { "name-taken": "name", "tax-unknown": "tax", free: "price" },
      status: 409,
      refusals: {
        "name-taken": "You already have a package with this name. Choose another.",
        "tax-unknown": "This tax rate no longer exists. Choose another.",
        free: letBuyRefusals.free,
      },
      saved: (_, { name }) => `${name} added.`,
    }),
    beyond: intent({
      schema: PackageBeyondForm,
      run: ({ beyond }) => choosePackageBeyond(actor, beyond),
      saved: "Rule saved.",
    }),
    "archive-offer": archive(true),
    "restore-offer": archive(false),
    "offer-to-families": letBuy(true),
    "hide-from-families": letBuy(false),
  })
}

export const { handle, meta } = framed({
  tab: "packages",
  title: "Packages",
  head: () => ({
    expression: "lessons that families buy ahead",
    back: { to: paths.packages(), label: "Packages sold" },
  }),
})

export default function PackageOffers() {
  const { offers, beyond, taxes, currency } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const intent = result?.initialValue?.intent
  return (
    <>
      <AnswerSummary formId={`${intent ?? "add-offer"}-form`} result={result} />
      <Offers key={offers.length} offers={offers} taxes={taxes} currency={currency} result={result} />
      <BeyondPart key={beyond} beyond={beyond} result={intent === "beyond" ? result : undefined} />
      <p>
        <Link to={paths.packages()}>Packages you sold</Link>
      </p>
    </>
  )
}
