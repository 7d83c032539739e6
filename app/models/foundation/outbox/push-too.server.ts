import { queuePushes } from "../push/push-devices.server"
import type { MailTemplate } from "./outbox"
import { inBrief } from "./push-of-mail"
import { type Letter, textAllToo } from "./text-too.server"

/** What a mail says in brief goes to its recipient's devices and phone, whether or not they want the mail, at once. */
export function pushToo<Template extends MailTemplate>(
  { template, schoolId, ...letter }: { template: Template; schoolId: string | null } & Letter<Template>,
  event: string,
) {
  if (!schoolId) return
  const brief = inBrief(template, letter.data)
  if (brief) queuePushes({ schoolId, email: letter.recipient, event }, brief)
  textAllToo({ template, schoolId }, [letter], event)
}
