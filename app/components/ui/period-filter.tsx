import { FilterInput } from "./filter-form"

/** The first and last day of what a list shows, as fields of its filter. */
export const PeriodFilter = ({ from, to }: { from: string; to: string }) => (
  <>
    <label className="toolbar">
      <span>From</span>
      <FilterInput type="date" name="from" value={from} />
    </label>
    <label className="toolbar">
      <span>to</span>
      <FilterInput type="date" name="to" value={to} />
    </label>
  </>
)
