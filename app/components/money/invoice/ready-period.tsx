import { Form, useSubmit } from "@remix-run/react"
import { Button } from "~/components/ui/button"
import { FilterInput } from "~/components/ui/filter-form"
import { formatDate } from "~/utils/date-text"

type ReadyPeriodProps = {
  /** "all", a month (`YYYY-MM`), or "own" */
  chosen: string
  months: string[]
  from: string
  to: string
}

/** What the list covers: everything to date, one of the last months, or dates. With scripts a choice applies at once. */
export function ReadyPeriod({ chosen, months, from, to }: ReadyPeriodProps) {
  const submit = useSubmit()
  const choices = [
    { value: "all", label: "All to date" },
    ...months.map((month) => ({ value: month, label: formatDate(`${month}-01`, "month") })),
    { value: "own", label: "Dates" },
  ]
  return (
    <Form
      // the choice follows the address
      key={`${chosen} ${from} ${to}`}
      method="get"
      className="ready-period no-print"
      aria-label="Period to invoice"
      onChange={({ target, currentTarget }) => {
        if (target instanceof HTMLInputElement && target.name === "period" && target.value !== "own")
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
      <div className="field own-dates">
        <label htmlFor="ready-to">To</label>
        <FilterInput id="ready-to" type="date" name="to" value={to} />
      </div>
      <Button>Update list</Button>
    </Form>
  )
}
