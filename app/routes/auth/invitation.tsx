import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { NewPasswordFields } from "~/components/accounts/password/new-password-fields"
import { FormToken } from "~/components/form/form-token"
import { ErrorSummary, SubmitButton } from "~/components/form/post-form"
import { PublicShell } from "~/components/public/public-shell"
import { unansweredForm } from "~/components/public/unanswered"
import { CalloutText } from "~/components/ui/callout"
import { countedAddress } from "~/http/address.server"
import { initOf, tooMany } from "~/http/answer"
import { formTokenOf } from "~/http/form-token.server"
import { allowAnyone, findViewer } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { redirectWithToast } from "~/http/toast.server"
import { NewPasswordForm } from "~/models/accounts/profile/profile-forms"
import { isOwnName, ownNameRefused } from "~/models/accounts/user/new-password"
import { hashPassword } from "~/models/accounts/user/password.server"
import { readRights, rightsText } from "~/models/foundation/access/rights"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { acceptAsUser, acceptWithPassword } from "~/models/people/invitation/accept-invitation.server"
import {
  accountOfInvited,
  findInvitation,
  type OpenInvitation,
} from "~/models/people/invitation/invitation.server"
import { findTransfer } from "~/models/people/invitation/transfer.server"
import { type AcceptRefusal, acceptRefusals, type ClosedState } from "~/texts/people/refusals"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { beginSignIn } from "./login.server"

const tokenIn = (request: Request) => new URL(request.url).searchParams.get("token")?.slice(0, 200) ?? ""

/** Shows the invitation; opening the link doesn't use it up, because mail programs open links too. */
export async function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  const token = tokenIn(request)
  const found = findInvitation(token)
  if (found.state === "unknown") return data({ state: found.state } as const, { status: 404 })
  if (found.state !== "open") return data(found, { status: 410 })
  const viewer = await findViewer(request)
  const { school, invited, link } = found
  return data({
    state: "open" as const,
    token,
    schoolName: school.name,
    personName: invited.name,
    email: link.email,
    asTeacher: link.purpose === "teacher-invitation",
    asStaff: link.purpose === "staff-invitation",
    asSuccessor: Boolean(invited.offeredTo),
    giver: giverOf(found),
    rightsText: typeof invited.rights === "string" ? rightsText(readRights(invited.rights)) : null,
    studentNames: link.purpose === "guardian-invitation" ? invited.students.map(({ name }) => name) : [],
    seesMoney: invited.seesMoney ?? true,
    account: accountOfInvited(found),
    viewer: viewer
      ? {
          name: viewer.user.name,
          isInvited: viewer.user.email === link.email,
          formToken: formTokenOf(viewer),
        }
      : null,
  })
}

/** Whose administrator account is transferred by accepting. */
function giverOf({ link, school, invited }: OpenInvitation) {
  if (link.purpose !== "staff-invitation" || typeof invited.rights === "string") return null
  const transfer = findTransfer(school.id, link.subjectId)
  return transfer.kind === "transfer" ? { name: transfer.name, isStaying: transfer.isStaying } : null
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await findViewer(request)
  const token = tokenIn(request)
  const form = await request.formData()
  const wait = await countTry("invitation-address", countedAddress(request))
  if (wait > 0)
    return data(
      { refusal: { title: "Too many tries", text: "Wait 15 minutes, then try again." } },
      initOf(tooMany(wait)),
    )

  return intents(form, paths.landing(), {
    accept: () => (viewer ? enter(request, acceptAsUser(token, viewer.user.id)) : refuse("other-account")),
    else: intent({
      schema: NewPasswordForm,
      run: async ({ password }) => {
        const found = findInvitation(token)
        if (found.state !== "open") return refuse(found.state)
        if (isOwnName(password, found.link.email)) return { ok: false, reason: "own-name" } as const
        return enter(request, acceptWithPassword(token, await hashPassword(password)))
      },
      field: "password",
      refusals: { "own-name": ownNameRefused },
    }),
  })
}

async function enter(request: Request, acceptance: ReturnType<typeof acceptAsUser>) {
  if (!acceptance.ok) return refuse(acceptance.reason)
  const { userId, ...membership } = acceptance
  const { home, headers } = await beginSignIn(request, userId, false, { as: membership })
  return redirectWithToast(home, "Welcome. You’re logged in.", headers)
}

const refuse = (reason: AcceptRefusal) => data({ refusal: acceptRefusals[reason] }, { status: 409 })

/** The address holds the token, so no linked page may learn it and nothing may cache it. */
export const headers: HeadersFunction = () => ({
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "private, no-store",
})

export const meta: MetaFunction = () => [
  { title: "Your invitation · Tutti" },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
]

export default function Invitation() {
  const invitation = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refusal = answer && "refusal" in answer ? answer.refusal : undefined
  return (
    <PublicShell>
      <main className="page-width form-page" id="main">
        <div className="split">
          {invitation.state !== "open" ? (
            <ClosedInvitation invitation={invitation} />
          ) : (
            <div className="form">
              <InvitationHead invitation={invitation} refusal={refusal} />
              {invitation.viewer && !(invitation.viewer.isInvited && invitation.account === "unproven") ? (
                <AcceptAsUser
                  viewer={invitation.viewer}
                  email={invitation.email}
                  isHere={invitation.asSuccessor}
                />
              ) : invitation.account === "proven" ? (
                <LogInFirst
                  email={invitation.email}
                  token={invitation.token}
                  isHere={invitation.asSuccessor}
                />
              ) : (
                <ChoosePassword
                  replaces={invitation.account === "unproven" ? invitation.email : undefined}
                  formToken={invitation.viewer?.formToken}
                  lastResult={answer && "result" in answer ? answer.result : undefined}
                />
              )}
            </div>
          )}
        </div>
      </main>
    </PublicShell>
  )
}

type ChoosePasswordProps = {
  /** the address of an unconfirmed account, whose password this one replaces */
  replaces?: string | undefined
  /** for a person who is logged in to that account */
  formToken?: string | undefined
  lastResult?: SubmissionResult | undefined
}

/** For a person whose address is new or was never confirmed. */
function ChoosePassword({ replaces, formToken, lastResult }: ChoosePasswordProps) {
  const [form, fields] = useForm<NewPasswordForm>({ id: "accept", lastResult })
  return (
    <>
      <ErrorSummary form={form} />
      {replaces ? (
        <p>
          <b>{replaces}</b> has an account that was never confirmed. Choose a password to make it yours. It
          replaces the old one and logs out every browser.
        </p>
      ) : null}
      <Form method="post" className="form" {...unansweredForm} {...getFormProps(form)}>
        {formToken ? <FormToken token={formToken} /> : null}
        <NewPasswordFields fields={fields} />
        <SubmitButton pending="Accepting…" wide label="Accept and log in" />
      </Form>
    </>
  )
}

type LogInFirstProps = {
  email: string
  token: string
  /** They log in at this school already. */
  isHere: boolean
}

/** For a person who has an account, which stays as it is. */
function LogInFirst({ email, token, isHere }: LogInFirstProps) {
  return (
    <>
      <p>
        {isHere ? (
          <>
            Log in as <b>{email}</b>, then confirm.
          </>
        ) : (
          <>
            <b>{email}</b> already has an account here. Log in, then accept to add this school.
          </>
        )}
      </p>
      <p>
        <a className="button primary wide" href={paths.login(paths.invitation(token))}>
          {isHere ? "Log in to confirm" : "Log in to accept"}
        </a>
      </p>
    </>
  )
}

type AcceptAsUserProps = {
  viewer: { name: string; isInvited: boolean; formToken: string }
  email: string
  isHere: boolean
}

/** For a person who is logged in, as the one invited or as someone else. */
function AcceptAsUser({ viewer, email, isHere }: AcceptAsUserProps) {
  if (viewer.isInvited)
    return (
      <Form method="post" className="form" {...unansweredForm}>
        <FormToken token={viewer.formToken} />
        <p>
          You’re logged in as {viewer.name} ({email}).{" "}
          {isHere
            ? "Confirm to be the administrator. Your other browsers are logged out."
            : "Accept to add this school to your account."}
        </p>
        <SubmitButton pending={isHere ? "Confirming…" : "Accepting…"} intent="accept" wide>
          {isHere ? "Become the administrator" : "Accept invitation"}
        </SubmitButton>
      </Form>
    )
  return (
    <form method="post" action={paths.logout()} className="form">
      <FormToken token={viewer.formToken} />
      <p>
        This invitation is for <b>{email}</b>, but you’re logged in as {viewer.name}. Log out, then open the
        link in the email again.
      </p>
      <SubmitButton pending="Logging out…" wide label="Log out" />
    </form>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type InvitationHeadProps = {
  invitation: Extract<Loaded, { state: "open" }>
  /** why the last attempt failed */
  refusal?: { title: string; text: string }
}

/** Who invites the person, and to what. */
function InvitationHead({ invitation, refusal }: InvitationHeadProps) {
  const {
    schoolName,
    personName,
    asTeacher,
    asStaff,
    asSuccessor,
    rightsText,
    studentNames,
    seesMoney,
    giver,
  } = invitation
  return (
    <>
      {refusal ? (
        <div role="alert">
          <CalloutText tone="red">
            <b>{refusal.title}.</b> {refusal.text}
          </CalloutText>
        </div>
      ) : null}
      <div>
        <p className="expression dim">{schoolName}</p>
        <h1>Welcome, {personName}</h1>
      </div>
      <p>
        {asTeacher
          ? `${schoolName} invites you to see your lessons and take attendance.`
          : rightsText !== null
            ? `${schoolName} invites you to its office. Your rights: ${rightsText}.`
            : asSuccessor
              ? `${schoolName} asks you to be its administrator, with the login you have. You can see and change everything then.`
              : asStaff
                ? `${schoolName} invites you to manage the school as an administrator.`
                : studentNames.length
                  ? `${schoolName} invites you to see ${seesMoney ? "lessons and invoices" : "lessons"} for ${joinNames(studentNames)}.`
                  : `${schoolName} invites you to see your lessons and invoices.`}
      </p>
      {giver ? (
        <p>
          The administrator account is {giver.name}’s until you accept. Then{" "}
          {giver.isStaying
            ? `${giver.name} stays in the office with every right except the plan, the school’s data, teachers and the team.`
            : `${giver.name}’s login at this school is locked.`}
        </p>
      ) : null}
    </>
  )
}

/** An invitation that no longer works: why, and whom to contact. */
function ClosedInvitation({
  invitation,
}: {
  invitation: { state: "unknown" } | { state: ClosedState; schoolName: string; schoolEmail: string | null }
}) {
  const { title, text } = acceptRefusals[invitation.state]
  return (
    <div className="form">
      <div>
        {invitation.state === "unknown" ? null : <p className="expression dim">{invitation.schoolName}</p>}
        <h1>{title}</h1>
      </div>
      <p>{text}</p>
      {invitation.state === "unknown" || !invitation.schoolEmail ? null : (
        <p>
          Contact {invitation.schoolName}:{" "}
          <a href={`mailto:${invitation.schoolEmail}`}>{invitation.schoolEmail}</a>
        </p>
      )}
      <p>
        <a className="button" href={paths.login()}>
          Log in
        </a>
      </p>
    </div>
  )
}
