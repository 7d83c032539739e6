import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { InvitedList } from "~/components/people/team/invited-list"
import { presetLines } from "~/components/people/team/rights-field"
import { TeamTable } from "~/components/people/team/team-table"
import type { FramedPage } from "~/components/shell/frame"
import { roleLabels } from "~/components/shell/menus"
import { LinkButton } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intents, titled } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { notFound } from "~/http/responses.server"
import { loginName } from "~/models/accounts/user/login-name"
import { listPhotos } from "~/models/communication/messaging/seen-photos.server"
import { rightsText } from "~/models/foundation/access/rights"
import { listStaffInvitations } from "~/models/people/member/list-members.server"
import { askMember, withdrawStaffInvitation } from "~/models/people/member/staff.server"
import { listTeam } from "~/models/people/member/team.server"
import { TeamForm } from "~/models/people/member/team-form"
import { inviteRefusals, staffRefusals } from "~/texts/people/refusals"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { sellsPlans } from "~/utils/sold-plans"

/** The administrator, members of the office and teachers, with what each may do. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "team:manage")
  const team = listTeam(actor)
  const photos = listPhotos(
    actor,
    team.map(({ memberId }) => memberId),
  )
  return {
    team: team.map(({ memberId, name, email, username, phone, role, rights, deactivatedAt }) => ({
      memberId,
      name,
      hasPhoto: photos.has(memberId),
      login: loginName({ email, username }),
      phone: deactivatedAt === null ? phone : null,
      kind: roleLabels[role],
      rights:
        role === "admin"
          ? "Everything"
          : role === "teacher" && rights.length === 0
            ? "Own lessons"
            : rightsText(rights),
      mayChange: role === "office" || role === "teacher",
      mayErase: role === "admin" && deactivatedAt !== null,
      isLocked: deactivatedAt !== null,
      isYou: memberId === actor.memberId,
    })),
    invited: listStaffInvitations(actor, "member").map(({ id, name, email, rights, state }) => ({
      id,
      name,
      email,
      rights,
      rightsText: rightsText(rights),
      state:
        state.kind === "invited" ? `link expires ${formatDate(state.endsOn, "day")}` : "invitation expired",
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "team:manage")
  return intents(request, paths.team(), {
    withdraw: act({
      run: (form) => withdrawStaffInvitation(actor, idIn(form, "invitationId")),
      saved: "Invitation withdrawn. Its link no longer works.",
    }),
    again: act({
      run: (form) => {
        const submission = readForm(form, { schema: TeamForm })
        if (submission.status !== "success") throw notFound()
        const { rights, ...person } = submission.value
        return askMember(actor, person, rights)
      },
      refusals: titled("Invitation not sent", { ...staffRefusals, ...inviteRefusals }),
      saved: ({ email }) => `Invitation sent to ${email}.`,
    }),
  })
}

export const handle: FramedPage = {
  title: "Team",
  head: () => ({
    actions: (
      <LinkButton variant="primary" to={paths.newTeamMember()}>
        Invite a member
      </LinkButton>
    ),
  }),
}

export const meta: MetaFunction = () => [{ title: "Team · Tutti" }]

export default function Team() {
  const { team, invited } = useLoaderData<typeof loader>()
  return (
    <>
      <p>
        Your {sellsPlans() ? "plan" : "school"} has one administrator. Members of the office work beside them
        with the rights you choose.{sellsPlans() ? " They don’t count as teachers in your plan." : null}
      </p>
      <TeamTable rows={team} />
      <InvitedList rows={invited} />
      <section className="section" aria-labelledby="presets-title">
        <h2 id="presets-title">Start from a preset</h2>
        <ul className="rows">
          {presetLines.map(({ preset, label, about }) => (
            <li key={preset}>
              <span>
                <Link to={paths.newTeamMember({ preset })}>{label}</Link>
                <br />
                <span className="small dim">{about}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
      <p className="small dim">
        Transfer your administrator account under <Link to={paths.administration()}>Administration</Link>.
        Invite teachers under <Link to={paths.teachers()}>Teachers</Link>.
      </p>
    </>
  )
}
