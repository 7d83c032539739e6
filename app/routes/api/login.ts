import type { ActionFunctionArgs } from "@remix-run/node"
import { allowAnyone } from "~/http/guards.server"
import { onlyPost, readJson } from "~/http/json.server"
import { LoginPayload } from "~/models/accounts/sign-in/login-form"
import { answerLoginCall } from "~/routes/auth/login.server"

/** `POST /api/login` (spec §7): signs in and answers role, id, schoolId and isSuperAdmin. */
export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const body = await readJson(request, LoginPayload)
  return body.ok ? answerLoginCall(request, body.value) : body.answer
}

export function loader() {
  allowAnyone()
  return onlyPost()
}
