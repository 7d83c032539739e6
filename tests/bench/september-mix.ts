import type { Request } from "./arrivals"
import { number5, perSchool, septemberPassword, tokenOf } from "./september-schools"

// What ten thousand schools ask on a Monday afternoon in September, in the parts of a hundred.

const cookieOf = (token: string) =>
  `tutti=${encodeURIComponent(Buffer.from(JSON.stringify(token)).toString("base64"))}`
let schools = 1
let turn = 0
/** Each request is another school's, so nothing is warm by repetition. */
const nextSchool = () => {
  turn += 1
  return (turn * 7919) % schools
}
const as = (role: "office" | "family", school: number) => ({ Cookie: cookieOf(tokenOf(role, school)) })
const read = (kind: string, role: "office" | "family", path: string): Request => ({
  kind,
  method: "GET",
  path,
  headers: as(role, nextSchool()),
})
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

function save(kind: string, path: string, school: number, fields: Record<string, string>): Request {
  return { kind, method: "POST", path, headers: as("office", school), body: form(fields) }
}

let registers = 0
function attendance(): Request {
  // Each register is saved once before any is saved again.
  const school = registers % schools
  const index = Math.floor(registers / schools) % perSchool.registersToday
  registers += 1
  const inClass = index % perSchool.classes
  const marks = Array.from({ length: perSchool.studentsPerClass }, (_, n): [string, string] => [
    `marks.${number5("student", inClass * perSchool.studentsPerClass + n)}.code`,
    "present",
  ])
  return save(
    "attendance saved",
    `/classes/sessions/${number5("open", index)}`,
    school,
    Object.fromEntries(marks),
  )
}

let visitors = 0
/** Everyone has an address of their own, as from homes. */
const visitor = () => {
  visitors += 1
  return `198.${18 + (visitors % 2)}.${Math.floor(visitors / 250) % 250}.${visitors % 250}`
}
const sent = (kind: string, path: string, fields: Record<string, string>): Request => ({
  kind,
  method: "POST",
  path,
  headers: { "X-Forwarded-For": visitor() },
  body: form(fields),
})

/** Of a hundred requests of that afternoon, so many of each. */
const mix: [share: number, make: () => Request][] = [
  [
    3,
    () =>
      sent("login", "/auth/login", {
        username: `office${nextSchool()}@harmony.example`,
        password: septemberPassword,
      }),
  ],
  [14, () => read("list of students", "office", "/students")],
  [10, () => read("dashboard", "office", "/dashboard")],
  [16, () => read("schedule", "office", "/schedule")],
  [
    8,
    () =>
      read(
        "attendance page",
        "office",
        `/classes/sessions/${number5("open", turn % perSchool.registersToday)}`,
      ),
  ],
  [9, attendance],
  [14, () => read("family home", "family", "/student/dashboard")],
  [12, () => read("family schedule", "family", "/student/schedule")],
  [
    3,
    () => {
      const school = nextSchool()
      return save("payment", `/billing/families/${number5("family", turn % perSchool.families)}`, school, {
        intent: "pay",
        amount: "35.00",
        method: "cash",
        receivedOn: "2026-09-14",
        payer: "Ruth Castellano",
      })
    },
  ],
  [
    2,
    () =>
      save("message to a class", "/messaging/new", nextSchool(), {
        to: `class:${number5("class", turn % perSchool.classes)}`,
        subject: "Welcome back",
        body: "Lessons start today.",
      }),
  ],
  [
    1,
    () => sent("password reset", "/auth/forgot-password", { email: `family${nextSchool()}@harmony.example` }),
  ],
  [8, () => ({ kind: "public page", method: "GET", path: "/", headers: {} })],
]
const deck = mix.flatMap(([share, make]) => Array.from({ length: share }, () => make))
/** The same order at every rate, well mixed. */
const nextRequest = (index: number): Request => (deck[(index * 37) % deck.length] as () => Request)()

/** What arrives from so many schools, one request after the other. */
export function requestsOf(count: number): (index: number) => Request {
  schools = count
  return nextRequest
}
