import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { BeyondPart, Offers } from "~/components/money/package/offer-part"
import type { FramedPage } from "~/components/shell/frame"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { taxChoices } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { PackageBeyondForm, PackageOfferForm } from "~/models/money/package/package-forms"
import {
  addPackageOffer,
  archivePackageOffer,
  choosePackageBeyond,
  findPackageBeyond,
  listPackageOffers,
} from "~/models/money/package/package-offers.server"
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
  const form = await request.formData()
  const intent = form.get("intent")
  switch (intent) {
    case "add-offer": {
      const submission = readForm(form, { schema: PackageOfferForm })
      if (submission.status !== "success") return invalid(submission)
      const added = addPackageOffer(actor, submission.value)
      if (!added.ok) return invalid(submission, refusals[added.reason], 409)
      return saved(`${submission.value.name} added.`)
    }
    case "beyond": {
      const submission = readForm(form, { schema: PackageBeyondForm })
      if (submission.status !== "success") return invalid(submission)
      choosePackageBeyond(actor, submission.value.beyond)
      return saved("Rule saved.")
    }
    case "archive-offer":
    case "restore-offer": {
      const isArchived = intent === "archive-offer"
      const done = archivePackageOffer(actor, String(form.get("offer") ?? ""), isArchived)
      if (!done.ok) throw notFound()
      return saved(isArchived ? `${done.name} is no longer sold.` : `${done.name} is sold again.`)
    }
    default:
      throw notFound()
  }
}

const refusals = {
  "name-taken": { name: "You already have a package with this name. Choose another." },
  "tax-unknown": { tax: "This tax rate no longer exists. Choose another." },
}

const saved = (message: string) => redirectWithToast(paths.packageOffers(), message)

export const handle: FramedPage = {
  tab: "package-offers",
  title: "Packages",
  head: () => ({ expression: "lessons that families buy ahead" }),
}

export const meta: MetaFunction = () => [{ title: "Packages · Tutti" }]

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
