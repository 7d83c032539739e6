import { queuePushes, queuePushesTo } from "../push/push-devices.server"
import type { MailData, MailTemplate } from "./outbox"
import { inBrief } from "./push-of-mail"

/** What a mail says in brief goes to its recipient's devices, whether or not they want the mail; at once, or at `dueAt` (UTC ms). */
export function pushToo<Template extends MailTemplate>(
  mail: { template: Template; data: MailData[Template]; schoolId: string | null; recipient: string },
  event: string,
  dueAt?: number,
) {
  const brief = mail.schoolId && inBrief(mail.template, mail.data)
  if (!mail.schoolId || !brief) return
  const to = { schoolId: mail.schoolId, email: mail.recipient, event }
  queuePushes(dueAt === undefined ? to : { ...to, dueAt }, brief)
}

type Of<Template extends MailTemplate> = { template: Template; schoolId: string }
type Letter<Template extends MailTemplate> = { recipient: string; data: MailData[Template] }

/** The same for many mails of a school, held until `dueAt` (UTC ms). Answers who is notified, by email in small letters. */
export const pushAllToo = <Template extends MailTemplate>(
  { template, schoolId }: Of<Template>,
  letters: readonly Letter<Template>[],
  event: string,
  dueAt: number,
) => queuePushesTo({ schoolId, event, dueAt }, briefsOf(template, letters))

/** The notifications of mails that say something else now follow them, unless they have left. */
export const rewordPushes = <Template extends MailTemplate>(
  { template, schoolId }: Of<Template>,
  letters: readonly Letter<Template>[],
  event: string,
  dueAt: number,
) => queuePushesTo({ schoolId, event, dueAt, isReworded: true }, briefsOf(template, letters))

const briefsOf = <Template extends MailTemplate>(template: Template, letters: readonly Letter<Template>[]) =>
  letters.flatMap(({ recipient, data }) => {
    const brief = inBrief(template, data)
    return brief ? [{ email: recipient, brief }] : []
  })
