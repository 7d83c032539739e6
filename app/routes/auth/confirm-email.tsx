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
import { countedAddress } from "~/http/address.server"
import { type Answer, initOf, refused, tooMany } from "~/http/answer"
import { formTokenOf } from "~/http/form-token.server"
import { allowAnyone, findViewer } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { NewPasswordForm } from "~/models/accounts/profile/profile-forms"
import {
  askForConfirmation,
  confirmAddress,
  findConfirmation,
} from "~/models/accounts/proven-address/confirm-address.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { isOwnName, ownNameRefused } from "~/models/accounts/user/new-password"
import { hashPassword } from "~/models/accounts/user/password.server"
import { findUser, isUnproven } from "~/models/accounts/user/user.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { paths } from "~/utils/paths"
import { beginSignIn } from "./login.server"

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

/** Mails the signed-in person a link to confirm their address, at most one every two minutes and five a day. */
async function answerConfirmationRequest({ user }: SignIn): Promise<Answer> {
  const wait = Math.max(
    await countTry("confirmation-mail", user.id),
    await countTry("confirmation-mail-day", user.id),
  )
  if (wait > 0)
    return refused(`We just sent you a link. Check your spam folder. ${tooManyTries(wait)}`, tooMany(wait))
  return askForConfirmation(user.id).ok ? { ok: true } : refused("Your email is already confirmed.", 409)
}

/** Answers the form behind the mailed link: the address is proven, the password set, and the person signed in. */
async function answerConfirmation(request: Request, token: string) {
  const submission = readForm(await request.formData(), { schema: NewPasswordForm })
  if (submission.status !== "success") return invalid(submission)
  const wait = await countTry("new-password-address", countedAddress(request))
  if (wait > 0) return invalid(submission, { form: tooManyTries(wait) }, tooMany(wait))
  const found = findConfirmation(token)
  const { password } = submission.value
  if (found && isOwnName(password, found.user.email)) return invalid(submission, { password: ownNameRefused })
  const confirmed = found && confirmAddress(token, await hashPassword(password))
  if (!confirmed?.ok) return redirect(paths.confirmEmail(token || "used"), 303)
  const { home, headers } = await beginSignIn(request, confirmed.userId, false)
  return redirectWithToast(home, "Email confirmed. Your new password is set.", headers)
}
