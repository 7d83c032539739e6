// How often a lesson is, where a list says that it isn't every week.

import { parseWeekday } from "./roster-times"

const day = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?\b`
/** Every second week, whichever. */
const everyOther = new RegExp(
  String.raw`\b(?:every (?:other|second|2nd|two|2) (?:weeks?\b(?: on\b)?|(?=${day}))|every fortnight\b|(?:bi-?weekly|fortnightly)\b(?: on\b)?|alternat(?:e|ing) (?:weeks?\b|(?=${day}))|(?:every other|alternat(?:e|ing))(?=\W*$))|\b(?:14-?t[äa]g(?:ig|lich|l\.?)|alle (?:zwei|2) wochen|zweiw[öo]chentlich|jede zweite woche|(?:tous|toutes) les (?:15 jours|quinze jours|deux semaines|2 semaines)|(?:une|1) semaine sur (?:deux|2)|cada (?:dos|2) semanas|cada (?:15|quince) d[íi]as|quincenal|ogni (?:due|2) settimane|quindicinale|om de week|tweewekelijks|quinzenal|co (?:dwa|2) tygodnie|varannan vecka|hver anden uge|annenhver uke)(?!\p{L})`,
  "iu",
)
/** Another rhythm, or one of two weeks that the list tells apart. "Monthly" alone is mostly how it is paid. */
const another =
  /\b(?:weeks? [ab](?=\W*$)|[ab] weeks|(?:odd|even) weeks?|(?:un)?gerade (?:kw|wochen?)|(?:1st|first|2nd|second)\s*(?:&|and|\+|\/|,)\s*(?:3rd|third|4th|fourth)|(?:1st|first|2nd|second|3rd|third|4th|fourth|last) \p{L}+day (?:of|in) (?:the|each|every|a) month|(?:once|twice|1x|2x) ?(?:\/|per |a )month|every (?:(?:other|second|2nd|two|2|three|3) (?:months?|days?)|(?:three|3|four|4) weeks|month))\b/iu
/** "Biweekly (2x per week)" is no other week. */
const perWeek = /\b(?:twice|two times|2 ?x|2 times)\b/i

/** Whether a text says that a lesson is every other week, or in another rhythm than the weekly one. */
export function rhythmIn(text: string): "every-other" | "another" | null {
  if (text.length > 400) return null
  if (another.test(text)) return "another"
  return everyOther.test(text) && !perWeek.test(text) ? "every-other" : null
}

/** The same of a cell that says nothing else but a day, as one in a column of rhythms does. */
export function rhythmOnlyIn(text: string): "every-other" | "another" | null {
  const rest = text
    .slice(0, 400)
    .replace(another, "")
    .replace(everyOther, "")
    .replace(/^\W+|\W+$/g, "")
  return rest === "" || parseWeekday(rest).ok ? rhythmIn(text) : null
}

/** "Every other Tuesday 4:00" without what says how often. */
export const withoutRhythm = (text: string): string =>
  rhythmIn(text) === "every-other"
    ? text
        .replace(everyOther, " ")
        .replace(/\(\s*\)/, "")
        .trim()
    : text

/** Whether a heading is of how often lessons are. */
export const isOfRhythm = (heading: string): boolean =>
  /^(?:lesson |class )?(?:frequency|freq|recurrence|recurring|recurs|repeats?|how often|rhythm|rhythmus|turnus|h[äa]ufigkeit|intervall?|fr[ée]quence|frecuencia|frequenza|frequ[êe]ncia|frequentie|cz[ęe]stotliwo[śs][ćc]|hyppighed|hyppighet|frekvens)(?: of (?:the )?lessons?)?$/iu.test(
    heading.trim(),
  )
