import { ActButton } from "~/components/form/act-button"
import { Callout } from "~/components/ui/callout"
import { paths } from "~/utils/paths"

/** On the record of a teacher who was deactivated: what that means, and the way back. */
export function ReactivateTeacher({ teacherId, name }: { teacherId: string; name: string }) {
  return (
    <Callout tone="amber">
      <p>{name} is deactivated and takes no spot of your plan. Past lessons, attendance and pay stay.</p>
      <ActButton
        label={`Reactivate ${name}`}
        action={paths.teachers()}
        sends={{ intent: "reactivate", teacherId }}
        pending="Reactivating…"
      />
    </Callout>
  )
}
