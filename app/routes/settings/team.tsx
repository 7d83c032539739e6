import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm } from "~/components/form/post-form"
import { Photo } from "~/components/foundation/photo/photo"
import { LockButton } from "~/components/people/team/lock-button"
import { presetLines } from "~/components/people/team/rights-field"
import { framed } from "~/components/shell/frame"
import { roleLabels } from "~/components/shell/menus"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { EmailText } from "~/components/ui/email-text"
import { PhoneLink } from "~/components/ui/phone-link"
import { Status } from "~/components/ui/status"
import { notFound, requireMember } from "~/http/guards.server"
import { act, idIn, intents, titled } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { loginName } from "~/models/accounts/user/login-name"
import { listPhotos } from "~/models/communication/messaging/seen-photos.server"
import { rightsText } from "~/models/foundation/access/rights"
import {
  askMember,
  listStaffInvitations,
  withdrawStaffInvitation,
} from "~/models/people/member/member.server"
import { TeamForm } from "~/models/people/member/staff-form"
import { listTeam } from "~/models/people/member/team.server"
import { inviteRefusals, staffRefusals } from "~/texts/people/refusals"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { sellsPlans } from "~/utils/sold-plans"
import { memberLocks } from "./member-lock.server"

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
    ...memberLocks(actor, paths.team()),
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

export const { handle, meta } = framed({
  title: "Team",
  head: () => ({
    actions: (
      <LinkButton variant="primary" to={paths.newTeamMember()}>
        Invite a member
      </LinkButton>
    ),
  }),
})

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

type Invited = Loaded["invited"][number]

/** Who was invited to the office and hasn't answered, with buttons to send the email again or to withdraw it. */
function InvitedList({ rows }: { rows: Invited[] }) {
  if (rows.length === 0) return null
  return (
    <section className="section" aria-labelledby="invited-title">
      <h2 id="invited-title">Invited</h2>
      <ul className="rows">
        {rows.map(({ id, name, email, rights, rightsText, state }) => (
          <li key={id}>
            <span>
              {name} <span className="dim long-text">{email}</span>
              <br />
              <span className="small dim">
                {rightsText} · {state}
              </span>
            </span>
            <PostForm className="buttons" sends={{ invitationId: id, name, email }}>
              {rights.map((right) => (
                <input key={right} type="hidden" name="rights" value={right} />
              ))}
              <Button intent="again" aria-label={`Send again: ${name}`}>
                Send again
              </Button>
              <Button intent="withdraw" variant="danger" aria-label={`Withdraw: ${name}`}>
                Withdraw
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type TeamRow = Loaded["team"][number]

/** The people who work here and have a login, with what each may do. */
function TeamTable({ rows }: { rows: TeamRow[] }) {
  return (
    <DataTable
      caption="Your team"
      rows={rows}
      rowKey={({ memberId }) => memberId}
      columns={[
        {
          label: "Name",
          cell: ({ memberId, name, login, phone, mayChange, isYou, hasPhoto }) => (
            <>
              {hasPhoto ? <Photo memberId={memberId} /> : null}
              {mayChange ? <Link to={paths.teamMember(memberId)}>{name}</Link> : name}
              {isYou ? <b> · you</b> : null}{" "}
              <span className="block small dim">
                <EmailText address={login} />{" "}
                {phone ? (
                  <span className="block">
                    <PhoneLink number={phone} />
                  </span>
                ) : null}
              </span>
            </>
          ),
        },
        { label: "Role", cell: ({ kind }) => kind },
        { label: "Rights", cell: ({ rights }) => rights },
        {
          label: "Status",
          cell: ({ isLocked }) =>
            isLocked ? <Status tone="bad">Locked</Status> : <Status tone="ok">Can log in</Status>,
        },
        {
          label: "Actions",
          action: true,
          cell: ({ memberId, name, isLocked, isYou, mayErase }) =>
            isYou ? null : (
              <PostForm className="buttons" sends={{ memberId }}>
                {mayErase ? (
                  <Link to={paths.eraseMember(memberId)}>
                    Erase<span className="visually-hidden"> {name}</span>
                  </Link>
                ) : null}
                <LockButton name={name} isLocked={isLocked} />
              </PostForm>
            ),
        },
      ]}
    />
  )
}
