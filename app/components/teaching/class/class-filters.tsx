import { Form } from "@remix-run/react"
import { Button } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import { classKinds } from "~/models/teaching/class/class"
import { type ClassFilter, isNarrowed, kindLabels } from "~/models/teaching/class/class-query"
import { paths } from "~/utils/paths"

/** What the list is narrowed to. A plain GET form: the filter lives in the address. */
export function ClassFilters({ filter, label }: { filter: ClassFilter; label: string }) {
  return (
    <Form method="get" className="toolbar" role="search" aria-label={label}>
      <label className="visually-hidden" htmlFor="classes-q">
        Name, instrument or teacher
      </label>
      <input
        id="classes-q"
        key={filter.search ?? ""}
        className="min-w-48 fill basis-full sm:basis-0"
        type="search"
        name="q"
        defaultValue={filter.search}
        placeholder="Name, instrument or teacher"
        maxLength={100}
      />
      <label className="visually-hidden" htmlFor="classes-kind">
        Kind
      </label>
      <select id="classes-kind" name="kind" key={`kind-${filter.kind}`} defaultValue={filter.kind ?? ""}>
        <option value="">Any kind</option>
        {classKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindLabels[kind]}
          </option>
        ))}
      </select>
      <label className="visually-hidden" htmlFor="classes-state">
        Status
      </label>
      <select
        id="classes-state"
        name="state"
        key={`state-${filter.unscheduled}`}
        defaultValue={filter.unscheduled ? "not-scheduled" : ""}
      >
        <option value="">Any status</option>
        <option value="not-scheduled">Not scheduled</option>
      </select>
      <Button type="submit">Show</Button>
      {isNarrowed(filter) ? <Link to={paths.classes()}>Clear filters</Link> : null}
    </Form>
  )
}
