import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { StaffPart } from "~/components/accounts/settings/staff-part"
import { AnswerSummary, PostForm } from "~/components/form/post-form"
import { LockButton } from "~/components/people/team/lock-button"
import { framed } from "~/components/shell/frame"
import { roleLabels } from "~/components/shell/menus"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { EmailText } from "~/components/ui/email-text"
import { FilterChoice, FilterForm, FilterInput } from "~/components/ui/filter-form"
import { Status } from "~/components/ui/status"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { paged } from "~/http/page-number"
import { loginName } from "~/models/accounts/user/login-name"
import {
  askStaff,
  askSuccessor,
  endMemberSignIns,
  listMembers,
  listStaffInvitations,
  listSuccessors,
  memberRoles,
  withdrawStaffInvitation,
} from "~/models/people/member/member.server"
import { AdministratorForm, SuccessorForm } from "~/models/people/member/staff-form"
import { inviteRefusals, staffRefusals } from "~/texts/people/refusals"
import { countOf, formatDate } from "~/utils/formats"
import { pageOf } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { accountsOf, memberLocks } from "./member-lock.server"

/** Members who can log in and run the school. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const query = new URL(request.url).searchParams
  const filter = {
    search: (query.get("q") ?? "").trim().slice(0, 100),
    who: memberRoles.find((role) => role === query.get("who")) ?? ("all" as const),
  }
  const page = pageOf(query)
  const { rows, total } = listMembers(actor, filter, page)
  return {
    filter,
    pages: paged(request, total),
    canInvite: actor.school.kind !== "solo",
    plan: accountsOf(actor),
    successors: listSuccessors(actor).map(({ memberId, name, role }) => ({
      memberId,
      name,
      role: role === "admin" ? "former administrator" : roleLabels[role],
    })),
    invited: listStaffInvitations(actor, "administrator").map(({ id, name, email, giverStays, state }) => ({
      id,
      name,
      email,
      giverStays,
      state:
        state.kind === "invited"
          ? `Invited, link expires ${formatDate(state.endsOn, "day")}`
          : "Invitation expired",
    })),
    members: rows.map(({ memberId, name, email, username, role, deactivatedAt, signIns }) => ({
      memberId,
      name,
      reachedAt: loginName({ email, username }),
      role: roleLabels[role],
      isLocked: deactivatedAt !== null,
      isYou: memberId === actor.memberId,
      signIns,
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const form = await request.formData()
  return intents(form, paths.administration(), {
    // Someone chosen from the school's own people is asked at the email they log in with, whatever else was typed.
    invite: form.get("memberId")
      ? intent({
          schema: SuccessorForm,
          run: ({ memberId, giverStays }) => askSuccessor(actor, memberId, giverStays),
          field: "memberId",
          ...invitation,
        })
      : intent({
          schema: AdministratorForm,
          run: ({ giverStays, ...person }) => askStaff(actor, person, giverStays),
          field: "email",
          ...invitation,
        }),
    withdraw: act({
      run: () => withdrawStaffInvitation(actor, idIn(form, "invitationId")),
      saved: "Invitation withdrawn. Its link no longer works.",
    }),
    "sign-out": act({
      run: () => endMemberSignIns(actor, idIn(form, "memberId")),
      saved: "Logged out of your school on every device.",
    }),
    ...memberLocks(actor, paths.administration()),
  })
}

const invitation = {
  status: 409,
  refusals: { ...staffRefusals, ...inviteRefusals },
  saved: ({ email }: { email: string }) => `Invitation sent to ${email}.`,
}

export const shouldRevalidate = unlessPartOpened

export const { handle, meta } = framed({
  title: "Administration",
})

export default function Administration() {
  const { filter, pages, canInvite, plan, successors, invited, members } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId="staff-form" result={result} />
      <FilterForm role="search" aria-label="People who can log in">
        <label className="visually-hidden" htmlFor="people-q">
          Name, email or username
        </label>
        <FilterInput
          id="people-q"
          type="search"
          name="q"
          value={filter.search}
          placeholder="Name, email or username"
          maxLength={100}
        />
        <FilterChoice
          id="people-who"
          name="who"
          label="Role"
          value={filter.who}
          choices={[
            ["all", "Everyone"],
            ["office", "Administrators"],
            ["teacher", "Teachers"],
            ["student", "Families"],
          ]}
        />
        <Button>Search</Button>
      </FilterForm>
      {members.length === 0 ? (
        <EmptyState action={<LinkButton to={paths.administration()}>Clear filters</LinkButton>}>
          No people match these filters.
        </EmptyState>
      ) : (
        <MemberTable rows={members} />
      )}
      <Pagination {...pages} />
      {canInvite ? (
        <StaffPart
          key={invited.length}
          plan={plan}
          successors={successors}
          applicants={invited}
          result={result}
        />
      ) : null}
      <p>
        <Link to={paths.supportAccess()}>Support access to your school</Link>
      </p>
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type MemberRow = Loaded["members"][number]

/** Members who can log in, with buttons to log each one out and to lock or unlock access. */
function MemberTable({ rows }: { rows: MemberRow[] }) {
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
              <Status tone="bad">Locked</Status>
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
              <PostForm className="buttons" sends={{ memberId }}>
                {signIns > 0 ? (
                  <Button intent="sign-out" aria-label={`Log out: ${name}`}>
                    Log out
                  </Button>
                ) : null}
                <LockButton name={name} isLocked={isLocked} />
              </PostForm>
            ),
        },
      ]}
      rows={rows}
      rowKey={({ memberId }) => memberId}
    />
  )
}
