import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FormPage } from "~/components/form/form-page"
import { offerText } from "~/components/money/package/offer-part"
import { PackageList } from "~/components/money/package/packages"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { requireMember } from "~/http/guards.server"
import { listFamilyPackages } from "~/models/money/package/packages.server"
import { listPackagesToBuy } from "~/models/money/package-purchase/buy-package.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

/** What a family has left of its packages, and what it can buy by itself. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { accounts, seesMoney } = findPortal(actor)
  return {
    seesMoney,
    currency: actor.school.currency,
    bought: accounts.flatMap(({ familyId }) => listFamilyPackages(actor, familyId, { withEnded: true })),
    offers: listPackagesToBuy(actor),
  }
}

export const meta: MetaFunction = () => [{ title: "Your packages · Tutti" }]

export default function StudentPackagesPage() {
  const { seesMoney, currency, bought, offers } = useLoaderData<typeof loader>()
  return (
    <FormPage
      back={{ to: paths.studentInvoices(), label: "Invoices" }}
      title="Packages"
      expression="lessons bought ahead"
    >
      {seesMoney ? (
        <>
          {bought.length === 0 ? (
            <EmptyState>No packages yet. What you buy is shown here with the lessons left.</EmptyState>
          ) : (
            <PackageList packages={bought} />
          )}
          {offers.length === 0 ? null : (
            <section className="section" aria-labelledby="offers">
              <h2 id="offers">Packages you can buy</h2>
              <ul className="rows">
                {offers.map((offer) => (
                  <li key={offer.id} className="flex-wrap">
                    <span className="grow basis-56">
                      <Link to={paths.buyPackage(offer.id)}>{offer.name}</Link>
                      <br />
                      <span className="small dim">{offerText(offer)}</span>
                    </span>{" "}
                    <span className="numeric">{formatMoney(offer.grossMinor, currency)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      ) : (
        <EmptyState>Only the people who pay your family’s invoices can see and buy packages.</EmptyState>
      )}
    </FormPage>
  )
}
