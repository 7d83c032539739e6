import { Form } from "@remix-run/react"

/** Finds rows by name or id; the view stays. */
export function StaffSearch({ label, search, show }: { label: string; search: string; show?: string }) {
  return (
    <Form method="get" className="tools" role="search" aria-label={label}>
      {show ? <input type="hidden" name="show" value={show} /> : null}
      <div className="f min-w-0 grow sm:max-w-72">
        <label htmlFor="rows-search">{label}</label>
        <input
          id="rows-search"
          className="w-full"
          type="search"
          name="search"
          defaultValue={search}
          maxLength={100}
        />
      </div>
      <button className="btn self-end" type="submit">
        Search
      </button>
    </Form>
  )
}
