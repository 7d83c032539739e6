// What single cells of a roster mean: money, billing, status, kind, contacts and plain text. Every parser either
// gives a value or says in a sentence what is wrong; none throws. Dates and times have their own files.
import {
  activeUntil,
  adultIsStudent,
  belowOthers,
  dayOfMonth,
  familyAbove,
  familyBelow,
  labelNoName,
  lessonOfFirst,
  lineBetween,
  maybeTwo,
  monthAlone,
  noBalance,
  noPayer,
  noStudentInCell,
  noteAmongTimes,
  noteBetweenStudents,
  notWeekly,
  ofRole,
  parentBelow,
  parentOfOthers,
  priceOfLength,
  pricePerTerm,
  saidOfBelow,
  statusInNotes,
  statusInPart,
  studentAbove,
  teacherAbove,
  titleOfPage,
  titleWithTimes,
  weeklyThough,
} from "~/texts/exchange/rosters"
import { shownAddress } from "~/utils/email-address"
import { parseAmount } from "~/utils/money"
import { fold } from "~/utils/names"
import { digitsOf } from "~/utils/phone-number"
import { guardianWords, inEnglish } from "./roster-synonyms"
import { cleanBlock, cleanLine, shorten } from "./roster-text"

/**
 * A cell that was read, perhaps with a warning, or the message why it was not. `group` is the warning without the cell's
 * own text, so that one message can cover many rows.
 */
export type Cell<Value> =
  | { ok: true; value: Value; warning?: string; group?: string }
  | { ok: false; message: string }

export type StudentStatus = "lead" | "trial" | "active" | "paused" | "former"
export type ClassKind = "private" | "group" | "ensemble" | "trial"
/** Per session at the row's price, or a flat fee in minor units for each calendar month. */
export type RosterBilling = { mode: "per_session" } | { mode: "monthly"; amountMinor: number }

function lookUp<Value extends string>(table: Record<Value, string>): Map<string, Value> {
  return new Map(
    (Object.keys(table) as Value[]).flatMap((value) =>
      table[value].split("|").map((word) => [fold(word), value] as const),
    ),
  )
}

const statuses = lookUp<StudentStatus>({
  lead: `future|upcoming|interest list|lead|prospect|prospective|prospective student|potential|pending|pre registered|pre enrolled|applicant|applied|enquiry|enquirer|inquiry|
    interested|wait|waiting|waiting list|waitlist|waitlisted|wait list|wait listed|on waiting list|on waitlist|not started|interessent|interessentin|anfrage|warteliste|prospecto|interesado|
    ожидание|лист ожидания|очередь|cho xep lop|ko|i ko|star i ko|kolejka|w kolejce|lista oczekujacych|lista rezerwowa|jono|jonossa|in coda|in attesa|wachtend|vorgemerkt|voranmeldung|venter|
    liste d attente|lista de espera|venteliste|vantelista|wachtlijst|lista d attesa|en attente|liste attente|interesse|interessiert|interessado|em espera|fila de espera|lista de espera|oczekujacy|cekatel|angefragt|preinscrit|preinscrito|en espera|interessato`,
  trial: `trial|trialing|trialling|trial lesson|trial student|on trial|probe|probezeit|schnupper|probeschuler|probeschulerin|essai|a l essai|
    prueba|en prueba|prove|provetime|schnupperstunde|probestunde|probeunterricht|cours d essai|clase de prueba|lezione di prova|provelektion|proefles`,
  active: `past due|overdue|delinquent|student|currently enrolled|customer|client|active|active student|current student|live|current|in progress|re enrolled|enrolled|enroled|registered|attending|open|yes|y|true|new|regular|aktiv|laufend|angemeldet|ja|wahr|actif|active|
    inscrit|inscrite|oui|activo|activa|si|indmeldt|tilmeldt|innmeldt|inskriven|actief|ingeschreven|ativo|ativa|aktywny|aktywna|aktivni|aktiivinen|aktif|attivo|iscritto|iscritta|en cours|en curso|matriculado|matriculada|alta|activ|activa|активный|активная|активен|учится|занимается|активний|dang hoc|aktivan|aktivna|antagen|placerad|pagaende|lopend|frequentante|frequenta|uczeszcza|zapisany|zapisana|zapsan|aktivna|aktivny`,
  paused: `loa|medical leave|leave|paused|on hold|hold|on break|on leave|leave of absence|suspended|frozen|freeze|vacation|summer break|pausiert|pause|ruhend|beurlaubt|unterbrochen|stillgelegt|
    en pause|suspendu|en pausa|pausado|pauset|trancado|trancada|suspenso|zawieszony|zawieszona|prerusen|orlov|vilande|gepauzeerd|suspendat|suspendata|пауза|на паузе|приостановлен|приостановлена|в отпуске|tam nghi|bao luu|pozastaveno|szunetel|dondurdu|sospeso|sospesa|in pausa|opgeschort|wstrzymany|wstrzymana|pausad|tauolla|keskeytetty|uppehall|suspendido|suspendida|suspendue|congelado|congelada`,
  former: `not attending|lost|withdrew|quit lessons|finished|stopped|moved away|former|former student|inactive student|past student|not enrolled|unenrolled|no longer enrolled|inactive|dormant|archive|archiv|archived|deactivated|disabled|not active|left|leaver|ended|closed|canceled|cancelled|past|withdrawn|dropped|
    dropped out|discontinued|quit|terminated|transferred|transferred out|graduated|graduate|alumni|alumnus|alumna|deleted|expired|false|n|no|
    falsch|ehemalig|ehemalige|ehemaliger|abgemeldet|gekundigt|beendet|nein|
    inactif|ancien|ancienne|parti|non|inactivo|inactiva|baja|antiguo|inaktiv|udmeldt|ophort|utmeldt|sluttet|slutat|avslutad|stoppet|opsagt|oppsagt|uppsagd|ausgeschieden|inaktiver|sorti|sortie|resilie|dado de baja|de baja|ex alumno|ex alumna|cessato|ritirato|inativo|inativa|desistente|cancelado|cancelada|nieaktywny|nieaktywna|rezygnacja|neaktivni|uitgeschreven|gestopt|inattivo|inattiva|opgezegd|afgemeld|beeindigd|vertrokken|cessata|ritirata|dimesso|dimessa|wypisany|wypisana|skreslony|skreslona|lopettanut|eronnut|avhoppad|utskriven|demissionnaire|radie|radiee|desinscrit|desinscrite|retirado|retirada|egresado|egresada|exmatrikuliert|abgangig|ausgetreten|retras|retrasa|inactiv|inactiva|бывший|бывшая|отчислен|отчислена|ушел|ушла|неактивный|неактивна|nghi hoc|da nghi|ukonceno|kilepett|inaktivan|pasif|ayrildi`,
})

/** What the numbers of a column of statuses mean: those of PowerSchool, 1 for active, or yes for former. */
export type StatusCodes = "enrollment" | "flag" | "archived"

const enrollmentCodes: Readonly<Record<string, StudentStatus>> = {
  "-2": "former",
  "-1": "lead",
  "0": "active",
  "1": "former",
  "2": "former",
  "3": "former",
  "4": "former",
}

/** Whether a cell can be a status as programs number them. */
export const isStatusCode = (text: string): boolean => Object.hasOwn(enrollmentCodes, text.trim())

/** Which numbering a column follows. */
export function statusCodesIn(header: string, cells: readonly string[]): StatusCodes {
  if (/^(?:is )?(?:archived|inactive)$/.test(fold(header))) return "archived"
  const isEnrollment = /enroll?(?:ment)? status/.test(fold(header))
  return isEnrollment || cells.some((cell) => /^(?:-[12]|[2-4])$/.test(cell.trim())) ? "enrollment" : "flag"
}

/** The student's status. "Inactive" is former. */
export function parseStatus(text: string, codes?: StatusCodes): Cell<StudentStatus> {
  const number = text.trim()
  if (codes === "archived" && /^(?:[01xny]|yes|no|true|false)$/i.test(number))
    return { ok: true, value: /^(?:[0n]|no|false)$/i.test(number) ? "active" : "former" }
  if (codes && isStatusCode(number)) {
    const flag = number === "1" ? "active" : "former"
    return { ok: true, value: codes === "flag" ? flag : (enrollmentCodes[number] ?? "active") }
  }
  if (/^(?:[x✓✔☑✅]|\[x\])$/iu.test(number)) return { ok: true, value: "active" }
  const value = statuses.get(fold(text)) ?? statuses.get(fold(text).replaceAll(" ", ""))
  if (value) return { ok: true, value }
  const part = statusWithin(text)
  if (part) return { ok: true, value: part, ...statusInPart(shorten(text), part) }
  return {
    ok: false,
    message: `“${shorten(text)}” isn’t a status. Use Active, Trial, Paused, Lead or Inactive.`,
  }
}

const turnsStatus = /\b(?:no|not|never|nicht|kein\w*|pas|nunca|was|formerly|previously|ex|until|bis|til)\b/
const vagueStatus = new Set([
  "yes",
  "y",
  "no",
  "n",
  "new",
  "open",
  "true",
  "false",
  "left",
  "live",
  "past",
  "current",
  "ja",
  "nein",
  "si",
  "oui",
  "non",
])

/** The one status that a longer text names: "On hold (summer)", "Graduated 2024"; null where it names none or several. */
function statusWithin(text: string): StudentStatus | null {
  const words = fold(text).split(" ")
  if (words.length > 6) return null
  const found = words.flatMap((word, at) =>
    [word, `${word} ${words[at + 1] ?? ""}`].flatMap((each) =>
      vagueStatus.has(each) ? [] : (statuses.get(each) ?? []),
    ),
  )
  const [only, ...others] = [...new Set(found)]
  if (only === undefined || others.length > 0) return null
  return turnsStatus.test(words.join(" ")) && only !== "paused" ? null : only
}

const kinds = lookUp<ClassKind>({
  private: `private|pvt|priv|individual|single|solo|individually|one on one|one to one|1 1|1 to 1|1 on 1|one 2 one|1 2 1|121|private lesson|individual lesson|einzel|
    einzelunterricht|einzelstunde|individuel|cours individuel|particulier|cours particulier|clase individual|particular|enkel|enkelt|
    enkeltundervisning|enkelttime|soloundervisning|eneundervisning|enskild|enskilt|individuell|individueel|individuale|singola|e`,
  group: `group|class|group class|group lesson|small group|shared|sharing|pair|pairs|paired|duo|duet|trio|partner|buddy|semi private|2 1|1 2|1 to 2|2 to 1|
    2 on 1|3 1|whole class|gruppe|gruppen|gruppenunterricht|kleingruppe|partnerunterricht|zweier|zweiergruppe|dreier|dreiergruppe|2er|3er|4er|groupe|
    collectif|cours collectif|binome|a deux|grupo|grupal|clase grupal|colectiva|pareja|hold|holdundervisning|gruppeundervisning|parundervisning|
    gruppetime|grupp|gruppundervisning|groepsles|groep|duoles|gruppo|collettiva|g`,
  ensemble:
    "ensemble|band|choir|orchestra|orchester|chor|choeur|orchestre|coro|orquesta|kor|orkester|samspil|samspill|samspel|koor|orkest",
  trial:
    "trial|trial lesson|taster|probestunde|schnupperstunde|probe|cours d essai|clase de prueba|provetime|provelektion|proefles",
})

/** No kind of lesson has more letters; on long cells the pattern would take minutes. */
const longestKind = 80
/** The length that a kind of lesson ends or begins with: "Einzel 30", "45 min group". */
const besideKind =
  /(?<![\d:])[([]?(\d{2,3})\s*-?\s*(?:mins?|minutes?|minuten|minutos|minutter|minuter|m|['′])?\.?[)\]]?(?!\d)/i
const lessonWord =
  /\b(?:lessons?|tuition|classes|sessions?|unterricht|stunde|cours|clases?|les|lezione|lektion|undervisning|(?:(?:of|von|de|van|av|af) )?\d(?: ?er)?)\b/g

/** Whether the lesson is for one student or several, also with its length. */
export function parseClassKind(text: string): Cell<ClassKind> {
  const bare = text.length > longestKind ? "" : fold(text.replace(besideKind, " "))
  const value = [fold(text), bare, bare.replace(lessonWord, " ").replace(/ +/g, " ").trim()]
    .map((words) => kinds.get(words))
    .find((kind) => kind !== undefined)
  if (value) return { ok: true, value }
  return { ok: false, message: `“${shorten(text)}” isn’t a lesson type. Use Private or Group.` }
}

/** The minutes beside the kind of a lesson: 30 of "Einzel 30". */
export function minutesBesideKind(text: string): number | null {
  const minutes = text.length > longestKind ? 0 : Number(besideKind.exec(text)?.[1])
  return minutes >= 10 && minutes <= 180 && /\p{L}/u.test(text) ? minutes : null
}

/** What stands before a value where a list has a line for each of its values. */
const labels = new Set(
  "student parent guardian mother father email phone mobile cell address instrument teacher lesson dob birthday name notes schuler eltern telefon eleve parents telephone alumno".split(
    " ",
  ),
)

/** What timetables have in a cell where no student is. */
const noOne =
  /^(?:(?:lunch|dinner|tea|coffee|supper)(?: ?(?:break|time))?|break|intermission|interval|entracte|recess|free|open|available|vacant|empty|closed|off|day off|holidays?|vacation|prep(?:aration)?|planning|admin|travel|staff meeting|meeting|(?:on )?hold|reserved|blocked|cancell?ed|sub(?:stitute)?|absent|away|no lessons?|x+|pause|mittag(?:spause)?|frei|besetzt|ferien|feiertag|urlaub|konferenz|sitzung|geschlossen|libre|dejeuner|reunion|ferme|vacances|conge|comida|descanso|recreo|cerrado|almuerzo|vacaciones|pausa|pranzo|libero|chiuso|almoco|livre|fechado|lunchpauze|vrij|gesloten|vergadering|ledig|frokost|rast|lukket|stangt|mote|przerwa|wolne|obiad)(?: ?\d*)?$/
/** What lists have for a student who isn't known yet. */
const notKnownYet =
  /^(?:\?+|-+|tb[acd]|to be (?:announced|assigned|confirmed|determined)|n\/?a|n\. ?n\.|unknown|name to follow|(?:new|next) (?:student|pupil|child|kid)|neuer? schüler(?:in)?|unbekannt|noch offen|nouvel(?:le)? élève|inconnu|nuev[oa] alumn[oa]|desconocido|novo aluno|nieuwe leerling|onbekend|nuov[oa] alliev[oa]|nowy uczeń)(?: \d+| ?\([^()]*\))?$/iu
const manyPlay =
  /\b(?:ensemble|orchestra|orchester|orchestre|orquesta|choir|chor|chorale|coro|band|theory|theorie|solfege|solfeo|musicianship|rehearsal|recital)$/

/** Why a line among the times of a timetable, or between the students of a list of labels, is no student. */
export const whyBeside = { times: noteAmongTimes, students: noteBetweenStudents }

/** Why a cell of names holds none, as a sentence, also one with no more than a lesson beside it, or of a timetable; null where it may be one. */
export const whyNoName = (cell: string, isOfLesson: boolean, isOfTimetable: boolean): string | null =>
  labels.has(fold(cell))
    ? labelNoName(cell)
    : notKnownYet.test(cell)
      ? noStudentInCell(shorten(cell))
      : isOfLesson && (noOne.test(fold(cell)) || (isOfTimetable && manyPlay.test(fold(cell))))
        ? noStudentInCell(shorten(cell))
        : null

/** What is said of cells that are read in part, or of rows below merged cells. */
export const told = {
  activeUntil,
  adultIsStudent,
  belowOthers,
  dayOfMonth,
  familyAbove,
  familyBelow,
  lessonOfFirst,
  lineBetween,
  maybeTwo,
  monthAlone,
  noPayer,
  noStudentInCell,
  notWeekly,
  ofRole,
  parentBelow,
  parentOfOthers,
  priceOfLength,
  saidOfBelow,
  statusInNotes,
  statusInPart,
  studentAbove,
  teacherAbove,
  titleOfPage,
  titleWithTimes,
  weeklyThough,
}

const perTerm =
  /\b(?:term|termly|sem|semester|trimester|trim|quarter|quarterly|half ?term|year|yearly|annum|annual|annually|block|trimestre|semestre|an|annee|ano|quadrimestre|quartal|halbjahr|jahr|jahrlich|anno|jaar|termin|ar)\b/

/** What is said of a price for more than a month; null of any other. */
export const perTermPrice = (cell: string): { message: string; group: string } | null =>
  perTerm.test(fold(cell)) ? pricePerTerm(shorten(cell)) : null

/** What people write for their currency beside its sign. */
const localSign = /^s?fr\.?\s*(?=\d)|(?<=\d[.,–-]*)\s*(?:원|円|元|руб\.?|грн\.?|s?fr\.?|kr\.?|zł|kč|ft|tl)$/i

/** A price in minor units, 0 or more. A sign of another currency than the school's comes with a warning. */
export function parsePrice(text: string, currency?: string): Cell<number> {
  if (/^(?:free|no charge|gratis|kostenlos|gratuit|gratuito)$/i.test(text.trim()))
    return { ok: true, value: 0 }
  const bare = text.replace(localSign, "").trim()
  const [amount = "", per = ""] = bare.split(/\s*\/\s*(?=\p{L})|\s+(?=\p{L}+\.?\s+\p{L}+$)/u)
  const value = parseAmount(perSession.test(fold(per)) ? amount : bare)
  if (value !== null) return { ok: true, value, ...otherCurrency(text, currency) }
  return { ok: false, message: `“${shorten(text)}” isn’t a price. Write it like 32.50.` }
}

/** No balance is longer; on long cells the pattern would take minutes. */
const longestBalance = 60

/**
 * What a family owed before, in minor units: due is positive, account credit below zero. Credit is written with a minus, in
 * parentheses, or with the word; “DR”, “due” and a plain number are what is due.
 */
export function parseBalance(text: string, currency?: string): Cell<number> {
  if (text.length > longestBalance) return { ok: false, message: noBalance(shorten(text)) }
  const [, open = "", said = "", word = ""] =
    /^([-−(]?)\s*(.*?)\s*(\)|[-−]|cr\.?|dr\.?|credit|in credit|debit|due|guthaben|haben|soll|offen|credito|a favor|avoir)?$/i.exec(
      text.trim(),
    ) ?? []
  const signed = said.replace(/^(\p{Sc}|[A-Z]{2,3}\s)\s*[-−]\s*/u, "$1")
  const value = parseAmount(signed)
  const isCredit =
    /^[-−(]/.test(open) ||
    signed !== said ||
    /^(\)|[-−]|cr\.?|credit|in credit|guthaben|haben|credito|a favor|avoir)$/i.test(word)
  if (value === null || (open === "(") !== (word === ")"))
    return { ok: false, message: noBalance(shorten(text)) }
  return { ok: true, value: isCredit ? 0 - value : value, ...otherCurrency(text, currency) }
}

// What a sign or abbreviation beside an amount can mean.
const dollars = "USD CAD AUD NZD SGD HKD MXN ARS CLP COP TWD BSD BBD BZD FJD JMD NAD TTD XCD".split(" ")
const currenciesBySign: readonly (readonly [sign: RegExp, currencies: readonly string[]])[] = [
  [/€|\beuros?\b/i, ["EUR"]],
  [/£/, ["GBP", "EGP", "GIP", "FKP"]],
  [/₹/, ["INR"]],
  [/[¥円元]/, ["JPY", "CNY"]],
  [/[₩원]/, ["KRW"]],
  [/₽/, ["RUB"]],
  [/₺/, ["TRY"]],
  [/R\$/, ["BRL"]],
  [/\bz[łl]\b/i, ["PLN"]],
  [/\b(?:S?Fr|CHF)\b/, ["CHF"]],
  [/\bkr\b/i, ["SEK", "NOK", "DKK", "ISK"]],
  [/(?:C|CA|CAD)\$/, ["CAD"]],
  [/(?:A|AU)\$/, ["AUD"]],
  [/US\$/, ["USD"]],
  [/\$/, dollars],
]

/** That an amount is written in another currency than the school's; nothing when it isn't. */
function otherCurrency(
  text: string,
  currency: string | undefined,
): { warning: string; group: string } | undefined {
  if (!currency) return undefined
  const code = /(?:^|[\d\s])([A-Z]{3})(?=$|[\d\s.])/.exec(text.trim())?.[1]
  const meant = code ? [code] : currenciesBySign.find(([sign]) => sign.test(text))?.[1]
  if (!meant || meant.includes(currency)) return undefined
  const rest = `not in your school’s currency, ${currency}. The number is imported without converting it.`
  return { warning: `“${shorten(text)}” is ${rest}`, group: `The amount is ${rest}` }
}

const perSession =
  /^(?:per|by|pro|je|par|por|a|a la|la|za|na|al|alla|pr)? ?(?:les|lekce|lekci|lekcja|lekcje|aula|lezione|lesson|session|class|visit|stunde|einheit|unterricht|unterrichtsstunde|termin|lektion|cours|seance|lecon|clase|sesion|leccion)s?$/
const monthly =
  /\b(?:mo|mtl|monatl|mnd|md|mc|mth|month|months|monthly|monat|monatlich|monatliche|monats\w+|mois|mensuel|mensuelle|mes|mensual|mensuales|mensualmente|mese|mensil\w+|mensal|mensais|mensalmente|mies|maand|maandelijks|miesiecznie|manad|maned)\b/

/** Whether a cell says that a price is by the month, and not which. */
export const saysMonthly = (text: string): boolean => !/\d/.test(text) && monthly.test(fold(text))

/**
 * How lessons are paid: "Per lesson", "pro Stunde"; "Monthly flat $140.00", "monatlich 90,00", "90 € pro Monat".
 * A monthly fee without its amount is refused, because the price per lesson says nothing about it.
 */
export function parseBilling(text: string, currency?: string): Cell<RosterBilling> {
  const words = fold(text)
  if (perSession.test(words)) return { ok: true, value: { mode: "per_session" } }
  const unknown = `“${shorten(text)}” isn’t a billing type. Use “Per lesson” or “Monthly flat $140.00”.`
  if (!monthly.test(words)) return { ok: false, message: unknown }

  const amountText = /[-−–]?(?:\p{Sc}\s?)?\d[\d.,'’\s]*(?:e\d+)?/iu.exec(text)?.[0].trim()
  if (!amountText) {
    return { ok: false, message: `“${shorten(text)}” has no amount. Write it like “Monthly flat $140.00”.` }
  }
  const amountMinor = parseAmount(amountText.replace(/[.,]$/, ""))
  if (amountMinor === null)
    return {
      ok: false,
      message: `“${shorten(text)}” has no readable amount. Write it like “Monthly flat $140.00”.`,
    }
  return { ok: true, value: { mode: "monthly", amountMinor }, ...otherCurrency(text, currency) }
}

const address = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?<domain>[^@]+)$/u
/** An address without what stands around it: "May Roy <may@x.org>", "mailto:may@x.org", "may@x.org (work)". */
function bareAddress(text: string): string {
  const line = text.trim()
  const inBrackets = /^[^<>@]*<\s*(?:mailto:)?([^<>\s]+@[^<>\s]+)\s*>[\s.,;]*$/iu.exec(line)?.[1]
  return (inBrackets ?? line)
    .replace(/\s*\([^()@]*\)$/, "")
    .replace(/^[^\d@<>]{2,60}?(?:\s*[/|:]\s*|\s+[–-]\s+)(?=[^\s@]+@[^\s@]+$)/u, "")
    .replace(/^['"“”‘’(]*(?:(?:mailto|e-?mail)\s*:\s*)?/iu, "")
    .replace(/['"“”‘’).,;]+$/u, "")
}

const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** An email address, folded to lower case as the school stores it. One address, nothing else in the cell. */
export function parseEmail(text: string): Cell<string> {
  const line = bareAddress(text)
  const labels = address.exec(line)?.groups?.domain?.split(".") ?? []
  const lastIsLetters = /^(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu.test(labels.at(-1) ?? "")
  const local = line.length - labels.join(".").length - 1
  if (
    line.length <= 254 &&
    local <= 64 &&
    labels.length > 1 &&
    lastIsLetters &&
    labels.every((label) => domainLabel.test(label))
  ) {
    return { ok: true, value: shownAddress(line.toLowerCase()) }
  }
  const several = (line.match(/[^\s@,;:|/<>]+@[^\s@,;:|/<>]+/g) ?? []).length > 1
  const message = several
    ? `“${shorten(line)}” has more than one address. Keep one and move the other to guardian 2.`
    : `“${shorten(line)}” isn’t an email address.`
  return { ok: false, message }
}

/**
 * The first of several addresses in one cell, and the others: "a ::: b", "a; b". Undefined where the cell holds one, or where
 * one of them is none.
 */
export function splitEmails(text: string): { first: string; others: string[] } | undefined {
  const parts = text
    .split(/\s*:::\s*|\s*[;,|]\s*|\s*\/\s*|\s*\n\s*|\s+(?:and|or|und|oder|et|ou|y|o)\s+|\s+/i)
    .filter(Boolean)
  const read = parts.map((part) => parseEmail(part))
  const found = read.flatMap((cell) => (cell.ok ? [cell.value] : []))
  const [first, ...others] = [...new Set(found)]
  return first && parts.length > 1 && found.length === parts.length ? { first, others } : undefined
}

/** A phone number as it was written; what is no number, or was shortened to none, is refused. */
export function parsePhone(text: string, label: string): Cell<string> {
  // A number that a program kept as one with decimals has ".0" behind it.
  const bare = text
    .replace(/^(?:(?:tel|callto|sms)|[a-z])\s*:\s*(?=[+\d(])/i, "")
    .replace(/^(\s*\d{7,15})\.0\s*$/, "$1")
    .replace(/^([+\d(][\d\s().-]*\d)\s*(?:[,;]|\([chmw]\))\s*$/i, "$1")
  const line = parseLine(bare, label, 60)
  if (!line.ok || digitsOf(text).length >= 5) return line
  return { ok: false, message: `“${shorten(text)}” isn’t a phone number.` }
}

const relations = lookUp({
  Mother: "mother|mom|mum|mama|mothers|mutter|mere|madre|moeder|mamma|mor",
  Father: "father|dad|papa|fathers|vater|pere|padre|vader|babbo|far|pappa",
  Guardian:
    "guardian|legal guardian|carer|vaerge|vardnadshavare|malsman|foresatt|verge|vormund|tuteur|tutrice|tutor|tutora",
  Grandmother: "grandmother|grandma|grossmutter|oma|grand mere|abuela|bedstemor|mormor|farmor",
  Grandfather: "grandfather|grandpa|grossvater|opa|grand pere|abuelo|bedstefar|morfar|farfar",
  Parent: "parent|elternteil|foraelder|foralder|forelder",
})

/** How lists shorten a relation in a column of its own. */
const relationCodes = new Map([
  ["m", "Mother"],
  ["f", "Father"],
  ["gm", "Grandmother"],
  ["gf", "Grandfather"],
  ["lg", "Guardian"],
])

/** What the adult is to the student, in English where the word is known, otherwise as it was written. */
export function parseRelation(text: string): Cell<string> {
  const [first = ""] = /^\p{L}+(?= of \p{L})/u.exec(fold(text)) ?? []
  const known =
    relations.get(fold(text)) ??
    relations.get(first) ??
    relationCodes.get(fold(text)) ??
    parentCalled(fold(text))
  return known ? { ok: true, value: known } : parseLine(text, "The relation", 60)
}

/** Mother or father as columns are called: "Mae" and "Isa" can be names of people, too. */
const parentCalled = (word: string): string | undefined =>
  ({ mother: "Mother", father: "Father" })[guardianWords.get(word) as "mother" | "father"]

/** "Student" where other rows of a list are of parents. */
export const isStudentRole = (text: string): boolean =>
  /^(?:(?:adult )?student|pupil|learner|schuler(?:in)?|eleve|alumn[oa]|leerling|elev)$/.test(fold(text))

/** What a word before or behind a name says someone is, in English; null for another word. */
export const relationWord = (word: string): string | null => relations.get(fold(word)) ?? null

/** What every guardian is, so that it says nothing of one. */
const anyones: ReadonlySet<string> = new Set(["Parent", "Guardian"])

/** What says nothing of which of two parents someone is. */
export const isVague = (relation: string | null): boolean => relation === null || anyones.has(relation)

/** Who a heading says its guardians are, in its order: "Parents (mother / father)". */
export function relationsIn(heading: string): string[] {
  const found = fold((inEnglish(heading) ?? heading).replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, " "))
    .split(" ")
    .flatMap((word) => {
      if (guardianWords.get(word) === "any") return []
      const known =
        relations.get(word.replace(/\d$/, "")) ??
        relations.get(word.replace(/s?\d?$/, "")) ??
        parentCalled(word.replace(/\d$/, ""))
      return known && !anyones.has(known) ? [known] : []
    })
  return [...new Set(found)]
}

/** What a heading says its guardian is: "Mother’s email"; "Mother/father" says nothing. */
export function relationIn(heading: string): string | null {
  const [only, ...more] = relationsIn(heading)
  return only && more.length === 0 ? only : null
}

/** One line of text, kept letter by letter, at most so many characters. `name` begins the refusal. */
export function parseLine(text: string, name: string, most: number): Cell<string> {
  return atMost(cleanLine(text), name, most)
}

/** Several lines of text, kept letter by letter, at most so many characters. */
export function parseBlock(text: string, name: string, most: number): Cell<string> {
  return atMost(cleanBlock(text), name, most)
}

function atMost(text: string, name: string, most: number): Cell<string> {
  if (text.length <= most) return { ok: true, value: text }
  const letters = (number: number) => number.toLocaleString("en-US")
  return {
    ok: false,
    message: `${name} has ${letters(text.length)} characters. Shorten it to ${letters(most)} or fewer.`,
  }
}

// What in a note is medical: a teacher needs to see it in red, not at the end of a page.

const condition =
  /(?:allerg|epi-?pen|asth?m|anaphyla|diabet|insulin|epilep|seizure|inhaler|c(?:o)?eliac|zöliak|alergi|nut-free)/i

const noCondition =
  /^(?:(?:there (?:are|is) )?(?:none|no|n|nil|nothing|not any|nka|nkda|nkfa|keine?r?|nichts|nein|aucune?|non|neant|rien|ninguna?|ninguno|nada|nessun[ao]?|nenhuma?|geen|nee|ingen|inga|nej|nei|brak|zadn[ey]|nincs|ei)(?: (?:known|bekannt|connues?|conocidas?|nota|conhecidas?|bekend|kendte|kjente|kanda|znane|reported|at this time|medical|food|drug|health|issues?|problems?|needs|concerns?|conditions?|allerg\p{L}*|uczulen|alerg\p{L}*|that (?:we|i) know of|or|and|und|medikamente))*)$/u

/** Whether a cell of medical notes says that there are none: "None known", "No known allergies", "NKA", "keine". */
export const saysNoCondition = (text: string): boolean => noCondition.test(fold(text))

/** The lines and sentences that name a condition, and the rest, both as they were written. */
export function splitMedical(notes: string): { medical: string | null; rest: string | null } {
  if (!condition.test(notes) || saysNoCondition(notes)) return { medical: null, rest: notes }
  const parts = notes.split(/(?<=[.!?;])\s+|\n+/)
  const isMedical = (part: string) => condition.test(part) && !saysNoCondition(part)
  return {
    medical: parts.filter(isMedical).join("\n") || null,
    rest:
      parts
        .filter((part) => !isMedical(part))
        .join("\n")
        .trim() || null,
  }
}
