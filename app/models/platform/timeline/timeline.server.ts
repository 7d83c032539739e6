import { sql } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { askAll, askOne, written } from "~/models/foundation/access/door.server"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import { PER_PAGE } from "~/utils/page-number"
import { supportKinds, type TimelineFilter, type TimelineKind, timelineKinds } from "./timeline"

// Everything between a school and us as one list, newest first. It unites seven tables, so this is handwritten SQL; each
// part reads its own index in order of time. Of the school's own people only those who run it are named.

export type TimelineRow = {
  kind: TimelineKind
  id: string
  /** UTC ms. */
  at: number
  /** A status, a verb, a template: what `kind` makes of it. */
  what: string
  /** The noun of an activity, a provider's ID, a closing, a state. */
  more: string | null
  /** What was written. */
  text: string | null
  /** A person, or a role in the school. */
  who: string | null
  /** Where it is opened. */
  link: string | null
  amountMinor: number | null
  refundedMinor: number | null
  currency: string | null
}

/** Email addresses of the school's people, and of its office alone. */
const everyone = `select u.email from members m join users u on u.id = m.user_id
  where m.school_id = @schoolId and u.email is not null`
const office = `select u.email from members m join users u on u.id = m.user_id
  where m.school_id = @schoolId and u.email is not null and m.role in ('admin', 'solo_teacher_admin')`

const none = "null as amountMinor, null as refundedMinor, null as currency"

const parts: Record<TimelineKind, string> = {
  payment: `select 'payment' as kind, p.id as id, p.paid_at as at, p.status as what, p.provider_subscription_id as more,
      null as text, null as who, p.id as link, p.amount_minor as amountMinor, p.refunded_minor as refundedMinor,
      p.currency as currency
    from platform_payments p where p.school_id = @schoolId`,
  activity: `select 'activity' as kind, e.id as id, e.created_at as at, e.verb as what, e.noun as more, null as text,
      coalesce(m.role, case when e.member_id is null and e.actor_name <> s.name then e.actor_name end) as who,
      null as link, ${none}
    from events e join schools s on s.id = e.school_id
      left join members m on m.school_id = e.school_id and m.id = e.member_id
    where e.school_id = @schoolId and e.actor_name not like '% (Tutti)'`,
  chat: `select 'chat' as kind, c.id as id, c.created_at as at, c.sender as what, null as more,
      substr(c.content, 1, 160) as text, u.name as who, t.id as link, ${none}
    from support_threads t join support_messages c on c.thread_id = t.id left join users u on u.id = c.user_id
    where t.school_id = @schoolId and t.mode = 'admin'`,
  message: `select 'message' as kind, c.id as id, c.created_at as at, 'contact' as what,
      case when c.proven_at is null then 'unproven' end as more, c.subject as text,
      c.name as who, c.id as link, ${none}
    from contact_messages c where lower(c.email) in (${everyone})
    union all
    select 'message', d.id, d.created_at, 'demo', case when d.proven_at is null then 'unproven' end, d.school_name, d.full_name, d.id, ${none}
    from demo_requests d where lower(d.email) in (${everyone})`,
  case: `select 'case' as kind, k.id as id, k.created_at as at, k.reason as what,
      case when k.closed_at is null then 'open' else 'closed' end as more, null as text, k.closed_by as who,
      null as link, ${none}
    from subscription_cases k where k.school_id = @schoolId`,
  email: `select 'email' as kind, l.id as id, l.created_at as at, l.template as what, l.state as more, null as text,
      l.recipient as who, null as link, ${none}
    from emails l where l.recipient in (${office}) and (l.school_id is null or l.school_id = @schoolId)`,
  act: `select 'act' as kind, a.id as id, a.created_at as at, a.verb as what, a.reason as more, a.told as text,
      a.staff_name as who, null as link, ${none}
    from staff_acts a where a.school_id = @schoolId`,
}

/** The parts the reader's roles open. */
export const kindsFor = (staff: SuperActor): TimelineKind[] =>
  timelineKinds.filter((kind) => !supportKinds.includes(kind) || mayStaff(staff.roles, "desk:read"))

/** One page of the timeline, and whether there is more. */
export function listTimeline(
  staff: SuperActor,
  schoolId: string,
  { show, page }: TimelineFilter,
): { rows: TimelineRow[]; hasMore: boolean; total?: number } {
  const kinds = kindsFor(staff).filter((kind) => show === "all" || kind === show)
  if (kinds.length === 0) return { rows: [], hasMore: false }
  const all = kinds.map((kind) => parts[kind]).join("\nunion all\n")
  const rows = askAll<TimelineRow>(
    written(
      `${all}
       order by at desc, id desc limit @limit offset @offset`,
      { schoolId, limit: PER_PAGE + 1, offset: (page - 1) * PER_PAGE },
    ),
  )
  // Only past the end is it asked how many there are.
  if (rows.length === 0 && page > 1) {
    const { total } = askOne<{ total: number }>(
      written(`select count(*) as total from (${all})`, { schoolId }),
    )
    return { rows: [], hasMore: false, total }
  }
  return { rows: rows.slice(0, PER_PAGE), hasMore: rows.length > PER_PAGE }
}

/** The schools an email address belongs to, for what a visitor wrote. */
export function findSchoolsOfAddress(_staff: SuperActor, email: string): { id: string; name: string }[] {
  return askAll(sql`select s.id as id, s.name as name from users u join members m on m.user_id = u.id
       join schools s on s.id = m.school_id where u.email = lower(${email.trim()}) order by s.name, s.id limit 5`)
}
