import { queuePushes, queuePushesTo } from "../push/push-devices.server"
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

type Of<Template extends MailTemplate> = { template: Template; schoolId: string }

/** Notifications of many mails of a school, held until `dueAt` (UTC ms). Answers who is notified, by email in small letters. */
export function pushAllToo<Template extends MailTemplate>(
  { template, schoolId }: Of<Template>,
  letters: readonly Letter<Template>[],
  event: string,
  dueAt: number,
) {
  return queuePushesTo({ schoolId, event, dueAt }, briefsOf(template, letters))
}

/** The notifications of mails that say something else now follow them, unless they have left. */
export function rewordPushes<Template extends MailTemplate>(
  { template, schoolId }: Of<Template>,
  letters: readonly Letter<Template>[],
  event: string,
  dueAt: number,
) {
  return queuePushesTo({ schoolId, event, dueAt, isReworded: true }, briefsOf(template, letters))
}

const briefsOf = <Template extends MailTemplate>(template: Template, letters: readonly Letter<Template>[]) =>
  letters.flatMap(({ recipient, data }) => {
    const brief = inBrief(template, data)
    return brief ? [{ email: recipient, brief }] : []
  })
