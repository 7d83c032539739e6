import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import {
  AlreadyConfirmed,
  AskForLink,
  ChooseConfirmingPassword,
  LinkSent,
  LogInToConfirm,
  UnusableLink,
} from "~/components/accounts/confirm-email/confirm-email-parts"
import { PublicShell } from "~/components/public/public-shell"
import { initOf } from "~/http/answer"
import { formTokenOf } from "~/http/form-token.server"
import { allowAnyone, findViewer } from "~/http/guards.server"
import { findConfirmation } from "~/models/accounts/proven-address/confirm-address.server"
import { findUser, isUnproven } from "~/models/accounts/user/user.server"
import { paths } from "~/utils/paths"
import { answerConfirmation, answerConfirmationRequest } from "./confirm-email.server"

const tokenIn = (request: Request) => new URL(request.url).searchParams.get("token")?.slice(0, 200) ?? ""

/** Opening the link doesn't use it up, because mail programs open links too. */
export async function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  const token = tokenIn(request)
  const viewer = await findViewer(request)
  const account = viewer && findUser(viewer.user.id)
  const asks =
    viewer && account && isUnproven(account)
      ? { email: account.email ?? "", formToken: formTokenOf(viewer) }
      : null
  if (token) {
    const found = findConfirmation(token)
    return found
      ? ({ view: "choose", email: found.link.email } as const)
      : data({ view: "unusable", asks } as const, 410)
  }
  if (!asks) return { view: viewer ? "confirmed" : "log-in" } as const
  const sent = new URL(request.url).searchParams.has("sent")
  return { view: sent ? "sent" : "ask", asks } as const
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await findViewer(request)
  const token = tokenIn(request)
  if (token) return answerConfirmation(request, token)
  if (!viewer) throw redirect(paths.login(paths.confirmEmail()))
  const answer = await answerConfirmationRequest(viewer)
  if (!answer.ok) return data({ refusal: answer.message }, initOf(answer.status))
  return redirect(`${paths.confirmEmail()}?sent=yes`, 303)
}

/** The address holds a secret, so it is neither passed on nor cached. */
export const headers: HeadersFunction = () => ({
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "private, no-store",
})

export const meta: MetaFunction = () => [
  { title: "Confirm your email · Tutti" },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
]

/** Confirms that the person reads the mailbox of their own address. */
export default function ConfirmEmail() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refusal = answer && "refusal" in answer ? answer.refusal : undefined
  return (
    <PublicShell>
      <main className="page-width form-page" id="main">
        <div className="form">
          {page.view === "choose" ? (
            <ChooseConfirmingPassword
              email={page.email}
              lastResult={answer && "result" in answer ? answer.result : undefined}
            />
          ) : page.view === "ask" ? (
            <AskForLink {...page.asks} refusal={refusal} />
          ) : page.view === "sent" ? (
            <LinkSent {...page.asks} refusal={refusal} />
          ) : page.view === "unusable" ? (
            <UnusableLink asks={page.asks} />
          ) : page.view === "confirmed" ? (
            <AlreadyConfirmed />
          ) : (
            <LogInToConfirm />
          )}
        </div>
      </main>
    </PublicShell>
  )
}
