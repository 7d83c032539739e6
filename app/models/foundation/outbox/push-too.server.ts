import { queuePushes, queuePushesTo } from "../push/push-devices.server"
import type { MailData, MailTemplate } from "./outbox"
import { inBrief } from "./push-of-mail"

/** What a mail says in brief goes to its recipient's devices, whether or not they want the mail. */
export function pushToo<Template extends MailTemplate>(
  mail: { template: Template; data: MailData[Template]; schoolId: string | null; recipient: string },
  event: string,
) {
  const brief = mail.schoolId && inBrief(mail.template, mail.data)
  if (mail.schoolId && brief) queuePushes({ schoolId: mail.schoolId, email: mail.recipient, event }, brief)
}

/** The same for many mails of a school. */
export function pushAllToo<Template extends MailTemplate>(
  { template, schoolId }: { template: Template; schoolId: string },
  letters: readonly { recipient: string; data: MailData[Template] }[],
  event: string,
) {
  const briefs = letters.flatMap(({ recipient, data }) => {
    const brief = inBrief(template, data)
    return brief ? [{ email: recipient, brief }] : []
  })
  queuePushesTo({ schoolId, event }, briefs)
}
