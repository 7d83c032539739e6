import { transact } from "db/client.server"
import { changeOpening, findOpening } from "~/models/accounts/school/opening.server"
import type { WelcomeHoursForm } from "~/models/accounts/welcome/welcome-form"
import type { Actor } from "~/models/foundation/access/actor"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { addRoom, listRooms } from "../room/room.server"
import { addHours, listHours } from "../teacher-time/availability.server"
import { hoursText, weekdayOfHours } from "../teacher-time/teacher-time"

// The rooms and hours a new school begins with. A solo teacher's hours are their teaching hours.

/** The rooms and hours there are, as the welcome shows them. A solo teacher adds hours to those they have. */
export function findFirstHours(actor: Actor) {
  const rooms = listRooms(actor).map(({ name }) => name)
  const own = actor.school.kind === "solo" ? findOwnTeacher(actor) : undefined
  const set = own ? undefined : findOpening(actor)
  return {
    rooms,
    teaches: own ? listHours(actor, own.id).map((each) => `${weekdayOfHours(each)} ${hoursText(each)}`) : [],
    openDays: set?.weekdays.join("") ?? "",
    opensAt: set?.opensAt ?? "",
    closesAt: set?.closesAt ?? "",
  }
}

/** Adds the rooms that aren't there yet, and sets the hours. Of a solo teacher, days that have hours keep them. */
export function saveFirstHours(
  actor: Actor,
  { rooms, ...opening }: WelcomeHoursForm,
): { addedRooms: number } {
  return transact(() => {
    const addedRooms = rooms.filter((name) => addRoom(actor, { name }).ok).length
    const own = actor.school.kind === "solo" ? findOwnTeacher(actor) : undefined
    if (!own) changeOpening(actor, opening)
    else if (opening.opensAt && opening.closesAt)
      for (const day of opening.openDays)
        addHours(actor, own.id, {
          weekday: Number(day),
          fromTime: opening.opensAt,
          toTime: opening.closesAt,
        })
    return { addedRooms }
  })
}
