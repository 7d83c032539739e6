import type { Actor } from "~/models/foundation/access/actor"
import { listStudents } from "~/models/people/student/list-students.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { addClass } from "~/models/teaching/class/class.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { listClasses } from "~/models/teaching/class/list-classes.server"
import { listRoster } from "~/models/teaching/class/roster.server"
import { addSchedule } from "~/models/teaching/class/schedule.server"
import { makeSessions, makingHorizon } from "~/models/teaching/session/make-sessions.server"
import { joinWaitingList } from "~/models/teaching/waiting-list/waiting-list.server"

type Ensemble = {
  name: string
  kind: "group" | "ensemble"
  instrument: string
  teacher: string
  roomId: string | undefined
  weekday: number
  startTime: string
  minutes: number
  capacity: number
  priceMinor: number
  players: { instrument: string; count: number }
}

const ensemblesIn = (rooms: Record<string, string>): Ensemble[] => [
  {
    name: "Guitar ensemble",
    kind: "ensemble",
    instrument: "Guitar",
    teacher: "Marcus Whitfield",
    roomId: rooms["Studio 3"],
    weekday: 3,
    startTime: "16:30",
    minutes: 60,
    capacity: 10,
    priceMinor: 1800,
    players: { instrument: "Guitar", count: 8 },
  },
  {
    name: "String quartet",
    kind: "ensemble",
    instrument: "Violin",
    teacher: "Ingrid Solheim",
    roomId: rooms.Hall,
    weekday: 5,
    startTime: "16:30",
    minutes: 45,
    capacity: 4,
    priceMinor: 2000,
    players: { instrument: "Violin", count: 4 },
  },
  {
    name: "Youth choir",
    kind: "ensemble",
    instrument: "Voice",
    teacher: "Helena Novak",
    roomId: rooms.Hall,
    weekday: 5,
    startTime: "16:30",
    minutes: 60,
    capacity: 20,
    priceMinor: 1200,
    players: { instrument: "Voice", count: 9 },
  },
  {
    name: "Piano lab",
    kind: "group",
    instrument: "Piano",
    teacher: "Beatriz Alvarez",
    roomId: rooms["Room 1"],
    weekday: 3,
    startTime: "17:15",
    minutes: 45,
    capacity: 6,
    priceMinor: 1800,
    players: { instrument: "Piano", count: 4 },
  },
]

/** Classes the school made itself, after its roster was imported. */
export function addEnsembles(actor: Actor, startsOn: string, rooms: Record<string, string>) {
  const teachers = new Map(listTeachers(actor).map((teacher) => [teacher.name, teacher.id]))
  for (const ensemble of ensemblesIn(rooms)) {
    const classId = addClass(actor, {
      name: ensemble.name,
      kind: ensemble.kind,
      instrument: ensemble.instrument,
      teacherId: teachers.get(ensemble.teacher) ?? null,
      roomId: ensemble.roomId ?? null,
      capacity: ensemble.capacity,
      price: { billing: "per_session", amountMinor: ensemble.priceMinor, fromDate: startsOn },
    })
    const players = listStudents(actor, {
      instrument: ensemble.players.instrument,
      status: "active",
    })
    for (const player of players.students.slice(0, ensemble.players.count))
      enroll(actor, { classId, studentId: player.id, startsOn })
    const scheduleId = addSchedule(actor, classId, {
      weekdays: [ensemble.weekday],
      startTime: ensemble.startTime,
      minutes: ensemble.minutes,
      startsOn,
    })
    makeSessions(actor, scheduleId, makingHorizon(actor))
  }
}

/** Two violinists wait for the string quartet, which is full. */
export function addWaiting(actor: Actor) {
  const [quartet] = listClasses(actor, { search: "String quartet" }, 1).classes
  if (!quartet) return
  const inside = new Set(listRoster(actor, quartet.id).present.map(({ studentId }) => studentId))
  const waiting = listStudents(actor, { instrument: "Violin", status: "active" })
    .students.map(({ id }) => id)
    .filter((id) => !inside.has(id))
    .slice(0, 2)
  const joined = joinWaitingList(actor, quartet.id, waiting)
  if (!joined.ok) throw new Error(`No one is waiting: ${joined.reason}`)
}
