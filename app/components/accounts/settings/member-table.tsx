import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"

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
      caption="People who sign in"
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
        { label: "Signs in as", cell: ({ reachedAt }) => <span className="long-text">{reachedAt}</span> },
        { label: "Role", cell: ({ role }) => role },
        {
          label: "State",
          cell: ({ isLocked, signIns }) =>
            isLocked ? (
              <Status head="x" tone="bad">
                locked
              </Status>
            ) : (
              <Status head={signIns ? "on" : "open"} tone={signIns ? "ok" : "dim"}>
                {signIns === 0 ? "not signed in" : signIns === 1 ? "signed in" : `signed in ${signIns} times`}
              </Status>
            ),
        },
        {
          label: "Do",
          action: true,
          cell: ({ memberId, name, isLocked, isYou, signIns }) =>
            isYou ? null : (
              <PostForm className="buttons">
                <input type="hidden" name="memberId" value={memberId} />
                {signIns > 0 ? (
                  <Button type="submit" name="intent" value="sign-out" aria-label={`Sign out: ${name}`}>
                    Sign out
                  </Button>
                ) : null}
                <Button
                  type="submit"
                  name="intent"
                  value={isLocked ? "unlock" : "lock"}
                  variant={isLocked ? "secondary" : "danger"}
                  aria-label={`${isLocked ? "Open again" : "Lock"}: ${name}`}
                >
                  {isLocked ? "Open again" : "Lock"}
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
