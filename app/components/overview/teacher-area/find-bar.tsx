import { Form } from "@remix-run/react"
import { Button, Link } from "~/components/ui/button"
import { FilterInput } from "~/components/ui/filter-form"

type FindBarProps = {
  label: string
  /** what can be typed: "Name or instrument" */
  hint: string
  search: string | undefined
  /** the list without a filter */
  clearTo: string
}

/** A plain GET form: the search text is part of the URL. */
export function FindBar({ label, hint, search, clearTo }: FindBarProps) {
  return (
    <Form method="get" className="toolbar" role="search" aria-label={label}>
      <label className="visually-hidden" htmlFor="find">
        {hint}
      </label>
      <FilterInput
        id="find"
        className="min-w-0 fill sm:max-w-72"
        type="search"
        name="q"
        value={search}
        placeholder={hint}
        maxLength={100}
      />
      <Button>Search</Button>
      {search ? <Link to={clearTo}>Clear search</Link> : null}
    </Form>
  )
}
