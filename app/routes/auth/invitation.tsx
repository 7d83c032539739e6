import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AcceptAsUser, ChoosePassword, LogInFirst } from "~/components/people/invitation/accept-forms"
import { ClosedInvitation, InvitationHead } from "~/components/people/invitation/invitation-head"
import { PublicShell } from "~/components/public/public-shell"
import { countedAddress } from "~/http/address.server"
import { initOf, tooMany } from "~/http/answer"
import { formTokenOf } from "~/http/form-token.server"
import { allowAnyone, findViewer } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { redirectWithToast } from "~/http/toast.server"
import { NewPasswordForm } from "~/models/accounts/profile/new-password-form"
import { isOwnName, ownNameRefused } from "~/models/accounts/user/common-passwords"
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
import { type AcceptRefusal, acceptRefusals } from "~/texts/people/refusals"
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
