import type { ActionFunctionArgs } from "@remix-run/node"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, readJson, refuseJson } from "~/http/json.server"
import { RegistrationPayload } from "~/models/accounts/school/registration-form.server"
import { clientUser } from "~/models/accounts/sign-in/client-user"
import { register } from "~/routes/registration/registration.server"

/** `POST /api/register` (spec §3, §7): founds a school and answers its first user, signed in. */
export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const body = await readJson(request, RegistrationPayload)
  if (!body.ok) return body.answer
  const { role, subscriptionPlan: _, ...account } = body.value
  const kind = role === "solo_teacher_admin" ? "solo" : "school"
  const registered = await register(request, { kind, ...account })
  if (!registered.ok) return refuseJson(registered.message, registered.status)
  if (!registered.signIn) throw new Error("Somebody who has just registered is signed in.")
  return answerJson(clientUser(registered.signIn), 201, registered.headers)
}

export function loader() {
  allowAnyone()
  return onlyPost()
}
