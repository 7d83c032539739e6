import type { ReceivedMail } from "~/providers/inbound-mail/received-mail"

// Mail that no person wrote: automatic answers, out-of-office notes, and letters of mail servers about one that came back. Known
// by their headers (RFC 3834, RFC 3464 and what mail programs really write), and by the beginning of their subject.

/** Headers of their own that programs mark their answers with. Servers put others that sound like them on a person's mail. */
const autoHeader =
  /^x-(auto-?(reply|respond|response|responder|generated)|autoreply-from|mail(er)?-auto(reply|responder)|((google|sieve|dovecot)-)?vacation|out-of-office|fc-machinegenerated|ms-exchange-(inbox-rules-loop|generated-message-source)|facebook-notify|boxtrapper|spamarrest-noauth)$/

/** What a company's mail server puts before a subject from outside. */
const tag = /^\s*(\[(ext|extern|external|spam)\]|(ext|extern|external)\s*:)\s*/i

const phrases = [
  "auto(matic|matisch(e|es)?)?[- ]?(reply|response|antwort|respuesta)",
  "automat(ed|ic) (reply|response)( to|( from [\\p{L}\\p{M} .'’-]{1,60}))?",
  "out of (the )?office auto-?(reply|response)",
  "out-of-(the-)?office",
  "ooo",
  "(auto: )?[\\p{L}\\p{M} .'’-]{0,60}\\b(is|am) (currently )?out of (the )?office( \\(returning.{0,40}\\))?",
  "out of (the )?office",
  "away from (the )?office",
  "vacation (reply|response|notice)",
  "your (e-?mail|message)( to \\S+@\\S+)? (requires|needs|awaits) (verification|confirmation)( \\S+)?",
  "(please )?confirm your (e-?mail|message) to \\S+@\\S+",
  "abwesenheits(notiz|assistent|nachricht|agent|meldung)\\w*",
  "(ich bin )?((derzeit|zurzeit|momentan|aktuell) )?nicht im (büro|haus)",
  "urlaubsnotiz",
  "réponse automatique",
  "(notification d[’']|message d[’'])?absence du bureau",
  "notification d[’']absence",
  "mensaje de ausencia",
  "absent(e)? du bureau",
  "message d[’']absence",
  "respuesta automática( (de|por) \\p{L}+)?",
  "resposta autom[àá]tica",
  "(estoy )?fuera de (la )?oficina",
  "ausente da? (escritório|oficina)",
  "fora do escritório",
  "risposta automatica",
  "fuori (sede|ufficio)",
  "assenza dall[’']ufficio",
  "automatisch antwoord",
  "afwezigheids(bericht|assistent|melding)\\w*",
  "automatische? (reactie|bericht)",
  "auto(matiskt?|matisk)[ -]?svar",
  "autosvar",
  "frånvaro(meddelande|assistent)\\w*",
  "fravær(s|ende)?(assistent|besked|beskjed|melding|notits)\\w*",
  "(ikke på|ude af|ute av) kontoret",
  "inte på kontoret",
  "automaattinen vastaus",
  "(sähköpostin )?automaattivastaus",
  "lomavastaus",
  "semestersvar",
  "poissaoloviesti",
  "odpowiedź automatyczna",
  "autoodpowiedź",
  "automatyczna odpowiedź",
  "(jestem )?poza biurem",
  "brak w biurze",
  "mimo kancelář",
  "irodán kívül",
  "automaticky (vy)?generovan[aá] odpov[eě][dď]",
  "(jestem )?na urlopie",
  "buiten kantoor",
  "automatická odpov[eě][dď]",
  "automatikus válasz",
  "odpověď v nepřítomnosti",
  "távolléti (értesítés|válasz|üzenet)",
  "házon kívül",
  "otomatik (yanıt|cevap)",
  "răspuns automat",
  "автоответ\\w*",
  "автоматический ответ",
  "автоматична відповідь",
  "αυτόματη απάντηση",
  "自動(応答|返信|回覆|回复)",
  "不在(通知|のお知らせ)",
  "自动(回复|答复)",
  "자동 ?(회신|응답|답장)",
  "(automatski|avtomatski|samodejni) odgovor",
  "sjálfvirkt svar",
  "erantzun automatikoa",
  "trả lời tự động",
  "(balasan|jawapan|jawaban) (otomatis|automatik)",
  "(การ)?ตอบกลับ(โดย)?อัตโนมัติ",
  "स्वचालित (उत्तर|प्रत्युत्तर|जवाब)",
  "automatische eingangsbestätigung",
  "automatinis atsakymas",
  "automātisk[aā] atbilde",
  "automaatvastus",
  "автоматичен отговор",
  "аутоматски одговор",
  "תשובה אוטומטית",
  "מענה אוטומטי",
  "(رد|الرد) (تلقائي|آلي|التلقائي|الآلي)",
  "outomatiese antwoord",
  "автоматски одговор",
  "автоматты жауап",
  "përgjigje automatike",
  "avtomatik cavab",
  "پاسخ خودکار|خودکار جواب",
  "(ateb|ymateb) awtomatig",
  "freagra uathoibríoch",
  "ავტომატური პასუხი",
  "ավտոմատ պատասխան",
  "স্বয়ংক্রিয় (উত্তর|প্রতিক্রিয়া)",
  "awtomatikong (tugon|sagot)",
]
/** A program's note that a letter was opened: that letter's subject behind it, and its head in the text. */
const receipt =
  /^\s*(read|not read|gelesen|ungelesen|gelezen|niet gelezen|lu|non lu|le[ií]do|no le[ií]do|lido|não lido|letto|non letto|läst|oläst|lest|ulest|læst|luettu|przeczytano|přečteno|prečítané|olvasva|okundu|прочитано|開封済み|已读|已讀|읽음)\s*[:：]\s*\S/iu

/**
 * What one program writes in any language, with the day behind it: "AUTO: … ist außer Haus (Rückkehr am 01.12.2026)". A parent's
 * "Auto: …" is a car.
 */
const autoUntil = /^\s*AUTO:\s.{1,150}\([^()]*\d{1,4}[./-]\d{1,2}[./-]\d{1,4}[^()]*\)\s*$/

/** "Automatic reply to your message: …" */
const toYours =
  "( (to|auf|à|au|a|op|su|alla|al|till|på) (your|ihre?|deine?|votre|su|tu|seu|sua|uw|je|tua?|suo|ditt|din) [\\p{L}-]{2,20})?"
const automaticSubject = new RegExp(
  `^\\s*\\[?(${phrases.join("|")})${toYours}\\s*([:：\\]–—(-]|re:|aw:|$)`,
  "iu",
)

/**
 * Words that a program writes for who is away, and a parent for a child who is: alone they are a person's, and a program's where
 * the letter that it answers is named behind them.
 */
const away = new RegExp(
  `^\\s*\\[?(${[
    "(i[’']?m |i am )?(away |currently )?on ((annual|maternity|paternity|parental|sick|medical|study) )?(leave|vacation|holidays?)",
    "vacation|sabbatical",
    "i[’']?m away",
    "(i am )?away",
    "auto",
    "out of (the )?office",
    "(ich bin )?((im )?urlaub|abwesen(d|heit)|nicht im (büro|haus))",
    "vacances|absente?(?= jusqu)|absence|(je suis )?(en )?(congés?|vacances)",
    "(estoy de )?vacaciones|ausencia",
    "(estou de )?férias|assente",
    "(sono in )?ferie|assenza",
    "(ik ben )?(afwezig(heid)?|niet aanwezig|op vakantie|met verlof)",
    "frånvar(o|ande)|jag är på semester",
    "fravær|(jeg er på )?ferie",
    "poissa(olo)?|olen lomalla",
    "nieobecno(ść|ści)|nieobecn[ya]|jestem na urlopie",
    "nep[rř][ií]tomnos[tť]",
    "szabadságon",
    "izindeyim|İzindeyim|izinliyim|İzinliyim",
    "(я )?(в отпуске|отсутствую)",
    "λείπω( από το γραφείο)?|εκτός γραφείου",
    "(휴가|부재) ?중",
    "外出中|休假",
  ].join(
    "|",
  )})( (bis|until|till?|hasta|tot|fino al|jusqu[’']\\S+|do|до|a) [^,;]{1,30}?(?=\\s*[:：\\]–—-]|\\s(re|aw|antw|sv|vs|odp|ref)\\s*:))?\\s*[:：\\]–—-]?\\s*(re|aw|antw|antwoord|sv|vs|odp|r|ref|rép|réf)\\s*:`,
  "iu",
)

/** The rest of such a subject is a server's, too: "Delivery failed - rental cello" is a person's. */
const bounceSubject = new RegExp(
  `^\\s*(${[
    "undeliver(able|ed)",
    "mail delivery (failed|failure|system|subsystem)",
    "delivery (status notification|has failed|failure|failed|incomplete)",
    "returned mail",
    "failure notice",
    "メールエラー通知",
    "mail could not be delivered",
    "message (blocked|delayed|not delivered)",
    "unzustellbar",
    "nicht zustellbar",
    "non remis",
    "message non (remis|distribué)",
    "échec de la remise",
    "no se puede entregar",
    "no entregado",
    "(correo|mensaje) devuelto",
    "(warning: message \\S+|delivery) delayed",
    "delivery notification: delivery has failed",
    "zustellung fehlgeschlagen",
    "échec de remise",
    "impossibile recapitare",
    "niet bezorgd",
    "kan inte levereras",
    "ikke leveret",
    "(toimittamatta|ei voitu toimittaa)\\s*:",
    "nedoručiteln",
    "nie można dostarczyć",
    "kézbesíthetetlen",
    "teslim edileme(di|yen)",
    "imposibil de livrat",
    "non recapitabile",
    "mancato recapito",
    "onbestelbaar",
    "não (entregue|é possível entregar)",
    "det (går|gick) inte att leverera",
    "kan ikke leveres",
    "niedostarczon",
    "не доставлено",
    "недоставленное",
    "配信不能",
    "未传递",
    "无法[投传]递",
    "배달(되지 않음|할 수 없음)",
  ].join(
    "|",
  )})[\\p{L}\\p{M}]*(?=\\s*($|[:：(\\[\\d]|e-?mail|mail|message|return|delivery|notification|to\\b))`,
  "iu",
)

/** Whether a short text has whom, what and when of a letter below each other, and nothing else to say than two lines. */
const quotesHead = (text: string): boolean => {
  const lines = text
    .slice(0, 2000)
    .split("\n")
    .filter((line) => line.trim() !== "")
  const fields = lines.filter((line) => /^\s+\p{L}[\p{L} ]{0,20}\s?[:：]\s*\S/u.test(line))
  return lines.length <= 7 && fields.length >= 2 && lines.length - fields.length <= 4
}

/** Whether no person wrote a mail: an automatic answer, or a letter that one of ours came back. Undefined for a person's. */
export function machineKind(
  mail: Pick<ReceivedMail, "from" | "subject" | "headers" | "text">,
): "automatic" | "bounced" | undefined {
  const headers = new Map(
    Object.entries(mail.headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      String(value).trim().toLowerCase(),
    ]),
  )
  const of = (name: string) => headers.get(name) ?? ""
  const subject = (mail.subject ?? "").slice(0, 500).replace(tag, "")
  const sender = mail.from.toLowerCase()
  if (
    /multipart\/report|delivery-status|disposition-notification/.test(of("content-type")) ||
    headers.has("x-failed-recipients") ||
    /(^|<|\s)(mailer-daemon|post_?master|mail-daemon|microsoftexchange[0-9a-f]{32})@/.test(sender) ||
    (bounceSubject.test(subject) && (of("return-path") === "<>" || of("return-path") === ""))
  )
    return "bounced"
  const said = of("auto-submitted")
  if (said !== "" && !/^no\b/.test(said)) return "automatic"
  if (of("return-path") === "<>") return "automatic"
  if (/\b(bulk|auto_reply|auto-reply|junk)\b/.test(of("precedence"))) return "automatic"
  if (/\b(all|oof|autoreply)\b/.test(of("x-auto-response-suppress"))) return "automatic"
  if ([...headers].some(([name, value]) => autoHeader.test(name) && !/^(no(ne)?|off|false|0)?$/.test(value)))
    return "automatic"
  if (/autoresponder/.test(of("x-post-messageclass"))) return "automatic"
  const isReceipt = receipt.test(subject) && quotesHead(mail.text ?? "")
  return isReceipt || autoUntil.test(subject) || automaticSubject.test(subject) || away.test(subject)
    ? "automatic"
    : undefined
}
