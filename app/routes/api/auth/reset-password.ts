import type { ActionFunctionArgs } from "@remix-run/node"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, readJson, refuseJson } from "~/http/json.server"
import { PasswordResetPayload } from "~/models/accounts/password-reset/password-reset-forms"
import { answerNewPassword } from "~/routes/auth/password-reset.server"

/** `POST /api/auth/reset-password` (spec §7): a link's token and address, and the new password. */
export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const body = await readJson(request, PasswordResetPayload)
  if (!body.ok) return body.answer
  const answer = await answerNewPassword(request, body.value)
  if (!answer.ok) return refuseJson(answer.message, answer.status)
  const message = "Your password has been updated. You can now log in with your new password."
  return answerJson({ message }, 200, answer.headers)
}

export function loader() {
  allowAnyone()
  return onlyPost()
}
