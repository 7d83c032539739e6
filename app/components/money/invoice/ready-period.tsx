import { Form, useSubmit } from "@remix-run/react"
import { GroupedOptions } from "~/components/form/grouped-options"
import { Button } from "~/components/ui/button"
import { FieldProblem } from "~/components/ui/field-problem"
import { FilterInput, FilterSelect } from "~/components/ui/filter-form"
import { formatDate } from "~/utils/formats"

type ReadyPeriodProps = {
  /** "all", a month (`YYYY-MM`), or "own" */
  chosen: string
  months: string[]
  from: string
  to: string
  /** why these dates are no period */
  problem?: string
  /** saved filters by the list they are of, and the one the list is narrowed to */
  filters: { id: string; name: string; group: string }[]
  filter: string
  /** the address asks for a filter that was removed, or that this person doesn’t see */
  isFilterGone: boolean
}

/** Stays chosen until another is, so that “Update list” alone doesn’t list all families. */
const goneFilter = "gone"

/** What the list covers: everything to date, one of the last months, or dates. With scripts a choice applies at once. */
export function ReadyPeriod(props: ReadyPeriodProps) {
  const { chosen, months, from, to, problem, filters, filter, isFilterGone } = props
  const submit = useSubmit()
  const choices = [
    { value: "all", label: "All to date" },
    ...months.map((month) => ({ value: month, label: formatDate(`${month}-01`, "month") })),
    { value: "own", label: "Dates" },
  ]
  return (
    <Form
      // the choice follows the address
      key={`${chosen} ${from} ${to} ${filter}`}
      method="get"
      className="ready-period no-print"
      aria-label="Period to invoice"
      onChange={({ target, currentTarget }) => {
        const isPeriod = target instanceof HTMLInputElement && target.name === "period"
        if (target instanceof HTMLSelectElement || (isPeriod && target.value !== "own"))
          submit(currentTarget, { preventScrollReset: true })
      }}
    >
      <fieldset className="field">
        <legend>Period</legend>
        <div className="segmented">
          {choices.map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name="period" value={value} defaultChecked={value === chosen} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field own-dates">
        <label htmlFor="ready-from">From</label>
        <FilterInput id="ready-from" type="date" name="from" value={from} />
      </div>
      <div className={problem ? "field own-dates invalid" : "field own-dates"}>
        <label htmlFor="ready-to">To</label>
        {problem ? <span className="error">{problem}</span> : null}
        <FilterInput id="ready-to" type="date" name="to" value={to} />
      </div>
      {filters.length > 0 || isFilterGone ? (
        <div className={isFilterGone ? "field invalid" : "field"}>
          <label htmlFor="ready-filter">Families</label>
          <FieldProblem
            id="ready-filter-error"
            message={isFilterGone ? "This saved filter is gone. Choose other families." : undefined}
          />
          <FilterSelect
            id="ready-filter"
            name="filter"
            value={isFilterGone ? goneFilter : filter}
            aria-invalid={isFilterGone || undefined}
            aria-describedby={isFilterGone ? "ready-filter-error" : undefined}
          >
            {isFilterGone ? <option value={goneFilter}>A filter that’s gone</option> : null}
            <option value="">All families</option>
            {[...new Set(filters.map(({ group }) => group))].map((group) => (
              <optgroup key={group} label={group}>
                <GroupedOptions
                  choices={filters
                    .filter((each) => each.group === group)
                    .map(({ id, name }) => ({ value: id, label: name }))}
                />
              </optgroup>
            ))}
          </FilterSelect>
        </div>
      ) : null}
      <Button>Update list</Button>
    </Form>
  )
}
