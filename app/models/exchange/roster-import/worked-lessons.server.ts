import { sql } from "drizzle-orm"

/**
 * A lesson someone has worked with. A seat alone isn't work: a job makes one for every lesson that has begun. A make-up
 * credit names its seat also when it was revoked, as with an absence that was withdrawn.
 */
export const worked = sql`(sessions.register_taken_at is not null
  or exists (select 1 from notes n where n.school_id = sessions.school_id and n.session_id = sessions.id)
  or exists (select 1 from seats x where x.school_id = sessions.school_id and x.session_id = sessions.id
    and (x.notice_at is not null or x.kind <> 'enrolled'
      or exists (select 1 from marks m where m.school_id = x.school_id and m.seat_id = x.id)
      or exists (select 1 from waivers w where w.school_id = x.school_id and w.seat_id = x.id)
      or exists (select 1 from make_up_credits k where k.school_id = x.school_id and k.origin_seat_id = x.id))))`
