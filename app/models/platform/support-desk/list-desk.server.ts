import { sqlite } from "db/client.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import {
  type DeskFilter,
  type Matter,
  type MatterKind,
  type MatterState,
  matterKinds,
  matterStates,
} from "./desk"

// The desk's queue as one list, the longest wait first. It unites three tables, so this is handwritten SQL.

export const MATTERS_PER_PAGE = 25

const desk = `
  select 'chat' as kind, t.id, u.name, s.name as schoolName, t.assigned_to as assignee,
    case when t.closed_at is not null then 'closed' when t.waiting_since is not null then 'waiting' else 'answered' end as state,
    coalesce(t.waiting_since, t.last_message_at) as at,
    (select case when m.content = '' then 'An image' else m.content end from support_messages m
      where m.thread_id = t.id order by m.created_at desc, m.id desc limit 1) as about
  from support_threads t join users u on u.id = t.user_id left join schools s on s.id = t.school_id
  where t.mode = 'admin'
  union all
  select 'contact', c.id, c.name, null, c.assigned_to,
    case when c.closed_at is not null then 'closed' when c.answered_at is not null then 'answered' else 'waiting' end,
    coalesce(c.answered_at, c.created_at), c.subject
  from contact_messages c
  union all
  select 'demo', d.id, d.full_name, d.school_name, d.assigned_to,
    case when d.closed_at is not null then 'closed' when d.answered_at is not null then 'answered' else 'waiting' end,
    coalesce(d.answered_at, d.created_at),
    d.school_size || ' students, ' || d.number_of_teachers || ' teachers'
  from demo_requests d`

const conditions = `
  (@kind = 'all' or kind = @kind) and (@state = 'all' or state = @state)
  and (@whose = 'all' or (@whose = 'nobody' and assignee is null) or (@whose = 'mine' and assignee = @staff))`

/** One page of the queue and how many matters there are in all. `page` counts from 1. */
export function listDesk(
  staff: SuperActor,
  filter: DeskFilter,
  page = 1,
): { total: number; matters: Matter[] } {
  const query = { ...filter, staff: staff.userId }
  const { total } = sqlite()
    .prepare(`select count(*) as total from (${desk}) where ${conditions}`)
    .get(query) as { total: number }
  const order = filter.state === "waiting" ? "at asc, id asc" : "at desc, id desc"
  const matters = sqlite()
    .prepare(
      `select kind, d.id as id, state, d.name as name, schoolName, substr(about, 1, 160) as about, at, a.name as assigneeName
       from (${desk}) d left join users a on a.id = d.assignee
       where ${conditions} order by ${order} limit @limit offset @offset`,
    )
    .all({ ...query, limit: MATTERS_PER_PAGE, offset: (page - 1) * MATTERS_PER_PAGE }) as Matter[]
  return { total, matters }
}

export type DeskCounts = Record<MatterState, Record<MatterKind | "all", number>>

/** How many matters of each kind stand how. */
export function countDesk(_staff: SuperActor): DeskCounts {
  const rows = sqlite().prepare(`select kind, state, count(*) as n from (${desk}) group by 1, 2`).all() as {
    kind: MatterKind
    state: MatterState
    n: number
  }[]
  const none = () => Object.fromEntries([...matterKinds, "all"].map((kind) => [kind, 0]))
  const counts = Object.fromEntries(matterStates.map((state) => [state, none()])) as DeskCounts
  for (const { kind, state, n } of rows) {
    counts[state][kind] += n
    counts[state].all += n
  }
  return counts
}
