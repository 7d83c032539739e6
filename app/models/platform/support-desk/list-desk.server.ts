import type { SuperActor } from "~/models/foundation/access/actor"
import { askAll, askOne, written } from "~/models/foundation/access/door.server"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import { now } from "~/utils/clock.server"
import {
  answerWithinHours,
  type DeskFilter,
  type Matter,
  type MatterKind,
  type MatterState,
  matterKinds,
  matterStates,
  readTags,
} from "./desk"

// The desk's queue as one list, the longest wait first. It unites three tables, so this is handwritten SQL.

export const MATTERS_PER_PAGE = 25

/** The chats with these columns; a chat knows since when someone waits. */
const chats = (columns: string) => `
  select 'chat' as kind, case when t.closed_at is not null then 'closed'
    when t.snoozed_until > @now then 'snoozed'
    when t.waiting_since is not null then 'waiting' else 'answered' end as state, ${columns}
  from support_threads t join users u on u.id = t.user_id left join schools s on s.id = t.school_id
  where t.mode = 'admin'`

/** What visitors wrote, with these columns. */
const inquiries = (kind: "contact" | "demo", table: string, columns: string) => `
  select '${kind}', case when i.closed_at is not null then 'closed'
    when i.snoozed_until > @now then 'snoozed'
    when i.answered_at is not null then 'answered' else 'waiting' end, ${columns}
  from ${table} i`

/** The school whose member has the address, the first of several. */
const schoolOfAddress = `select s.id from users u join members m on m.user_id = u.id
  join schools s on s.id = m.school_id where u.email = lower(i.email) order by s.id limit 1`
const holds = (text: string) => `instr(lower(${text}), lower(@search)) > 0`

const desk = [
  chats(`t.id, u.name, s.name as schoolName, s.id as schoolId, t.assigned_to as assignee, t.handed_to as handedTo,
    1 as isProven, t.priority, t.tags,
    coalesce(t.waiting_since, t.last_message_at) as at,
    (select case when m.content = '' then 'An image' else m.content end from support_messages m
      where m.thread_id = t.id order by m.created_at desc, m.id desc limit 1) as about,
    @search = '' or ${holds("u.name || ' ' || coalesce(s.name, '') || ' ' || t.tags")}
      or exists (select 1 from support_messages m where m.thread_id = t.id and ${holds("m.content")}) as fits`),
  inquiries(
    "contact",
    "contact_messages",
    `i.id, i.name, (select name from schools where id = (${schoolOfAddress})), (${schoolOfAddress}),
    i.assigned_to, i.handed_to, i.proven_at is not null, i.priority, i.tags,
    coalesce(i.answered_at, i.waiting_since, i.created_at), i.subject,
    @search = '' or ${holds("i.name || ' ' || i.email || ' ' || i.subject || ' ' || i.message || ' ' || i.tags")}`,
  ),
  inquiries(
    "demo",
    "demo_requests",
    `i.id, i.full_name, i.school_name, (${schoolOfAddress}), i.assigned_to, i.handed_to, i.proven_at is not null,
    i.priority, i.tags, coalesce(i.answered_at, i.waiting_since, i.created_at),
    i.school_size || ' students, ' || i.number_of_teachers || ' teachers',
    @search = '' or ${holds("i.full_name || ' ' || i.email || ' ' || i.school_name || ' ' || i.additional_info || ' ' || i.tags")}`,
  ),
].join(" union all ")

/** What the reader's roles open: Support everything, another role what was handed to it. */
const visible = "(@seesAll = 1 or handedTo in (select value from json_each(@roles)))"
const sightOf = ({ roles }: SuperActor) => ({
  seesAll: mayStaff(roles, "desk:read") ? 1 : 0,
  roles: JSON.stringify(roles),
})

const conditions = `
  (@kind = 'all' or kind = @kind) and (@state = 'all' or state = @state) and fits
  and (@priority = 'all' or priority = @priority)
  and (@whose = 'all' or (@whose = 'nobody' and assignee is null) or (@whose = 'mine' and assignee = @staff)
    or (@whose = 'handed' and handedTo is not null))
  and ${visible}`

type Row = Omit<Matter, "tags" | "isLate" | "isProven"> & { tags: string; urgency: number; isProven: 0 | 1 }

/** One page of the queue and how many matters there are in all. `page` counts from 1. */
export function listDesk(
  staff: SuperActor,
  filter: DeskFilter,
  page = 1,
): { total: number; matters: Matter[] } {
  const at = now()
  const query = { ...filter, ...sightOf(staff), staff: staff.userId, now: at }
  const { total } = askOne<{ total: number }>(
    written(`select count(*) as total from (${desk}) where ${conditions}`, query),
  )
  const order = filter.state === "waiting" ? "urgency, at asc, id asc" : "at desc, id desc"
  const rows = askAll<Row>(
    written(
      `select kind, d.id as id, state, d.name as name, schoolName, schoolId, priority, tags, handedTo, isProven,
         substr(about, 1, 160) as about, at, a.name as assigneeName,
         case priority when 'urgent' then 0 when 'normal' then 1 else 2 end as urgency
       from (${desk}) d left join users a on a.id = d.assignee
       where ${conditions} order by ${order} limit @limit offset @offset`,
      { ...query, limit: MATTERS_PER_PAGE, offset: (page - 1) * MATTERS_PER_PAGE },
    ),
  )
  return {
    total,
    matters: rows.map(({ tags, urgency, isProven, ...row }) => ({
      ...row,
      tags: readTags(tags),
      isProven: isProven === 1,
      isLate: row.state === "waiting" && at - row.at > answerWithinHours[row.priority] * 3_600_000,
    })),
  }
}

/** The same without what only the rows show. */
const standing = [
  chats("t.handed_to as handedTo"),
  inquiries("contact", "contact_messages", "i.handed_to"),
  inquiries("demo", "demo_requests", "i.handed_to"),
].join(" union all ")

export type DeskCounts = Record<MatterState, Record<MatterKind | "all", number>>

/** How many matters of each kind stand how, of those that the reader's roles open. */
export function countDesk(staff: SuperActor): DeskCounts {
  const rows = askAll<{ kind: MatterKind; state: MatterState; n: number }>(
    written(`select kind, state, count(*) as n from (${standing}) where ${visible} group by 1, 2`, {
      now: now(),
      ...sightOf(staff),
    }),
  )
  const none = () => Object.fromEntries([...matterKinds, "all"].map((kind) => [kind, 0]))
  const counts = Object.fromEntries(matterStates.map((state) => [state, none()])) as DeskCounts
  for (const { kind, state, n } of rows) {
    counts[state][kind] += n
    counts[state].all += n
  }
  return counts
}
