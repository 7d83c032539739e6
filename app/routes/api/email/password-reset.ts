import type { ActionFunctionArgs } from "@remix-run/node"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, readJson, refuseJson } from "~/http/json.server"
import { ForgotPasswordForm } from "~/models/accounts/password-reset/password-reset-forms"
import { answerPasswordRequest } from "~/routes/auth/password-reset.server"

/** `POST /api/email/password-reset` (spec §7): any ok status is success, the same for every address. */
export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const body = await readJson(request, ForgotPasswordForm)
  if (!body.ok) return body.answer
  const answer = await answerPasswordRequest(request, body.value)
  if (!answer.ok) return refuseJson(answer.message, answer.status)
  return answerJson({
    message: "If an account with this email exists, you'll receive password reset instructions.",
  })
}

export function loader() {
  allowAnyone()
  return onlyPost()
}
