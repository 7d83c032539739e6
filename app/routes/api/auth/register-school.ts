import type { ActionFunctionArgs } from "@remix-run/node"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, readJson, refuseWith } from "~/http/json.server"
import { RegisterSchoolPayload } from "~/models/accounts/school/registration-form.server"
import { register } from "~/routes/registration/registration.server"

/** `POST /api/auth/register-school` (spec §7): the second school form's call; answers success and message. */
export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const body = await readJson(request, RegisterSchoolPayload)
  if (!body.ok) return body.answer
  const { fullName, ...account } = body.value
  const registered = await register(request, { kind: "school", name: fullName, ...account })
  if (!registered.ok) return refuseWith({ success: false, message: registered.message }, registered.status)
  return answerJson({ success: true, message: "Account created successfully" }, 201, registered.headers)
}

export function loader() {
  allowAnyone()
  return onlyPost()
}
