import { SubmitButton } from "~/components/form/submit-button"
import { Link } from "~/components/ui/link"
import { Note } from "~/components/ui/note"
import { familyLabel } from "~/models/people/family/family-name"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

export type Known = {
  students: {
    id: string
    name: string
    birthDate: string | null
    familyName: string
    familyChildren: string | null
  }[]
  families: { id: string; name: string; email: string }[]
}

/** Somebody the school seems to have already; stands inside the form, so that it can be saved all the same. */
export function LooksKnown({ known }: { known: Known }) {
  return (
    <Note tone="amber">
      {known.students.map(({ id, name, birthDate, ...family }) => (
        <p key={id}>
          This looks like{" "}
          <Link to={paths.student(id)} target="_blank">
            {name}
          </Link>
          {birthDate ? `, born ${formatDate(birthDate, "full")}` : ""} ({familyLabel(family)}).
        </p>
      ))}
      {known.families.map(({ id, name, email }) => (
        <p key={id}>
          {email} belongs to the {name} already. To add a sibling, find that family below and choose it.
        </p>
      ))}
      <p>
        <SubmitButton intent="anyway" variant="key" pending="Saving…">
          Save anyway
        </SubmitButton>
      </p>
    </Note>
  )
}
