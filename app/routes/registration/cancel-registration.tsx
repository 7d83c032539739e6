import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FormToken } from "~/components/form/form-token"
import { PublicShell } from "~/components/public/public-shell"
import { RegistrationSteps } from "~/components/public/registration-steps"
import { CalloutText } from "~/components/ui/callout"
import { formTokenOf } from "~/http/form-token.server"
import { actorOf, findViewer } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { redirectWithToast } from "~/http/toast.server"
import { whyClosed } from "~/models/accounts/subscription/plan-change.server"
import { leaveToastOf, leaveToasts, promptOf } from "~/models/accounts/subscription/subscription-prompt"
import { homeOf } from "~/models/foundation/access/homes"
import { may } from "~/models/foundation/access/permissions"
import { paths } from "~/utils/paths"
import { cancelOwnRegistration } from "./registration-end.server"

/** Confirms that an unpaid registration should be deleted; the dialog's choices as a page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewer(request)
  if (!viewer) throw await redirectWithToast(paths.landing(), leaveToasts.nobody)
  const { membership } = viewer
  if (!membership || !may(membership.role, "subscription:pay")) throw redirect(homeOf(viewer))
  const prompt = promptOf(membership.subscriptionStatus, membership.school.kind)
  if (prompt?.status !== "pending") throw redirect(paths.subscription())
  return { prompt, schoolName: membership.school.name, formToken: formTokenOf(viewer) }
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await findViewer(request)
  if (!viewer) return redirectWithToast(paths.landing(), leaveToasts.nobody)
  const { membership } = viewer
  if (!membership || !may(membership.role, "subscription:pay")) return redirect(homeOf(viewer))
  if (membership.subscriptionStatus !== "pending")
    return redirectWithToast(paths.dashboard(), leaveToastOf("notPending", whyClosed(actorOf(viewer))))
  // Deleting needs the word; without it the page asks.
  return intents(request, paths.cancelRegistration(), {
    cancel: async () => {
      const ended = await cancelOwnRegistration(viewer)
      return ended.state === "cleaned"
        ? redirectWithToast(paths.landing(), leaveToasts.cleaned, ended.headers)
        : redirectWithToast(paths.cancelRegistration(), leaveToasts[ended.state])
    },
    else: () => redirect(paths.cancelRegistration(), 303),
  })
}

export const meta: MetaFunction = () => [
  { title: "Cancel Registration · Tutti" },
  { name: "robots", content: "noindex" },
]

export default function CancelRegistration() {
  const { prompt, schoolName, formToken } = useLoaderData<typeof loader>()
  return (
    <PublicShell aside={<RegistrationSteps current="Plan" />}>
      <main id="main" className="page-width page-section">
        <h1>Cancel the registration of {schoolName}?</h1>
        <p className="intro">{prompt.text}</p>
        <CalloutText tone="red">
          Canceling deletes {schoolName} and logs you out. If you have no other school, your account is
          deleted too. You haven’t paid anything, and you won’t be charged.
        </CalloutText>
        <form method="post" className="buttons">
          <FormToken token={formToken} />
          <button
            type="submit"
            name="intent"
            value="cancel"
            className="button primary danger"
            data-pending={prompt.leave.pending}
          >
            {prompt.leave.label}
          </button>
          <a className="button" href={prompt.proceed.to}>
            {prompt.proceed.label}
          </a>
        </form>
      </main>
    </PublicShell>
  )
}
