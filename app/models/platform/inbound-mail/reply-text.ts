// What someone wrote in a reply by email, apart from what their mail program put below it. Nothing is cut on a guess: only below
// a proven head of a quote (who wrote when, and a quote below; or From, Sent, and To or Subject), or where our own letter begins
// again, in whatever language. What is cut is kept beside it. Safe in the browser.

/** What a message of an email holds, in characters, and what is kept of the text below it. */
export const longestReply = 20_000
const longestCut = 100_000
const tooLong = "(This email is longer. The rest wasn’t kept.)"

/** `words` is the writer's, `cut` what was below or between; both trimmed. */
export type ReplyText = { words: string; cut: string }

export type ReplyFacts = {
  subject?: string
  /** The plain texts that we sent them in this matter. */
  ours?: readonly string[]
  /** Whether an address is ours: the one that a letter of ours comes from, or answers go to. */
  isOurs?: (address: string) => boolean
}

/** @returns every line of the text, in `words` or in `cut`. */
export function readReplyText(text: string, { subject = "", ours = [], isOurs }: ReplyFacts = {}): ReplyText {
  const all = text.replace(/\r\n?/g, "\n")
  const written = all.slice(0, longestReply + longestCut).split("\n")
  // Marks that turn the direction of writing stand around what programs write in Hebrew and Arabic.
  const lines = written.map((line) => line.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ""))
  const isMore = all.length > longestReply + longestCut
  const repeats = repeatsOf(ours)
  for (const index of barsIn(lines, repeats)) lines[index] = (lines[index] ?? "").replace("|", ">")
  const from = /^\s*(fwd?|wg|tr|rv|i|enc|vs|doorst|továbbítva)\s*:/i.test(subject)
    ? undefined
    : quoteFrom(lines, { repeats, isOurs: isOurs ?? (() => false) })
  const isCut = lines.map((_, index) => from !== undefined && index >= from.at && index < from.end)
  for (const index of armorIn(lines)) isCut[index] = true
  for (const index of quotedAgain(lines, repeats)) isCut[index] = true
  const part = (cut: boolean) =>
    written
      .filter((_, index) => isCut[index] === cut)
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim()
  return fitted(part(false), part(true), isMore)
}

/** What doesn't fit into a message goes with what was cut. */
function fitted(words: string, cut: string, isMore: boolean): ReplyText {
  if (words.length <= longestReply)
    return { words, cut: [cut, isMore ? tooLong : ""].filter(Boolean).join("\n\n") }
  const within = words.slice(0, longestReply - 1)
  // Whole lines, or words of one that is very long.
  const at = [within.lastIndexOf("\n"), within.lastIndexOf(" "), within.length].find(
    (each) => each > longestReply - 1000,
  )
  const rest = [words.slice(at), cut].map((each) => each.trim()).filter(Boolean)
  return {
    words: `${words.slice(0, at).trimEnd()}…`,
    cut: [rest.join("\n\n").slice(0, longestCut), isMore ? tooLong : ""].filter(Boolean).join("\n\n"),
  }
}

/** The lines that a program put around a text that it signed, and the signature below it. */
function armorIn(lines: readonly string[]): number[] {
  const begin = lines.findIndex((line) => /^-----BEGIN PGP SIGNED MESSAGE-----\s*$/.test(line))
  const signature = lines.findIndex((line) => /^-----BEGIN PGP SIGNATURE-----\s*$/.test(line))
  const end = lines.findIndex((line) => /^-----END PGP SIGNATURE-----\s*$/.test(line))
  if (begin < 0 || signature < begin || end < signature) return []
  const isHead = (line: string) => /^(-----BEGIN PGP|Hash:|Charset:)/.test(line)
  return lines.flatMap((line, index) =>
    (index >= begin && index < begin + 4 && isHead(line)) || (index >= signature && index <= end)
      ? [index]
      : [],
  )
}

// Lines, as they are compared.

const isQuoted = (line: string) => /^\s*>/.test(line)
const isBlank = (line: string) => /^[>\s]*$/.test(line)
const unquoted = (line: string) => line.replace(/^[\s>]+/, "")

/** Lines with "|" one after the other that all repeat us, a whole letter of ours among them: any others are the writer's own table. */
function barsIn(lines: readonly string[], repeats: Repeats): number[] {
  const isBar = (index: number) => /^\s*\|/.test(lines[index] ?? "")
  const textOf = (index: number) => (lines[index] ?? "").replace(/^[\s|]+/, "")
  return [...lines.keys()].flatMap((start) => {
    if (!isBar(start) || isBar(start - 1)) return []
    let end = start
    while (isBar(end)) end += 1
    const block = Array.from({ length: end - start }, (_, index) => start + index)
    const said = block.map(textOf).filter((text) => text !== "")
    return said.every(repeats.has) && repeats.isWholeIn(said) ? block : []
  })
}
/** Without marks of quoting and emphasis, addresses of pages, and differences of case and spaces. */
const plain = (line: string) =>
  unquoted(line.normalize("NFKC"))
    .replace(/[<[(]?\s?https?:\/\/[^\s<>\])]*(?:\s?[>\])])?/gi, " ")
    .replace(/[*_\\\ufeff\u200b\u00ad]/g, "")
    .replace(/^["“„]|["”]\s*$/g, "")
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()

/** In characters: what is shorter stands in many texts by chance. */
const shortPiece = 12

/** Whether a line repeats a text of ours, or a piece of a line of it; a line without a letter says nothing. */
type Repeats = {
  has: (line: string) => boolean
  /** Whether four of five lines of one of our texts are among these. */
  isWholeIn: (lines: readonly string[]) => boolean
  /** Whether a text has a whole line of ours in it, such as our name. */
  isNamedIn: (text: string) => boolean
  /** Whether a line has a line of ours and words behind it: an answer. */
  isAnswered: (line: string) => boolean
  isKnown: boolean
}

function repeatsOf(ours: readonly string[]): Repeats {
  const known = ours
    .map((text) => text.slice(0, longestReply).split("\n").map(plain).join(" ").replace(/\s+/g, " "))
    .join("\n")
  const found = new Map<string, boolean>()
  const ends = new Set(ours.flatMap((text) => text.slice(0, longestReply).split("\n").map(plain)))
  // A short word is the writer's own unless it is a line of ours, or the end of one, as where a program broke it; below a sign of a
  // quote its beginning, too.
  const isPiece = (wanted: string, isBelowSign: boolean) =>
    wanted.length >= shortPiece
      ? known.includes(wanted)
      : [...ends].some(
          (line) =>
            line === wanted || line.endsWith(` ${wanted}`) || (isBelowSign && line.startsWith(`${wanted} `)),
        )
  return {
    isKnown: /\p{L}/u.test(known),
    isNamedIn(text) {
      const said = plain(text)
      return [...ends].some((line) => line.length > 3 && said.includes(line))
    },
    isAnswered(line) {
      const said = plain(line)
      const isAbove = (own: string) => own.length >= 2 * shortPiece && said.startsWith(`${own} `)
      return !known.includes(said) && [...ends].some(isAbove)
    },
    isWholeIn(lines) {
      const text = lines.map(plain).join(" ").replace(/\s+/g, " ")
      return ours.some((each) => {
        const wanted = each.slice(0, longestReply).split("\n").map(plain).filter(Boolean)
        return wanted.length > 0 && wanted.filter((line) => text.includes(line)).length >= wanted.length * 0.8
      })
    },
    has(line) {
      const wanted = plain(line)
      const before = found.get(line)
      if (before !== undefined) return before
      const [address] = /https?:\/\/[^\s<>]+/i.exec(line) ?? []
      const answer = /\p{L}/u.test(wanted)
        ? isPiece(wanted, isQuoted(line))
        : address !== undefined && ours.some((text) => text.includes(address))
      found.set(line, answer)
      return answer
    },
  }
}

/** Lines with ">" that repeat us, wherever they are, with a head among them; the writer's own quotes of others stay. */
function quotedAgain(lines: readonly string[], repeats: Repeats): number[] {
  const isAgain = lines.map((line) => isQuoted(line) && !isBlank(line) && repeats.has(line))
  for (const index of lines.keys()) for (const at of quotedHead(lines, index, isAgain)) isAgain[at] = true
  return lines.flatMap((line, index) => {
    if (!isQuoted(line)) return []
    if (!isBlank(line)) return isAgain[index] ? [index] : []
    // A bare ">" goes with what is around it.
    const around = [nextOf(lines, index, -1), nextOf(lines, index, 1)]
    return around.every((near) => near === undefined || !isQuoted(lines[near] ?? "") || isAgain[near])
      ? [index]
      : []
  })
}

/** The lines of "> On … Harmony wrote:" that begin here, where a line that repeats us is next: phones quote their own head. */
function quotedHead(lines: readonly string[], at: number, isAgain: readonly boolean[]): number[] {
  const quoted = (index: number) => {
    const line = lines[index] ?? ""
    return isQuoted(line) ? unquoted(line) : ""
  }
  // "Message du 27/11/26 17:08" over the fields.
  const isTitled = !fieldOf(quoted(at)) && saysWhenOrWho(quoted(at)) && fieldOf(quoted(at + 1)) !== undefined
  let below = isTitled ? at + 1 : at
  while (below < at + mostFields && isQuoted(lines[below] ?? "") && fieldOf(unquoted(lines[below] ?? "")))
    below += 1
  const repeated = below - at > 1 ? nextOf(lines, below - 1, 1) : undefined
  if (repeated !== undefined && isAgain[repeated])
    return Array.from({ length: below - at }, (_, index) => at + index)
  let text = ""
  for (let end = at; end < Math.min(lines.length, at + 3); end += 1) {
    const line = lines[end] ?? ""
    if (!isQuoted(line) || isBlank(line) || isAgain[end]) return []
    text = `${text} ${unquoted(line)}`.trim()
    if (!/[:：]\s*$/.test(text)) continue
    const next = nextOf(lines, end, 1)
    const isHead = saysWhenOrWho(text) && next !== undefined && isAgain[next]
    return isHead ? Array.from({ length: end - at + 1 }, (_, index) => at + index) : []
  }
  return []
}

/** The index of the nearest line that says something, within twenty. */
function nextOf(lines: readonly string[], index: number, step: 1 | -1): number | undefined {
  for (let at = index + step; at >= 0 && at < lines.length && Math.abs(at - index) < 20; at += step)
    if (!isBlank(lines[at] ?? "")) return at
  return undefined
}

// Heads of quotes.

/** What is above a letter that someone hands on: it stays, and so does all below it. */
const forwards =
  /forward|weitergeleit|transf[eé]r|transmi|r[eé]envoy|reenviad|inoltrat|doorgestuur|encaminhad|vidarebefordr|vidaresend|videresend|välitet|przekazan|přepos|továbbít|iletil|переслан|пересыла|転送|转发|轉寄|전달/i
const isRule = (line: string) => /^\s*[-–—_]{2,}\s*[^\s\-–—_].{0,60}\S\s*[-–—_]{2,}\s*$/.test(line)
const isForward = (line: string) =>
  line.length < 120 &&
  !isQuoted(line) &&
  forwards.test(line) &&
  (isRule(line) ||
    /^\s*(begin|start|début|anfang|inicio|inizio|início|begin van)\b.{0,60}[:：]\s*$/i.test(line))
/** "Harmony ---11/27/2026 05:08:11 PM---Hi Jonas": what one program writes above the fields. */
const isSummary = (line: string) =>
  line.length < 400 && /\S ?-{3} ?\d{1,4}[./-]\d{1,2}[./-]\d{1,4}[^-]{0,20}-{3}/.test(line)
const isOriginal = (line: string) => isRule(line) && !isForward(line)

const labels: Record<string, readonly string[]> = {
  from: "from von de van da från fra lähettäjä od feladó kimden gönderen от від de la från: pengirim 差出人 送信者 发件人 寄件者 보낸사람 보낸 사람 nadawca từ จาก dari daripada no frá nork प्रेषक از од from/von από šalje pošiljatelj odosielateľ nuo saatja מאת من".split(
    " ",
  ),
  sent: "sent messagedu gesendet envoyé envoyée verzonden inviato enviado enviada enviat skickat sendt lähetetty wysłano wysłane odesláno elküldve gönderildi gönderme отправлено надіслано trimis date datum data fecha dato dátum päiväys päivämäärä tarih дата odoslané poslano στάλθηκε išsiųsta nosūtīts saadetud נשלח تاريخ تمالإرسال изпратено đãgửi ส่ง วันที่ dikirim dihantar tanggal bidalia प्रेषित послато испратено 送信日時 日時 发送时间 日期 寄件日期 보낸날짜 날짜".split(
    " ",
  ),
  to: "to an à aan a para til till vastaanottaja do komu címzett kime кому către προς prima za kam adressaat אל إلى đến ถึง kepada nori प्रति به 宛先 收件人 받는사람 수신 adresat".split(
    " ",
  ),
  subject:
    "subject betreff objet sujet onderwerp oggetto asunto assunto ämne emne aihe temat předmět tárgy konu тема predmet zadeva θέμα tēma teema נושא الموضوع subiect assumpte assumpto относно chủđề เรื่อง หัวเรื่อง subjek perihal efni gaia विषय موضوع 件名 主题 主旨 제목".split(
      " ",
    ),
  cc: "cc kopie copie copia kopi cópia dw másolat bilgi копия 抄送 副本 참조 reply-to antwort importance priorität".split(
    " ",
  ),
}
type Label = "from" | "sent" | "to" | "subject" | "cc"
const labelOf = new Map(
  Object.entries(labels).flatMap(([label, words]) => words.map((word) => [word, label as Label] as const)),
)

/** A line such as "*Von:* Harmony School <…>". */
function fieldOf(line: string): { label: Label; value: string } | undefined {
  const said = line.slice(0, 1000).replace(/^[\s*_]+/, "")
  const [, name = "", value = ""] = /^([\p{L}\p{M} /-]{1,20}?)[\s*_]*[:：][\s*_]*(.*)$/u.exec(said) ?? []
  const words = name.toLowerCase().split(/\s+/)
  // "Enviado el:" says the same as "Enviado:".
  const label = labelOf.get(words.join("")) ?? labelOf.get(words[0] ?? "")
  return label && { label, value }
}

const mostFields = 12

/** The fields of a letter's head from a line on: one after the other, each perhaps over two lines. */
function headAt(lines: readonly string[], at: number, isRuled: boolean) {
  const values = new Map<Label, string>()
  let end = at
  for (let index = at; index < Math.min(lines.length, at + mostFields); index += 1) {
    const line = lines[index] ?? ""
    // Below a rule one program writes them without a colon.
    const said = isRuled ? line.replace(/^(\p{L}{1,20}) (?=["\p{L}\d])/u, "$1: ") : line
    const field = isQuoted(line) ? undefined : (fieldOf(line) ?? fieldOf(said))
    if (field && !values.has(field.label)) {
      values.set(field.label, field.value)
      end = index + 1
    } else if (index === at || (isBlank(line) ? values.has("subject") : index > end + 1)) break
  }
  return { values, end }
}

type Heads = {
  repeats: Repeats
  isOurs: (address: string) => boolean
} & ReturnType<typeof lastLines>
/** From which line on the quote is, its head included, and before which it ends. */
type Quote = { at: number; end: number }

const addressesIn = (text: string) => text.slice(0, 500).match(/[^\s<>"'():;,[\]]+@[^\s<>"'():;,[\]]+/g) ?? []

const lastOf = (lines: readonly string[], is: (line: string) => boolean): number =>
  lines.reduce((last, line, index) => (is(line) ? index : last), -1)

/** What is below a line, known by its number: a long text with many heads is looked through once, not once for each. */
function lastLines(lines: readonly string[], repeats: Repeats) {
  const isSaid = (line: string) => /\p{L}/u.test(plain(line))
  const isTheirs = (line: string) => isSaid(line) && !repeats.has(line)
  const isOursInWords = (line: string) => isSaid(line) && repeats.has(line)
  const end = lastOf(lines, isOursInWords)
  // Between two lines of ours.
  const within = lastOf(lines.slice(0, Math.max(0, end)), (line) => isTheirs(line) && !isQuoted(line))
  let [whole, notWhole] = [-1, lines.length]
  while (notWhole - whole > 1) {
    const middle = Math.floor((whole + notWhole) / 2)
    if (repeats.isWholeIn(lines.slice(middle))) whole = middle
    else notWhole = middle
  }
  return {
    /** The last line without a sign of a quote. */
    lastBare: lastOf(lines, (line) => !isQuoted(line) && !isBlank(line)),
    /** The last one in words that we didn't write, and the last that repeats us. */
    lastOfTheirs: lastOf(lines, isTheirs),
    lastOfOurs: lastOf(lines, repeats.has),
    /**
     * Someone wrote their answers between the lines of our letter, which is there whole: nothing shows which are theirs, so all
     * below a line up to this one stays.
     */
    lastAnswered: Math.min(whole, lastOf(lines.slice(0, Math.max(0, within)), isOursInWords)),
    lastFilled: lastOf(lines, (line) => !isBlank(line)),
  }
}

function quoteFrom(lines: readonly string[], facts: Pick<Heads, "repeats" | "isOurs">): Quote | undefined {
  const heads = { ...facts, ...lastLines(lines, facts.repeats) }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ""
    if (isForward(line)) return undefined
    if (isBlank(line)) continue
    const quote = isQuoted(line)
      ? quotedLetter(lines, at, heads)
      : (letterHead(lines, at, heads) ?? attribution(lines, at, heads) ?? ourLetter(lines, at, heads))
    if (quote) return quote
  }
  return undefined
}

/** A quote down to the end that begins with its own head, as phones write it: with an address of ours it is our letter, also translated. */
function quotedLetter(lines: readonly string[], at: number, { isOurs, lastBare }: Heads): Quote | undefined {
  if (at < lastBare) return undefined
  const head = lines.slice(at, at + 3).map(unquoted)
  const last = head.findIndex((line) => /[:：]\s*$/.test(line))
  const said = head.slice(0, last + 1).join(" ")
  return saysWhen(said) && addressesIn(said).some(isOurs) ? { at, end: lines.length } : undefined
}

/** From, Sent, and To or Subject: what is below is the letter that was answered, unless it is someone else's. */
function letterHead(lines: readonly string[], at: number, heads: Heads): Quote | undefined {
  const { repeats, isOurs } = heads
  const line = lines[at] ?? ""
  const rules = /^[\s_=-]{10,}$/.test(line) || isOriginal(line) || isSummary(line) ? 1 : 0
  let begin = at + rules
  while (rules && begin < lines.length && begin < at + 4 && isBlank(lines[begin] ?? "")) begin += 1
  const { values, end } = headAt(lines, begin, isOriginal(lines[at] ?? ""))
  const [first] = values.keys()
  const mayBegin =
    first === "from" || first === "sent" || rules === 1 || addressesIn(values.get("from") ?? "").some(isOurs)
  if (!mayBegin || !values.has("from")) return undefined
  const proofs = ["sent", "to", "subject"].filter((label) => values.has(label as Label))
  const isProven = values.has("sent") ? proofs.length > 1 : false
  if (!isProven && !(isOriginal(lines[at] ?? "") && proofs.length > 0)) return undefined
  const addresses = addressesIn(values.get("from") ?? "")
  const isNotOurs =
    addresses.some((address) => !isOurs(address)) ||
    (repeats.isKnown && rules === 0 && addresses.length === 0)
  const isTheirs = isNotOurs && heads.lastOfOurs < end
  if (isTheirs || end <= heads.lastAnswered) return undefined
  return { at, end: end + answeredBelow(lines.slice(end), repeats) }
}

/** Where the letter that was answered ends, when it is there whole and someone wrote below it; else its last line. */
function answeredBelow(rest: readonly string[], repeats: Repeats): number {
  if (!repeats.isWholeIn(rest)) return rest.length
  const last = rest.reduce(
    (found, line, at) => (/\p{L}/u.test(plain(line)) && repeats.has(line) ? at : found),
    -1,
  )
  const below = rest.slice(last + 1).filter((line) => !isBlank(line))
  // An older letter below it, or what a program adds, is no answer.
  const isQuote = below.some((line, at) => /^\s*>/.test(line) || isOriginal(line) || isField(below, at))
  return below.length > 0 && !isQuote ? last + 1 : rest.length
}

const isField = (lines: readonly string[], at: number): boolean =>
  [lines[at], lines[at + 1]].every((line) => line !== undefined && fieldOf(line) !== undefined)

const saysWhenOrWho = (text: string): boolean =>
  /\d{1,2}[:.h]\d{2}|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\b(19|20)\d\d\b|\d\s*[年月日년월일]/.test(text) ||
  addressesIn(text).length > 0

/** "---- On … someone wrote ----". */
const isRuledHead = (line: string): boolean => /^-{3,}\s.*\s-{3,}$/.test(line) && addressesIn(line).length > 0

/** "On … someone wrote:", in any language: a day or time, or an address, and a quote right below it. */
function attribution(lines: readonly string[], at: number, heads: Heads): Quote | undefined {
  const { repeats, isOurs } = heads
  let text = ""
  let end = at
  for (; end < Math.min(lines.length, at + 4); end += 1) {
    const line = (lines[end] ?? "").trim()
    if (line === "" || isQuoted(line)) return undefined
    text = `${text} ${line}`.trim()
    if (text.length > 400) return undefined
    if (/[:：]$/.test(line) || isRuledHead(line)) break
  }
  if (!/[:：]$/.test(text) && !isRuledHead(text)) return undefined
  const isSaid = saysWhenOrWho(text)
  // "On Friday, Harmony School wrote:" above our whole letter.
  if (!isSaid && (end > at || !repeats.isNamedIn(text))) return undefined
  const top = topOfHead(lines, { at, end }, isOurs)
  let quote = end + 1
  while (quote < lines.length && (lines[quote] ?? "").trim() === "") quote += 1
  if (quote >= lines.length) return undefined
  if (!isQuoted(lines[quote] ?? "")) {
    if (!isSaid) return undefined
    // Some programs write the quote without a sign.
    return repeats.has(lines[quote] ?? "") && quote > heads.lastAnswered
      ? { at: top, end: quote + answeredBelow(lines.slice(quote), repeats) }
      : undefined
  }
  let last = quote
  for (let index = quote; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    // A long line that the program broke goes on without the sign.
    if (isQuoted(line) || (!isBlank(line) && index === last + 1 && repeats.has(line))) last = index
    else if (!isBlank(line)) break
  }
  const block = lines.slice(quote, last + 1).filter((line) => !isBlank(line))
  // What nobody of us wrote is quoted by the writer.
  const isTheirs = repeats.isKnown && !block.some(repeats.has) && !addressesIn(text).some(isOurs)
  if (isTheirs || (!isSaid && !repeats.isWholeIn(block)) || block.some(repeats.isAnswered)) return undefined
  if (heads.lastFilled <= last) return { at: top, end: lines.length }
  // They wrote below or between: what repeats us goes, with its head; the rest is theirs.
  return block.every(repeats.has) ? { at: top, end: last + 1 } : undefined
}

const saysWhen = (text: string): boolean => saysWhenOrWho(text.replace(/\S+@\S+/g, ""))

/** Where a head begins: what the writer wrote right above it has no part in it. */
function topOfHead(lines: readonly string[], { at, end }: Quote, isOurs: Heads["isOurs"]): number {
  const from = (start: number) => lines.slice(start, end + 1).join(" ")
  const isWhole = saysWhen(from(at)) ? saysWhen : saysWhenOrWho
  let top = end
  // "------- Original Message -------" is the program's, too.
  const withRule = (line: number) => {
    let above = line
    while (above > 0 && line - above < 3 && isBlank(lines[above - 1] ?? "")) above -= 1
    return isOriginal(lines[above - 1] ?? "") ? above - 1 : line
  }
  // "On Nov 27, 2026," over "at 17:08, …": a line that goes on.
  const goesOn = (line: string) => /,\s*$/.test(line) && saysWhen(line)
  const isPart = (line: string) => goesOn(line) || addressesIn(line).some(isOurs)
  while (top > at && (!isWhole(from(top)) || isPart(lines[top - 1] ?? ""))) top -= 1
  return withRule(top)
}

/** Our own letter again, without any head that we know, down to the end. */
function ourLetter(
  lines: readonly string[],
  at: number,
  { repeats, lastOfTheirs }: Heads,
): Quote | undefined {
  if (at <= lastOfTheirs || !repeats.isKnown || !repeats.has(lines[at] ?? "")) return undefined
  const rest = lines.slice(at).filter((line) => /\p{L}/u.test(plain(line)))
  const length = rest.reduce((sum, line) => sum + plain(line).length, 0)
  if (rest.length < 2 || length < 40) return undefined
  return { at: headAbove(lines, at, repeats), end: lines.length }
}

const oneLineHead = /^\s*-{4,}[^-]{3,40}-{4,}\s*\p{L}[^:：]{0,20}[:：].{0,300}@/u

/** What a program wrote right above a quote: a line that ends with a colon and says when or who, or fields such as "X: y". */
function headAbove(lines: readonly string[], at: number, repeats: Repeats): number {
  let top = at
  while (top > 0 && isBlank(lines[top - 1] ?? "")) top -= 1
  // Some phones write both in one line.
  const [, said = "", ours = ""] = /^(.{1,400}[:：])\s+(\S.*)$/.exec(lines[top - 1] ?? "") ?? []
  if (saysWhenOrWho(said) && repeats.has(ours)) return top - 1
  // "-------- Original message --------From: … Date: … To: …"
  if (oneLineHead.test(lines[top - 1] ?? "")) return top - 1
  let begin = top
  while (begin > 0 && top - begin < 8 && !isBlank(lines[begin - 1] ?? "")) begin -= 1
  // Some write a line above the fields, in a language that we don’t know.
  const isRuled = isOriginal(lines[begin] ?? "")
  const head = lines.slice(isRuled ? begin + 1 : begin, top)
  const isNamed = (line: string) => /^[\s*_]*[^:：]{1,25}[:：]\s*\S/.test(line)
  const isHead =
    head.length > 0 &&
    ((head.length >= 2 && head.every(isNamed)) ||
      (head.length <= 3 && /([:：]|>>>)\s*$/.test(head.at(-1) ?? "") && /\d|@/.test(head.join(" "))))
  return isHead ? begin : at
}
