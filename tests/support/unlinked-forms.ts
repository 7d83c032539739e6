import { sqlite } from "db/client.server"
import type { FormField } from "./forms"
import type { Found } from "./found-forms"

// Forms of the demo that a walk along its links doesn't meet: pages of a few records only, and what scripts send.

const school = "(select id from schools where name = 'Harmony School of Music')"

const idsOf = (query: string) => sqlite().prepare(query).pluck().all() as string[]

/** Pages that only some families lead to: two that can be merged, and one with account credit. */
export function unlinkedPages(): string[] {
  const [keep, gone] = idsOf(
    `select id from families f where school_id = ${school}
     and not exists (select 1 from invoices i where i.family_id = f.id)
     and not exists (select 1 from payments p where p.family_id = f.id) order by id`,
  )
  const [credited] = idsOf(
    `select p.family_id from payments p where p.school_id = ${school} and p.amount_minor
     - (select coalesce(sum(r.amount_minor), 0) from refunds r where r.payment_id = p.id)
     - (select coalesce(sum(a.amount_minor), 0) from allocations a where a.payment_id = p.id) > 0`,
  )
  return [`/students/duplicates/families?keep=${keep}&gone=${gone}`, `/billing/families/${credited}/refund`]
}

/** What the week sends when a lesson is dropped, and what the service worker sends after a login. */
export function scriptForms(): Found[] {
  const lesson = sqlite()
    .prepare(
      `select id, local_date as date, start_time as startTime, minutes, teacher_id as teacherId from sessions
       where school_id = ${school} and state = 'planned' and teacher_id is not null
       and local_date > '2026-12-01' order by local_date, id limit 1`,
    )
    .get() as { id: string; date: string; startTime: string; minutes: number; teacherId: string }
  const field = (name: string, kind: string, value: string): FormField => ({
    name,
    kind,
    value,
    isRequired: false,
    choices: [],
  })
  const sent = (file: string, action: string, fields: FormField[]): Found => ({
    person: "admin@harmony.example",
    page: "/schedule",
    form: { action, isMultipart: false, hasNoEnter: false, fields, keys: [{}] },
    key: {},
    name: `${file} (by a script)`,
  })
  return [
    sent("routes/schedule/lesson-card.tsx", `/schedule/lessons/${lesson.id}`, [
      field("command", "hidden", "move"),
      field("intent", "hidden", "save"),
      field("date", "date", lesson.date),
      field("startTime", "time", lesson.startTime),
      field("minutes", "number", String(lesson.minutes)),
      field("teacherId", "hidden", lesson.teacherId),
    ]),
    sent("routes/settings/push-device.ts", "/push-device", [
      field("endpoint", "hidden", "https://push.example/1"),
    ]),
  ]
}
