import { FormToken } from "~/components/form/form-token"
import { paths } from "~/utils/paths"

/** A membership of the person besides the current one. */
export type OtherSchool = { schoolId: string; memberId: string; schoolName: string }

/** The person's other schools, each with a button that switches to it; renders nothing without one. */
export function SwitchSchool({ schools, formToken }: { schools: OtherSchool[]; formToken: string }) {
  if (schools.length === 0) return null
  return (
    <ul aria-label="Your other schools">
      {schools.map(({ schoolId, memberId, schoolName }) => (
        <li key={memberId}>
          <form method="post" action={paths.switchSchool()}>
            <FormToken token={formToken} />
            <input type="hidden" name="schoolId" value={schoolId} />
            <input type="hidden" name="memberId" value={memberId} />
            <button type="submit" className="as-link">
              Go to {schoolName}
            </button>
          </form>
        </li>
      ))}
    </ul>
  )
}
