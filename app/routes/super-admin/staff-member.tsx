import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { PostForm } from "~/components/form/post-form"
import { EndingPart, endingFormId, RolesPart, rolesFormId } from "~/components/platform/staff/member-parts"
import { Button } from "~/components/ui/button"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireStaff } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { staffRoleLabels } from "~/models/foundation/access/staff-permissions"
import { EndingForm, RolesForm } from "~/models/platform/staff/staff-forms"
import {
  changeRoles,
  findStaffMember,
  removeColleague,
  resetColleague,
  type StaffRefusal,
  sendStaffLink,
} from "~/models/platform/staff/staff-members.server"
import { paths } from "~/utils/paths"
import { staffTimeAndZone } from "~/utils/staff-times.server"
import { staffRefusals } from "./staff-refusals.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "staff:manage")
  const member = findStaffMember(staff, params.staffKey ?? "")
  if (!member) throw notFound()
  const { signedInAt, ...facts } = member
  return {
    ...facts,
    isYou: member.userId === staff.userId,
    signedIn: signedInAt ? staffTimeAndZone(signedInAt) : "Never",
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "staff:manage")
  const member = findStaffMember(staff, params.staffKey ?? "")
  if (!member) throw notFound()
  const form = await request.formData()
  const to = paths.staffMember(member.userId)
  switch (form.get("intent")) {
    case "link": {
      const sent = sendStaffLink(staff, member.userId)
      return sent.ok ? redirectWithToast(to, `Link sent to ${member.email}.`) : refusedAt(to, sent.reason)
    }
    case "roles": {
      const submission = readForm(form, { schema: RolesForm })
      if (submission.status !== "success") return invalid(submission)
      const changed = changeRoles(staff, member.userId, submission.value.roles)
      return changed.ok ? redirectWithToast(to, "Roles saved.") : refusedAt(to, changed.reason)
    }
    default:
      return end(staff, member, form)
  }
}

type Member = { userId: string; name: string }

function end(staff: SuperActor, { userId, name }: Member, form: FormData) {
  const submission = readForm(form, { schema: EndingForm })
  if (submission.status !== "success") return invalid(submission)
  const { intent, reason } = submission.value
  const done =
    intent === "reset" ? resetColleague(staff, userId, reason) : removeColleague(staff, userId, reason)
  if (!done.ok) return refusedAt(paths.staffMember(userId), done.reason)
  return intent === "reset"
    ? redirectWithToast(paths.staffMember(userId), `Two-factor login reset for ${name}.`)
    : redirectWithToast(paths.staff(), `${name} removed from the staff.`)
}

const refusedAt = (to: string, reason: StaffRefusal) =>
  redirectWithToast(to, { title: "Not changed", text: staffRefusals[reason], tone: "bad" })

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Staff"} · Staff · Tutti` },
]

export default function StaffMemberPage() {
  const member = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  // Which of the forms was refused: only one of them has a reason.
  const isEnding = result?.error ? "reason" in result.error || "intent" in result.error : false
  return (
    <>
      <AnswerSummary formId={isEnding ? endingFormId : rolesFormId} result={result} />
      <PageHead
        back={{ to: paths.staff(), label: "Staff" }}
        title={member.name}
        expression={member.email}
        actions={
          <PostForm>
            <Button name="intent" value="link">
              Send a new link
            </Button>
          </PostForm>
        }
      />
      <LedgerList
        facts
        rows={[
          { label: "Last login", amount: member.signedIn },
          { label: "Password", amount: member.hasPassword ? "Chosen" : "Not chosen yet" },
          { label: "Two-factor login", amount: member.hasSecondFactor ? "On" : "Off" },
          ...(member.isYou
            ? [{ label: "Roles", amount: member.roles.map((role) => staffRoleLabels[role]).join(", ") }]
            : []),
        ]}
      />
      <p className="small">
        <Link to={paths.staffLog({ who: member.name })}>What {member.name} did</Link>
      </p>
      {member.isYou ? (
        <p className="dim">Another person on the staff can change your roles and access.</p>
      ) : (
        <div className="two-columns even">
          <RolesPart result={isEnding ? undefined : result} roles={member.roles} />
          <EndingPart result={isEnding ? result : undefined} hasSecondFactor={member.hasSecondFactor} />
        </div>
      )}
    </>
  )
}
