import type { addresses } from "~/addresses/addresses"
import { pathTemplates } from "~/addresses/path-templates"

// A function for each address of `app/addresses` that a link or a form names: its parameters come first, then what is
// added in order, then the rest in one object.

type Split<Text extends string, At extends string> = Text extends `${infer One}${At}${infer Rest}`
  ? [One, ...Split<Rest, At>]
  : [Text]

type Ids<Parts extends string[]> = Parts extends [infer One, ...infer Rest extends string[]]
  ? [...(One extends `:${string}` ? [id: string] : []), ...Ids<Rest>]
  : []

type Value<Added> = Added extends `${string}=${infer Values}` ? Split<Values, "|">[number] : string
type Name<Added> = Added extends `${infer One}${"!" | "="}${string}` ? One : Added

type InOrder<Added extends string[]> = Added extends [infer One, ...infer Rest extends string[]]
  ? [
      ...(One extends `:${string}` ? (One extends `${string}!` ? [string] : [Value<One>?]) : []),
      ...InOrder<Rest>,
    ]
  : []

type Needed<Added> = Added extends `${string}!` ? Added : never
type Named<Added extends string> = [Added] extends [never]
  ? []
  : [Added] extends ["*"]
    ? [Record<string, string | undefined>?]
    : [Needed<Added>] extends [never]
      ? [{ [One in Added as Name<One>]?: Value<One> }?]
      : [
          { [One in Needed<Added> as Name<One>]: string } & {
            [One in Exclude<Added, `${string}!`> as Name<One>]?: Value<One>
          },
        ]

type Given<Path> = Path extends `${infer Route}?${infer Added}`
  ? [
      ...Ids<Split<Route, "/">>,
      ...InOrder<Split<Added, "&">>,
      ...Named<Exclude<Split<Added, "&">[number], `:${string}`>>,
    ]
  : Path extends string
    ? Ids<Split<Path, "/">>
    : never

type Links = {
  [Address in keyof typeof addresses]: (...given: Given<(typeof addresses)[Address]["path"]>) => string
}

const query = (parameters: Record<string, string | undefined>) => {
  const present = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return present.length ? `?${new URLSearchParams(present)}` : ""
}

function linkOf(template: string) {
  const [route = "", added] = template.split("?")
  const [start = "", ...parts] = route.split(/:\w+/)
  const inOrder = added?.split("&") ?? []
  return (...given: (string | Record<string, string | undefined> | undefined)[]) => {
    const path = parts.reduce((all, part, at) => `${all}${given[at]}${part}`, start)
    if (given.length <= parts.length) return path
    const values = inOrder.map((name, at) => [name, given[parts.length + at]])
    const named = given[parts.length + inOrder.length]
    return path + query({ ...Object.fromEntries(values), ...(typeof named === "object" ? named : {}) })
  }
}

const links: Links = Object.assign(
  {} as Links,
  Object.fromEntries(Object.entries(pathTemplates).map(([name, template]) => [name, linkOf(template)])),
)

export const paths = {
  ...links,
  /** To set a price, it opens there, with the day it is needed from. */
  editClass: (classId: string, price?: { from: string; back: "ready" }) =>
    `${links.editClass(classId, price)}${price ? "#price-title" : ""}`,
  import: (importId: string, step?: "columns" | "check", page = 1, duplicates = 1) =>
    links.import(
      importId,
      step,
      page > 1 ? String(page) : undefined,
      duplicates > 1 ? String(duplicates) : undefined,
    ),
  /** A lesson's card over the schedule that `search` describes. */
  lessonCard: (sessionId: string, search = "") => `${links.lessonCard(sessionId)}${search}`,
  doorSheet: (date?: string) => `${links.simpleSchedule()}${query({ date, sheet: "door" })}`,
  family: (familyId: string, parameters: { payment?: "new" } = {}) =>
    `${links.family(familyId, parameters)}${parameters.payment ? "#record-payment" : ""}`,
  /** The change of plan, with one chosen already. */
  changePlan: (plan?: string) => `${links.subscriptionSettings()}${query({ plan })}#change`,
  /** With a lesson it is open in its place. */
  teacherHome: (parameters: { lesson?: string } = {}) =>
    `${links.teacherHome(parameters)}${parameters.lesson ? `#lesson-${parameters.lesson}` : ""}`,
  deskInquiry: (kindKey: "contact" | "demo", inquiryKey: string) => links.deskInquiry(kindKey, inquiryKey),
  /** Whoever has the address reads the calendar. */
  feed: (secret: string) => `${links.feed(secret)}.ics`,
  /** Answered by the edge, for when the rest is in trouble. */
  health: () => "/health",
  status: () => "/status",
} as const
