import { type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { requireMember } from "~/http/guards.server"
import { paths } from "~/utils/paths"

/** The rules of prices are policies; what followed the # names the same row there. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request, "school:settings")
  return redirect(paths.policies())
}
