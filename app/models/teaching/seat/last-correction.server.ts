import { sql } from "drizzle-orm"
import { z } from "zod"

const Correction = z.object({ at: z.number(), byName: z.string() })

/**
 * A column of a query for one lesson: the last time another person than the one who took its attendance changed what that says
 * of a student and it still says that, as JSON. Marks that an undo took back are older than the attendance.
 */
export const correctionColumn = sql<
  string | null
>`(select json_object('at', made.created_at, 'byName', u.name)
  from seats s
  cross join marks made on made.school_id = s.school_id and made.seat_id = s.id and made.superseded_at is null
  cross join members m on m.school_id = made.school_id and m.id = made.marked_by
  cross join users u on u.id = m.user_id
  where s.school_id = sessions.school_id and s.session_id = sessions.id
    and made.marked_by is not sessions.register_taken_by
    and exists (select 1 from marks earlier
      where earlier.school_id = made.school_id and earlier.seat_id = made.seat_id
      and earlier.created_at >= sessions.register_taken_at and earlier.superseded_at is not null
      and (earlier.code, earlier.status_id, earlier.minutes_late)
        is not (made.code, made.status_id, made.minutes_late))
  order by made.created_at desc, made.id desc limit 1)`

/** Read from the column. */
export const correctionIn = ({ correction }: { correction: string | null }) =>
  correction === null ? null : Correction.parse(JSON.parse(correction))
