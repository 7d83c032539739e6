import { NoteHead, type NoteHeadKind } from "~/components/ui/note-head"
import { Status } from "~/components/ui/status"
import { paths } from "~/utils/paths"
import { DemoButtons, type Entrances } from "./demo-buttons"

/** `name` always shows; `more` goes before or after it where there is room. */
type Lesson = {
  column: 1 | 4 | 7 | 11 | 13
  quarters: 2 | 3 | 4
  state?: "past" | "live" | "miss" | "off"
  before?: string
  name: string
  after?: string
  head: NoteHeadKind
  caption: string
}

const past = { column: 1, quarters: 3, state: "past", head: "on", caption: "taken" } as const
const live = { column: 4, quarters: 3, state: "live", head: "open", caption: "2:45" } as const
const next = { column: 7, quarters: 3, head: "open", caption: "3:30" } as const

const parts: { teacher: string; plays: string; lessons: Lesson[] }[] = [
  {
    teacher: "Beatriz Alvarez",
    plays: "piano",
    lessons: [
      { ...past, name: "Jasper", after: "V." },
      { ...live, name: "Lina", after: "Y." },
      { ...next, name: "Liam", after: "V." },
      { column: 11, quarters: 4, before: "Piano", name: "Lab", head: "open", caption: "4 of 6" },
    ],
  },
  {
    teacher: "Ingrid Solheim",
    plays: "violin",
    lessons: [
      { ...past, name: "Kofi", after: "M." },
      { ...live, name: "Ivo", after: "T." },
      { ...next, name: "Amara", after: "M." },
      { column: 11, quarters: 4, name: "Quartet", head: "open", caption: "4:30" },
    ],
  },
  {
    teacher: "Marcus Whitfield",
    plays: "guitar",
    lessons: [
      { ...past, name: "Aiko", after: "L." },
      { ...live, name: "Tomás", after: "S." },
      { column: 11, quarters: 4, before: "Guitar", name: "Ensemble", head: "open", caption: "8 players" },
    ],
  },
  {
    teacher: "Kwame Boateng",
    plays: "drums",
    lessons: [
      { ...past, state: "miss", name: "Freya", after: "P.", head: "x", caption: "not taken" },
      { ...live, name: "Dániel", after: "A." },
      { ...next, name: "Theo", after: "P." },
      { column: 13, quarters: 2, name: "Leo", head: "open", caption: "trial" },
    ],
  },
  {
    teacher: "Helena Novak",
    plays: "voice",
    lessons: [
      { ...past, state: "off", name: "Felix", after: "O.", head: "rest", caption: "canceled" },
      { ...live, name: "Ethan", after: "C." },
      { column: 13, quarters: 4, before: "Youth", name: "Choir", head: "open", caption: "14 singers" },
    ],
  },
]

/** An afternoon at the school of the examples, to show what a day looks like. */
function LandingScore() {
  return (
    <section className="score" aria-label="An example: one afternoon at Harmony School of Music">
      <p className="score-hours" aria-hidden="true">
        <span>2 PM</span> <span>3 PM</span> <span>4 PM</span> <span>5 PM</span>
      </p>
      <div className="score-parts bracket double-rule-end">
        <div className="score-line now-layer" aria-hidden="true">
          <i className="now at-5 after-10" />
        </div>
        {parts.map(({ teacher, plays, lessons }) => (
          <div className="score-part" key={teacher}>
            <p>
              {teacher} <em>{plays}</em>
            </p>
            <ul className="score-line">
              {lessons.map((lesson) => (
                <Cell key={lesson.column} {...lesson} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="legend">
        <Status head="on">attendance taken</Status> <Status head="open">expected</Status>{" "}
        <Status tone="bad">not taken</Status> <span>blue line: now</span>
      </p>
    </section>
  )
}

function Cell({ column, quarters, state, before, name, after, head, caption }: Lesson) {
  return (
    <li className={`at-${column} lasts-${quarters}${state ? ` ${state}` : ""}`}>
      <div>
        <b>
          {before ? <span>{before} </span> : null}
          {name}
          {after ? <span> {after}</span> : null}
        </b>{" "}
        <span>
          <NoteHead kind={head} />
          {caption}
        </span>
      </div>
    </li>
  )
}

/** The first screen: what Tutti is, the ways to begin, one afternoon as a score. */
export function LandingHero(entrances: Entrances) {
  return (
    <div className="page-width hero promise">
      <h1>Take attendance, and the invoice is right.</h1>
      <div className="form">
        <p className="intro">
          Tutti runs a music school, or one teacher’s studio. An absence recorded in the hallway at 3:31 is
          already right on the invoice at 3:32.
        </p>
        <DemoButtons {...entrances} />
        <p className="dim">
          {entrances.hasDemo ? "Sample data, no account, no card. " : null}
          <a href={entrances.soloHref}>I teach on my own</a>{" "}
          <a href={paths.demoRequest()} data-dialog="demo-request">
            Request a demo
          </a>
        </p>
      </div>
      <LandingScore />
    </div>
  )
}
