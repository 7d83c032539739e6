import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/empty-state"
import { Figure } from "~/components/ui/figure"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { keptBecause } from "~/models/money/charge/charge"
import {
  countUnbilled,
  listUnbilledCharges,
  listUnbilledFamilies,
} from "~/models/money/charge/unbilled.server"
import { countWaitingLessons } from "~/models/money/package/package-cover.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { countOf, formFor } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { groupBy } from "~/utils/group-by"
import { formatMoney } from "~/utils/money"
import { pageOf, pagesAround } from "~/utils/page-number"
import { paths } from "~/utils/paths"

const familiesPerPage = 50

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const page = pageOf(new URL(request.url).searchParams)
  const all = listUnbilledFamilies(actor)
  const first = (page - 1) * familiesPerPage
  const shown = tellApart(actor, all.slice(first, first + familiesPerPage))
  const chargesOf = groupBy(
    listUnbilledCharges(actor, { familyIds: shown.map(({ familyId }) => familyId) }),
    ({ familyId }) => familyId,
  )
  return {
    families: shown.map((family) => ({ ...family, lines: chargesOf.get(family.familyId) ?? [] })),
    pages: pagesAround({ page, perPage: familiesPerPage, shown: shown.length, total: all.length }, (other) =>
      paths.unbilled({ page: other }),
    ),
    unbilled: { ...countUnbilled(actor), lessonsWithoutPackage: countWaitingLessons(actor) },
    currency: actor.school.currency,
  }
}

export const handle: FramedPage<typeof loader> = {
  tab: "unbilled",
  title: "Ready to invoice",
  head: ({ pages }) => ({
    expression: pages.total > 0 ? "charges not yet on an invoice" : undefined,
  }),
}

export const meta: MetaFunction = () => [{ title: "Ready to invoice · Tutti" }]

export default function Unbilled() {
  const { families, pages, unbilled, currency } = useLoaderData<typeof loader>()
  return (
    <>
      <LessonsOwing {...unbilled} />
      {pages.total === 0 ? (
        <EmptyState>Every charge is on an invoice. New ones appear here once attendance is taken.</EmptyState>
      ) : (
        <>
          <ul className="rows">
            {families.map((family) => (
              <Family key={family.familyId} family={family} currency={currency} />
            ))}
          </ul>
          <LedgerList
            rows={[]}
            total={{
              label: `${countOf(unbilled.charges, "item")} for ${countOf(pages.total, "family", "families")}`,
              amount: formatMoney(unbilled.amountMinor, currency),
            }}
          />
          {pages.total > families.length ? <Pagination {...pages} /> : null}
        </>
      )}
    </>
  )
}

/** Lessons that can't be charged yet. */
function LessonsOwing({
  lessonsWithoutAttendance,
  seatsWithoutPrice,
  lessonsWithoutPackage,
}: {
  lessonsWithoutAttendance: number
  seatsWithoutPrice: number
  lessonsWithoutPackage: number
}) {
  if (lessonsWithoutAttendance + seatsWithoutPrice + lessonsWithoutPackage === 0) return null
  return (
    <Callout tone="amber">
      {lessonsWithoutAttendance > 0 ? (
        <p>
          Attendance is missing for{" "}
          <Figure of="lessons-to-charge" to={paths.attendance({ view: "missing", charged: "yes" })}>
            {countOf(lessonsWithoutAttendance, "lesson")}
          </Figure>
          . {formFor(lessonsWithoutAttendance, "It", "They")} can’t be invoiced until you record it.
        </p>
      ) : null}
      {seatsWithoutPrice > 0 ? (
        <p>
          <Figure of="lessons-without-price">{countOf(seatsWithoutPrice, "past lesson")}</Figure> can’t be
          charged because the class has no price.
        </p>
      ) : null}
      {lessonsWithoutPackage > 0 ? (
        <p>
          <Link to={`${paths.packages()}#waiting`}>{countOf(lessonsWithoutPackage, "lesson")}</Link> took
          place without a package and {formFor(lessonsWithoutPackage, "waits", "wait")} for the next one.
        </p>
      ) : null}
    </Callout>
  )
}

type FamilyProps = {
  family: ReturnType<typeof useLoaderData<typeof loader>>["families"][number]
  currency: string
}

function Family({ family, currency }: FamilyProps) {
  const { familyId: id, familyName: name, familyChildren: children, from, to, lines, amountMinor } = family
  return (
    <li className="flex-wrap">
      <details className="flex-1 basis-full sm:basis-60">
        <summary>
          <b>{name}</b>{" "}
          <span className="dim">
            {children ? `${children}, ` : null}
            {countOf(lines.length, "item")}
            {`, ${dayRangeText(from, to)}`}
          </span>
        </summary>
        <LedgerList
          rows={lines.map((charge) => ({
            label: (
              <>
                {[formatDate(charge.occurredOn, "short"), charge.description, charge.reason].join(", ")}
                {charge.discounts.map(({ reason, amountMinor: off }) => (
                  <span key={reason} className="block small dim">
                    {reason}: {formatMoney(-off, currency)}
                  </span>
                ))}
                {keptBecause(charge.source) === null ? (
                  <>
                    {" "}
                    <Link className="small" to={paths.charge(charge.chargeId)}>
                      Edit
                    </Link>
                  </>
                ) : null}
                {charge.seatId && charge.source === "seat" ? (
                  <>
                    {" "}
                    <Link className="small" to={paths.waiver(charge.seatId)}>
                      Waive
                    </Link>
                  </>
                ) : null}
              </>
            ),
            amount: formatMoney(charge.amountMinor, currency),
          }))}
        />
        <p className="small">
          <Link to={paths.family(id)}>Family billing</Link>
        </p>
      </details>
      <span className="numeric">{formatMoney(amountMinor, currency)}</span>
      <LinkButton to={paths.newInvoice({ family: id, from, to })} aria-label={`Create invoice for ${name}`}>
        Create invoice
      </LinkButton>
    </li>
  )
}

const dayRangeText = (from: string, to: string) =>
  from === to ? formatDate(from, "day") : `${formatDate(from, "day")} to ${formatDate(to, "day")}`
