// What only the school can know of a file: each question has an answer that is taken until another is chosen.

export type Question = {
  key: string
  /** What it is about, for the heading of its list. */
  kind: "family" | "student" | "half" | "born"
  text: string
  choices: readonly { value: string; label: string }[]
  chosen: string
  rowNumbers: number[]
}

/** By the question's key. */
export type Answers = Readonly<Record<string, string>>

/** The answer to a question, where it is one of those offered. */
export function answerTo(answers: Answers, key: string, offered: readonly string[], usual: string): string {
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined
  return answer !== undefined && offered.includes(answer) ? answer : usual
}

/** More times than so many are asked about at once. */
const mostTimes = 8

export type Doubts = {
  /** Cells with a time that says no half of the day, with their rows. */
  halves: Map<string, number[]>
  /** Birth dates whose two digits would make someone older than people are. */
  born: Map<string, { rowNumbers: number[]; date: string; age: number }>
}

export const halfKey = (text: string): string => `half ${text.trim().toLowerCase()}`
export const allHalves = "half of all"
export const bornKey = (text: string): string => `born ${text.trim()}`

/** The questions about single cells. `sayDate` writes a date as the school does. */
export function cellQuestions(
  { halves, born }: Doubts,
  answers: Answers,
  sayDate: (date: string) => string,
): Question[] {
  const half = (key: string, text: string, rowNumbers: number[]): Question => ({
    key,
    kind: "half",
    text,
    choices: [
      { value: "pm", label: "Afternoon or evening (PM)" },
      { value: "am", label: "Morning (AM)" },
    ],
    chosen: answerTo(answers, key, ["am", "pm"], "pm"),
    rowNumbers,
  })
  const times = [...halves].map(([text, rowNumbers]) => ({ text, rowNumbers }))
  const ofTimes =
    times.length > mostTimes
      ? [
          half(
            allHalves,
            `${times.length} times don’t say AM or PM, like “${times[0]?.text}” and “${times[1]?.text}.” When are these lessons?`,
            times.flatMap(({ rowNumbers }) => rowNumbers),
          ),
        ]
      : times.map(({ text, rowNumbers }) =>
          half(halfKey(text), `“${text}” doesn’t say AM or PM. When is it?`, rowNumbers),
        )
  return [
    ...ofTimes,
    ...[...born].map(([text, { rowNumbers, date, age }]): Question => {
      const key = bornKey(text)
      return {
        key,
        kind: "born",
        text: `Born “${text},” someone would be ${age}. Is that right?`,
        choices: [
          { value: "leave-out", label: "No, import without the birth date" },
          { value: "use", label: `Yes, born on ${sayDate(date)}` },
        ],
        chosen: answerTo(answers, key, ["leave-out", "use"], "leave-out"),
        rowNumbers,
      }
    }),
  ]
}
