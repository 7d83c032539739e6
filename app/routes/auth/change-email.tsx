import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { Form, useLoaderData } from "@remix-run/react"
import { SubmitButton } from "~/components/form/post-form"
import { PublicShell } from "~/components/public/public-shell"
import { unansweredForm } from "~/components/public/unanswered"
import { allowAnyone, findViewer } from "~/http/guards.server"
import { redirectWithToast } from "~/http/toast.server"
import { changeEmail, findEmailChange } from "~/models/accounts/profile/change-email.server"
import { paths } from "~/utils/paths"

const tokenIn = (request: Request) => new URL(request.url).searchParams.get("token")?.slice(0, 200) ?? ""

/** Opening the link doesn't use it up, because mail programs open links too. */
export async function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  const found = findEmailChange(tokenIn(request))
  return found ? { email: found.link.email } : data({ email: null }, 410)
}

export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const token = tokenIn(request)
  const changed = changeEmail(token)
  if (!changed.ok) return redirect(paths.changeEmail(token || "used"), 303)
  const viewer = await findViewer(request)
  return redirectWithToast(viewer ? paths.profile() : paths.login(), `You now log in with ${changed.email}.`)
}

/** The address holds a secret, so it is neither passed on nor cached. */
export const headers: HeadersFunction = () => ({
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "private, no-store",
})

export const meta: MetaFunction = () => [
  { title: "Change your login email · Tutti" },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
]

/** The page behind the link that was mailed to a new address. */
export default function ChangeEmail() {
  const { email } = useLoaderData<typeof loader>()
  return (
    <PublicShell>
      <main className="page-width form-page" id="main">
        <div className="form">
          {email === null ? (
            <>
              <h1>This link no longer works</h1>
              <p>Each link works once, for one day, and only the newest one works.</p>
              <p>
                <a className="button primary" href={paths.profile()}>
                  Send a new link
                </a>
              </p>
            </>
          ) : (
            <>
              <h1>Change your login email</h1>
              <p>
                From now on you’ll log in with <b>{email}</b>. Your password stays the same, and you stay
                logged in.
              </p>
              <Form method="post" className="form" {...unansweredForm}>
                <SubmitButton pending="Changing…" wide label="Use this email" />
              </Form>
            </>
          )}
        </div>
      </main>
    </PublicShell>
  )
}
