import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import type { NoteHeadKind } from "~/components/ui/note-head"
import { Status } from "~/components/ui/status"
import {
  type PortalPerson,
  type PortalPersonState,
  portalStateLabels,
} from "~/models/people/invitation/portal-people"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

const heads: Record<PortalPersonState, { head: NoteHeadKind; tone?: "ok" | "warn" | "dim" }> = {
  "not-invited": { head: "open", tone: "dim" },
  invited: { head: "half" },
  expired: { head: "x", tone: "warn" },
  access: { head: "on", tone: "ok" },
  locked: { head: "held", tone: "dim" },
  "no-email": { head: "rest", tone: "dim" },
}

/** Who may log in to the portal, and how far they have come. */
export function PortalTable({ people }: { people: PortalPerson[] }) {
  return (
    <DataTable
      caption="People with or without portal access"
      terse
      rows={people}
      rowKey={({ key }) => key}
      pick={({ key, name }) => ({ value: key, label: name })}
      columns={[
        {
          label: "Name",
          cell: ({ name, studentId }) => <Link to={paths.studentAccount(studentId)}>{name}</Link>,
        },
        { label: "Family", small: "under", cell: ({ familyName }) => familyName },
        { label: "Sees", cell: ({ sees }) => sees },
        { label: "Email", cell: ({ email }) => email ?? "–" },
        {
          label: "Portal",
          small: "side",
          cell: ({ state }) => <Status {...heads[state]}>{portalStateLabels[state]}</Status>,
        },
        {
          label: "Last invitation",
          small: "below",
          cell: ({ sentOn }) => (sentOn ? formatDate(sentOn, "medium") : "–"),
        },
      ]}
    />
  )
}
