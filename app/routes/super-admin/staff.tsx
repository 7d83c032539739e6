import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/post-form"
import { InvitePart, inviteFormId } from "~/components/platform/staff/invite-part"
import { framed } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import { requireStaff } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { staffRoleLabels } from "~/models/foundation/access/staff-permissions"
import { InviteForm } from "~/models/platform/staff/staff-forms"
import { inviteStaff, listStaffMembers } from "~/models/platform/staff/staff-members.server"
import { staffRefusals } from "~/texts/platform/refusals"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { staffTime } from "~/utils/work-times.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "staff:manage")
  return {
    members: listStaffMembers(staff).map(({ roles, signedInAt, ...member }) => ({
      ...member,
      isYou: member.userId === staff.userId,
      roles: roles.map((role) => staffRoleLabels[role]).join(", ") || "None",
      signedIn: signedInAt ? staffTime(signedInAt) : null,
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "staff:manage")
  return intents(request, paths.staff(), {
    else: intent({
      schema: InviteForm,
      run: (person) => inviteStaff(staff, person),
      field: "email",
      status: 409,
      refusals: staffRefusals,
      saved: (_, { email }) => `Invitation sent to ${email}.`,
    }),
  })
}

export const { handle, meta } = framed<typeof loader>({
  title: "Staff",
  head: ({ members }) => ({
    expression: countOf(members.length, "person", "people"),
    actions: <LinkButton to={paths.staffLog()}>Staff log</LinkButton>,
  }),
})

export default function Staff() {
  const { members } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId={inviteFormId} result={result} />
      <DataTable
        caption="Staff"
        rows={members}
        rowKey={({ userId }) => userId}
        columns={[
          {
            label: "Name",
            cell: ({ userId, name, isYou }) => (
              <>
                <Link to={paths.staffMember(userId)}>{name}</Link>{" "}
                {isYou ? <span className="dim"> you</span> : null}
              </>
            ),
          },
          { label: "Email", cell: ({ email }) => <span className="long-text">{email}</span> },
          { label: "Roles", cell: ({ roles }) => roles },
          {
            label: "Two-factor login",
            cell: ({ hasSecondFactor }) => (
              <Status head={hasSecondFactor ? "on" : "rest"} tone={hasSecondFactor ? "ok" : "warn"}>
                {hasSecondFactor ? "On" : "Off"}
              </Status>
            ),
          },
          {
            label: "Last login (UTC)",
            cell: ({ signedIn, hasPassword }) => signedIn ?? (hasPassword ? "Never" : "Invited"),
          },
        ]}
      />
      <InvitePart key={members.length} result={result} />
    </>
  )
}
