import { Callout } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import type { FeeChange, TuitionPlan } from "~/models/money/tuition/tuition"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"

/** What the typed rule makes of the next month, class by class. */
export function TuitionChanges({ plan, currency }: { plan: TuitionPlan; currency: string }) {
  const { month, startsOn, changes, same, more } = plan
  const name = formatDate(`${month}-01`, "month")
  const amounts = ({ beforeMinor, afterMinor }: FeeChange) =>
    beforeMinor === afterMinor
      ? formatMoney(afterMinor, currency)
      : `${formatMoney(beforeMinor, currency)} → ${formatMoney(afterMinor, currency)}`
  return (
    <Callout>
      <p role="status">
        <b>
          {changes.length === 0
            ? `No class costs more or less in ${name}.`
            : `${countOf(changes.length, "class costs", "classes cost")} more or less in ${name}, before discounts and tax.`}
        </b>
        {changes.length > 0 && same > 0 ? ` ${countOf(same, "class stays", "classes stay")} the same.` : ""}
        {more ? " Only the first classes by name are shown." : ""}
      </p>
      {changes.length > 0 ? (
        <DataTable
          caption={`Fees in ${name}`}
          rows={changes}
          rowKey={({ classId }) => classId}
          columns={[
            { label: "Class", cell: ({ className }) => className },
            { label: "All month", cell: ({ all }) => amounts(all) },
            { label: `From ${formatDate(startsOn, "day")}`, cell: ({ part }) => amounts(part) },
          ]}
        />
      ) : null}
    </Callout>
  )
}
