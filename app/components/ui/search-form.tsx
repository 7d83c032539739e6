import { Form } from "@remix-run/react"
import { FilterInput } from "./filter-form"

type SearchFormProps = {
  /** what can be searched for */
  label: string
  /** what the form is, where the label does not say it */
  purpose?: string
  search: string | undefined
  /** a part of the address that stays as it is */
  keep?: { name: string; value: string | undefined }
  /** the list's address, where the form stands on another page */
  to?: string
}

/** Filters rows by text; the address is the state. */
export function SearchForm({ label, purpose = label, search, keep, to }: SearchFormProps) {
  return (
    <Form method="get" action={to} className="toolbar" role="search" aria-label={purpose}>
      {keep?.value ? <input type="hidden" {...keep} /> : null}
      <div className="field min-w-0 fill sm:max-w-72">
        <label htmlFor="rows-search">{label}</label>
        <FilterInput
          id="rows-search"
          className="w-full"
          type="search"
          name="search"
          value={search}
          maxLength={100}
        />
      </div>
      <button className="button self-end" type="submit">
        Search
      </button>
    </Form>
  )
}
