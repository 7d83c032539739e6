import { sqlite } from "db/client.server"
import { paths } from "~/utils/paths"
import type { FormField } from "./forms"
import type { Found } from "./found-forms"

// Forms of the demo that a walk along its links doesn't meet: pages of a few records only, and what scripts send.

const school = "(select id from schools where name = 'Harmony School of Music')"

const idsOf = (query: string) => sqlite().prepare(query).pluck().all() as string[]

/**
 * Pages that only some records lead to: a draft invoice, an item, two families or students that can be merged, a family with
 * account credit, and the guests of a coming lesson, which the first links of some days of the week don't lead to.
 */
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
  const [first, second] = idsOf(
    `select s.id from students s where s.school_id = ${school} and s.family_id = (
       select family_id from students where school_id = ${school}
       group by family_id having count(*) > 1 order by family_id limit 1) order by id`,
  )
  const [coming] = idsOf(
    `select x.id from sessions x join classes c on c.school_id = x.school_id and c.id = x.class_id
     where x.school_id = ${school} and x.state = 'planned' and c.capacity > 1
     and x.local_date > '2026-12-01' order by x.local_date, x.id limit 1`,
  )
  const [draft] = idsOf(`select id from invoices where school_id = ${school} and state = 'draft' order by id`)
  const [item] = idsOf(
    `select id from charges c where school_id = ${school} and source = 'item'
     and not exists (select 1 from invoice_lines l where l.charge_id = c.id) order by id`,
  )
  return [
    paths.newInvoice({ draft: draft ?? "" }),
    ...(item ? [paths.charge(item, {})] : []),
    paths.sessionGuests(coming ?? ""),
    `/students/duplicates/families?keep=${keep}&gone=${gone}`,
    `/students/duplicates/people?noun=student&keep=${first}&gone=${second}`,
    `/billing/families/${credited}/refund`,
    ...personToErase(),
    lessonToCancel,
    // A form without an act leads there.
    paths.policies({ compare: "firm" }),
  ]
}

/** The lessons of someone who was searched for. */
const lessonToCancel = `${paths.cancelLesson()}?q=Okafor`

/** Someone who can be erased; the links of the first families lead to students who are still enrolled. */
function personToErase(): string[] {
  const student = sqlite()
    .prepare(
      `select t.id from students t join schools s on s.id = t.school_id
        where s.name = 'Harmony School of Music' and t.status = 'former' and t.erased_at is null
          and not exists (select 1 from enrollments e where e.student_id = t.id and e.ends_on is null) order by t.id limit 1`,
    )
    .get() as { id: string } | undefined
  return student ? [paths.erasePerson({ noun: "student", id: student.id })] : []
}

/** What the week sends when a lesson is dropped, a phone's Share menu, and the service worker after a login. */
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
    sent("routes/messaging/share-target.ts", "/messaging/shared", [
      field("title", "hidden", "Practice"),
      field("text", "hidden", "Bars 9 to 16"),
      field("url", "hidden", "https://example.com/scales"),
    ]),
    sent("routes/settings/push-device.ts", "/push-device", [
      field("endpoint", "hidden", "https://push.example/1"),
    ]),
  ]
}
