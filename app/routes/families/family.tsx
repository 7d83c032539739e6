import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FamilyMoney } from "~/components/money/invoice/family-money"
import { FamilyPackages } from "~/components/money/package/family-packages"
import { FamilyPeople } from "~/components/people/family/family-people"
import type { FramedPage } from "~/components/shell/frame"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { familyOfPage, nextOfFamilyPage } from "~/http/page-reads.server"
import { notFound } from "~/http/responses.server"
import { sumUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { listFamilyPackages } from "~/models/money/package/packages.server"
import { accountsOf } from "~/models/people/invitation/account-state.server"
import { paths } from "~/utils/paths"

const mostInvoices = 6

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const family = familyOfPage(actor, params.familyId ?? "")
  if (!family) throw notFound()
  const portals = accountsOf(actor, "guardian-invitation", family.guardians)
  const upcoming = nextOfFamilyPage(actor, family.id)
  const found = listInvoices(actor, { familyId: family.id, page: 1 })
  return {
    id: family.id,
    name: family.name,
    address: family.address,
    guardians: family.guardians.map(({ familyId: _family, memberId: _member, ...guardian }) => ({
      ...guardian,
      portal: portals.get(guardian.id)?.state ?? { kind: "none" as const },
    })),
    students: family.students.map((student) => ({ ...student, next: upcoming.get(student.id) ?? null })),
    invoices: found.rows.slice(0, mostInvoices),
    count: found.count,
    openMinor: found.openMinor,
    unbilled: sumUnbilledCharges(actor, { familyId: family.id }),
    packages: listFamilyPackages(actor, family.id),
    currency: actor.school.currency,
  }
}

export const handle: FramedPage = { tab: "overview" }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Not found"} · Tutti` },
]

export default function Family() {
  const { id, address, guardians, students, packages, ...money } = useLoaderData<typeof loader>()
  return (
    <div className="two-columns">
      <div className="stack">
        <FamilyMoney familyId={id} {...money} />
      </div>
      <div className="stack">
        <FamilyPeople familyId={id} guardians={guardians} students={students} address={address} />
        <section className="section">
          <FamilyPackages packages={packages} familyId={id} />
        </section>
        <p>
          <Link to={paths.statement(id)}>Statement</Link>
        </p>
      </div>
    </div>
  )
}
