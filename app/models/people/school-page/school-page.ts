// A school's own public page: what its form can ask beyond the required, and how its address is spelled. Safe in the browser.

export const asks = {
  birthDate: "Birth date",
  phone: "Phone",
  instrument: "Instrument",
  level: "Level",
  times: "Days and times that suit them",
  message: "Message",
  source: "How they heard of you",
} as const
export type Ask = keyof typeof asks
export const askKeys = Object.keys(asks) as Ask[]

/** Names in `/s/{name}` that a visitor would take for ours. */
const reserved = new Set(
  (
    "about account accounts admin administrator api app assets auth billing blog contact demo enroll help home " +
    "info invitation login logout mail official pay privacy register root s school schools security settings " +
    "signup status support system terms test tutti www"
  ).split(" "),
)

export const isReserved = (name: string): boolean => reserved.has(name)

/** Letters, digits and single hyphens between them, at least three characters. */
export const isAddress = (name: string): boolean =>
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length >= 3 && name.length <= 40

/** A first suggestion: the school's name as an address. */
export function addressFrom(schoolName: string): string {
  const plain = schoolName
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "")
  return isAddress(plain) && !isReserved(plain) ? plain : ""
}

/** How many addresses a school can have had. Each stays its own, so that old links lead on. */
export const mostAddresses = 10

/** What a visitor's page shows of a school. */
export type ShownTeacher = { id: string; name: string; instruments: string | null; about: string | null }
