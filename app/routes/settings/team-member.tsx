import { type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { PartForm } from "~/components/form/part-form"
import { AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { HistoryList } from "~/components/foundation/history/history-list"
import { LockButton } from "~/components/people/team/lock-button"
import { chosenRights, RightsField } from "~/components/people/team/rights-field"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { roleLabels } from "~/components/shell/menus"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { EditablePart } from "~/components/ui/editable-part"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { FactList } from "~/components/ui/fact-list"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { redirectWithToast } from "~/http/toast.server"
import { limitReached } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { loginName } from "~/models/accounts/user/login-name"
import type { Actor } from "~/models/foundation/access/actor"
import { type Right, rightLabels } from "~/models/foundation/access/rights"
import { listHistory } from "~/models/foundation/audit/history.server"
import { RightsForm } from "~/models/people/member/staff-form"
import { changeRights, findTeacherOf, findTeamMember } from "~/models/people/member/team.server"
import { teachAsMember } from "~/models/people/teacher/teacher.server"
import { reactivateTeacher } from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"
import { memberLocks } from "./member-lock.server"

const mostEvents = 40

/** One member of the team: what they may do, and what was changed about that. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "team:manage")
  const member = orNotFound(findTeamMember(actor, params.memberId ?? ""))
  const { timeZone } = actor.school
  const teacherId = findTeacherOf(actor, member.memberId)
  return {
    memberId: member.memberId,
    name: member.name,
    login: loginName(member),
    kind: roleLabels[member.role],
    isTeacher: member.role === "teacher",
    erase: teacherId ? paths.eraseTeacher(teacherId) : paths.eraseMember(member.memberId),
    isLocked: member.deactivatedAt !== null,
    rights: member.rights,
    history: listHistory(actor, [{ noun: "member", ids: [member.memberId] }], mostEvents)
      .filter(({ verb }) => verb !== "sign-in")
      .map(({ at, ...event }) => ({ ...event, at: formatInstant(at, timeZone) })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "team:manage")
  const member = orNotFound(findTeamMember(actor, params.memberId ?? ""))
  const { memberId, name } = member
  const to = paths.teamMember(memberId)
  return intents(request, to, {
    ...memberLocks(actor, to),
    teach: () => {
      const former = findTeacherOf(actor, memberId)
      if (former) return teachAgain(actor, former, to)
      const taught = teachAsMember(actor, memberId)
      if (taught.ok) return redirectWithToast(paths.teacher(taught.teacherId), `${name} can teach now.`)
      if (taught.reason === "not-found") throw notFound()
      const title = `${name} can’t teach yet.`
      return redirectWithToast(to, { tone: "bad", title, text: teachProblem(taught) })
    },
    rights: intent({
      schema: RightsForm,
      run: ({ rights }) => changeRights(actor, memberId, rights),
      field: "rights",
      refusals: {
        none: "Choose at least one right, or lock this member.",
        removed: { title: `${name} is locked. Unlock them first.` },
      },
      saved: `Rights saved for ${name}.`,
    }),
  })
}

/** Who taught before they ran the school is the same teacher again. */
function teachAgain(actor: Actor, teacherId: string, to: string) {
  const back = reactivateTeacher(actor, teacherId)
  if (back.ok) return redirectWithToast(paths.teacher(teacherId), `${back.name} can teach again.`)
  if (back.reason === "not-found") throw notFound()
  const { planName, teachers } = findPlanUsage(actor)
  const title = "Your plan’s teacher limit is reached."
  return redirectWithToast(to, { tone: "bad", title, text: limitReached("teachers", planName, teachers) })
}

const teachProblem = (
  refused: Extract<ReturnType<typeof teachAsMember>, { name: string } | { places: unknown }>,
) =>
  "places" in refused
    ? limitReached("teachers", refused.planName, refused.places)
    : `${refused.name} is a teacher with this name or email already. Invite them from the teacher’s page.`

export const shouldRevalidate = unlessPartOpened

export const handle: FramedPage<typeof loader> = {
  column: "form",
  title: "Team member",
  head: ({ name, kind }) => ({ title: name, expression: kind, back: { to: paths.team(), label: "Team" } }),
}

export const meta = pageTitle<typeof loader>((data) => `${data.name} · Team`, "Not found · Team")

export default function TeamMember() {
  const member = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId="rights-form" result={result} />
      <p className="dim long-text">{member.login}</p>
      {member.isLocked ? <CalloutText>{member.name} is locked and can’t log in here.</CalloutText> : null}
      <EditablePart
        id="rights"
        title="Rights"
        isAnswered={result !== undefined}
        isFixed={member.isLocked}
        list={
          member.isTeacher ? (
            <p>
              Teachers see their own lessons and students without any of these. Each right is for the whole
              school. Prices there are shown only with “{rightLabels.prices.label},” even if your teachers see
              the prices of their own lessons.
            </p>
          ) : null
        }
        text={<RightsList rights={member.rights} />}
      >
        <MemberRights rights={member.rights} result={result} />
      </EditablePart>
      {member.isTeacher || member.isLocked ? null : (
        <PostForm>
          <p className="dim">
            {member.name} can also give lessons with the same login. That takes one teacher of your plan; the
            rights stay.
          </p>
          <SubmitButton intent="teach" variant="secondary" pending="Saving…">
            Make {member.name} a teacher
          </SubmitButton>
        </PostForm>
      )}
      {member.isTeacher ? null : (
        <PostForm sends={{ memberId: member.memberId }}>
          <LockButton name={member.name} isLocked={member.isLocked} />
        </PostForm>
      )}
      <p className="no-print">
        <Link to={member.erase}>Erase personal data</Link>
      </p>
      <HistoryList entries={member.history} />
    </>
  )
}

function RightsList({ rights }: { rights: readonly Right[] }) {
  if (rights.length === 0) return <p>No rights yet.</p>
  return <FactList facts={rights.map((right) => [rightLabels[right].label, rightLabels[right].about])} />
}

function MemberRights({ rights, result }: { rights: readonly Right[]; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ rights: Right[] }>({ id: "rights-form", lastResult: result })
  return (
    <PartForm part="rights" form={form} save="Save rights">
      <RightsField
        key={rights.join()}
        chosen={result ? chosenRights(result.initialValue?.rights ?? [], []) : rights}
        id={fields.rights.id}
        errorId={fields.rights.errorId}
        errors={fields.rights.errors}
      />
    </PartForm>
  )
}
