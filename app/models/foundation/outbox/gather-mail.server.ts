import { emails } from "db/schema/foundation-mail"
import { and, eq, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { carryOut, platformAdd, select } from "../access/door.server"
import { partOfAct } from "../access/part-of-act.server"
import { isSampleAddress } from "../sample-record/sample-address"
import { isOfDemo } from "./demo-mail.server"
import { listUnwanting } from "./mail-choice.server"
import { countMail } from "./mail-count.server"
import { laneOf } from "./mail-lane"
import type { MailData, MailTemplate } from "./outbox"
import { longestHoldMs, turnedOff } from "./outbox.server"
import { pushAllToo } from "./push-too.server"
import type { Letter } from "./text-too.server"

// Mail that is gathered while work goes on: each person gets one, however many steps add to it. It leaves once it is released, and
// so do the notifications on its recipient's devices.

/** What the mails of one call have in common. */
type Gathered<Template extends MailTemplate> = { template: Template; schoolId: string }
type Merge<Template extends MailTemplate> = (
  waiting: MailData[Template],
  more: MailData[Template],
) => MailData[Template]

/**
 * Queues a mail to which a task adds until it is released: `merge` puts what comes later into the one that waits for the
 * same recipient, so that each person gets one mail however many steps the task takes.
 */
export const gatherMail = <Template extends MailTemplate>(
  taskId: string,
  { template, schoolId, ...letter }: Gathered<Template> & Letter<Template>,
  merge: Merge<Template>,
) => gatherMails(taskId, { template, schoolId }, [letter], merge)

/** The same for many people: as many statements for two hundred as for one. */
export function gatherMails<Template extends MailTemplate>(
  taskId: string,
  { template, schoolId }: Gathered<Template>,
  letters: readonly Letter<Template>[],
  merge: Merge<Template>,
) {
  partOfAct("mail")
  const waiting = listWaiting<Template>(
    taskId,
    letters.map(({ recipient }) => recipient),
  )
  const added = new Map<string, MailData[Template]>()
  const begun = new Map<string, MailData[Template]>()
  for (const { recipient, data } of letters) {
    const known = waiting.get(recipient)
    const earlier = known ? (added.get(known.id) ?? known.data) : begun.get(recipient)
    const merged = earlier ? merge(earlier, data) : data
    if (known) added.set(known.id, merged)
    else begun.set(recipient, merged)
  }
  addToMails(added)
  const again = [...waiting].flatMap(([recipient, { id }]) => {
    const data = added.get(id)
    return data ? [{ recipient, data }] : []
  })
  // A task that writes to the same person in many steps notifies once, with what it says last.
  const releasedBy = now() + longestHoldMs
  pushAllToo({ template, schoolId }, again, taskId, releasedBy)
  if (isOfDemo({ schoolId, recipient: "" })) return
  const real = [...begun]
    .filter(([recipient]) => !isSampleAddress(recipient))
    .map(([recipient, data]) => ({ recipient, data }))
  const notified = pushAllToo({ template, schoolId }, real, taskId, releasedBy)
  const unwanting = listUnwanting(
    { template, schoolId },
    real.map(({ recipient }) => recipient),
  )
  // Who is notified without the mail has one, too, that is never sent: what comes later is added, and an undo finds them.
  const kept = real.filter(
    ({ recipient }) => !unwanting.has(recipient) || notified.has(recipient.toLowerCase()),
  )
  if (kept.length === 0) return
  const at = now()
  const wanted = kept.filter(({ recipient }) => !unwanting.has(recipient)).length
  if (wanted > 0) countMail(schoolId, wanted)
  platformAdd(
    emails,
    kept.map(({ recipient, data }) => ({
      id: newId(),
      schoolId,
      template,
      recipient,
      data: JSON.stringify(data),
      lane: laneOf(template),
      state: "gathered" as const,
      gatheredFor: taskId,
      lastError: unwanting.has(recipient) ? turnedOff : null,
      dueAt: at,
      createdAt: at,
    })),
  )
}

function listWaiting<Template extends MailTemplate>(taskId: string, recipients: readonly string[]) {
  const rows = select({ id: emails.id, recipient: emails.recipient, data: emails.data })
    .from(emails)
    .where(
      and(
        eq(emails.gatheredFor, taskId),
        sql`${emails.recipient} in (select value from json_each(${JSON.stringify(recipients)}))`,
        eq(emails.state, "gathered"),
      ),
    )
    .all()
  return new Map(
    rows.map(({ id, recipient, data }) => [recipient, { id, data: JSON.parse(data) as MailData[Template] }]),
  )
}

/** Writes what waiting mails say now, by their id. */
export function addToMails(added: ReadonlyMap<string, object>) {
  if (added.size === 0) return
  const changed = JSON.stringify([...added].map(([id, data]) => [id, JSON.stringify(data)]))
  carryOut(sql`
    update emails set data = m.value ->> 1 from json_each(${changed}) m where emails.id = m.value ->> 0`)
}
