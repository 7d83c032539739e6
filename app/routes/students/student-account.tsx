import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { type FramedStudent, studentFrame } from "~/components/people/student/student-frame"
import { ChildSignIn, type Slip, StartPasswordSlip } from "~/components/people/student-account/child-sign-in"
import { signInStatus } from "~/components/people/student-account/sign-in-status"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { Status } from "~/components/ui/status"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { act, intents, titles } from "~/http/intents.server"
import { studentOfPage } from "~/http/page-reads.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { makeTemporaryPassword } from "~/models/accounts/profile/choose-password.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { addChildLogin, findLoginConsent, isLoginAllowed } from "~/models/people/consent/answers.server"
import { loginConsentAge } from "~/models/people/consent/consent"
import { findStudentSignIns } from "~/models/people/invitation/account-state.server"
import {
  inviteAdultStudent,
  inviteGuardian,
  revokeInvitation,
} from "~/models/people/invitation/invite.server"
import type { PersonSignIn as Person } from "~/models/people/invitation/student-sign-ins"
import { renewTemporaryPassword } from "~/models/people/member/child-sign-in.server"
import { ChildSignInForm } from "~/models/people/member/child-sign-in-form"
import { lockSignIn, unlockSignIn } from "~/models/people/member/member.server"
import { inviteRefusals, loginRefusals } from "~/texts/people/refusals"
import { env } from "~/utils/env.server"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invitation:send")
  const found = orNotFound(findStudentSignIns(actor, params.studentId ?? "", studentOfPage))
  const student = studentOfPage(actor, found.student.id)
  return {
    firstName: found.student.firstName,
    people: found.people,
    consent: findLoginConsent(actor, { id: found.student.id, birthDate: student?.birthDate ?? null }),
    mayEnter: may(actor, "student:write"),
    setsDocuments: may(actor, "school:settings"),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invitation:send")
  const studentId = params.studentId ?? ""
  const found = orNotFound(findStudentSignIns(actor, studentId))
  const form = await request.formData()
  const { student } = found
  const person = found.people.find(({ id }) => id === form.get("person"))
  return intents(form, backTo(form.get("back"), student), {
    ...(person ? loginIntents(actor, person) : {}),
    "add-child": () => addChild(actor, student, form),
    "new-start-password": async () => {
      if (!person) throw notFound()
      const { password, passwordHash } = await makeTemporaryPassword()
      const renewed = renewTemporaryPassword(actor, studentId, { passwordHash })
      if (!renewed.ok) throw notFound()
      return data({ slip: slipOf(actor, student.name, renewed.username, password) })
    },
  })
}

/** A student's and a family's record invite in place. */
function backTo(page: FormDataEntryValue | null, { id, familyId }: { id: string; familyId: string }): string {
  if (page === "record") return paths.student(id)
  return page === "family" ? paths.familyRecord(familyId) : paths.studentAccount(id)
}

async function addChild(actor: Actor, student: { id: string; name: string }, form: FormData) {
  const submission = readForm(form, { schema: ChildSignInForm })
  if (submission.status !== "success") return invalid(submission)
  const { username } = submission.value
  const { password, passwordHash } = await makeTemporaryPassword()
  const added = addChildLogin(actor, student.id, { username, passwordHash })
  if (added.ok) return data({ slip: slipOf(actor, student.name, username, password) })
  if (added.reason === "username-taken")
    return invalid(submission, {
      username: "That username is taken. Add a number or an initial.",
    })
  if (added.reason === "needs-consent")
    return invalid(submission, { username: loginRefusals[added.reason] }, 409)
  return redirectWithToast(paths.studentAccount(student.id), {
    title: `${student.name} already has a login.`,
    tone: "bad",
  })
}

const slipOf = (actor: Actor, name: string, username: string, password: string): Slip => ({
  name,
  username,
  password,
  address: `${env().APP_URL}${paths.login()}`,
  schoolName: actor.school.name,
})

/** The buttons beside a person. */
function loginIntents(actor: Actor, person: Person) {
  const [purpose, invite] =
    person.kind === "guardian"
      ? (["guardian-invitation", inviteGuardian] as const)
      : (["student-invitation", inviteAdultStudent] as const)
  const gone = { staff: 404, yourself: 404, "no-place": 404 } as const
  return {
    invite: act({
      run: () => invite(actor, person.id),
      refusals: inviteRefusals,
      saved: ({ email }) => `Invitation sent to ${email}. It works for 7 days.`,
    }),
    revoke: act({
      run: () => void revokeInvitation(actor, purpose, person.id),
      saved: `Invitation to ${person.name} withdrawn.`,
    }),
    lock: act({
      run: () => lockSignIn(actor, person.memberId ?? ""),
      refusals: gone,
      saved: ({ name }) => `${name} is locked.`,
    }),
    unlock: act({
      run: () =>
        person.kind === "guardian" || isLoginAllowed(actor, person.id)
          ? unlockSignIn(actor, person.memberId ?? "")
          : ({ ok: false, reason: "needs-consent" } as const),
      refusals: { ...gone, ...titles(loginRefusals) },
      saved: ({ name }) => `${name} is unlocked.`,
    }),
  }
}

export const handle: FramedPage<typeof loader, FramedStudent> = {
  title: "Portal access",
  column: "form narrow",
  head: (_page, student) => ({
    back: { to: paths.student(student.id), label: student.name },
    expression: "who can see lessons and invoices",
    actions: null,
  }),
}

export const meta = frameTitle(studentFrame, (student) => `Portal access for ${student.name}`)

export default function StudentAccount() {
  const student = useLoadedFrame(studentFrame)
  const { firstName, people, consent, mayEnter, setsDocuments } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const slip = answer && "slip" in answer ? answer.slip : undefined
  if (slip) return <StartPasswordSlip slip={slip} back={paths.studentAccount(student.id)} isPart />
  const self = people.find(({ id }) => id === student.id)
  const who = consent.isAgeKnown ? `${firstName} is under ${loginConsentAge} and` : firstName
  return (
    <>
      {people.map((person) => (
        <PersonSignIn key={person.id} person={person} />
      ))}
      {consent.isMissing ? (
        <CalloutText tone="amber">
          {consent.isAgeKnown
            ? ""
            : `${firstName}’s birth date isn’t known: until you enter one, we ask as for a child under ${loginConsentAge}. `}
          {self?.memberId && self.state.kind !== "locked"
            ? `${who} has a login, but no guardian has agreed to it. It stays open until you lock it or a guardian answers no. `
            : `${consent.isAgeKnown ? `${firstName} is under ${loginConsentAge}, so a` : "A"} guardian has to agree before ${firstName} can log in. `}
          {consent.isUnset
            ? "You don’t ask for this consent yet. "
            : `Agreement is missing to ${joinNames(consent.titles)}. Guardians answer in the portal. `}
          {consent.isUnset && setsDocuments ? (
            <Link to={paths.consentSettings({ from: "logins" })}>Add the consent</Link>
          ) : null}
          {!consent.isUnset && mayEnter ? (
            <Link to={paths.paperConsent(student.id)}>Enter a signed consent</Link>
          ) : null}
        </CalloutText>
      ) : self && !self.memberId && self.state.kind !== "invited" ? (
        <ChildSignIn name={firstName} lastResult={answer && "result" in answer ? answer.result : undefined} />
      ) : null}
    </>
  )
}

const relations = { guardian: "guardian", student: "student", child: "student" }

/** One person related to a student: their name, the status of their portal access, and its buttons. */
function PersonSignIn({ person }: { person: Person }) {
  const { head, tone, label } = signInStatus(person.state)
  return (
    <section className="sheet" aria-label={person.name}>
      <div className="page-head">
        <div>
          <p className="expression dim">{person.relation?.toLowerCase() ?? relations[person.kind]}</p>
          <h2>{person.name}</h2>
        </div>
        <Status head={head} tone={tone}>
          {label}
        </Status>
      </div>
      {person.username ? (
        <p>
          Logs in as <b>{person.username}</b>.
        </p>
      ) : person.kind === "child" ? null : (
        <p>{person.email ?? <span className="dim">No email</span>}</p>
      )}
      <Deeds person={person} />
    </section>
  )
}

function Deeds({ person: { id, kind, email, username, state } }: { person: Person }) {
  const who = <input type="hidden" name="person" value={id} />
  if (state.kind === "locked")
    return (
      <PostForm className="buttons">
        {who}
        <SubmitButton variant="secondary" intent="unlock" pending="Unlocking…" label="Unlock" />
      </PostForm>
    )
  if (state.kind === "active" || state.kind === "printed")
    return (
      <PostForm className="buttons">
        {who}
        {username ? (
          <SubmitButton
            variant="secondary"
            intent="new-start-password"
            pending="Creating…"
            label="Create new temporary password"
          />
        ) : null}
        <SubmitButton variant="danger" intent="lock" pending="Locking…" label="Lock" />
        <span className="small dim">Locking logs them out of your school. You can unlock them anytime.</span>
      </PostForm>
    )
  if (kind === "child") return null
  if (!email) return <p className="small dim">Add an email address to send an invitation.</p>
  return (
    <PostForm className="buttons">
      {who}
      <SubmitButton variant="secondary" intent="invite" pending="Sending…">
        {state.kind === "none" ? "Send invitation" : "Send again"}
      </SubmitButton>
      {state.kind === "invited" ? (
        <SubmitButton variant="danger" intent="revoke" pending="Withdrawing…" label="Withdraw" />
      ) : null}
      {state.kind === "invited" ? (
        <span className="small dim">Sending a new invitation cancels the earlier link.</span>
      ) : null}
    </PostForm>
  )
}
