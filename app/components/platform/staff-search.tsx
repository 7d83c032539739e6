import { Form } from "@remix-run/react"

/** Finds rows by name or id; the view stays. */
export function StaffSearch({ label, search, show }: { label: string; search: string; show?: string }) {
  return (
    <Form method="get" className="tools" role="search" aria-label={label}>
      {show ? <input type="hidden" name="show" value={show} /> : null}
      <label className="tools">
        <span>{label}</span>
        <input type="search" name="search" defaultValue={search} maxLength={100} />
      </label>
      <button className="btn" type="submit">
        Search
      </button>
    </Form>
  )
}
