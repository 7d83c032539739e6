import { stemmer } from "stemmer"

// The words of a question that carry its meaning, in one form each: "Can I delete my kid's lessons?" and "remove a
// student's lesson" share theirs. Safe in the browser.

const mostWords = 16

/** Several words that mean one thing, or one thing written in several ways, joined before the text is split. */
const phrases: readonly [RegExp, string][] = [
  [/\b(?:log|sign)(?:ging|ing|ged|ed|s)?[ -]?(?:in|on)\b|\blogin\b/g, " login "],
  [/\b(?:log|sign)(?:ging|ing|ged|ed|s)?[ -]?(?:out|off)\b/g, " logout "],
  [/\bsign(?:ing|ed)?[ -]?up\b/g, " signup "],
  [/\be-?mails?\b/g, " email "],
  [/\bmak(?:e|ing)[ -]?up\b/g, " makeup "],
  [/\b(?:two|2)[ -]?(?:factor|step)\b|\b2fa\b|\bmfa\b|\bauthenticator\b/g, " twofactor "],
  [/\b(?:time|days?)[ -]off\b/g, " timeoff "],
  [/\bwait(?:ing)?[ -]?lists?\b/g, " waitlist "],
  [/\bno[ -]shows?\b/g, " absent "],
  [/\b(?:can ?['’]?t|cannot|can not|won['’]?t|will not|unable to) (?:come|attend|make it)\b/g, " absent "],
  [/\bhas(?:n['’]?t| not) paid\b|\bdid(?:n['’]?t| not) pay\b|\bunpaid\b|\bnot paying\b/g, " overdue "],
  [/\b(?:how much|what does .* cost)\b/g, " price "],
  [/\b(?:how many|as many)\b/g, " limit "],
  [/\b(?:taking|take|on) a (?:break|pause)\b/g, " pause "],
  [/\bgoogle calendar\b|\bapple calendar\b|\boutlook\b|\bical(?:endar)?\b/g, " calendarapp "],
  [/\bget rid of\b/g, " delete "],
  [/\bset(?:ting)?[ -]?up\b/g, " setup "],
  [/\bstart passwords?\b/g, " temporary password "],
]

/** Different words for one thing; the first is what all of them become. Compared by their stems. */
const synonyms: readonly string[] = [
  "student pupil kid child children son daughter learner",
  "guardian parent mom dad mum mother father family families",
  "teacher instructor tutor coach staff",
  "lesson session appointment",
  "class course group ensemble",
  "attendance register roll presence mark",
  "absent absence sick ill miss missing skip",
  "invoice bill",
  "pay payment paid",
  "price cost fee rate tuition",
  "add create new enter insert make",
  "delete remove erase",
  "change edit update modify switch",
  "correct fix mistake wrong error",
  "move reschedule postpone shift",
  "import upload bring",
  "export download",
  "spreadsheet csv excel xlsx sheets",
  "holiday closure vacation closed",
  "plan subscription",
  "upgrade bigger",
  "downgrade smaller",
  "message write announcement",
  "schedule calendar timetable",
  "portal pages",
  "homework assignment task assign",
  "split share divide half",
  "print printing paper",
  "limit full maximum",
  "enroll enrol join",
  "drop unenroll quit leave leaving",
  "refund money-back",
  "support help contact human person",
  "progress skill",
  "substitute replacement",
  "twofactor recovery",
  "weekday monday tuesday wednesday thursday friday saturday sunday",
  "invite invitation",
]

const canonical = new Map(
  synonyms.flatMap((line) => {
    const [first = "", ...others] = line.split(" ").map(stemmer)
    return [first, ...others].map((stem) => [stem, first] as const)
  }),
)

const smallWords = new Set(
  (
    "a about after again all already also always am an and any anybody anyone are as at away back be because been before being but by can cannot " +
    "could did do does doing done don else ever every everybody everyone find for from get gets getting give go going got had has have having he hello her here " +
    "hey hi his how i if in into is it its just know let like ll long look many may me might more most much must my need no not now of on once one " +
    "only or other our out over own please possible put re same see she should show so some somebody someone something still such take tell than thank today tomorrow tonight next last thanks " +
    "that the their them then there these they thing this those through to too tutti under up us use using ve very via want was way we well were what when " +
    "where which while who whose why will with without work works would yes you your yours okay ok"
  ).split(" "),
)

/** The words of a question that carry its meaning, in one form each. */
export function meaningOf(question: string): string[] {
  let text = question.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  for (const [pattern, word] of phrases) text = text.replace(pattern, word)
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const stems = words
    .filter((word) => word.length > 1 && !smallWords.has(word))
    .map((word) => stemmer(word))
    .map((stem) => canonical.get(stem) ?? stem)
  return [...new Set(stems)].slice(0, mostWords)
}
