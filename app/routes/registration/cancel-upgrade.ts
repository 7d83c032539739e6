import { type ActionFunctionArgs, redirect } from "@remix-run/node"
import { allowAnyone, requireMemberPaidOrNot } from "~/http/guards.server"
import { redirectWithToast } from "~/http/toast.server"
import { whyClosed } from "~/models/accounts/subscription/plan-change.server"
import { leaveToastOf } from "~/models/accounts/subscription/subscription-prompt"
import { paths } from "~/utils/paths"

/** Leaving an upgrade keeps the account as it is (spec §4) and shows a message. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "subscription:pay")
  return redirectWithToast(paths.dashboard(), leaveToastOf("upgrade", whyClosed(actor)))
}

export function loader() {
  allowAnyone()
  return redirect(paths.subscription())
}
