import { refuseForged } from "~/http/forged-message.server"
import { refuseJson } from "~/http/json.server"
import { openTextAccount } from "~/models/accounts/text-account/text-account.server"
import { isFromTwilio } from "~/providers/text-messages/twilio.server"
import { env } from "~/utils/env.server"

/** Said whether there is such a school or not. */
const forged = { sender: "Twilio", whose: "of a school's Twilio account" }
const longestForm = 64_000

/** The fields of a message that the school's own account has signed; else the answer that refuses it. */
export async function readTwilioMessage(
  request: Request,
  schoolId: string,
): Promise<URLSearchParams | Response> {
  const account = openTextAccount(schoolId)
  const raw = Buffer.from(await request.arrayBuffer())
  if (raw.length > longestForm) return refuseJson("This message is too long.", 400)
  if (!account) return refuseForged(request, forged)
  const { pathname, search } = new URL(request.url)
  const fields = new URLSearchParams(raw.toString("utf8"))
  // The address as Twilio knows it: what stands before us may have changed the name of the host.
  const signed = {
    url: `${env().APP_URL}${pathname}${search}`,
    fields,
    signature: request.headers.get("X-Twilio-Signature"),
  }
  if (!isFromTwilio(signed, account.key)) return refuseForged(request, forged)
  return fields.get("AccountSid") === account.account ? fields : refuseForged(request, forged)
}
