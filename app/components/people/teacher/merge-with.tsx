import { Form } from "@remix-run/react"
import { Button } from "~/components/ui/button"
import { paths } from "~/utils/paths"

type MergeWithProps = { teacherId: string; others: { id: string; name: string; email: string | null }[] }

/** Leads to the comparison with another profile of the same teacher. */
export function MergeWith({ teacherId, others }: MergeWithProps) {
  if (others.length === 0) return null
  return (
    <details className="disclosure no-print">
      <summary>Merge with…</summary>
      <Form method="get" action={paths.mergePeople()} className="form">
        <input type="hidden" name="noun" value="teacher" />
        <input type="hidden" name="keep" value={teacherId} />
        <div className="field">
          <label htmlFor="merge-gone">Another profile of the same teacher</label>
          <select id="merge-gone" name="gone" required>
            {others.map(({ id, name, email }) => (
              <option key={id} value={id}>
                {email ? `${name}, ${email}` : name}
              </option>
            ))}
          </select>
        </div>
        <p>
          <Button type="submit">Compare</Button>
        </p>
      </Form>
    </details>
  )
}
