// The columns of a roster: what a school can import about a student, and the best guess which column is what.
// The person sees the guess and corrects it; whatever has no field of its own is kept in the student's notes.

import { fold } from "~/utils/names"
import { digitsOf } from "~/utils/phone-number"
import { sheetHeading } from "~/utils/sheet-rows"
import { fewestDigits, namedContacts, saysWhose } from "./roster-adults"
import {
  byMonth,
  holdsAmounts,
  isMonthlyHeading,
  isPersonalNumber,
  isWrittenAmount,
  timedPrice,
} from "./roster-amounts"
import { areAppointments } from "./roster-appointments"
import { cellsIn, fits, fitsColumn, isCount, looksOf } from "./roster-column-checks"
import {
  type ChildUse,
  type ColumnMapping,
  type ColumnUse,
  columnOf,
  type FieldKey,
  type GuardianNumber,
  guardianNumbers,
  guessOwn,
  isOwnUse,
  type LessonUse,
  lessonFields,
  type OwnField,
  rosterFields,
} from "./roster-field-names"
import { lessonsIn, namesInstrument, timedLesson } from "./roster-lesson-name"
import { saysOfRows } from "./roster-sections"
import {
  attributeWords,
  contactWords,
  guardianWords,
  headingSynonyms,
  inEnglish,
  instruments,
  leadingWords,
} from "./roster-synonyms"
import { customerOf } from "./roster-text"
import { dayWordsIn, parseLessonTime, parseTime, parseWeekday, withoutRhythm } from "./roster-times"
import {
  minutesBesideKind,
  parseBilling,
  parseClassKind,
  parsePrice,
  parseStatus,
  relationWord,
} from "./roster-values"

/** All that can be chosen for a column, in the order of a menu. */
export const columnUses: readonly { use: ColumnUse; label: string }[] = [
  ...(Object.keys(rosterFields) as FieldKey[]).map((use) => ({ use, label: rosterFields[use] })),
  { use: "copyToNotes", label: "Keep in notes" },
  { use: "ignore", label: "Leave out" },
]

const ofChild = [
  "firstName",
  "lastName",
  "fullName",
  "birthDate",
  "instrument",
  "level",
  "studentCode",
  "studentEmail",
  "studentPhone",
  "medicalNotes",
  "teacher",
  "weekday",
  "time",
  "endTime",
  "minutes",
  "price",
] as const

/** What the columns of further children and lessons can be, for a menu: as many of them as the mapping names. */
export function furtherUses(mapping: ColumnMapping): { use: ColumnUse; label: string }[] {
  const uses = Object.values(mapping)
  const children = ([2, 3, 4, 5, 6] as const).filter((number) =>
    uses.some((use) => childOf(use)?.number === number),
  )
  const lessons = ([2, 3, 4, 5, 6, 7] as const).filter((number) =>
    uses.some((use) => lessonOf(use)?.number === number),
  )
  return [
    ...children.flatMap((number) =>
      ofChild.map((field) => ({
        use: `child${number}-${field}` as const,
        label: `Child ${number}, ${rosterFields[field].toLowerCase()}`,
      })),
    ),
    ...lessons.flatMap((number) =>
      lessonFields.map((field) => ({
        use: `lesson${number}-${field}` as const,
        label: `Lesson ${number}, ${rosterFields[field].replace(/^Lesson /, "").toLowerCase()}`,
      })),
    ),
  ]
}

/** Which further child a column is about, and which field of it. */
export const childOf = (use: string) => furtherOf(/^child([2-6])-(\w+)$/.exec(use))

/** Which further lesson a column is about, and which field of it. */
export const lessonOf = (use: string) => furtherOf(/^lesson([2-7])-(\w+)$/.exec(use))

function furtherOf(found: RegExpExecArray | null): { number: number; field: FieldKey } | null {
  const field = found?.[2] ?? ""
  return found && Object.hasOwn(rosterFields, field)
    ? { number: Number(found[1]), field: field as FieldKey }
    : null
}

/** Whether a text, as it comes from a form, names something that can become of a column. */
export function isColumnUse(text: string): text is ColumnUse {
  return (
    text === "ignore" ||
    text === "copyToNotes" ||
    isOwnUse(text) ||
    childOf(text) !== null ||
    lessonOf(text) !== null ||
    Object.hasOwn(rosterFields, text)
  )
}

/** What a heading says of how its cells are to be written, and nothing of what they are: "(MM/DD/YYYY)", "(required)". */
const hint =
  /\((?:required|optional|mandatory|pflichtfeld|if [^)]*|e\.?\s?g\b[^)]*|z\.?\s?b\b[^)]*|please [^)]*|[dmytja]{1,4}(?:[-/. ][dmytja]{1,4}){1,2})\)/gi

/** Words of a form around what it asks: "What is your child’s full name?" asks for "child full name", "Your email" for a parent’s. */
const withoutQuestion = (heading: string): string =>
  heading
    .replace(/^who (?:pays|is paying)$/, "payer name")
    .replace(/^(?:first|next|finally|lastly) (?=(?:what|who|which|please)\b)/, "")
    .replace(/^when (?:was|were|is) (.+) (?:born|birthday)$/, "$1 birth date")
    .replace(
      /^(?:and )?(?:(?:(?:what|who|which)(?: is| are| s)?|please (?:enter|provide|list|give)|enter|list|any|does|and)) (?:the )?(?=\p{L})/u,
      "",
    )
    .replace(/^(?:their|his|her|his or her) (?=\p{L}+ name$)/u, "child ")
    .replace(/^(instruments?) (?:do|does|is|are|will|would) .+$/, "$1")
    .replace(/\byour (child|student|son|daughter)(?: s)?\b(?: have(?: any)?\b)?/g, "child")
    .replace(
      /^your (?=(?:full |first |last )?name|e ?mail|(?:cell|mobile|phone|telephone)\b|address)/,
      "parent ",
    )
    .replace(/^your /, "")
    .replace(/^(.+?) (?:ihres kindes|(?:de|du|van) (?:votre enfant|su hij[oa]|uw kind))$/, "child $1")
    .replace(/^(?:gewunschtes|souhaite|gewenst) /, "")
    .replace(
      /^(?:ihre?|votre|uw|su) (?=(?:name|nom|naam|nombre|e ?mail|mail|correo|courriel|handy|telefon|tel|mobil|portable|movil)\p{L}*\b)/u,
      "parent ",
    )
    .replace(/ (?:to|where) (?:reach|contact|call)(?: you)?$/, "")
    .replace(/ (?:are you|is your child) (?:registering|signing up|enrolling|interested)(?: for| in)?$/, "")

/** No question of a form is longer; of what else is a heading, such as a picture's bytes, no more is looked at. */
const longestHeading = 1000

/** A heading as it is compared: "D.O.B." is dob, "Schülernr." Schülernummer, "E-post" one word, "guardian1FirstName" four. */
const foldHeading = (given: string): string => {
  // Typeform keeps the signs of its questions: "What’s *your* name?", "And {{field:a1}}’s last name?"
  const written = given
    .slice(0, longestHeading)
    .replace(/\{\{[^{}]{0,100}\}\}(?:['’]s\b)?/g, " ")
    .replace(/(?<![\p{L}\p{N}*_])([*_]{1,2})(?=\S)([^*_]{1,80})\1(?![\p{L}\p{N}*_])/gu, "$2")
    .trim()
  const heading =
    (written.length < 80 ? inTwoLanguages(written.replace(hint, " ").trim()) : null) ?? foldWhole(written)
  const [, outside = "", inside = ""] = /^([^()]*\S)\s*\(([^()]*)\)\s*$/.exec(written) ?? []
  const said = foldWhole(inside)
  // "Students (lesson length)" are students.
  const isNamed = fieldOf(foldWhole(outside)) === "fullName" && ofLessons.test(fieldOf(said) ?? "")
  if (!outside || (isKnown(heading) && !isNamed)) return heading
  // "Custom field 1 (Child’s name)" is called by what is in parentheses, "Kids (ages)" by what is in front of them.
  const isOthers = isOther(said) || personIn(said).personKind !== undefined
  const isQuestion = /^(?:custom|field|question)\b|[?？:]$/i.test(outside)
  const bare = isQuestion && isKnown(said) ? said : isOthers ? "" : foldWhole(outside)
  return bare && isKnown(bare) ? bare : heading
}

/** "Ph (M)" beside "Ph (D)" is the mother's, and so is "Her cell" beside "Her name" and "His name". */
function withParents(headers: readonly string[]): readonly string[] {
  const areShort = headers.some((header) => /\(D\)\s*$/.test(header))
  const areTheirs =
    headers.some((header) => /^his .*\bname$/i.test(header)) &&
    headers.some((header) => /^her .*\bname$/i.test(header))
  return areShort
    ? headers.map((header) => header.replace(/\(M\)\s*$/, "(mother)").replace(/\(D\)\s*$/, "(father)"))
    : areTheirs
      ? headers.map((header) => header.replace(/^his (?=\S)/i, "Father ").replace(/^her (?=\S)/i, "Mother "))
      : headers
}

const questionNumber = /^\s*(?:q(?:uestion)?[. ]*)?(\d{1,2})\s*[.):–-]\s*(?=\p{L})/iu

/** "1. Student’s name", "2. Birthday", "3. Instrument": a form counts its questions; "1. Wunsch" and "2. Wunsch" are of one kind. */
function withoutNumbers(headers: readonly string[]): readonly string[] {
  const found = headers.flatMap((header) => {
    const number = questionNumber.exec(header)
    return number ? [{ number: Number(number[1]), said: fold(header.slice(number[0].length)) }] : []
  })
  const areCounted =
    found.length > 2 &&
    found.every(({ number }, at) => number > (found[at - 1]?.number ?? 0)) &&
    new Set(found.map(({ said }) => said)).size === found.length
  return areCounted ? headers.map((header) => header.replace(questionNumber, "")) : headers
}

/** "学生 Student" is said in two languages. */
const beforeEnglish =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Greek}ー\s/()-]+\s(?=[A-Za-z])/u

const ofOneLesson = /^(?:lessons?|lektion|stunde|cours|clase|lezione|les|session|weekly)$/i

/** "Prénom / First name" says the same in two languages. */
function inTwoLanguages(written: string): string | null {
  const [one, other, ...more] = written.split(/\s*[/|]\s*/)
  if (!one || !other || more.length > 0) return null
  const [first, second] = [foldWhole(one), foldWhole(other)]
  const [said, also] = [personIn(first), personIn(second)]
  const areNames = [first, second].every((heading) => /^(?:last|full)Name$/.test(fieldOf(heading) ?? ""))
  const isSame =
    fieldOf(first) !== null
      ? fieldOf(first) === fieldOf(second) || areNames
      : said.part !== null && said.part === also.part && said.personKind === also.personKind
  return isSame ? second : null
}

const foldWhole = (written: string): string => {
  if (/^\s*\p{Sc}\s*$/u.test(written)) return "price"
  if (/^\s*à\s*$/i.test(written)) return "end time"
  if (/^\s*c\/o\s*$/i.test(written)) return "care of"
  // "Unit $" is money, whatever a unit is elsewhere.
  const [, ofMoney = ""] = /^(\p{L}{2,20})\s*\(?\p{Sc}\)?\s*$/u.exec(written) ?? []
  if (ofMoney && (fieldByHeading.get(fold(ofMoney)) === "address2" || ofOneLesson.test(ofMoney)))
    return "price"
  const text = (inEnglish(written) ?? written.replace(beforeEnglish, ""))
    .replace(/^\s*\p{Sc}\s*(?=\/|per\b|pro\b)/u, "price ")
    .replace(/^(?:PO|SA)(?=\p{Lu}\p{Ll})/u, "")
    .replace("WhatsApp", "Whatsapp")
    .replace(/(?<=^\s*(?:parent|guardian|carer|mother|mom|mum|father|dad)\s?\d?\s*)\((?:who )?pays\)/i, "")
    .replace(/\bDoB\b/, "DOB")
    .replace(hint, " ")
    .replace(/\s?#\s*$/, " number")
    .replace(
      /(?<=\p{L})(?:\((?:a|as|o|os|e|in|innen|ne|r|ren|s|es)\)|\/(?:a|as|o|os|in|innen|ne|es|r|rice)\b)/giu,
      "",
    )
  const isJoined = /\p{Ll}\d*\p{Lu}/u.test(text)
  const words = isJoined ? text.replace(/(?<=\p{Ll})(?=[\p{Lu}\d])|(?<=\d)(?=\p{L})/gu, " ") : text
  return withoutQuestion(foldWords(words))
}

/** The parts of an address as programs name them: "Street1", "Address 1&2", "Address Province Code", "City - Home". */
const foldAddress = (heading: string): string =>
  heading
    .replace(/\b(street|address|line)(?=\d\b)/g, "$1 ")
    .replace(/\baddress 1(?: and)? 2\b/, "address")
    .replace(/^(.*\baddress (?:province|state|country)) code$/, "$1")
    .replace(/^bill to (?=[1-5]$)/, "address ")
    .replace(
      /^(phone|(?:street )?address.*|street(?: 1)?|city|state(?: province)?|(?:zip )?postal code|zip|postcode|country(?: region)?) (home|work|mobile|other)$/,
      "$2 $1",
    )

const foldWords = (text: string): string =>
  foldAddress(fold(text))
    .replace(
      /\b(?:erz ber|erzber|erziehungsber|zak(?:onny)? zastupce|sorgeber|ges(?:etzl(?:iche[rn]?)?)? vertreter(?:in)?|zz)\b|(?<= )ee$/,
      "parent",
    )
    .replace(/\b(?:zp|zahlungspfl)\b/, "payer")
    .replace(/^(.+) (?:du compte|del conto|de la cuenta|da conta)$/, "account $1")
    .replace(/^ice (?=\p{L})/u, "emergency ")
    .replace(/\b(?:e ?mail id|posta elettronica|adresse electronique|sahkopostiosoite)\b/, "email")
    .replace(/^(e ?mail|phone|mobile)(?: address| number)? for (?:invoices?|bills?|billing)$/, "family $1")
    .replace(/^account owner\b/, "account holder")
    .replace(/^(?:mr (?:and )?mrs(?: ms)?) name$/, "mr mrs")
    .replace(/\b(?:nm|dt|hm)\b/g, (short) => ({ nm: "name", dt: "date" })[short] ?? "home")
    .replace(/(?<=first(?: name)?) (?:and )?(?:mi|middle initial)$/, "")
    .replace(/\b06(?: ?nummer)?\b/, "mobiel")
    .replace(/^([chw])(?= ?ph(?:one)?\b)/, (short) => ({ c: "cell ", h: "home ", w: "work " })[short] ?? "")
    .replace(/^(?:(?:primary|first|main) adult|adult 1)\b/, "parent 1")
    .replace(/^(?:(?:secondary|second|other) adult|adult 2)\b/, "parent 2")
    .replace(/^(?:nok|next of kin)\b/, "emergency contact")
    .replace(/^instrument (?:and )?(?:grade|level)$/, "level")
    .replace(/^([12]) ?(?:er|ro|do|a|[oºª]) (?=apellidos?$)/, (_, digit) =>
      digit === "1" ? "primer " : "segundo ",
    )
    .replace(/^(apellidos?) ([12])[oºª]$/, "$1 $2")
    .replace(/\blsn\b/, "lesson")
    .replace(/ (?:yn|y n)$/, "")
    .replace(
      /(?<=^(?:geburts|date de naiss|fecha de nac|data di nasc).*) (?:des kindes|de l enfant|del nino|del bambino|de l eleve|del alumno|dell allievo)$/,
      "",
    )
    .replace(/^(?:mailing name|addressee|parental (?:salutation|addressee))$/, "parent name")
    .replace(
      /^(?:attending |accompanying )?adult (?=[1-4]\b|attending|(?:first |last )?name|e ?mail|phone|cell|mobile)/,
      "parent ",
    )
    .replace(/(?<=^(?:parent|guardian) )(?:one|two)\b/, (word) => (word === "one" ? "1" : "2"))
    .replace(
      /^(?:personne a facturer|rechnungsempfanger|responsable (?:del |de |du )?(?:pagos?|paiements?))$/,
      "payer name",
    )
    .replace(/\b(\p{L}+) name (?=(?:first|last|middle) name$)/u, "$1 ")
    .replace(/^(?:stu|stdt|stud)\b/, "student")
    .replace(
      /^(?:luogo e |lieu et |lugar y |local e |miejsce i |(?:geburts)?ort und |misto a |place (?:and|of birth and) )(?=d|g|n|b)/,
      "",
    )
    .replace(/^(.* name|dob|birth ?day|(?:date of )?birth(?: date)?) (?:and )?age$/, "$1")
    .replace(/^((?:child|kid|student)(?: name)?|name)(?: (?:age|grade|gr|school))+$/, "$1")
    .replace(/^(teacher|instructor) (?:last|surname)(?: name)?$/, "$1")
    .replace(/^emergency (?:contact )?(?:no|nr|tel)$/, "emergency phone")
    .replace(/^(?:guard|guar|grdn|gdn)(?=\b|\d)/, "guardian")
    .replace(/\b(?:grown ?ups?|phu huynh)\b/, "parent")
    .replace(/^(?:so )?dien thoai\b|^sdt\b/, "phone")
    .replace(
      joinedWords,
      (_, first: string, rest: string) =>
        `${first} ${rest.replace(/^(first|last|full|day|home|work|cell)(?=name|phone)/, "$1 ")}`,
    )
    .replace(/\bresp(?:ons\p{L}*)? fin(?:anc\p{L}*)?\b/u, "payer")
    .replace(/ (?:de|di) conta(?:ct|tt)o?$|(?<=^(?:tlf|tel|telefono|telefone|movil)) contacto$/, "")
    .replace(/^(?:port|telem)(?=$| )/, "portable")
    .replace(/^(?:registered|booked|enrolled) by$/, "registrant name")
    .replace(/^n [oº]?\s?(?=alun|eleve|elev|lever)/, "numero de ")
    .replace(/^(tel|email|adr) type (home|work|cell|mobile|main|other)$/, "$2 $1")
    .replace(
      /^(?:champ additionnel|champ supplementaire|zusatzfeld|campo adicional|additional field|custom question) (?=\p{L})/u,
      "",
    )
    .replace(/^emerg\b/, "emergency")
    .replace(/^(?:linked|related|associated|registered) (?=(?:students?|child(?:ren)?|kids?)\b)/, "")
    .replace(/^(e ?mail|phone) (?:invoices?|bills?|statements?) to$/, "payer $1")
    .replace(/^(?:client|customer|patient|member) (?=(?:dob|birth|date of birth)\b)/, "")
    .replace(
      /^(lesson|slot|class|teacher|day|time|length|instrument) ([ab])$/,
      (_, word: string, letter: string) => [word, letter === "a" ? 1 : 2].join(" "),
    )
    .replace(/^text reminder number$/, "mobile phone")
    .replace(/\bcontact (?:nos?|nr|nums?|numbers?)\b/gu, "contact phone")
    .replace(/\be (?=mail\p{L}|post)/gu, "e")
    .replace(/\beposta\p{L}*/gu, "eposta")
    .replace(/(?<=\p{L}{3})nr\b/gu, "nummer")
    .replace(/(?<![\p{L}\p{N}])(?:\p{L} )+\p{L}(?![\p{L}\p{N}])/gu, (letters) => letters.replaceAll(" ", ""))

/** "studentname", "parentemail". */
const joinedWords =
  /^(student|child|pupil|parent|guardian|mother|father|teacher|lesson|emergency|family|cell|mobile|first|last|full|start|end)((?:first|last|full)?name|email|(?:day|home|work|cell)?phone|mobile|cell|day|time|length|date|duration|price|fee|rate|instrument|number|id|level|status|contact)$/

/** "Date de naissance" without its small words: people leave them out. */
const withoutParticles = (heading: string): string =>
  heading
    .split(" ")
    .filter(
      (word) =>
        !/^(?:of|the|de|du|des|do|da|dos|d|l|la|le|les|del|el|der|dei|di|van|het|am|zum|per|u|und|and|et|en|og|och)$/.test(
          word,
        ),
    )
    .join(" ")

const fieldByHeading = new Map<string, FieldKey>(
  (Object.keys(headingSynonyms) as (keyof typeof headingSynonyms)[]).flatMap((field) =>
    headingSynonyms[field].split("|").map((heading) => [heading.trim(), field] as const),
  ),
)

const fieldByBareHeading = new Map(
  [...fieldByHeading].flatMap(([heading, field]) => {
    const bare = withoutParticles(heading)
    return bare ? [[bare, field] as const] : []
  }),
)

/** "Name (Last, First)", "Surname, Forename": both in one column. */
const bothNames =
  /^(?:(?:student|pupil|child|full) )?names? (?:last|surname|first|family)(?: name)? (?:first|last|forename|given|surname)(?: name)?$|^(?:last|surname|last name|family name) (?:first|forename|first name|given name)$|^(?:first|forename|first name) (?:and )?(?:last|surname|last name)$/

/** Whether a heading says that the last name is written first. */
export const saysLastFirst = (heading: string): boolean =>
  /^(?:(?:eleve|enfant|student|pupil|child|schuler(?:in)?|kind|alumno|allievo|uczen|zak|leerling|elev) )?(?:last (?:name )?first|nom (?:et )?prenom|(?:nach)?name vorname|nazwisko (?:i )?imie|cognome (?:e )?nome|apellidos (?:y )?nombre)(?: name)?$|^(?:last|surname|family)(?: name)? (?:first|forename|given)|^names? (?:last|surname|family)|^(?:cognome|nazwisko|prijmeni|apellidos?) (?:e|i|a|y )?\s?(?:nome|imie|jmeno|nombres?)|^nom(?: et)? prenoms?$|^(?:teljes |diak |tanulo )?neve?$|^(?:nach|familien|zu)?name (?:und )?vorname$|^efternamn (?:och )?fornamn$|^e(?:fter|tter)navn (?:og )?fornavn$|^ho(?: va)? ten$|^фамили\p{L}* |^ф ?и ?о(?: |$)|^(?:achter)?naam (?:en )?voornaam$/u.test(
    fold(heading),
  )

/** "Tarief per les", "Preis pro Stunde". */
const perLesson =
  /^(?:price|rate|fee|cost|avgift|kontingent|tarief|prijs|preis|prix|tarif|precio|prezzo|tariffa|pris|preco|cena) (?:per|pro|par|por|a|pr|je|za) (?:\d{2}(?: min\p{L}*)?|lesson|les|lektion|stunde|cours|clase|lezione|sesion|seance|unterricht|class|session|aula|student|pupil|child|person|head|kopf|eleve|alumno|lekc\p{L}+)$/u

/** "Lestarief", "Kurspreis" */
const ofLesson = /^(?:les|unterrichts?|lektions|kurs|cursus)(\p{L}{4,})$/u

/** "SEN/Medical", "Any medical needs?": what a teacher should know, and no consent or doctor. */
const medical =
  /\b(?:medical|medicales?|medicaux|medicas|mediche|medisch\p{L}*|medizinisch\p{L}*|all?erg\p{L}+)\b(?!.*\b(?:release|consent|permission|form|insurance|card|contact|emergency|doctor|number|number|no|phone|practice)\b)/u

/** "Klavierlehrerin", "Muziekleraar", and not who teaches at another school. */
const ofTeachers =
  /^(?<what>\p{L}*?)(?:lehrer(?:in)?|lehrkraft|lehrperson|laerer|larare|lera(?:ar|res)|leerkracht|docent|lesgever|opettaja|ucitel(?:ka)?|nauczyciel(?:ka)?)$/u

const isOfTeacher = (heading: string): boolean => {
  const what = ofTeachers.exec(heading)?.groups?.what
  return (
    what !== undefined &&
    (/^(?:instrumental|mu[sz]i(?:k|ek))?$/.test(what) || namesInstrument(what.replace(/[ns]$/, "")))
  )
}

const ofLessons = /^(?:instrument|teacher|weekday|time|endTime|minutes|level)$/

/** The field of a whole heading, also with a word in front of it: "Student DOB", "Home city". */
function fieldOf(written: string): FieldKey | null {
  const heading = written.replace(/ s(?= )/g, "")
  const exact = fieldByHeading.get(heading)
  if (exact) return exact
  // "Address and city" is no city of an address.
  const [, whole = "", more = ""] = /^(.+) (?:u|und|and|et|y|e|en|og|och) (.+)$/.exec(heading) ?? []
  const joined = [whole, more].map((each) => fieldByHeading.get(each))
  if (joined.every((field) => ofPlace.test(field ?? "")) && joined.includes("address")) return "address"
  const known = fieldByBareHeading.get(withoutParticles(heading))
  if (known) return known
  if (perLesson.test(heading) || fieldByHeading.get(ofLesson.exec(heading)?.[1] ?? "") === "price")
    return "price"
  if (isOfTeacher(heading)) return "teacher"
  if (medical.test(heading)) return "medicalNotes"
  if (bothNames.test(heading) || saysLastFirst(heading)) return "fullName"
  const one = fieldByHeading.get(heading.replace(/(?<=\p{L}{2})s$/u, ""))
  if (one && heading !== "tags" && (ofLessons.test(one) || /^(?:first|last|full)Name$/.test(one))) return one
  // "Precio/clase".
  if (perLesson.test(heading.replace(/^(\p{L}+) (?=\p{L}+$)/u, "$1 per "))) return "price"
  // The first of several, as in "Lesson 1 day".
  if (/^(?:\p{L}+|emergency contact) 1 \p{L}/u.test(heading)) return fieldOf(heading.replace(" 1 ", " "))
  const first = /^(?:(?:first|1st) (?<named>.+)|(?<numbered>.+) 1)$/.exec(heading)?.groups
  const ofFirst = first && fieldOf(first.named ?? first.numbered ?? "")
  if (ofFirst && (ofLessons.test(ofFirst) || ofFirst === "emergencyContact")) return ofFirst
  const [lead = "", ...rest] = heading.split(" ")
  if (rest.length === 0) return null
  // "Postleitzahl privat", as Outlook has it beside the company's.
  const atHome = heading.replace(/^privat (?=\p{L})| (?:privat|prive|thuis|particular)$/u, "")
  const home = atHome === heading ? null : fieldOf(atHome)
  if (home && ofPlace.test(home)) return home
  const following = fieldOf(rest.join(" "))
  // "Learner email".
  const part = leadingWords[0]?.words.has(lead) && isOnlyContact(rest) ? partOf(rest.join(" ")) : null
  if (part === "Email" || part === "Phone") return `student${part}`
  const isLed = leadingWords.some(
    ({ words, fields }) => words.has(lead) && following && fields.test(following),
  )
  if (isLed) return following
  // "Vorname Kind", "Prénom de l’enfant".
  const [, whatOf = "", whose = ""] =
    /^(.+?) (?:(?:(?:de|pour) l|des|du|del|dell|do|da|of the|van het|fur das|para el|per il|for the) )?(\p{L}+)$/u.exec(
      heading,
    ) ?? []
  // No such heading is longer, and each word would be looked at from both ends.
  const ofThem = rest.length < 6 && leadingWords[0]?.words.has(whose) ? fieldOf(whatOf) : null
  return ofThem && /^(?:(?:first|last|full)Name|birthDate|instrument|level)$/.test(ofThem) ? ofThem : null
}

/** The field of a heading by itself; null where it isn’t known. */
export const fieldOfHeading = (header: string): FieldKey | null => fieldOf(foldHeading(header))

/** What contact a heading promises: "Phone". */
export function contactOfHeading(header: string): "Email" | "Phone" | null {
  const part = partOf(foldHeading(header))
  return part === "Email" || part === "Phone" ? part : null
}

/** Whose a heading says that its column is. */
export const personKindOf = (header: string) => personIn(foldHeading(header)).personKind

/** Whether a heading is of payers alone, whoever they are: "Mother (pays)" is of mothers. */
export const namesPayer = (header: string): boolean =>
  personKindOf(header) === "payer" || /^paid by$/.test(fold(header)) || ofBilled.test(foldHeading(header))

/** Whether a heading calls its guardian the one who pays; that of a contact can say as well how it is billed or where it is. */
export const isOfPayer = (header: string, isContact = false): boolean =>
  namesPayer(header) ||
  /\b(?:payers?|payor|account (?:holder|owner)|financ\w+|bill(?:ing|s)?|invoices?|zahler|payeur|pagador)\b/.test(
    fold(header),
  ) ||
  (!isContact && /\b(?:who pays|paying|paid by|billed|invoiced)\b|\bpays$/.test(fold(header)))

/** Whether a heading is of clients, who can be students themselves. */
export const isContactsHeading = (header: string): boolean => personKindOf(header) === "contact"
/** "Home phone" doesn't say whose it is. */
export const namesNoAdult = (header: string): boolean => [undefined, "contact"].includes(personKindOf(header))

/** Whether a heading says whose its column is. */
export const namesPerson = (header: string): boolean => {
  const heading = foldHeading(header)
  return personIn(heading).personKind !== undefined || numberIn(heading) !== null
}

/** Columns that count where the one with the field is empty: "Home phone" beside "Cell", and "Other" behind a choice of instruments. */
export function spareColumns(headers: readonly string[], mapping: ColumnMapping): Map<number, number> {
  const phones = headers.flatMap((header, column) => {
    const { personKind, part, words } = personIn(foldHeading(header))
    const isPhone = part === "Phone" && (personKind !== undefined || isOnlyContact(words))
    if (!isPhone || isOther(words.join(" "))) return []
    const whose = personKind ? words.filter((word) => !attributeOf(word) && !isKindOfPhone.test(word)) : []
    return [{ column, whose: whose.join(" "), use: mapping[column] ?? "ignore" }]
  })
  const others = headers.flatMap((header, column) => {
    const isOpen = (mapping[column] ?? "ignore") === "copyToNotes" && mapping[column - 1] === "instrument"
    const isOfChoice = /^(?:other|sonstiges|andere|autre|otr[oa]|altro|anders)$/.test(fold(header))
    return isOpen && isOfChoice ? [[column, column - 1] as const] : []
  })
  return new Map([
    ...others,
    ...phones.flatMap(({ column, whose, use }): [number, number][] => {
      const own = phones.filter((each) => each.whose === whose && /Phone$/.test(each.use))
      // "Primary phone" beside one parent's is theirs.
      const ofAdults = whose === "" ? phones.filter((each) => /^guardian\dPhone$/.test(each.use)) : []
      const [main, ...more] = own.length > 0 ? own : ofAdults
      return use === "copyToNotes" && main && more.length === 0 ? [[column, main.column]] : []
    }),
  ])
}
const isKindOfPhone =
  /^(?:home|work|cell|mobile|day|daytime|evening|main|primary|preferred|other|privat|business)$/

/** Whether a cell reads like a heading of a roster. */
export function isHeading(text: string): boolean {
  return text.length <= 60 && isKnown(foldHeading(text))
}

function isKnown(heading: string): boolean {
  if (heading === "") return false
  const { personKind, part } = personIn(heading)
  return (
    fieldOf(heading) !== null ||
    (personKind !== undefined && !isOther(heading)) ||
    (part !== null && isOnlyContact(heading.split(" ")))
  )
}

/**
 * The best guess what each column is, from its heading, its neighbors and its cells: "Email" after "Elternteil" is the
 * guardian's. No field is guessed twice, and none that hardly one cell fits. An unknown column with anything but amounts in
 * it is kept in the notes.
 * @param rows cells of the rows below the headings; a sample makes a column look empty that is not
 */
export const guessMapping = (
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  own: readonly OwnField[] = [],
): ColumnMapping => guessColumns(headers, rows, own).mapping

/** The same, and the fields that headings promise and cells don't keep, by the column's index. */
export function guessColumns(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  own: readonly OwnField[] = [],
): { mapping: ColumnMapping; rejected: Map<number, FieldKey> } {
  const cells = headers.map((header, column) => cellsIn(rows, column, header))
  const said = withCustomers(
    withLabels(withRoles(withParents(withoutNumbers(headers)).map(foldHeading), cells), cells),
    cells,
  )
  const folded = asEmergency(
    asTeachers(asPayers(asParents(withHomes(withStudents(said, cells), cells), cells), cells), cells),
  )
  const usedFields = new Set<string>()
  const mapping: ColumnMapping = {}
  const rejected = new Map<number, FieldKey>()
  const take = takerOf({ folded, cells, mapping, usedFields, rejected })
  // What has cells goes first: an empty column takes no field from one that is full.
  const filled = (columns: readonly number[]) => [
    ...columns.filter((column) => (cells[column] ?? []).length > 0),
    ...columns.filter((column) => (cells[column] ?? []).length === 0),
  ]
  const columns = filled(headers.map((_, column) => column))

  if (folded[0] === "row" && folded[1] === "problem") {
    mapping[0] = "ignore"
    mapping[1] = "ignore"
  }
  guessOwn(
    headers.map(fold),
    mapping,
    own.filter(({ headings }) => headings.every((each) => partOf(each) === null)),
    { isLed: true },
  )
  const guardians = guardianColumns(folded, cells)
  for (const [column, { number, field }] of lessonColumns(folded, headers.map(fold)))
    take(column, field, number, "lesson")
  for (const [at, column] of dayColumns(folded, cells).entries()) take(column, "time", at + 1, "lesson")
  const plain = columns.filter((column) => !guardians.has(column))
  takePlain(plain, { folded, cells, mapping }, take)
  for (const column of clientsOwnNames(guardians, mapping, rows)) {
    guardians.delete(column)
    take(column, "fullName")
  }
  const listsChildren = folded.some(
    (heading, column) =>
      (childrenHeading.test(heading) && mapping[column] === "fullName") || childOf(mapping[column] ?? ""),
  )
  const isHome = (column: number) =>
    Number(
      /\bhome (?:tele)?phone\b|^(?:telephone|tel|landline|festnetz|telefon fixe?|tel fixe?)(?: (?:no|number))?$/.test(
        folded[column] ?? "",
      ),
    )
  for (const column of filled([...guardians.keys()]).sort((one, other) => isHome(one) - isHome(other)))
    take(column, guardians.get(column) ?? null)
  takeContacts({ folded, cells, rows, columns, guardians, listsChildren }, { mapping, usedFields }, take)
  takeLessons({ headers, folded, cells, rows, columns }, { mapping, usedFields }, take)
  takeTaught({ folded, cells, usedFields }, take)
  const ofSheet = headers.lastIndexOf(sheetHeading)
  if (ofSheet >= 0 && ofSheet === headers.length - 1)
    mapping[ofSheet] ??= sheetUse(cells[ofSheet] ?? [], usedFields)
  if (folded.every((heading) => heading === "")) {
    // A cell alone in its row is the title of those below it.
    const whole = rows.filter((row) => row.filter((cell) => cell.trim() !== "").length > 1)
    const own = whole.length * 2 < rows.length ? cells : headers.map((_, column) => cellsIn(whole, column))
    for (const [column, field] of fieldsOfCells(own, mapping)) take(column, field)
  }
  if (usedFields.has("lastName") && !usedFields.has("firstName") && !usedFields.has("fullName"))
    for (const column of columns) if (calledBy.test(folded[column] ?? "")) take(column, "firstName")
  takeInitials(folded, cells, mapping, take)
  readAsParents(folded, mapping, rows)
  if (usedFields.has("guardian1Name")) takePartner(folded, mapping, take)
  preferSeparateNames(folded, mapping, rows)
  for (const column of columns)
    if (rejected.get(column - 1) === "medicalNotes" && furtherWords.test(folded[column] ?? ""))
      take(column, "medicalNotes")
  takeForStudents(folded, mapping, cells)
  numberClients(folded, mapping, rows)

  leaveOneDays(mapping, rows)
  if (isBookingList(folded)) takeBooking(folded, mapping, take)
  // Of services a provider teaches, of insurances not.
  const provider = folded.indexOf("provider")
  if (provider >= 0 && folded.some((heading) => /^(?:service|appointment|booking)s?\b/.test(heading)))
    take(provider, "teacher")

  takePrimary(folded, rows, mapping, take)
  leaveOrders(folded, mapping)
  guessOwn(headers.map(fold), mapping, own, { isLed: false })
  headers.forEach((header, column) => {
    // A form counts its answers, each with its times.
    if (folded[column] === "id" && folded.some((each) => /^completion time$/.test(each)))
      mapping[column] = "ignore"
    const isLabel = pairs.exec(folded[column] ?? "")?.groups?.part !== "value"
    if (/^question \d+ label$/.test(folded[column] ?? "")) mapping[column] = "ignore"
    if (isLabel && pairs.test(folded[column] ?? "") && cells[column]?.every((cell) => plainLabels.test(cell)))
      mapping[column] = "ignore"
    const isCounting = isRowNumber(header, cells[column] ?? [])
    if (isCounting && mapping[column] !== "minutes" && mapping[column] !== "price") mapping[column] = "ignore"
    const hasContent = rows.some((row) => (row[column] ?? "").trim() !== "")
    const isKept = hasContent && !holdsAmounts(headers, rows, column) && !isPersonalNumber(header)
    mapping[column] ??= isKept ? "copyToNotes" : "ignore"
  })
  return { mapping, rejected }
}

/** The partner of a contact is no one whom "E-mail 2" is of. */
function takePartner(folded: readonly string[], mapping: ColumnMapping, take: TakeColumn): void {
  for (const [column, heading] of folded.entries()) {
    if (!partnerHeading.test(heading) || mapping[column]) continue
    take(column, "guardian2Name")
    for (const [at, each] of folded.entries())
      if (/^guardian2(?:Email|Phone)$/.test(mapping[at] ?? "") && isOnlyContact(each.split(" ")))
        mapping[at] = "copyToNotes"
  }
}

/** A column of nothing but what is taught, unless its heading says that it's of something else. */
function takeTaught(
  { folded, cells, usedFields }: Pick<Guess, "folded" | "cells" | "usedFields">,
  take: TakeColumn,
): void {
  const hasLessons = usedFields.has("time") || usedFields.has("weekday")
  for (const [column, own] of cells.entries()) {
    if (ofOwnInstrument.test(folded[column] ?? "")) continue
    const isLesson = hasLessons && !ofWishes.test(folded[column] ?? "")
    const isTaught = (cell: string) =>
      instruments.includes(fold(cell)) || (isLesson && /^[^,;]{1,40}$/.test(cell) && namesInstrument(cell))
    if (share(own, isTaught) === 1) take(column, "instrument")
  }
}

/** "Jansen" below "Naam" and "T.M." below "Voorletters", where no first name says more. */
function takeInitials(
  folded: readonly string[],
  cells: Guess["cells"],
  mapping: ColumnMapping,
  take: TakeColumn,
): void {
  const [name, last] = [columnOf(mapping, "fullName"), columnOf(mapping, "lastName")]
  const initials = folded.findIndex((heading) => /^(?:voorletters|initialen|initials)$/.test(heading))
  const isWhole = share(cells[name], (cell) => /\S[\s,]+\S/.test(cell)) > 0.5
  if (initials >= 0 && (last >= 0 || (name >= 0 && !isWhole))) take(initials, "firstName")
}

/** What someone plays on, a sibling takes or a room has is no one's lesson. */
const ofOwnInstrument =
  /\b(?:at home|own\w*|rent\w*|loan\w*|hire\w*|leih\w*|miet\w*|eigen\w*|rooms?|siblings?|choices?)\b/
const ofWishes = /\b(?:wishe?s?|wunsch\w*|interest\w*|wants?|previous|waiting|queue|ko|venteliste)\b/

type Guess = {
  folded: readonly string[]
  cells: readonly (readonly string[])[]
  mapping: ColumnMapping
  usedFields: Set<string>
  rejected: Map<number, FieldKey>
}
type TakeColumn = (column: number, field: FieldKey | null, number?: number, of?: "child" | "lesson") => void

const ofTime =
  /(?:^| )(?:time|zeit|uhrzeit|unterrichtszeit|heure|hora|ora|tijd|lestijd|tid|klokken|kello|godzina|cas|saat)$/

/** Gives a column a field that no other has, where its cells fit it. */
function takerOf({ folded, cells, mapping, usedFields, rejected }: Guess): TakeColumn {
  const ofChildren = childNumbersIn(folded)
  const take: TakeColumn = (column, field, written, of = "child") => {
    const isOfChild = (ofChild as readonly (FieldKey | null)[]).includes(field)
    const number = written ?? (isOfChild ? (ofChildren[column] ?? 1) : 1)
    const own = cells[column] ?? []
    const isClock = field === "time" || field === "endTime"
    // "16.10" below "Start" is a day, and below "Zeit" ten past four.
    const areTimes = ofTime.test(folded[column] ?? "") && own.every((cell) => /^\d{1,2}\.\d{2}$/.test(cell))
    if (
      isClock &&
      (looksOf(own) === "date" || (own.length > 0 && own.every((cell) => /^4\d{4}$/.test(cell)))) &&
      isDayOnly(own) &&
      !areClockNumbers(own) &&
      !areTimes &&
      !own.every(isSlot)
    )
      return take(column, field === "time" ? "startDate" : "endDate", number, of)
    const use = field && number > 1 ? (`${of}${number}-${field}` as ChildUse | LessonUse) : field
    if (!field || !use || usedFields.has(use) || mapping[column]) return
    if (!fitsColumn(field, own) && !(isClock && number === 1 && isBooked(own))) {
      rejected.set(column, field)
      return
    }
    mapping[column] = use
    usedFields.add(use)
  }
  return take
}

/** What the columns are that are no adult's, by their headings alone. */
function takePlain(
  plain: readonly number[],
  { folded, cells, mapping }: Pick<Guess, "cells" | "mapping"> & { folded: readonly string[] },
  take: TakeColumn,
): void {
  const isAddress = folded.some((heading) =>
    ["city", "postcode", "address2"].includes(fieldOf(heading) ?? ""),
  )
  const hasStreet = plain.some(
    (column) => /\bstreet$/.test(folded[column] ?? "") && (cells[column] ?? []).length > 0,
  )
  const numbers = new Set(folded.map((heading) => childIn(heading)?.number))
  /** "Course 2" beside "Child 2" is theirs. */
  const ofNumbered = (heading: string, column: number) => {
    const [, named = "", digit = ""] = /^(.+) ([1-6])$/.exec(heading) ?? []
    const rest = fieldOfLessons(named, cells[column] ?? [], false) ?? named
    const isChilds =
      numbers.has(Number(digit)) && (ofChild as readonly (FieldKey | null)[]).includes(fieldOf(rest))
    return isChilds ? { number: Number(digit), rest } : null
  }
  const areDated = folded.some(
    (each, at) =>
      fieldOf(each) === "time" && areAppointments(cells[at] ?? []) && (cells[at] ?? []).length > 2,
  )
  const isTaught = (at: number) => (cells[at] ?? []).length > 0 && share(cells[at], namesInstrument) > 0.5
  const isTaughtWithLevel = (at: number) => share(cells[at], namesInstrumentWithLevel) > 0.9
  const has = (...fields: FieldKey[]) =>
    folded.some((each) => fields.some((field) => fieldOf(each) === field))
  const hasAge = has("birthDate") || folded.some((each) => /^age\b/.test(each))
  const isSchools = (column: number) =>
    folded.some((each) => /^school\b/.test(each)) ||
    (!has("instrument") &&
      (hasAge ||
        !has("teacher", "weekday", "time", "minutes", "price") ||
        (cells[column] ?? []).some((cell) => /^(?:[pjst]?k|pre-?k)$/i.test(cell))))
  const isOfSchool = (column: number) =>
    isSchools(column) &&
    /\b(?:gr|grd|grade)$/.test(folded[column] ?? "") &&
    share(cells[column], (cell) =>
      /^(?:[pjst]?k|pre-?k|(?:(?:year|yr) ?)?\d{1,2}(?:st|nd|rd|th)?)$/i.test(cell),
    ) === 1
  const isTaughtElsewhere = (column: number) =>
    !isTaught(column) &&
    plain.some((at) => at !== column && fieldOf(folded[at] ?? "") === "instrument" && isTaught(at))
  const isTeacher = (heading: string) => fieldByHeading.get(heading) === "teacher"
  const hasEnds = ["endDate", "endTime"].every((field) => folded.some((each) => fieldOf(each) === field))
  const isVague = (column: number) => ofFurther.test(folded[column] ?? "")
  const isOtherHome = otherHomes(folded, cells)
  for (const column of [...plain.filter((at) => !isVague(at)), ...plain.filter(isVague)]) {
    const heading = folded[column] ?? ""
    // The same again in one cell, as Google has it beside street, city and the rest.
    if (/\bformatted$/.test(heading) && isAddress && hasStreet) {
      mapping[column] = "ignore"
      continue
    }
    // "Name" beside "Participants" is the lesson's.
    if (heading === "name" && isLessonsName(column, folded, cells)) {
      take(column, "instrument")
      continue
    }
    // A calendar's entries are called by who comes.
    const isEntry =
      /^(?:subject|summary|title|event|event name)$/.test(heading) &&
      !folded.some((each) => fieldOf(each) === "fullName" || fieldOf(each) === "firstName")
    if (isEntry && (areDated || (/^(?:subject|summary)$/.test(heading) && hasEnds))) {
      take(column, "fullName")
      continue
    }
    if (isEnglishKind(column, folded, cells)) {
      take(column, "classKind")
      continue
    }
    const child = childIn(heading) ?? ofNumbered(heading, column)
    // How many there are is no time.
    const isNumber = /^(?:lessons|sessions)$/.test(heading) && cells[column]?.every(isCount)
    // "Cours enfant 2" says when, too.
    const isTimed =
      child !== null &&
      share(cells[column], (cell) => isSlot(cell) || timedLesson(cell)?.hasLength === true) === 1
    const field = isNumber ? null : isTimed ? "time" : fieldOf(child?.rest ?? heading)
    if (isOtherHome(column)) continue
    if (householdHeadings.has(heading) && namesStudentsElsewhere(folded, column)) take(column, "household")
    else if (ofState.test(heading) && isAddress && !areStatuses(cells[column] ?? [])) take(column, "region")
    else if (isOfTeacher(heading) && !isTeacher(heading) && folded.some(isTeacher)) continue
    // "Sted" beside a postcode is a city, elsewhere where lessons are.
    else if (heading === "sted" && folded.some((each) => fieldOf(each) === "postcode")) take(column, "city")
    // What isn't all read would keep students out.
    else if (field && isVague(column) && !cells[column]?.every((cell) => fits(field, cell))) continue
    // "Fach" beside "Instrument": what names instruments is one.
    else if (field === "instrument" && isTaughtElsewhere(column)) continue
    // A school's grade, as beside a birthday; of lessons in one instrument it's their level.
    else if (field === "level" && isOfSchool(column)) continue
    // "Piano Grade 3" below "Instrument & Level" is both.
    else if (field === "level" && !isTaughtElsewhere(column) && isTaughtWithLevel(column))
      take(column, "instrument")
    else take(column, field, child?.number)
    if (heading === "state") take(column, "region")
  }
}

const ofPlace = /^(?:address2?|houseNumber|city|region|postcode|country)$/

/** Whether a heading promises a part of an address. */
export const isOfAddress = (header: string): boolean =>
  ofPlace.test(fieldOf(foldHeading(header).replace(/(?<=^\p{L}+) [2-4](?= \p{L})/u, "")) ?? "")

/** Homes that aren't the family's: those of a mother and a father who have one each, and any beside a plain address. */
function otherHomes(folded: readonly string[], cells: Guess["cells"]): (column: number) => boolean {
  const homes = folded.map((heading, column) => {
    if ((cells[column] ?? []).length === 0 || !ofPlace.test(fieldOf(heading) ?? "")) return null
    const { personKind } = personIn(heading)
    return personKind === "mother" || personKind === "father" ? personKind : ""
  })
  const isOne = new Set(homes.filter((home) => home !== null)).size < 2
  return (column) => Boolean(homes[column]) && !isOne
}

/** Headings that leave the field to a plain one, wherever that is: "Registration status" to "Status". */
const ofFurther =
  /^(?:(?:membership|member|registration|participant) status|(?:pay|payment) schedule|billing cycle|(?:price|fee|rate) type|(?:weekly|regular) .+)$/

/** "Customer: State" beside a city. */
const ofState =
  /^(?:(?:household|home|mailing|family|customer|client|parent|guardian|contact|payer|billing|account|primary|postal)(?: [1-4])? )?st(?:ate)?$/

const isLessonsName = (column: number, folded: readonly string[], cells: Guess["cells"]): boolean =>
  share(cells[column], namesInstrument) === 1 &&
  folded.some((heading, other) => other !== column && fieldOf(heading) === "fullName")

/** "Kind" is a child in German, and in English what kind of lesson or student it is. */
const isEnglishKind = (column: number, folded: readonly string[], cells: Guess["cells"]): boolean =>
  folded[column] === "kind" &&
  (folded.some((heading) => /^(?:student|pupil|learner|child|first|last)\b/.test(heading)) ||
    (cells[column] ?? []).every((cell) => /^(?:adult|child)$/.test(fold(cell)) || parseClassKind(cell).ok))

type Lists = {
  folded: readonly string[]
  cells: Guess["cells"]
  rows: readonly (readonly string[])[]
  columns: readonly number[]
  guardians: ReadonlyMap<number, FieldKey>
  listsChildren: boolean
}

/**
 * What an email or phone is of whose heading doesn't say it. Behind a parent's name, in a list that begins with parents, or
 * where another pays, it is theirs, unless they have columns of their own for it; of several phones a mobile one goes first.
 */
function takeContacts(
  { folded, cells, rows, columns, guardians, listsChildren }: Lists,
  { mapping, usedFields }: Pick<Guess, "mapping" | "usedFields">,
  take: TakeColumn,
): void {
  const names = namesIn(mapping)
  const adults = [...guardians].flatMap(([column, use]) => (/Name$/.test(use) ? [column] : []))
  const isPayers = adults.some((column) => personIn(folded[column] ?? "").personKind === "payer")
  const own = new Set(usedFields)
  const lastContact = Math.max(
    ...columns.filter((column) => isOnlyContact((folded[column] ?? "").split(" "))),
  )
  /** "Email" beside "Family email" is the student's. */
  const isFamilysElsewhere = (column: number) =>
    folded.some(
      (heading, at) =>
        at !== column && /^family\b/.test(heading) && partOf(heading) === partOf(folded[column] ?? ""),
    )
  const isOfAdults = (column: number) =>
    names.length > 0 &&
    !isFamilysElsewhere(column) &&
    !own.has(`guardian1${partOf(folded[column] ?? "") ?? ""}`) &&
    adults.some((adult) => isPayers || adult < lastContact)
  const isFamilys = (column: number) =>
    isShared(rows, column, namesIn(mapping)) ||
    ((guardians.size > 0 || own.has("household")) && listsChildren) ||
    isOfAdults(column) ||
    (cells[column] ?? []).some(saysWhose) ||
    (guardians.size > 0 && filledByParents.test(folded[0] ?? ""))
  const isMobile = (column: number) =>
    /\b(?:mobil\w*|cell\w*|handy|natel|portable|movil|celular|gsm)\b/.test(folded[column] ?? "")
  for (const column of [...columns].sort((one, other) => Number(isMobile(other)) - Number(isMobile(one)))) {
    // Most columns are no contact: of those all rows aren't looked at.
    if (!guardians.has(column) && isOnlyContact((folded[column] ?? "").split(" ")))
      take(column, contactField(folded[column] ?? "", usedFields, isFamilys(column), guardians.size > 0))
    if (folded[column] === "") take(column, fieldOfAddresses(rows, column, usedFields))
  }
}

/** What columns of lessons are by their cells, whatever their headings say. */
function takeLessons(
  {
    headers,
    folded,
    cells,
    rows,
    columns,
  }: Omit<Lists, "guardians" | "listsChildren"> & { headers: readonly string[] },
  { mapping, usedFields }: Pick<Guess, "mapping" | "usedFields">,
  take: TakeColumn,
): void {
  for (const column of columns)
    if (
      !ofWish.test(folded[column] ?? "") &&
      holdsLessonTimes(rows, column, {
        hasLength: usedFields.has("minutes") || usedFields.has("endTime"),
        dayWord: dayWordsIn(cells[column] ?? [], headers),
      })
    )
      take(column, "time")
  // "40'" below "Lektion", "45 Min. Einzel" below "Einheit", and "0.5" below "Hours".
  for (const column of columns)
    if (ofUnit.test(folded[column] ?? "")) {
      if (share(cells[column], (cell) => ofMinutes.test(cell)) === 1) take(column, "minutes")
      if (share(cells[column], saysKindAndMinutes) === 1) take(column, "classKind")
    }
  const isTimed = usedFields.has("time") && !usedFields.has("endTime")
  // "30分" below another heading of times.
  for (const column of columns)
    if (isTimed && fieldOf(folded[column] ?? "") === "time")
      if (share(cells[column], (cell) => ofMinutes.test(cell)) === 1) take(column, "minutes")
  for (const column of columns)
    if (isTimed && /^(?:lesson )?hours$/.test(folded[column] ?? "") && areFewHours(cells[column] ?? []))
      take(column, "minutes")
  // Days under a heading that isn't known, "Recurs" or "Comes on", beside times.
  if (usedFields.has("time") && !usedFields.has("weekday"))
    for (const column of columns)
      if (!ofWish.test(folded[column] ?? "") && !usedFields.has("weekday"))
        if (share(cells[column], (cell) => parseWeekday(cell).ok) === 1) take(column, "weekday")
  takeMonthly(headers, cells, mapping, usedFields)
  // Amounts that say what they are for need no heading.
  if (usedFields.has("time") || usedFields.has("weekday"))
    for (const column of columns)
      if (!usedFields.has("billing") && !ofOtherMoney.test(folded[column] ?? ""))
        if (share(cells[column], isUnitPrice) === 1) take(column, "price")
  // "Ms. Revathi" below "Faculty", which elsewhere is a part of a school.
  for (const column of columns)
    if (ofStaff.test(folded[column] ?? "") && share(cells[column], (cell) => titledName.test(cell)) === 1)
      take(column, "teacher")
  const isWeekly =
    usedFields.has("weekday") ||
    (cells[columnOf(mapping, "time")] ?? []).some((cell) => {
      const read = parseLessonTime(cell)
      return read.ok && read.value.weekday !== null
    })
  for (const column of columns)
    take(column, fieldOfLessons((folded[column] ?? "").replace(/ 1$/, ""), cells[column] ?? [], isWeekly))
}

/** A heading of money for something else than lessons. */
const ofOtherMoney =
  /\b(?:rent\w*|hire|loan\w*|miet\w*|leih\w*|discount|rabatt|remise|pay|paid|wages?|salary|honorar|teacher|instructor|tutor|lehrer\w*|lehrkraft|book\w*|material\w*|deposit|kaution|registration|late|scholarship|donation|spende\w*)\b/

const ofStaff = /^(?:faculty|peri|mentor|guru|staff|staff member|taken by)$/
const titledName =
  /^(?:mrs? (?:&|and) )?(?:mrs?|ms|miss|mme|frau|fr|herr|hr|sra?|fru)\b\.? \p{Lu}[\p{L}\p{M}.'’ -]*$/iu

const ofUnit = /^(?:lessons?|lektion|stunde|(?:unterrichts)?einheit|cours|clase|lezione|les)$/
const saysKindAndMinutes = (cell: string): boolean =>
  minutesBesideKind(cell) !== null && parseClassKind(cell).ok
const ofMinutes =
  /^(?:[2-9]\d|1\d\d)\s*(?:['′’]|分(?:間|钟)?|분|min\.?|mins\.?|minutes|minuten|minutos|minuti|minutter|minuter)$/i
/** Hours of lessons, some of them less than a whole one; those of a package are more. */
const areFewHours = (cells: readonly string[]): boolean =>
  cells.every((cell) => /^[0-2](?:[.,]\d{1,2})?$/.test(cell)) && cells.some((cell) => /^0[.,]/.test(cell))

/** "$55/lesson", "€ 74,50 p/m" */
const isUnitPrice = (cell: string): boolean =>
  isWrittenAmount(cell) &&
  (parseBilling(cell).ok || (/\p{L}{3}\W*$/u.test(cell) && parsePrice(cell).ok && !timedPrice(cell)))

/** A column of amounts under "Monthly fee" says how lessons are paid. */
function takeMonthly(
  headers: readonly string[],
  cells: Guess["cells"],
  mapping: ColumnMapping,
  usedFields: Set<string>,
): void {
  for (const [column, header] of headers.entries()) {
    const own = cells[column] ?? []
    if (usedFields.has("billing") || mapping[column] || !isMonthlyHeading(header)) continue
    if (own.length === 0 || !own.every((cell) => parseBilling(byMonth(cell)).ok)) continue
    mapping[column] = "billing"
    usedFields.add("billing")
  }
}

/** A booking program's calendar is a teacher's; what it says of the booking is no one's. */
function takeBooking(folded: readonly string[], mapping: ColumnMapping, take: TakeColumn): void {
  take(folded.indexOf("calendar"), "teacher")
  take(folded.indexOf("appointment price"), "price")
  for (const [column, heading] of folded.entries()) if (ofBooking.test(heading)) mapping[column] ??= "ignore"
}

/** What a student is called by, where nothing else is their first name. */
const calledBy = /^(?:student )?(?:preferred(?: first)?(?: name)?|nick ?name|known as|goes by|called)$/

/** What a form adds to each answer: who filled it in left their own address. */
const filledByParents =
  /^(?:timestamp|zeitstempel|horodateur|marca temporal|informazioni cronologiche|tijdstempel)$/

/** What a booking program says of an appointment and isn't of the student. */
const ofBooking =
  /^(?:appointment id|date scheduled|scheduled by|certificate code|paid|amount paid online|label|booking id|booked on|date rescheduled|event id)$/

const isBookingList = (folded: readonly string[]): boolean =>
  folded.includes("appointment id") || (folded.includes("calendar") && folded.includes("appointment price"))

/** Days with a time of day, of which some come again. */
const isBooked = (cells: readonly string[]): boolean => cells.length >= 3 && areAppointments(cells)

/** "3.3" below "Time" is what a spreadsheet makes of 3.30, where another cell has minutes that are no month. */
const areClockNumbers = (cells: readonly string[]): boolean =>
  cells.every((cell) => /^(?:1?\d|2[0-3])(?:[.,](?:[0-4]|[0-5]\d))?$/.test(cell)) &&
  cells.some((cell) => /[.,](?:1[3-9]|[2-5]\d)$/.test(cell))

/** Dates without a time of day: "Start" is a day, not an hour. */
const isDayOnly = (cells: readonly string[]): boolean =>
  cells.every((cell) => !/\d:\d\d/.test(cell.replace(/[T ]00:00(?::00(?:\.0+)?)?Z?$/, "")))

/** "State" beside a city is mostly a state, and sometimes how a student stands. */
const areStatuses = (cells: readonly string[]): boolean =>
  share(cells, (cell) => cell.length > 3 && parseStatus(cell).ok) === 1

const pairs = /^(?<of>.+ \d+) (?<part>value|label|type)$/
const plainLabels = /^\W*(?:home|work|mobile|cell|main|other|private|personal|business|iphone|obsolete|\s)*$/i

/**
 * Google's columns come in pairs: "Relation 1 - Label" says of whom "Relation 1 - Value" tells, and one label in all rows is
 * the heading of its values. "Home" and "Mobile" say nothing.
 */
function withLabels(written: readonly string[], cells: readonly (readonly string[])[]): string[] {
  const folded = written.map((heading) =>
    heading
      .replace(/^question (\d+)$/, "question $1 label")
      .replace(/^(?:response|answer) (\d+)$/, "question $1 value"),
  )
  const most = Math.max(0, ...cells.map((all) => all.length))
  const areMostParents = folded.some(
    (heading, at) => /^relation 1 value$/.test(heading) && (cells[at] ?? []).length * 2 > most,
  )
  return folded.map((heading) => {
    // No heading is that long; of millions of characters the pattern needs more stack than there may be.
    const { of, part } = (heading.length > 200 ? null : pairs.exec(heading))?.groups ?? {}
    if (!of || !part) return heading
    const label = folded.findIndex((each) => each === `${of} label` || each === `${of} type`)
    const labels = (cells[label] ?? []).map(fold)
    // "Question 1" is in all rows what "Response 1" answers.
    if (/^question \d/.test(of) && part === "value" && new Set(labels).size === 1)
      return withoutQuestion(labels[0] ?? "")
    const number = numberIn(of)
    if (/^relation \d/.test(of) && number) {
      const areAll = (test: (label: string) => boolean) => labels.length > 0 && labels.every(test)
      if (areAll((each) => ofChildren.test(each)) && areMostParents)
        return part === "value"
          ? ["child", number, "name"].join(" ")
          : ["relation", number, "label"].join(" ")
      if (!areAll((each) => guardianWords.has(each))) return heading
      return `guardian ${number} ${part === "value" ? "name" : "relation"}`
    }
    if (part !== "value" || !/^(?:custom field|event)/.test(of)) return heading
    return new Set(labels).size === 1 ? (labels[0] ?? heading) : heading
  })
}

const ofChildren = /^(?:child|son|daughter|kid|kind|sohn|tochter|enfant|fils|fille|hij[oa])$/

/** A column that only counts its rows says nothing of anyone. */
const rowNumberHeading = /^(?:|no|nr|row|row no|row number|line|s no|sl no|sr no|s n|sn|lfd nr|lfd|lp|pos)$/
const areRowNumbers = (cells: readonly string[]): boolean =>
  cells.length > 0 &&
  cells.every(
    (cell, at) =>
      /^\d{1,5}\.?$/.test(cell) && Number.parseInt(cell, 10) > Number.parseInt(cells[at - 1] ?? "-1", 10),
  )

/** "Nr." can be a number of the school's: it counts its rows where it goes from 1 to the last. */
const isRowNumber = (header: string, cells: readonly string[]): boolean =>
  rowNumberHeading.test(fold(header)) &&
  areRowNumbers(cells) &&
  (fold(header) !== "nr" || Number.parseInt(cells.at(-1) ?? "", 10) === cells.length)

const ofOrder = /^(?:order|purchase|transaction) (?:id|no|nr|number)$/
const ofSum = /^(?:price|amount|total|cost|fee|gross|net)$/

/** What an order cost isn't what a lesson does; a school's own list has a column for the day. */
function leaveOrders(folded: readonly string[], mapping: ColumnMapping): void {
  const priced = columnOf(mapping, "price")
  if (columnOf(mapping, "weekday") >= 0) return
  if (folded.some((heading) => ofOrder.test(heading)) && ofSum.test(folded[priced] ?? ""))
    mapping[priced] = "ignore"
}

const ofPrimary =
  /^(?:primary|main|parent|head|payer|hauptmitglied)(?: (?:member|contact|person|account|student|client|customer))? ?(?:id|no|nr|number|nummer)$/

/** "Primary member ID" has the number of another row, whose family it is. */
function takePrimary(
  folded: readonly string[],
  rows: readonly (readonly string[])[],
  mapping: ColumnMapping,
  take: TakeColumn,
): void {
  const codes = rows.map((row) => (row[columnOf(mapping, "studentCode")] ?? "").trim())
  for (const [column, heading] of folded.entries()) {
    if (mapping[column] || !ofPrimary.test(heading)) continue
    const named = rows.map((row) => (row[column] ?? "").trim())
    const ofCode = new Map(codes.map((code, at) => [code, named[at] ?? ""]))
    // Whoever others belong to belongs to no one else: by chance numbers of something else would hardly say so.
    const arePrimary = named.every((code) => code === "" || ["", code].includes(ofCode.get(code) ?? "none"))
    if (arePrimary && named.some((code, at) => code !== "" && code !== codes[at]))
      take(column, "householdCode")
  }
}

/** The end of an appointment, on the day it began, is no last day. */
function leaveOneDays(mapping: ColumnMapping, rows: readonly (readonly string[])[]): void {
  const [first, last] = [columnOf(mapping, "startDate"), columnOf(mapping, "endDate")]
  const isOneDay =
    rows.some((row) => row[last]) && rows.every((row) => (row[last] ?? "") === (row[first] ?? ""))
  if (first >= 0 && last >= 0 && isOneDay) mapping[last] = "ignore"
}

/** "Client name" beside a first and last name that say the same is the student’s own. */
function clientsOwnNames(
  guardians: ReadonlyMap<number, FieldKey>,
  mapping: ColumnMapping,
  rows: readonly (readonly string[])[],
): number[] {
  const [first, last] = [columnOf(mapping, "firstName"), columnOf(mapping, "lastName")]
  if (first < 0 || last < 0) return []
  const sorted = (...cells: (string | undefined)[]) => fold(cells.join(" ")).split(" ").sort().join(" ")
  return [...guardians].flatMap(([column, field]) => {
    const named = rows.filter((row) => (row[column] ?? "").trim() !== "")
    const own = named.filter((row) => sorted(row[column]) === sorted(row[first], row[last]))
    return field === "guardian1Name" && named.length > 0 && own.length >= named.length * 0.8 ? [column] : []
  })
}

/** Words of Portuguese that Spanish hasn't, whose lists share many others. */
const portuguese =
  /\b(?:alun[oa]s?|nome|responsave(?:l|is)|telefone|nascimento|mensalidade|mae|pai|sobrenome|segunda feira)\b/
const spanish =
  /\b(?:alumn[oa]s?|nombres?|apellidos?|telefono|correo|padre|madre|fecha|instrumento|profesora?|dia|hora|edad)\b/

/** Whether a list is written in Spanish. */
export const isInSpanish = (headers: readonly string[]): boolean =>
  headers.some((header) => spanish.test(foldHeading(header))) &&
  !headers.some((header) => portuguese.test(fold(header)))

/** "Contact: First name" is of whoever the row is, where a column says of each whether they are a student. */
function withRoles(folded: readonly string[], cells: Guess["cells"]): string[] {
  const hasOwnName = folded.some((heading) => /^(?:full |first |last |student )?names?$/.test(heading))
  const areRoles =
    !hasOwnName &&
    folded.some(
      (heading, column) =>
        /^(?:(?:person|member|contact|user|client|customer) )?(?:role|type|relationship|relation)$/.test(
          heading,
        ) && (cells[column] ?? []).some((cell) => isStudents.test(fold(cell))),
    )
  // That all are parents says nothing of one.
  const isVagueType = (heading: string, column: number) =>
    /^contact type$/.test(heading) &&
    (cells[column] ?? []).every((cell) => /^(?:parent|guardian|adult|family)$/i.test(cell))
  if (folded.some(isVagueType))
    return folded.map((heading, column) => (isVagueType(heading, column) ? "category" : heading))
  return folded.map((heading) =>
    areRoles ? heading.replace(/^(?:contact|person|member|client|customer) (?=\p{L})/u, "") : heading,
  )
}

const share = (cells: readonly string[] | undefined, test: (cell: string) => boolean): number =>
  (cells ?? []).filter(test).length / Math.max(cells?.length ?? 0, 1)

/** "Stone, Kim:Ava" is a customer's child, and the name beside it the customer's; "Stone Family" is a household beside other names. */
function withCustomers(folded: readonly string[], cells: Guess["cells"]): string[] {
  const isOf = (heading: string) => /^(?:customer|client)(?: (?:full|display))?(?: name)?$/.test(heading)
  const children = folded.findIndex(
    (heading, at) => isOf(heading) && share(cells[at], (cell) => customerOf(cell) !== "") > 0.5,
  )
  const areNamed = folded.filter((heading) => /^(?:first|last|full)Name$/.test(fieldOf(heading) ?? "")).length
  return folded.map((heading, at) => {
    if (children >= 0)
      return at === children ? "student name" : /^full name$/.test(heading) ? "parent name" : heading
    const { personKind, part } = personIn(heading)
    const isName = (personKind === "contact" || personKind === "any") && (part === null || part === "Name")
    const isHousehold = isName && areNamed > 0 && share(cells[at], (cell) => isOfFamily.test(cell)) > 0.5
    return isHousehold ? "household" : heading
  })
}
const isOfFamily = /\b(?:family|familie|famille|familia|famiglia|household)\b/i

/** "User email" and "Prénom de la personne": whose a heading is, and of what. */
function ownedIn(heading: string): { of: string; rest: string }[] {
  const lead = /^(\p{L}{2,20}) (.{2,40})$/u.exec(heading)
  const tail = /^(.{2,40}?) (?:de la |de l |du |del |de |der |des |of the )?(\p{L}{2,20})$/u.exec(heading)
  return [
    ...(lead ? [{ of: lead[1] ?? "", rest: lead[2] ?? "" }] : []),
    ...(tail ? [{ of: tail[2] ?? "", rest: tail[1] ?? "" }] : []),
  ]
}

/** A first and last name beside a client's, which no known word gives to anyone, are the student's where no other names are. */
function withStudents(folded: readonly string[], cells: Guess["cells"]): string[] {
  const isName = (heading: string) => /^(?:first|last|full)Name$/.test(fieldOf(heading) ?? "")
  const isOthers = (heading: string) =>
    personIn(heading).personKind !== undefined || isOther(heading) || ofOtherPeople.test(heading)
  const isUnknown = (heading: string) =>
    fieldOf(heading) === null && !isOthers(heading) && !/^account\b/.test(heading)
  if (folded.some((heading, at) => isName(heading) || (isUnknown(heading) && areNames(cells[at] ?? []))))
    return [...folded]
  const owners = folded.flatMap((heading) =>
    isOthers(heading) ? [] : ownedIn(heading).filter(({ rest }) => isName(rest)),
  )
  const found = owners.filter(
    ({ of, rest }) =>
      fieldOf(rest) === "firstName" &&
      owners.some((each) => each.of === of && fieldOf(each.rest) !== "firstName"),
  )
  const [{ of: owner } = { of: "" }, ...more] = found
  if (!owner || more.length > 0) return [...folded]
  return folded.map((heading) => {
    const rest = ownedIn(heading).find(({ of }) => of === owner)?.rest
    const isHome = /^(?:address2?|houseNumber|city|region|postcode|country)$/.test(fieldOf(rest ?? "") ?? "")
    return !rest ? heading : isHome ? rest : ["student", rest].join(" ")
  })
}

/** A first and last name beside "Learner 1 first name" are the parent's, with the contacts that say no more. */
function asParents(folded: readonly string[], cells: Guess["cells"]): string[] {
  const isOfOther = folded.some((heading) => /^(?:first|last)(?: name)?$/.test(heading))
  const most = Math.max(0, ...cells.map((all) => all.length))
  const isFilled = (column: number) => (cells[column] ?? []).length * 2 > most
  const areListed = folded.some(
    (heading, column) =>
      (childHeading.test(heading) && folded.some((each) => /^(?:full )?name$/.test(each))) ||
      (ofChildAlone.test(heading) && folded.includes("name") && areNames(cells[column] ?? [], true)) ||
      (childrenHeading.test(heading) && isOfOther && isFilled(column)) ||
      ((childIn(heading)?.number === 1 || (isOfOther && ofStudents.test(heading))) &&
        /^(?:first|last|full)Name$/.test(fieldOf(childIn(heading)?.rest ?? heading) ?? "")),
  )
  const own = folded.some((heading) => /^given name$/.test(heading))
    ? /^(?:given name|family name|name|e ?mail 1 value|phone 1 value)$/
    : /^(?:(?:first|last)(?: name)?|surname|name|full name|(?:e ?mail|phone|mobile|cell)(?: (?:address|number|phone|1 value))?)$/
  // In other languages, too: "Nachname" and "Vorname" beside "Kind 1".
  const isOwn = (heading: string) =>
    own.test(heading) ||
    ofAnyone.test(heading) ||
    (!isLedByStudent(heading) && !childIn(heading) && /^(?:first|last)Name$/.test(fieldOf(heading) ?? "")) ||
    (folded.includes("vorname") && /^(?:mail|telefon|tel|handy|mobil)$/.test(heading))
  const hasNames = folded.some(
    (heading) =>
      /^(?:first name|last name|name|full name)$/.test(heading) ||
      ofAnyone.test(heading) ||
      (!isLedByStudent(heading) && fieldOf(heading) === "lastName"),
  )
  // "Customer since" and "Contact owner" are no one beside them.
  const isAdult = (heading: string) => {
    const { personKind, part, words } = personIn(heading)
    // A buyer's phone alone names no one.
    if (personKind === "payer" && (part === "Phone" || part === "Email")) return false
    return personKind !== undefined && (personKind !== "contact" || part !== null || words.length === 1)
  }
  return areListed && hasNames && !folded.some(isAdult)
    ? folded.map((heading) =>
        isOwn(heading)
          ? ["parent", heading].join(" ")
          : heading.replace(/^(?:payer|buyer|purchaser) (?=e ?mail|(?:mobile |cell )?phone)/, "parent "),
      )
    : [...folded]
}

const isLedByStudent = (heading: string): boolean =>
  isStudents.test(heading) || leadingWords[0]?.words.has(heading.split(" ")[0] ?? "") === true
const ofAnyone = /^(?:nom|nombre|nome|naam|navn|namn)(?: complet[oa]?)?$/

/**
 * "Home 1 parents" beside "Home 2 email": the adults of each home. "Household 1" and "Families" can be these adults' names, and so can
 * "Primary first" be beside "Secondary first".
 */
function withHomes(given: readonly string[], cells: Guess["cells"]): string[] {
  const areRanked =
    given.some((heading, column) =>
      heading === "primary"
        ? areNames(cells[column] ?? [])
        : /^secondary(?: (?:account|contact))? (?:first|last|name)\b/.test(heading),
    ) && !given.some((heading) => personIn(heading).personKind === "any")
  const namesAdults = (column: number) =>
    share(cells[column], (cell) => /\p{L} \p{L}/u.test(cell) && !/famil|household|,/i.test(cell)) === 1
  const areShort = given.some((heading) => /^[pg]1 \p{L}/u.test(heading))
  const folded = given.map((heading, column) => {
    const adult = adultBeside(heading, cells[column] ?? [], given)
    if (adult) return adult
    if (areShort && /^[pg][1-4]$/.test(heading)) return ["parent", heading.slice(1), "name"].join(" ")
    if (areRanked)
      return heading.replace(
        /^(primary|secondary)(?: (?:account|contact))?(?= \p{L}|$)/u,
        (whole, rank: string) =>
          ["parent", rank === "primary" ? 1 : 2, ...(whole === heading ? ["name"] : [])].join(" "),
      )
    const [whole, number] = /^(?:(?:household|home|family) ([12])|families|households)$/.exec(heading) ?? []
    return whole && namesAdults(column) ? ["parent", number, "name"].filter(Boolean).join(" ") : heading
  })
  const areHomes =
    given.some((heading) => ofHome.test(heading) && personIn(heading).personKind === "any") ||
    folded.some((heading, column) => heading !== given[column] && /\d/.test(heading))
  return folded.map((heading) =>
    areHomes
      ? heading
          .replace(ofHome, (_, number: string) => ["parent", number, ""].join(" "))
          .replace(/^(parent \d) .*?(?:parent|guardian)s?\b ?/, "$1 ")
          .trim()
      : heading,
  )
}

/** An adult's name by a heading that can be of something else: its cells or its neighbors tell. */
function adultBeside(heading: string, own: readonly string[], given: readonly string[]): string | null {
  const isTitled = (cell: string) =>
    cell.includes(" ") && /\p{L}{2}/u.test(cell.replace(/\b(?:mrs?|ms|miss|mx|dr|prof|and)\b/giu, ""))
  const areAdults =
    (/^care of$/.test(heading) && areNames(own)) ||
    (/^mr (?:and )?mrs(?: ms)?$/.test(heading) && share(own, isTitled) > 0.8) ||
    (/^par$/.test(heading) && given.some((each) => /^(?:tchr|ph|dy)$/.test(each)) && areNames(own, true))
  if (areAdults) return "parent name"
  // Alone it's what a state asks for.
  return /^anyja neve$/.test(heading) && given.some((each) => /^anyja (?!neve)/.test(each))
    ? "mother name"
    : null
}

const ofHome = /^(?:home|household) ([12]) (?!parent \d|guardian \d)/

/** Headings of who pays that are of how it is sent or whether someone does as well. */
const ofBilled =
  /^(?:(?:rechnung|faktura|regning|factuur|rekening|fattura|facture|factura) (?:an|aan|naar|til|till|a)|facturar a|(?:person )?responsible for (?:payments?|bills?|tuition|fees))$/

/** Who has an account pays: its email and phone are theirs, and so is a name that is a person's. */
function asPayers(folded: readonly string[], cells: readonly (readonly string[])[]): string[] {
  const isPayer = (heading: string, column: number) =>
    (ofBilled.test(heading) &&
      share(cells[column], (cell) => relationWord(cell) !== null || areNames([cell], true)) > 0.5) ||
    (/^(?:paid by|bill(?:ed)? to|invoiced? to|(?:bills?|invoices?) (?:goe?s?|sent) to)$/.test(heading) &&
      (cells[column]?.every((cell) => relationWord(cell) !== null || saysWhose(cell)) ||
        share(cells[column], (cell) => titledName.test(cell)) > 0.5))
  const isContact = (heading: string) =>
    /^account (?:owner|manager|holder|first|last)s?\b/.test(heading) ||
    (/^account \p{L}/u.test(heading) &&
      (/Email|Phone/.test(partOf(heading) ?? "") || personIn(heading).personKind === "payer"))
  const areAccounts = folded.some(isContact)
  // "Family first name" is who pays, and so are its contacts.
  const areFamilies = folded.some((heading) => /^(?:family|customer) first(?: name)?$/.test(heading))
  const ofFamily =
    /^(?:family|customer) (?=(?:(?:first|last)(?: name)?|e ?mail|(?:(?:mobile|cell|home) )?phone)$)/
  // A company's customers have a person beside their name.
  if (folded.some((heading) => /^contact first name$/.test(heading)))
    return folded.map((heading) =>
      heading
        .replace(/^(?:customer|client|company)(?: name)?$/, "household")
        .replace(/^contact (?=(?:first|last) name$)/, ""),
    )
  if (areFamilies) return folded.map((heading) => heading.replace(ofFamily, "payer "))
  return folded.map((heading, column) =>
    isPayer(heading, column)
      ? "payer name"
      : areAccounts &&
          (isContact(heading) ||
            (/^account(?: name)?$/.test(heading) &&
              areNames(cells[column] ?? []) &&
              !cells[column]?.some((cell) => /famil|household|,/i.test(cell))))
        ? heading.replace(/^account(?: (?:owner|manager|holder)s?)?/, "payer")
        : heading,
  )
}

/** A tutor teaches, except in Spanish and where another column has the teachers. */
function asTeachers(folded: readonly string[], cells: Guess["cells"]): string[] {
  // Beside both parents a Spanish tutor is a teacher, too, unless it's one of the parents.
  const kinds = folded.map((heading) => personIn(heading).personKind)
  const parents = cells.flatMap((all, at) => (kinds[at] === "mother" || kinds[at] === "father" ? all : []))
  const areParents = kinds.includes("mother") && kinds.includes("father")
  const hasTeacher = folded.some((heading) => fieldOf(heading) === "teacher")
  const isOther = (column: number) => !(cells[column] ?? []).some((cell) => parents.includes(cell))
  if (areParents && !hasTeacher)
    return folded.map((heading, column) => (heading === "tutor" && isOther(column) ? "teacher" : heading))
  const isGuardian = folded.some(
    (heading) => spanish.test(heading) || (fieldOf(heading) === "teacher" && !/\btutor/.test(heading)),
  )
  return isGuardian ? [...folded] : folded.map((heading) => heading.replace(/\btutors?\b/, "teacher"))
}

/** "Relationship" and "Phone" right behind "Emergency contact" are that one's. */
function asEmergency(folded: readonly string[]): string[] {
  let open: readonly (GuardianPart | null)[] = []
  let number = ""
  return folded.map((heading) => {
    const own = heading.replace(/^their /, "").replace(relationTo, "$1")
    const part = isOnlyContact(own.split(" ")) ? partOf(own) : null
    const isTheirs = part !== null && open.includes(part)
    const [, first = heading, digit = ""] = /^(.+?) ([2-4])$/.exec(heading) ?? []
    const begins = fieldOf(first) === "emergencyContact"
    if (begins) number = digit
    open = begins ? ["Relation", "Phone"] : isTheirs ? open.filter((each) => each !== part) : []
    return isTheirs ? ["emergency", part.toLowerCase(), number].join(" ").trim() : heading
  })
}

/** "Lesson 2 day", "Day 2", "2nd instrument", or "Day" again: the columns of further weekly lessons, where they say when these are. */
function lessonColumns(
  folded: readonly string[],
  written: readonly string[],
): Map<number, { number: number; field: FieldKey }> {
  const found = new Map<number, { number: number; field: FieldKey }>()
  const fields = folded.map(fieldOf)
  const areTables = fields.filter((field) => field === "firstName" || field === "fullName").length > 1
  // A time that comes again beside one day is of something else.
  const isOnce = areTables || fields.filter((field) => field === "weekday").length === 1
  const seen = new Map<string, number>()
  for (const [column, heading] of folded.entries()) {
    const before = isOnce ? 0 : (seen.get(written[column] ?? "") ?? 0)
    seen.set(written[column] ?? "", before + 1)
    const again = before > 0 && before < 7 ? fields[column] : null
    if (again && (lessonFields as readonly FieldKey[]).includes(again))
      found.set(column, { number: before + 1, field: again })
    const [, word = "", digit = ""] = /(?:^| )(second|third|([2-4])(?:nd|rd|th)?)(?= |$)/.exec(heading) ?? []
    const number = word === "second" ? 2 : word === "third" ? 3 : Number(digit)
    if (!word || childIn(heading) || (/\d/.test(heading.replace(word, "")) && !/min/.test(heading))) continue
    const rest = heading.replace(word, " ").replace(/ +/g, " ").trim()
    const field = fieldOf(rest) ?? (lessonHeading.test(rest) ? "instrument" : null)
    if (field && (lessonFields as readonly FieldKey[]).includes(field)) found.set(column, { number, field })
  }
  const dated = new Set(
    [...found.values()].flatMap(({ number, field }) =>
      field === "weekday" || field === "time" ? [number] : [],
    ),
  )
  return new Map([...found].filter(([, { number }]) => dated.has(number)))
}

/** What columns without any headings are, by their cells alone: names first, then a birth date and a phone. */
function fieldsOfCells(cells: readonly (readonly string[])[], mapping: ColumnMapping): [number, FieldKey][] {
  const isName = (cell: string) =>
    /^\p{Lu}[\p{L}\p{M}.'’ ,-]{0,60}$/u.test(cell) && !isHeading(cell) && !parseWeekday(cell).ok
  const open = cells.flatMap((each, column) => (each.length > 0 && !mapping[column] ? [column] : []))
  const [first, last] = open.filter((column) => cells[column]?.every(isName))
  const isWhole = (cells[first ?? -1] ?? []).every((cell) => /\p{L}[ ,]+\p{L}/u.test(cell))
  const areAll = (test: (cell: string) => boolean) => open.find((column) => cells[column]?.every(test))
  // One word beside whole names is an adult's first name where a number is behind it.
  const isNumberBehind = ["phone", "email"].includes(looksOf(cells[(last ?? -2) + 1] ?? []) ?? "")
  const guardian =
    isWhole && (isNumberBehind || cells[last ?? -1]?.every((cell) => /\p{L}[ ,]+\p{L}/u.test(cell)))
      ? last
      : undefined
  if (guardian !== undefined)
    for (const [column, use] of Object.entries(mapping))
      if (use === "studentEmail") mapping[Number(column)] = "guardian1Email"
  const looking = (looks: string) => open.find((column) => looksOf(cells[column] ?? []) === looks)
  const found: [number | undefined, FieldKey][] = [
    [first, isWhole || last === undefined ? "fullName" : "firstName"],
    [isWhole ? undefined : last, "lastName"],
    [looking("date"), "birthDate"],
    [guardian, "guardian1Name"],
    [looking("phone"), guardian === undefined ? "studentPhone" : "guardian1Phone"],
    [areAll((cell) => namedContacts(cell).length > 0), "guardian1Phone"],
    [areAll((cell) => parseWeekday(cell).ok), "weekday"],
    [areAll((cell) => /[:.h]|[ap]m?$/i.test(cell) && parseTime(cell).ok), "time"],
    [areAll((cell) => /^(?:15|20|25|30|40|45|50|60|75|90|120)(?: ?min\.?)?$/i.test(cell)), "minutes"],
  ]
  return found.flatMap(([column, field]) =>
    column === undefined ? [] : [[column, field] as [number, FieldKey]],
  )
}

/** The columns of a timetable that has one for each day, with the lessons' times in it. */
function dayColumns(folded: readonly string[], cells: readonly (readonly string[])[]): number[] {
  const isTime = (cell: string) => {
    const read = parseLessonTime(cell)
    return read.ok && read.value.time !== null
  }
  const days = folded.flatMap((heading, column) => (parseWeekday(heading).ok ? [column] : []))
  const filled = days.filter((column) => (cells[column] ?? []).length > 0)
  const isGrid = filled.length > 0 && filled.every((column) => cells[column]?.every(isTime))
  return days.length > 1 && isGrid ? filled : []
}

const childrenHeading =
  /^(?:children|kids|students|pupils|kinder|enfants|hijos)(?: s)?(?: names?)?$|^(?:child|children|students?) first names$|^first names of (?:children|students)$/
/** What a form asks behind a question of yes or no. */
const furtherWords = /^(?:if (?:yes|so)\b.*|(?:please )?(?:details?|explain|specify|describe|list))$/
const ofStudents =
  /^(?:student|pupil|child|learner|kid|participant|attendee|camper|dancer|musician)(?: s)? (?:first|last)\b/
const childHeading = /^(?:child|student|pupil|kid|kind|enfant|hijo)(?: s)?(?: full)? names?$/
const ofChildAlone = /^(?:child|student|pupil|kid)$/
const partnerHeading = /^(?:spouse|partner|spouse name|partner name|ehepartner|partner in|conjoint|conyuge)$/
const ofParent: { [Field in string]?: FieldKey } = {
  firstName: "guardian1Name",
  lastName: "guardian1LastName",
  studentEmail: "guardian1Email",
  studentPhone: "guardian1Phone",
}

/** A list of parents with their children in a column: whoever has a first and last name beside it is the guardian. */
function readAsParents(
  folded: readonly string[],
  mapping: ColumnMapping,
  rows: readonly (readonly string[])[],
) {
  const first = folded.findIndex((_, at) => mapping[at] === "firstName")
  /** "Child’s name" beside a first and last name that are another’s. */
  const isOther = (at: number) =>
    rows.filter((row) => ` ${fold(row[at] ?? "")} `.includes(` ${fold(row[first] ?? "")} `)).length * 2 <
    rows.length
  const column = folded.findIndex(
    (heading, at) =>
      mapping[at] === "fullName" &&
      (childrenHeading.test(heading) ||
        ((childHeading.test(heading) || ofChildAlone.test(heading)) && isOther(at))),
  )
  const uses = Object.values(mapping)
  const isParents = uses.includes("firstName") && uses.includes("lastName")
  const filled = rows.filter((row) => (row[column] ?? "").trim() !== "").length
  if (column < 0 || !isParents || filled * 2 < rows.length || uses.some((use) => /^guardian\d/.test(use)))
    return
  for (const [at, use] of Object.entries(mapping)) mapping[Number(at)] = ofParent[use] ?? use
  const partner = folded.findIndex((heading) => partnerHeading.test(heading))
  if (mapping[partner] === undefined && partner >= 0) mapping[partner] = "guardian2Name"
}

/** What prevents reading the rows by this mapping, as text; empty when nothing does. */
export function checkMapping(mapping: ColumnMapping): string[] {
  const uses = Object.values(mapping)
  const problems = (Object.keys(rosterFields) as FieldKey[])
    .filter((field) => uses.filter((use) => use === field).length > 1)
    .map((field) => `Two columns are set to “${rosterFields[field]}.” Choose one of them.`)
  if (new Set(uses.filter(isOwnUse)).size < uses.filter(isOwnUse).length)
    problems.push("Two columns are set to the same custom field. Choose one of them.")
  if (!uses.some((use) => use === "firstName" || use === "lastName" || use === "fullName")) {
    problems.push(
      "There’s no column for the students’ names. Choose a column for the first, last or full name.",
    )
  }
  return problems
}

const generic =
  /\d|^(?:sheet|table|tabelle|feuille|hoja|students?|pupils?|roster|list|liste|active|inactive|current|former|all|main|data|export|families|classes|lessons|private|group|summer|fall|autumn|winter|spring|term|school|other|new|old|copy)\b/i

/** What the names of sheets are: days, instruments or teachers, where no column says it; otherwise they say nothing of anyone. */
function sheetUse(names: readonly string[], usedFields: ReadonlySet<string>): FieldKey | "ignore" {
  const isAll = (test: (name: string) => boolean) => names.length > 0 && names.every(test)
  if (isAll((name) => parseWeekday(name).ok)) return usedFields.has("weekday") ? "ignore" : "weekday"
  if (isAll((name) => instruments.includes(fold(name))))
    return usedFields.has("instrument") ? "ignore" : "instrument"
  const isPerson = isAll(
    (name) => /^\p{L}[\p{L}\p{M}.'’ ,-]{1,40}$/u.test(name) && !generic.test(name) && !saysOfRows(name),
  )
  return isPerson && !usedFields.has("teacher") && (usedFields.has("time") || usedFields.has("weekday"))
    ? "teacher"
    : "ignore"
}

type GuardianPart = "Name" | "LastName" | "Relation" | "Email" | "Phone"

// "Father's email name" is an email column: the more exact word decides.
const partOrder: readonly GuardianPart[] = ["Email", "Phone", "Relation", "LastName", "Name"]

/** Words beside a guardian's that leave the column their name. */
const besideName = new Set(
  "prawny prawna prawni zakonny zakonneho nazwisko cognome achternaam voornaam prijmeni sobrenome i attending fattura facture factura rechnung best info information details number numbers phones 1 2 3 4 s or and of the educacao pedagogico pedagogica bill account full legal legaux legale primary main first second person related relative de du des do da dos la le el los der die das l del kindes eleve alumno student students child to financeiro financiero financier financial e y et und mr mrs contact in a b party adult paying other secondary".split(
    " ",
  ),
)
/** What is said of a contact and isn't one: nor is whom to call when something happens. */
const otherThings =
  /\b(?:anyja neve|instructor|coach|staff|emergency|doctor|physician|notfall|urgence|emergencia|teacher|lehrer|professeur|school|preferred contact|contact preference|title|salutation|anrede|prefix|suffix|initials?|middle|nickname|id|number of|count|status|notes?|since|occupation|employer)\b/
const isOther = (heading: string) => otherThings.test(heading)

const isStudents = /^(?:student|pupil|child|learner|kid|participant|schuler|kind|eleve|alumno)/

const isBilling =
  /^(?:billing|bill|invoices?) (?:to|contact|parent|guardian|person|recipient|name|first|last|e ?mail|phone|mobile|cell)\b/

/** What kind of adult a word of a heading names; "P1" is the first parent and "lead" a contact where the heading says what of them. */
const kindOfWord = (word: string, isShort = false) => {
  const plain = word.replace(/\d$/, "")
  return isShort && /^(?:p|g|pg)[1-4]$|^pg$/.test(word)
    ? "any"
    : isShort && /^leads?$/.test(word)
      ? "contact"
      : (guardianWords.get(plain) ?? guardianWords.get(plain.replace(/(?<=.)s$/, "")))
}

function personIn(heading: string) {
  const words = heading.split(" ")
  const part = partOf(heading)
  const kinds = isBilling.test(heading)
    ? (["payer"] as const)
    : words.flatMap((word) => kindOfWord(word, part !== null) ?? [])
  const isWeak = isStudents.test(heading) && kinds.every((kind) => kind === "contact")
  const isEither = new Set(kinds.filter((kind) => kind === "mother" || kind === "father")).size > 1
  // "Eltern Vater", as two rows of headings say it, is the father.
  const parent = kinds[0] === "any" ? kinds.find((kind) => kind === "mother" || kind === "father") : undefined
  return {
    // "Padre/Madre" is either.
    personKind: isWeak
      ? undefined
      : isEither
        ? "any"
        : (parent ?? kinds.find((kind) => kind !== "contact") ?? kinds[0]),
    part,
    words,
  }
}

/** Columns whose headings name a guardian, and contact columns that directly follow one. */
function guardianColumns(
  folded: readonly string[],
  cells: readonly (readonly string[])[],
): Map<number, FieldKey> {
  const found = new Map<number, FieldKey>()
  /** Columns of which only their place says whose they are. */
  const besides = new Map<number, FieldKey>()
  /** Those of them that are the first parent's behind the second. */
  const ofFirst = new Set<number>()
  const people: string[] = []
  const kindOfNumber = new Map(
    folded.flatMap((heading) => {
      const number = numberIn(heading) ?? (isSecond.test(heading) ? 2 : null)
      const { personKind } = personIn(heading)
      return number && personKind && !isOther(heading) ? [[number, personKind] as const] : []
    }),
  )
  const isPayerNamed = folded.some((heading) => {
    const { personKind, part } = personIn(heading)
    return personKind === "payer" && part !== "Email" && part !== "Phone"
  })
  const saysContacts = folded.some((heading) => {
    const { personKind, part } = personIn(heading)
    return personKind !== undefined && (part === "Email" || part === "Phone")
  })
  // "Name, Phone, Email" that come again are the next one's.
  const isAgain = folded.map((heading, column) => folded.indexOf(heading) < column)
  const namedAgain = new Map<string, number>()
  for (const [column, heading] of folded.entries()) {
    const { personKind, part } = personIn(heading)
    const isName = (part === "Name" || part === null) && numberIn(heading) === null
    if (isAgain[column] && isName && personKind && !namedAgain.has(personKind) && cells[column]?.length)
      namedAgain.set(personKind, column)
  }
  let current: GuardianNumber | null = null
  const isAddressAt = (column: number) =>
    /^(?:address|address2|city|region|postcode|country)$/.test(fieldOf(folded[column] ?? "") ?? "")
  const beforeAddress = (column: number): number =>
    isAddressAt(column - 1) ? beforeAddress(column - 1) : column - 1
  folded.forEach((heading, column) => {
    const { personKind, part: written, words } = personIn(heading)
    const isAddress = isAddressAt(column)
    const isName = words.every(
      (word) =>
        besideName.has(word) ||
        guardianWords.has(word.replace(/\d$/, "")) ||
        guardianWords.has(word.replace(/(?<=.)s?\d?$/, "")) ||
        (word === words[0] && isBilling.test(heading)),
    )
    const isType =
      personKind !== undefined &&
      /\b(?:type|typ|art|tipo)\b/.test(heading) &&
      (cells[column] ?? ["mother"]).some((cell) => relationWord(cell) !== null)
    const contacts = (cells[column] ?? []).filter((cell) => namedContacts(cell).length === 0)
    const look = isName || personKind ? looksOf(contacts) : null
    // A name here and there is no address: a column of payers can have both.
    const areContacts = contacts.every((cell) => cell.includes("@") || digitsOf(cell).length >= fewestDigits)
    const looks = look === "email" && !areContacts ? null : look
    // "Parent 1 – Natel": a word that isn't known, and below it phones, which a number of a member isn't written like.
    const isByCells =
      looks === "phone" && !isName && written === null && !isAddress && arePhones(heading, contacts)
    const part =
      written ??
      (isType
        ? "Relation"
        : looks === "email"
          ? "Email"
          : looks === "phone" && (isName || isByCells)
            ? "Phone"
            : isName
              ? "Name"
              : null)
    if (personKind && isOther(heading)) return
    // "Contact email" behind a parent's name is that parent's, and so is that of a payer without a name.
    const isCurrents =
      (personKind === "contact" || (personKind === "payer" && !isPayerNamed)) &&
      current !== null &&
      !people.includes(personKind) &&
      /^(?:Email|Phone)$/.test(part ?? "")
    if (isCurrents && numberIn(heading) === null && current) {
      if (![...found.values()].includes(`guardian${current}${part ?? "Email"}`))
        found.set(column, `guardian${current}${part ?? "Email"}`)
    } else if (personKind && part && !isAddress) {
      const isNext = isAgain[column] && column >= (namedAgain.get(personKind) ?? folded.length)
      current = numberOf(heading, isNext ? [personKind, 2].join(" ") : personKind, people, kindOfNumber)
      if (current) (isByCells ? besides : found).set(column, `guardian${current}${part}`)
    } else if (
      current &&
      part &&
      part !== "Name" &&
      part !== "LastName" &&
      isOnlyContact(heading.replace(relationTo, "$1").split(" ")) &&
      !isOfHouse(words)
    ) {
      // One address behind two parents who have a phone each, or nothing else, is the first's.
      const taken = [...found.values(), ...besides.values()]
      const own = [...found, ...besides].flatMap(([at, use]) => (ofFirst.has(at) ? [] : [use]))
      const hasContact = (of: GuardianNumber) =>
        own.includes(`guardian${of}Email`) || own.includes(`guardian${of}Phone`)
      const isOfFirst =
        current === 2 &&
        !taken.includes(`guardian1${part}`) &&
        (people.includes("payer")
          ? saysContacts && isAddressAt(column - 1)
          : hasContact(1)
            ? hasContact(2) && found.has(beforeAddress(column))
            : !saysContacts)
      if (isOfFirst) ofFirst.add(column)
      const ranked = isOfFirst
        ? 1
        : /\b(?:primary|main)\b/.test(heading)
          ? 1
          : /\bsecondary\b/.test(heading) && [...found.values()].includes("guardian2Name")
            ? 2
            : null
      besides.set(column, `guardian${numberIn(heading) ?? ranked ?? current}${part}`)
    } else if (
      !isAddress &&
      !isPersonalNumber(heading) &&
      !(isOfHouse(words) && (part === "Email" || part === "Phone"))
    ) {
      current = null
    }
  })
  withoutNameless(found, folded)
  withLastNames(found, folded)
  // What says itself whose it is goes first.
  return new Map([...found, ...besides])
}

const arePhones = (heading: string, cells: readonly string[]): boolean =>
  !isPersonalNumber(heading) && cells.every((cell) => /^[+(0]|\d[\s()./-]+\d/.test(cell))

/** "Parent name" beside "Parent first name" is their last. */
function withLastNames(found: Map<number, FieldKey>, folded: readonly string[]): void {
  for (const number of guardianNumbers) {
    const columns = [...found].flatMap(([column, use]) => (use === `guardian${number}Name` ? [column] : []))
    const isFirst = (column: number) =>
      /\b(?:first(?:name)?|forename|given|vorname|voornaam|prenom|nome|imie|jmeno|fornavn|fornamn)\b/.test(
        folded[column] ?? "",
      )
    const [last, ...more] = columns.filter((column) => !isFirst(column))
    const isOne = last !== undefined && more.length === 0 && columns.length === 2
    if (isOne && ![...found.values()].includes(`guardian${number}LastName`))
      found.set(last, `guardian${number}LastName`)
  }
}

/** "Parents’ email" beside a mother and a father is no third person’s. */
function withoutNameless(found: Map<number, FieldKey>, folded: readonly string[]): void {
  for (const number of [3, 4] as const) {
    const own = [...found].filter(([, use]) => use.startsWith(`guardian${number}`))
    const isOne = own.some(([column]) => {
      const heading = folded[column] ?? ""
      return numberIn(heading) !== null || personIn(heading).personKind !== "any"
    })
    if (isOne || own.some(([, use]) => /Name$/.test(use))) continue
    for (const [column, use] of own) {
      const part = use.replace(/^guardian\d/, "") as "Email" | "Phone" | "Relation"
      const free = ([1, 2] as const).find((each) => ![...found.values()].includes(`guardian${each}${part}`))
      if (free) found.set(column, `guardian${free}${part}`)
    }
  }
}

/** "Relationship to student" is the relation of the guardian before it. */
const relationTo =
  /^(relation\p{L}*|beziehung|verwandtschaft|lien|parentesco|relacion) (?:to|of|with|zu|zum|au?|avec|con)\b.*$/u

const isOfHouse = (words: readonly string[]) =>
  words.some((word) =>
    /^(?:home|family|household|foyer|hogar|famil(?:ia|iar|le)|famill?e|familie)$/.test(word),
  )

/** What a word says a column holds, also of several: "emails". */
const attributeOf = (word: string) =>
  attributeWords.get(word.replace(/\d$/, "")) ?? attributeWords.get(word.replace(/s?\d?$/, ""))

function partOf(heading: string): GuardianPart | null {
  const words = heading.replace(/\be mail\b/, "email").split(" ")
  const parts = new Set(words.map(attributeOf))
  if (/\b(?:last|surname)(?: name)? first\b/.test(heading)) return "Name"
  if (/\b(last|family) name\b|\bnom de famille\b/.test(heading)) parts.add("LastName")
  // "Parent (name, relationship)" is mostly a name.
  if (/\bname (?:and )?relation/.test(heading)) return "Name"
  return partOrder.find((part) => parts.has(part)) ?? null
}

function isOnlyContact(words: readonly string[]): boolean {
  return words.every((word) => contactWords.has(word) || isOfHouse([word]) || attributeOf(word) !== undefined)
}

/** "Household 1 parent 2" is the second parent. */
const numberOfPerson = /\b(?:parent|guardian|contact|carer|caregiver|payer|responsable) ([1-4])\b/

function numberIn(heading: string): GuardianNumber | null {
  const found = Number((numberOfPerson.exec(heading) ?? /(?:^|\D)([1-4])(?:\D|$)/.exec(heading))?.[1])
  const letter = /^(?:parent|guardian|contact|carer|caregiver|payer) ([ab])\b/.exec(heading)?.[1]
  return guardianNumbers.find((number) => number === (letter ? " ab".indexOf(letter) : found)) ?? null
}

const isSecond = /\b(?:second|other|secondary)\b/

/** "Parent 2" is the second; so is the father after the mother. A fifth person has no field of their own. */
function numberOf(
  heading: string,
  personKind: string,
  people: string[],
  kindOfNumber: ReadonlyMap<GuardianNumber, string>,
): GuardianNumber | null {
  const named = numberIn(heading)
  if (named) return named
  if (/(?:^|\D)[5-9](?:\D|$)/.test(heading)) return null
  if (isSecond.test(heading)) return 2
  if (!people.includes(personKind)) people.push(personKind)
  const free = guardianNumbers.filter((number) => (kindOfNumber.get(number) ?? personKind) === personKind)
  return free[people.indexOf(personKind)] ?? null
}

/** Which child each heading is about: one that comes again behind "Child 2", such as "Age", is about that one. */
export function childNumbersIn(headers: readonly string[]): number[] {
  const folded = withoutNumbers(headers).map(foldHeading)
  let current = 1
  return folded.map((heading, column) => {
    const own = childIn(heading)?.number
    if (own) current = own
    return own ?? (heading !== "" && folded.indexOf(heading) < column ? current : 1)
  })
}

/** "Child 2 first name" is about a second child of the row; "child 1" is the student. */
function childIn(heading: string): { number: number; rest: string } | null {
  // "Prénom et nom de l’enfant 2" is what it is of the first.
  const [, rest = "", digit] =
    /^(.{2,80} (?:child|kid|enfant|kind(?:es)?|hij[oa]|bambin[oa]|figli[oa]|dziecka|barn)) ?([1-6])$/.exec(
      heading,
    ) ?? []
  const of = rest ? fieldOf(rest) : null
  if (of && (ofChild as readonly FieldKey[]).includes(of)) return { number: Number(digit), rest }
  const found =
    /^(?:student|pupil|child|kid|learner|participant|attendee|camper|dancer|kind|schuler|eleve|enfant|alumno|hijo|elev|barn|aluno|leerling)s? ?([1-6])(?: (.*))?$/.exec(
      heading
        .replace(numberedLast, "$2 $3 $1")
        .replace(
          /^(first|second|third|fourth|fifth|sixth|[1-6])(?:st|nd|rd|th|er?|eme|o)? (\p{L}+)(?: s)?(?= |$)/u,
          (_, number: string, word: string) => `${word} ${ordinals.indexOf(number) + 1 || number}`,
        ),
    )
  return found ? { number: Number(found[1]), rest: `student ${found[2] || "name"}` } : null
}

/** "Prénom enfant 1", "Geburtsdatum Kind 2" */
const numberedLast =
  /^((?:first |last |full )?name|prenom|nom|vorname|nachname|nombre|apellidos?|fornavn|etternavn|efternavn|fornamn|efternamn|voornaam|achternaam|date of birth|dob|birth ?date|birthday|ne e le|date de naissance|naissance|geburtsdatum|geb datum|fecha de nacimiento|fodselsdato|fodelsedatum|geboortedatum|instrument|cours|kurs|lesson|course|clase) (?:de l |del? |des |of (?:the )?|van )?(student|pupil|child|kid|kind|enfant|eleve|hijo|alumno|elev|barn|leerling) ?([1-6])$/

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"]

/**
 * An email or phone column that says nothing of whose it is, with no guardian before it. What several rows share is a
 * guardian's, siblings have the same; so is a family's or a home's where the file names guardians.
 */
function contactField(
  heading: string,
  usedFields: ReadonlySet<string>,
  shared: boolean,
  hasGuardians: boolean,
): FieldKey | null {
  const words = heading.split(" ")
  // "E-mail 2 - Value" is another of the same person.
  if (!isOnlyContact(words) || words.includes("additional") || /[2-9] value$/.test(heading)) return null
  const part = partOf(heading)
  if (part !== "Email" && part !== "Phone") return null
  // A second number makes no second guardian: one without a name is no one.
  const guardians: FieldKey[] =
    usedFields.has("guardian2Name") && !isOfHouse(words)
      ? [`guardian1${part}`, `guardian2${part}`]
      : [`guardian1${part}`]
  const isFamilys =
    shared || (hasGuardians && isOfHouse(words)) || /^family (?:e ?mails|phones|contacts)\b/.test(heading)
  const order: readonly FieldKey[] = isFamilys
    ? guardians
    : [`student${part}`, ...(usedFields.has("guardian1Name") ? guardians : [])]
  return order.find((field) => !usedFields.has(field)) ?? null
}

/** The columns with the students' names so far. */
const namesIn = (mapping: ColumnMapping): number[] =>
  Object.keys(mapping)
    .map(Number)
    .filter((column) => /^(?:first|last|full)Name$/.test(mapping[column] ?? ""))

/** Whether a cell comes again beside another name: the rows of one student say the same of one. */
function isShared(rows: readonly (readonly string[])[], column: number, names: readonly number[]): boolean {
  const seen = new Map<string, readonly string[]>()
  const nameIn = (row: readonly string[]) => fold(names.map((at) => row[at] ?? "").join(" "))
  for (const row of rows) {
    const cell = (row[column] ?? "").trim().toLowerCase()
    const before = cell ? seen.get(cell) : undefined
    if (before && (nameIn(row) === "" || nameIn(row) !== nameIn(before))) return true
    if (cell) seen.set(cell, row)
  }
  return false
}

// "Family name" is a student's last name, unless another column is.
const householdHeadings = new Set(["family name", "familienname", "nom de famille"])

function namesStudentsElsewhere(folded: readonly string[], column: number): boolean {
  const fields = folded.map((heading, other) =>
    other === column || householdHeadings.has(heading) ? null : fieldOf(heading),
  )
  return fields.includes("lastName") || (fields.includes("fullName") && !fields.includes("firstName"))
}

/** A time that someone would like is no lesson. */
const ofWish =
  /\b(?:choices?|best (?:days?|times?)|preferred|preference|availab\p{L}+|wish|wunsch\p{L}*|souhait\p{L}*)\b/u

/** A time with its day or its end. */
const isSlot = (cell: string): boolean => {
  const read = parseLessonTime(cell)
  return read.ok && read.value.time !== null && (read.value.weekday ?? read.value.minutes) !== null
}

/** Cells such as "Mo 15:30–16:15", whatever their heading is. */
function holdsLessonTimes(
  rows: readonly (readonly string[])[],
  column: number,
  { hasLength, dayWord }: { hasLength: boolean; dayWord: (text: string) => string },
): boolean {
  const cells = rows
    .flatMap((row) => (row[column] ?? "").trim() || [])
    .filter(
      (cell) =>
        !parseWeekday(cell).ok && !/^(?:sub)?(?:total|summe|suma|somme|totale?|gesamt)\W*$/i.test(cell),
    )
    .slice(0, 50)
  const understood = cells.filter((cell) => {
    const bare = withoutRhythm(dayWord(cell))
    const timed = timedLesson(bare)
    return isSlot(bare) || lessonsIn(dayWord(cell)).length > 0 || (timed && (timed.hasLength || hasLength))
  })
  return cells.length > 0 && understood.length >= cells.length * 0.8
}

const lessonHeading =
  /^(?:(?:recurring|weekly|current|regular|enrolled|booked) )?(?:(?:lesson|class|course|session|service|category|group|ensemble|enrollment|enrolment|activity|offering|angebot|leistung|offre|oferta|appointment|event|program|programme|package|activite|actividad|attivita|zajecia) ?(?:name|title|type|type name|description|code)?|grupa|grupo|gruppo|groupe|groep|grupp|gruppe|lessons|classes|courses|class lesson|lesson class|enrolled in|unterricht(?:s(?:art|programm))?|kurs|hold|stunde|cours|clase|les|lezione|type|kind)$/

/** "Violin Level 1", "Theory II". */
const levelBehind = / (?:(?:level|grade|book|year|stufe|niveau|nivel) ?\w{1,4}|[IVX]{1,4}|[A-D]|\d{1,2})$/i

const namesInstrumentWithLevel = (cell: string): boolean => namesInstrument(cell.replace(levelBehind, ""))

/** "Fall 2026", "Group A" and "After school" say when or with whom, not what is taught. */
const ofCalendar =
  /\b(?:fall|autumn|winter|spring|summer|term|semester|trimester|quarter|session|group|gruppe|groupe|grupo|gruppo|19\d\d|20\d\d|before|after|morning|afternoon|evening|weekend)\b/i

/** What a column of lessons' names says: whether they are private, or what is taught. */
function fieldOfLessons(heading: string, cells: readonly string[], isWeekly: boolean): FieldKey | null {
  if (!lessonHeading.test(heading) || cells.length === 0) return null
  const isMost = (test: (cell: string) => boolean) => cells.filter(test).length * 2 >= cells.length
  if (isMost((cell) => parseClassKind(cell).ok)) return "classKind"
  const isClass =
    isWeekly &&
    /^(?:class|course|group|activity|program|session|event|kurs|gruppe|grupa|grupo|gruppo|groupe|groep|grupp|cours|curso|corso)(?: name)?$/.test(
      heading,
    )
  const areNamed = cells.every(
    (cell) =>
      /\p{L}{3}/u.test(cell) && !/^(?:grade|year|klasse?|ms|mrs?)\b/i.test(cell) && !ofCalendar.test(cell),
  )
  return isMost(namesInstrumentWithLevel) || (isClass && areNamed) ? "instrument" : null
}

function fieldOfAddresses(
  rows: readonly (readonly string[])[],
  column: number,
  usedFields: ReadonlySet<string>,
): FieldKey | null {
  const cells = rows.map((row) => (row[column] ?? "").trim()).filter((cell) => cell !== "")
  if (cells.length === 0 || !cells.every((cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell))) return null
  return usedFields.has("guardian1Name") && !usedFields.has("guardian1Email")
    ? "guardian1Email"
    : "studentEmail"
}

/** Beside a column of first names, "Name" and "Nom" are the last names, unless they hold the first names, too. */
function preferSeparateNames(
  folded: readonly string[],
  mapping: ColumnMapping,
  rows: readonly (readonly string[])[],
): void {
  const uses = Object.values(mapping)
  const lasts = folded.flatMap((_, column) => (mapping[column] === "lastName" ? [column] : []))
  // A last name alone, of two words in most cells, is a whole name.
  const [last] = lasts
  if (last !== undefined && !uses.includes("firstName") && !uses.includes("fullName")) {
    const cells = rows.flatMap((row) => (row[last] ?? "").trim() || [])
    if (cells.length > 0 && cells.filter((cell) => /\s/.test(cell)).length > cells.length / 2)
      mapping[last] = "fullName"
    return
  }
  if (!uses.includes("firstName") || uses.includes("lastName")) return
  const first = folded.findIndex((_, column) => mapping[column] === "firstName")
  // "Nombre" can be the whole name.
  const named = rows.flatMap((row) => (row[first] ?? "").trim() || [])
  const isWhole =
    /\b(?:nombre|nome|jmeno|meno|ime|imie)\b/.test(folded[first] ?? "") && !uses.includes("fullName")
  if (isWhole && named.filter((name) => name.includes(" ")).length > named.length / 2) {
    mapping[first] = "fullName"
    return
  }
  folded.forEach((_, column) => {
    if (mapping[column] !== "fullName") return
    const told = rows.flatMap((row) => {
      const [name, whole] = [fold(row[first] ?? ""), fold(row[column] ?? "")]
      return name && whole ? [` ${whole} `.includes(` ${name} `)] : []
    })
    if (told.filter(Boolean).length <= told.length / 2) mapping[column] = "lastName"
  })
}

/** Whether cells are people's whole names, each another. */
const areNames = (cells: readonly string[], comeAgain = false): boolean => {
  const names = cells.filter(
    (cell) =>
      /^\p{L}[\p{L}\p{M}.'’-]*(?:,? \p{L}[\p{L}\p{M}.'’-]*){1,3}$/u.test(cell) &&
      !namesInstrument(cell) &&
      !/\b(?:lessons?|class(?:es)?|for|unterricht|stunden?)\b/i.test(cell),
  )
  const areOthers = comeAgain || new Set(cells).size > cells.length * 0.6
  return cells.length > 0 && names.length >= cells.length * 0.8 && areOthers
}

/** Whose names a list has beside its own people. */
const ofOtherPeople =
  /\b(?:sessions?|class|school|city|location|plan|program|package|product|group|course|refer\p{L}*|recommended|friend|heard|emergency|doctor|owner|created|added|entered|assigned|sales\p{L}*|staff|pickup|empfohlen|recomend\p{L}*)\b/u

/** "Client ID" beside "Client," who is the student, is the student's, unless several have one. */
function numberClients(
  folded: readonly string[],
  mapping: ColumnMapping,
  rows: readonly (readonly string[])[],
): void {
  const code = columnOf(mapping, "householdCode")
  const [word = ""] = (folded[code] ?? "").split(" ")
  const isClients = (column: number) => (folded[column] ?? "").split(" ")[0] === word
  if (
    /^(?:client|customer)$/.test(word) &&
    columnOf(mapping, "studentCode") < 0 &&
    namesIn(mapping).some(isClients) &&
    !isShared(rows, code, namesIn(mapping))
  )
    mapping[code] = "studentCode"
}

/** A list of clients or contacts without a column for students is a list of students. */
function takeForStudents(
  folded: readonly string[],
  mapping: ColumnMapping,
  cells: readonly (readonly string[])[],
): void {
  const uses = Object.values(mapping)
  if (uses.some((use) => use === "firstName" || use === "lastName" || use === "fullName")) return
  // A column of names under a heading that isn't known is the students', before an adult is one.
  const [named, ...more] = cells.flatMap((all, column) =>
    mapping[column] === undefined && areNames(all) && !ofOtherPeople.test(folded[column] ?? "")
      ? [column]
      : [],
  )
  if (named !== undefined && (more.length === 0 || uses.includes("guardian1Name"))) {
    mapping[named] = "fullName"
    return
  }
  const hasLast = uses.includes("guardian1LastName")
  const asStudent: Partial<Record<ColumnUse, FieldKey>> = {
    guardian1Name: hasLast ? "firstName" : "fullName",
    guardian1LastName: "lastName",
    guardian1Email: "studentEmail",
    guardian1Phone: "studentPhone",
  }
  for (const [column, use] of Object.entries(mapping)) {
    const instead = asStudent[use]
    if (instead && !uses.includes(instead)) mapping[Number(column)] = instead
  }
}
