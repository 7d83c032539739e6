import { Photo } from "~/components/foundation/photo/photo"
import { DataTable } from "~/components/ui/data-table"
import { EmailText } from "~/components/ui/email-text"
import { Link } from "~/components/ui/link"
import { PhoneLink } from "~/components/ui/phone-link"
import { Status } from "~/components/ui/status"
import { paths } from "~/utils/paths"

export type TeamRow = {
  memberId: string
  name: string
  login: string
  phone: string | null
  kind: string
  rights: string
  mayChange: boolean
  /** someone who was the administrator: no page of theirs, only what is kept of them */
  mayErase: boolean
  isLocked: boolean
  isYou: boolean
  hasPhoto: boolean
}

/** The people who work here and have a login, with what each may do. */
export function TeamTable({ rows }: { rows: TeamRow[] }) {
  return (
    <DataTable
      caption="Your team"
      rows={rows}
      rowKey={({ memberId }) => memberId}
      columns={[
        {
          label: "Name",
          cell: ({ memberId, name, mayChange, isYou, hasPhoto }) => (
            <>
              {hasPhoto ? <Photo memberId={memberId} /> : null}
              {mayChange ? <Link to={paths.teamMember(memberId)}>{name}</Link> : name}{" "}
              {isYou ? <b> · you</b> : null}
            </>
          ),
        },
        { label: "Login", cell: ({ login }) => <EmailText address={login} /> },
        { label: "Phone", cell: ({ phone }) => (phone ? <PhoneLink number={phone} /> : "–") },
        { label: "Role", cell: ({ kind }) => kind },
        { label: "Rights", cell: ({ rights }) => rights },
        {
          label: "Status",
          cell: ({ memberId, name, isLocked, mayErase }) =>
            isLocked ? (
              <>
                <Status head="x" tone="bad">
                  Removed
                </Status>{" "}
                {mayErase ? (
                  <Link to={paths.eraseMember(memberId)}>
                    Erase<span className="visually-hidden"> {name}</span>
                  </Link>
                ) : null}
              </>
            ) : (
              <Status head="on" tone="ok">
                Can log in
              </Status>
            ),
        },
      ]}
    />
  )
}
