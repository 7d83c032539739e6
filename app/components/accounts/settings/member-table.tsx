import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { EmailText } from "~/components/ui/email-text"
import { Status } from "~/components/ui/status"
import { countOf } from "~/utils/count-of"
export type MemberRow = {
  memberId: string
  name: string
  reachedAt: string
  role: string
  isLocked: boolean
  isYou: boolean
  signIns: number
}

/** Members who can log in, with buttons to log each one out and to lock or unlock access. */
export function MemberTable({ rows }: { rows: MemberRow[] }) {
  return (
    <DataTable
      caption="People who can log in"
      columns={[
        {
          label: "Name",
          cell: ({ name, isYou }) => (
            <>
              {name}
              {isYou ? <b> · you</b> : null}
            </>
          ),
        },
        { label: "Login", cell: ({ reachedAt }) => <EmailText address={reachedAt} /> },
        { label: "Role", cell: ({ role }) => role },
        {
          label: "Status",
          cell: ({ isLocked, signIns }) =>
            isLocked ? (
              <Status head="x" tone="bad">
                Locked
              </Status>
            ) : (
              <Status head={signIns ? "on" : "open"} tone={signIns ? "ok" : "dim"}>
                {signIns === 0 ? "Not logged in" : `Logged in on ${countOf(signIns, "device")}`}
              </Status>
            ),
        },
        {
          label: "Actions",
          action: true,
          cell: ({ memberId, name, isLocked, isYou, signIns }) =>
            isYou ? null : (
              <PostForm className="buttons">
                <input type="hidden" name="memberId" value={memberId} />
                {signIns > 0 ? (
                  <Button type="submit" name="intent" value="sign-out" aria-label={`Log out: ${name}`}>
                    Log out
                  </Button>
                ) : null}
                <Button
                  type="submit"
                  name="intent"
                  value={isLocked ? "unlock" : "lock"}
                  variant={isLocked ? "secondary" : "danger"}
                  aria-label={`${isLocked ? "Unlock" : "Lock"}: ${name}`}
                >
                  {isLocked ? "Unlock" : "Lock"}
                </Button>
              </PostForm>
            ),
        },
      ]}
      rows={rows}
      rowKey={({ memberId }) => memberId}
    />
  )
}
