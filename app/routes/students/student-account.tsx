import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { type FramedStudent, studentFrame } from "~/components/people/student/student-frame"
import { ChildSignIn, type Slip, StartPasswordSlip } from "~/components/people/student-account/child-sign-in"
import { PersonSignIn } from "~/components/people/student-account/person-sign-in"
import { type FramedPage, frameIn, useLoadedFrame } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { studentOfPage } from "~/http/page-reads.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { makeTemporaryPassword } from "~/models/accounts/profile/start-password.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  inviteAdultStudent,
  inviteGuardian,
  revokeInvitation,
} from "~/models/people/invitation/invite.server"
import { inviteRefusals } from "~/models/people/invitation/invite-refusals"
import type { PersonSignIn as Person } from "~/models/people/invitation/student-sign-ins"
import { findStudentSignIns } from "~/models/people/invitation/student-sign-ins.server"
import { addChildSignIn, renewTemporaryPassword } from "~/models/people/member/child-sign-in.server"
import { ChildSignInForm } from "~/models/people/member/child-sign-in-form"
import { lockSignIn, unlockSignIn } from "~/models/people/member/member.server"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invitation:send")
  const found = findStudentSignIns(actor, params.studentId ?? "", studentOfPage)
  if (!found) throw notFound()
  return { firstName: found.student.firstName, people: found.people }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invitation:send")
  const studentId = params.studentId ?? ""
  const found = findStudentSignIns(actor, studentId)
  if (!found) throw notFound()
  const form = await request.formData()
  if (form.get("intent") === "add-child") return addChild(actor, found.student, form)

  const person = found.people.find(({ id }) => id === form.get("person"))
  if (!person) throw notFound()
  if (form.get("intent") === "new-start-password") {
    const { password, passwordHash } = await makeTemporaryPassword()
    const renewed = renewTemporaryPassword(actor, studentId, { passwordHash })
    if (!renewed.ok) throw notFound()
    return data({ slip: slipOf(actor, found.student.name, renewed.username, password) })
  }
  const message = change(actor, person, String(form.get("intent")))
  return redirectWithToast(backTo(form.get("back"), found.student), message)
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
  const added = addChildSignIn(actor, student.id, { username, passwordHash })
  if (added.ok) return data({ slip: slipOf(actor, student.name, username, password) })
  if (added.reason === "username-taken")
    return invalid(submission, {
      username: "That username is taken. Add a number or an initial.",
    })
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

/** Carries out a button's intent; returns the message to show. */
function change(actor: Actor, person: Person, intent: string) {
  const purpose = person.kind === "guardian" ? "guardian-invitation" : "student-invitation"
  switch (intent) {
    case "invite": {
      const invite = person.kind === "guardian" ? inviteGuardian : inviteAdultStudent
      const done = invite(actor, person.id)
      if (done.ok) return `Invitation sent to ${done.email}. It works for 7 days.`
      return { title: inviteRefusals[done.reason], tone: "bad" } as const
    }
    case "revoke":
      revokeInvitation(actor, purpose, person.id)
      return `Invitation to ${person.name} withdrawn.`
    case "lock":
    case "unlock": {
      const setLock = intent === "lock" ? lockSignIn : unlockSignIn
      const done = setLock(actor, person.memberId ?? "")
      if (!done.ok) throw notFound()
      return `${done.name} is ${intent}ed.`
    }
    default:
      throw notFound()
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

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const student = frameIn(matches, studentFrame)
  return [{ title: student ? `Portal access for ${student.name} · Tutti` : "Not found · Tutti" }]
}

export default function StudentAccount() {
  const student = useLoadedFrame(studentFrame)
  const { firstName, people } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const slip = answer && "slip" in answer ? answer.slip : undefined
  if (slip) return <StartPasswordSlip slip={slip} back={paths.studentAccount(student.id)} isPart />
  const self = people.find(({ id }) => id === student.id)
  return (
    <>
      {people.map((person) => (
        <PersonSignIn key={person.id} person={person} />
      ))}
      {self && !self.memberId && self.state.kind !== "invited" ? (
        <ChildSignIn name={firstName} lastResult={answer && "result" in answer ? answer.result : undefined} />
      ) : null}
    </>
  )
}
