import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/empty-state"
import { Figure } from "~/components/ui/figure"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import {
  countUnbilled,
  listUnbilledCharges,
  type UnbilledCharge,
} from "~/models/money/charge/unbilled.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { countOf, formFor } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  return {
    families: byFamily(tellApart(actor, listUnbilledCharges(actor))),
    unbilled: countUnbilled(actor),
    currency: actor.school.currency,
  }
}

/** Charges come oldest first, so a family's first and last are its period. */
function byFamily(charges: (UnbilledCharge & { familyChildren: string | null })[]) {
  const families = new Map<string, typeof charges>()
  for (const charge of charges)
    families.set(charge.familyId, [...(families.get(charge.familyId) ?? []), charge])
  return [...families]
    .map(([id, those]) => ({
      id,
      name: those[0]?.familyName ?? "",
      children: those[0]?.familyChildren ?? null,
      from: those[0]?.occurredOn,
      to: those.at(-1)?.occurredOn,
      amountMinor: those.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      charges: those,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"))
}

export const handle: FramedPage<typeof loader> = {
  tab: "unbilled",
  title: "Unbilled",
  head: ({ families }) => ({
    expression: families.length > 0 ? "what families owe and no invoice says yet" : undefined,
  }),
}

export const meta: MetaFunction = () => [{ title: "Unbilled · Tutti" }]

export default function Unbilled() {
  const { families, unbilled, currency } = useLoaderData<typeof loader>()
  return (
    <>
      <LessonsOwing {...unbilled} />
      {families.length === 0 ? (
        <EmptyState>Everything charged so far is on an invoice.</EmptyState>
      ) : (
        <>
          <ul className="rows">
            {families.map((family) => (
              <Family key={family.id} family={family} currency={currency} />
            ))}
          </ul>
          <LedgerList
            rows={[]}
            total={{
              label: `${countOf(unbilled.charges, "line")} of ${countOf(families.length, "family", "families")}`,
              amount: formatMoney(unbilled.amountMinor, currency),
            }}
          />
        </>
      )}
    </>
  )
}

/** Lessons that could not be charged yet, listed so that they aren't forgotten. */
function LessonsOwing({
  lessonsWithoutAttendance,
  seatsWithoutPrice,
}: {
  lessonsWithoutAttendance: number
  seatsWithoutPrice: number
}) {
  if (lessonsWithoutAttendance + seatsWithoutPrice === 0) return null
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
          <Figure of="lessons-without-price">{countOf(seatsWithoutPrice, "past lesson")}</Figure> in a class
          without a price: nothing is charged.
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
  const { id, name, children, from, to, charges, amountMinor } = family
  return (
    <li className="flex-wrap">
      <details className="flex-1 basis-full sm:basis-60">
        <summary>
          <b>{name}</b>{" "}
          <span className="dim">
            {children ? `${children}, ` : null}
            {countOf(charges.length, "line")}
            {from && to ? `, ${dayRangeText(from, to)}` : null}
          </span>
        </summary>
        <LedgerList
          rows={charges.map((charge) => ({
            label: (
              <>
                {[formatDate(charge.occurredOn, "short"), charge.description, charge.reason].join(", ")}
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
          <Link to={paths.family(id)}>Ledger of this family</Link>
        </p>
      </details>
      <span className="numeric">{formatMoney(amountMinor, currency)}</span>
      <LinkButton to={paths.newInvoice({ family: id, from, to })} aria-label={`Make invoice for ${name}`}>
        Make invoice
      </LinkButton>
    </li>
  )
}

const dayRangeText = (from: string, to: string) =>
  from === to ? formatDate(from, "day") : `${formatDate(from, "day")} to ${formatDate(to, "day")}`
