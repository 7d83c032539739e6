import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { familyLabel } from "~/models/people/family/family-name"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

export type KnownPerson = {
  students: {
    id: string
    name: string
    birthDate: string | null
    familyName: string
    familyChildren: string | null
  }[]
  families: { id: string; name: string; email: string }[]
}

/** A possible duplicate. It is part of the form, so that the student can be saved anyway. */
export function LooksKnown({ known }: { known: KnownPerson }) {
  return (
    <Callout tone="amber">
      {known.students.map(({ id, name, birthDate, ...family }) => (
        <p key={id}>
          Possible duplicate:{" "}
          <Link to={paths.student(id)} target="_blank">
            {name}
          </Link>
          {birthDate ? `, born ${formatDate(birthDate, "full")}` : ""} ({familyLabel(family)}).
        </p>
      ))}
      {known.families.map(({ id, name, email }) => (
        <p key={id}>
          {email} already belongs to the {name}. To add a sibling, find and choose that family below.
        </p>
      ))}
      <p>
        <SubmitButton intent="anyway" variant="secondary" pending="Saving…">
          Save anyway
        </SubmitButton>
      </p>
    </Callout>
  )
}
