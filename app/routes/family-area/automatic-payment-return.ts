import type { LoaderFunctionArgs } from "@remix-run/node"
import { orNotFound, requireMember } from "~/http/guards.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { redirectWithToast } from "~/http/toast.server"
import { findOwnMethod } from "~/models/money/auto-pay/find-methods.server"
import { settleSaving } from "~/models/money/auto-pay/save-account.server"
import { savingText } from "~/texts/money/saved-methods"
import { paths } from "~/utils/paths"

/** The provider sends payers back here (see provider-returns.ts). Asks it what became of their own agreement and takes it over. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:pay")
  const query = new URL(request.url).searchParams
  const method = orNotFound(findOwnMethod(actor, query.get("agreement") ?? ""))
  const here = paths.studentAutoPayment()
  // Only a hint: an agreement that was given there all the same still counts, and is found by asking.
  const saving = await settleSaving(actor, method)
  if (saving === "saved") return redirectWhenReplicated(here, savingText(saving, method.provider).title)
  return redirectWithToast(here, savingText(saving, method.provider))
}
