// What the sample is made of: a small school as it could be. Every name says that it is a sample. Safe in the browser.

const marked = (name: string) => `${name} (sample)`

type SampleFamily = {
  key: string
  name: string
  guardian: { first: string; last: string; relation: string }
  students: { key: string; first: string; born: number; instrument: string; level: string }[]
}

const family = (
  key: string,
  last: string,
  guardian: [first: string, relation: string],
  students: [first: string, born: number, instrument: string, level: string][],
): SampleFamily => ({
  key,
  name: marked(`${last} family`),
  guardian: { first: guardian[0], last: marked(last), relation: guardian[1] },
  students: students.map(([first, born, instrument, level]) => ({
    key: first.toLowerCase(),
    first,
    born,
    instrument,
    level,
  })),
})

export const sampleTeachers = [
  { key: "nora", name: marked("Nora Bell"), instruments: "Piano, Violin" },
  { key: "theo", name: marked("Theo Marsh"), instruments: "Guitar" },
] as const

/** Their ages in years, so that birthdays stay believable. */
export const sampleFamilies: SampleFamily[] = [
  family(
    "rivera",
    "Rivera",
    ["Elena", "Mother"],
    [
      ["Mia", 9, "Piano", "Beginner"],
      ["Leo", 12, "Guitar", "Elementary"],
    ],
  ),
  family("chen", "Chen", ["David", "Father"], [["Lily", 11, "Violin", "Elementary"]]),
  family("patel", "Patel", ["Asha", "Mother"], [["Rohan", 8, "Piano", "Beginner"]]),
  family("novak", "Novak", ["Petra", "Mother"], [["Emma", 15, "Piano", "Intermediate"]]),
  family("johnson", "Johnson", ["Marcus", "Father"], [["Ava", 13, "Guitar", "Beginner"]]),
  family("kim", "Kim", ["Grace", "Mother"], [["Noah", 14, "Guitar", "Intermediate"]]),
]

type SampleClass = {
  key: string
  name: string
  kind: "private" | "group"
  instrument: string
  teacher: (typeof sampleTeachers)[number]["key"]
  /** ISO day: 1 is Monday. */
  weekday: number
  startTime: string
  minutes: number
  /** What a lesson costs, of what half an hour alone costs. */
  priceShare: number
  students: string[]
}

const alone = (
  student: string,
  instrument: string,
  teacher: SampleClass["teacher"],
  [weekday, startTime, minutes]: [number, string, number],
): SampleClass => ({
  key: `alone-${student.toLowerCase()}`,
  name: marked(`${instrument}: ${student}`),
  kind: "private",
  instrument,
  teacher,
  weekday,
  startTime,
  minutes,
  priceShare: minutes / 30,
  students: [student.toLowerCase()],
})

export const sampleClasses: SampleClass[] = [
  alone("Mia", "Piano", "nora", [1, "15:30", 30]),
  alone("Leo", "Guitar", "theo", [1, "16:15", 30]),
  alone("Lily", "Violin", "nora", [2, "16:00", 45]),
  alone("Rohan", "Piano", "nora", [3, "15:30", 30]),
  alone("Emma", "Piano", "nora", [4, "16:00", 45]),
  {
    key: "guitars",
    name: marked("Guitar group"),
    kind: "group",
    instrument: "Guitar",
    teacher: "theo",
    weekday: 4,
    startTime: "17:00",
    minutes: 60,
    priceShare: 0.6,
    students: ["leo", "ava", "noah"],
  },
]

/** So many days before and after today have lessons. */
export const sampleDays = 14

/** How attendance of the past lessons went: mostly well. The last two days are left to be taken. */
export const sampleMarks = [
  "present",
  "present",
  "present",
  "late",
  "present",
  "absent",
  "present",
  "excused",
] as const
export const untakenDays = 2
