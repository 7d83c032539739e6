import { NoteHead, type NoteHeadKind } from "~/components/ui/note-head"

type Consequence = [strong: string, because: string]

type ChainMark = {
  value: "present" | "late" | "absent" | "excused"
  /** the class that shows this mark's caption while it is chosen */
  shows: "if-present" | "if-late" | "if-absent" | "if-excused"
  label: string
  head: NoteHeadKind
  caption: string
  family: Consequence
  teacher: Consequence
  makeUp: Consequence
}

const nothingToMakeUp: Consequence = ["no credit", "nothing to make up"]
const taught: Consequence = ["paid $18.00", "half an hour at $36.00"]

const marks: ChainMark[] = [
  {
    value: "present",
    shows: "if-present",
    label: "Present",
    head: "on",
    caption: "The default: no tap needed.",
    family: ["charged $32.50", "on the November invoice"],
    teacher: taught,
    makeUp: nothingToMakeUp,
  },
  {
    value: "late",
    shows: "if-late",
    label: "Late",
    head: "half",
    caption: "The minutes are recorded.",
    family: ["charged $32.50", "the lesson is 30 minutes either way"],
    teacher: taught,
    makeUp: nothingToMakeUp,
  },
  {
    value: "absent",
    shows: "if-absent",
    label: "Absent",
    head: "x",
    caption: "No notice given.",
    family: ["charged $32.50", "with the reason on the invoice"],
    teacher: ["paid $18.00", "she was there and waited"],
    makeUp: ["no credit", "24 hours’ notice earns one"],
  },
  {
    value: "excused",
    shows: "if-excused",
    label: "Excused",
    head: "open",
    caption: "The family called the day before.",
    family: ["not charged", "the invoice says why"],
    teacher: ["not paid", "the time is free again"],
    makeUp: ["one credit", "use it by February 16"],
  },
]

const followers = [
  ["the family", "family"],
  ["the teacher", "teacher"],
  ["the make-up", "makeUp"],
] as const

/** Try a mark and see what it decides: real radios and a stylesheet, no script. */
export function LandingChain() {
  return (
    <section className="page-width page-section" id="chain">
      <h2>One tap settles the rest.</h2>
      <p className="intro">
        The teacher taps once. Your rules do the rest, and show the effect before you save.
      </p>
      <ol className="try-mark double-rule-end">
        <li>
          <span className="expression">Otis Rossi, violin, Monday 2:00 PM. Try one:</span>
          <div className="mark-choice" role="radiogroup" aria-label="Attendance for Otis Rossi">
            {marks.map(({ value, label, head }) => (
              <label key={value}>
                <input type="radio" name="try" value={value} defaultChecked={value === "absent"} />
                <NoteHead kind={head} />
                {label}
              </label>
            ))}
          </div>
          {marks.map(({ shows, caption }) => (
            <span key={shows} className={`${shows} dim`}>
              {caption}
            </span>
          ))}
        </li>
        {followers.map(([who, key]) => (
          <li key={key}>
            <span className="expression">{who}</span>
            {marks.map((mark) => (
              <span key={mark.shows} className={mark.shows}>
                <b>{mark[key][0]}</b>
                {mark[key][1]}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
