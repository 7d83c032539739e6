import { cacheUntilWrite } from "db/cache-until-write.server"
import { classes } from "db/schema/teaching"
import { and, asc, gte, inArray, isNotNull, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { selectDistinct } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"

/** Teachers with what they teach: the instruments recorded for them or, where none are, those of their classes. One query. */
export function withTaughtInstruments<Teacher extends { id: string; instruments: string | null }>(
  actor: Actor,
  teachers: readonly Teacher[],
): Teacher[] {
  const ids = teachers.filter(({ instruments }) => instruments === null).map(({ id }) => id)
  const taught = groupBy(
    ids.length > 0
      ? keepInstruments([actor.school.id, todayOf(actor), ...ids], () => listTaughtInstruments(actor, ids))
      : [],
    ({ teacherId }) => teacherId,
  )
  const ofClasses = (id: string) => taught.get(id)?.map(({ instrument }) => instrument)
  return teachers.map((teacher) => ({
    ...teacher,
    instruments: teacher.instruments ?? (ofClasses(teacher.id)?.join(", ") || null),
  }))
}

type Taught = ReturnType<typeof listTaughtInstruments>
const keepInstruments = cacheUntilWrite<Taught>(100)

function listTaughtInstruments(actor: Actor, teacherIds: string[]) {
  return selectDistinct({ teacherId: classes.teacherId, instrument: classes.instrument })
    .from(classes)
    .where(
      and(
        own(actor, classes),
        inArray(classes.teacherId, teacherIds),
        isNotNull(classes.instrument),
        or(isNull(classes.endedOn), gte(classes.endedOn, todayOf(actor))),
      ),
    )
    .orderBy(asc(classes.instrument))
    .all()
}
