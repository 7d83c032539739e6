// What banks call the columns of their statements. Pure.
import type { BankField } from "./bank-values"

/** The names of each column, those that say it best first. */
const synonyms: Record<BankField, readonly RegExp[]> = {
  date: [
    /^(booking|posting|posted|post|transaction|trans|txn|entry|completed|settlement|effective|process(ing|ed)?|charge|arrival|release|payment|paid|received)[ _]?date|^date (posted|paid|received|booked|completed|op|de compta|comptable|d['’]op)|^buchung(stag|sdatum)?$|^reskontra|^boek(ings)?datum|^(transactie|verwerkings|uitvoerings)datum|^datum$|^date$|^fecha(?! ?valor)|^data(?! ?(valuta|waluty|valor))|^dato$|^bokf|^bogf|^bokn|^transaktions(dag|datum|dato)|^dagsetning|^kirjaus|^päivä|^pvm|^book(ed|ing)\b|^datum (za|tran|pro|spl|odes)|^könyvel|^(işlem )?tarih|^tanggal|^ngày|^kuupäev|^วันที่|^(日付|年月日|取引日|お?取扱日|交易日|记账日|入账日|記帳日|거래일|날짜|תאריך|дата|ημερομηνία|التاريخ)/iu,
    /^transfer[ _]?date$/i,
    /^(date(?!i)|datum|dato|created|value date|valuta|wertstellung|started date|interest|rente(dato|dag)|arvopäivä|értéknap|fecha valor|data\b)/iu,
    /(?<!\p{L})(date|datum|fecha|data|dato)$/iu,
  ],
  amount: [
    /^target amount|^(total )?collected$/i,
    /^(amount|betrag|montant|importe|importo|bedrag|valor(?!e|uta)|monto|cantidad|beløb|beløp|belopp|kwota|částka|castka|objem|összeg|tutar|määrä|upphæð|summa|gross|brutt?o|lordo|avant commission|transaction amount|payment amount|net amount|交易金额|金额|金額|거래금액|금액|סכום|сумма|сума|ποσό|المبلغ)/iu,
    /^umsatz(?!typ|art|status)/i,
    /^[A-Z]{3} ?\p{Sc}$|^[A-Z]{3}$/u,
    /^value$|^(?!debit|withdraw|.*(foreign|orig|fremd|fee|charge|blo[ck]|balance|saldo|tax|tip\b|discount|refund|retried|shipping|gift aid)).*\b(amount|betrag|montant|importe|importo|bedrag|beløb|belopp|kwota|částka)\b/iu,
    /^(gesamt|brutto|bruto|zahl(ungs)?|einzahlungs|rechnungs|buchungs|transaktions|(ü|ue)berweisungs|tota(l|lt|al)|betalings?)(betrag|bedrag|beløb|beløp|belopp)(?!\p{L})/iu,
    /^((order|sale|payment) )?(sub)?total\b/i,
  ],
  payer: [
    /^(?!.*(iban|^(?!.*(debtor|payer)).*creditor|descri|\bbic\b|van de rekening|rekeningnummer|kontonummer|account n|numéro|número|numer |adres|e-?mail|informā|zpráva)).*(payer|beg(ue|ü)nstigte|auftraggeber(?!konto)|(?<!\p{L})(ein)?zahler|zahlungspflichtige|counter ?party|debtor|sender|ordenante|tiers|partner|remitente|remetente|pagador|ordinante|mittente|controparte|[ée]metteur|donneur d|contrepartie|tegenpartij|tegenrekening ?(naam|houder)|gegenkonto[ -]?(inhaber|name)|motpart|modpart|motkonto ?namn|avsänd|avsend|afsender|maksaja|saaja|platitelj|plačnik|gavėj|mokėtoj|saņēmēj|maksātāj|in[dn]?betal(er|are)(?!\p{L})|nadawc|zleceniodawc|kontrahent|protistran|proti[úu][čc]e?t|gönderen|plătitor|ordonator|nalogodav|contraparte|paid by|betaler|betalare|plátce|odes[ií]latel|odosielate|platiteľ|küldő|ellenoldal|lähettäj|maksja|saatja|nosūtītāj|siuntėj|karşı taraf|ad soyad|pengirim|người chuyển|ผู้โอน|名前|付款人|보낸사람|입금자|платник|відправник|платец|αντισυμβ|مرسل|המעביר|наредител|other party|merchant|依頼人|振込人|对方户名|对方名称|交易对方|對方戶名|보낸분|의뢰인|контрагент|плательщик|отправител|αποστολέας|πληρωτής|המשלם)/iu,
    /^(?!.*(activity|creditor|method|product|item|categor|kategor|op[ée]ration|account|konto|compte|cuenta|van de rekening|file|bank|e-?mail|address|card|karte|carte|kort)).*(name(?!n$)|naam|from|navn|namn|nimi|nazwa|název|nome|nombre|nom\b)/iu,
    /^(payee|from\/to|party|who|wer|von( wem)?|van|från|fra|de|da|od|favorecido|beneficiario|nume|nama|név|όνομα|tên|ชื่อ|שם|الاسم|đối tác|(?:.*\n)?((beneficiary|payee|recipient) ?\/ ?)?(payor|remitter|originator|depositor|ordering (customer|party))( ?\/ ?(beneficiary|payee|recipient))?( name)?|d[ée]posant|depositante|vkladatel|wpłacający|insättare|tallettaja|καταθέτης|(zahlungsempf(?:ä|ae)nger|family|familie|household|customer|client|kunde|klant|cliente?|kund|klient)( name)?)$|^(empf(?:ä|ae)nger(?: \d)?|recipient|beneficiary|bénéficiaire|destinatari[oa]|mottaker|mottagare|odbiorca|příjemce)$/iu,
  ],
  reference: [
    /zweck|^vwz|^t[ií]tulo|szczegół|purpose|remittance|payment reference|mededeling|omschrijving|concepto|causale|^tittel|^mitteilung|lan[çc]amento|libell|^label\b|^wording|descri|beschreibung|tytu[łl]|^opis|popis|zpráva|správa|inform[áā]ci|paskirt|selgitus|mērķis|^leyenda|^nature d|^aprašym|^apraksts|^kirjeldus|^uraian|^deskripsi|^รายการ|^รายละเอียด|^diễn giải|^keterangan|^mô tả|^nội dung|^namen$|svrha|опис|основание|призначення|sk[ýy]ring|tilvísun|texti$|közlemény|açıklama|viesti|selite|meddeland|meddelelse|melding|forklaring|beskriv|rubri(?!ek)|particular|hist[oó]ric|narration|remarks?$|movimiento|observaciones|observações|motif|objet$|besked|bericht|betreff|anmerkung|hinweis|zahlungsgrund|communication|commentaire|comentario|más datos|mensaje|mensagem|messaggio|^message$|^notes?\b|^notiz|^nota$|^tekst|^d[ée]tail( de l['’][ée]criture)?$|^d[ée]tails du mouvement$|^dettagli|^(detaily|detalji|detalii|detalhes|detalles)( \p{L}+){0,3}$|^operazione$|^operaci[oó]n$|^buchungs-?(info|details)|摘要|取引内容|取り?扱い?内容|商品|备注|備註|附言|用途|メモ|적요|내용|메모|תיאור|פרטים|описание|назначение|περιγραφή|αιτιολογία|البيان|الوصف/iu,
    /^(?!.*(mandat|mandate|[ _]id$|kunden|end-to-end|sammler|creditor|chq|cheque)).*(reference|description|memo|narrative)/i,
    /^(invoice|rechnung|facture|factuur|fattura|factura|fatura|faktura)s?[ _-]?(number|numero|num[eé]ro|nummer|no\.?|nr\.?|id|#|n[°º])?$|^(num[eé]ro|número|numer) (d[ea] |della )?(facture|factura|fatura|fattura|faktury)$|^((what )?for|wofür|für|subject|asunto|assunto|oggetto|temat|onderwerp|ämne|emne|item (title|description)|(transaction |trans |txn )?ref(erence)?\.? ?[\d#])$|^(vs|kid|ocr)\b|^op (ref|part|code)$|variab|^(betalings)?kenmerk|^sklic|referenznummer|zahlungsreferenz|^poziv na broj|^referinț|^pedido$|^order$|^order (number|no\.?|id|code)$|^bestellnummer|^(further|additional) |^zusätzlich|^supplerende|^(informations? )?compl[ée]ment|^detail van|^(upplýsingar|informa(tion(en)?|cje|zioni|ção|ções|ción)( dodatkowe| adicional)?|(lisä)?tieto(ja|t)|tiedot|opp?lysninger|bemærkning(er)?|anmærkning|bemerkung(en)?|toelichting|opmerking(en)?|komment(ar|ti)|comments?|σχόλια|σημειώσεις|poznámk[ay]|megjegyzés|uwagi|notatka|примечание|комментарий|napomena|opomba|märkus|piezīmes|pastabos|extra information|szöveg|verwendung|message to (the )?(recipient|payee))$/iu,
    /^(referens|referanse|referenz|référence|referencia|referência|riferimento|referans|viite(numero)?)\d?\b/iu,
    /details|text/i,
  ],
}

/** Whether a column is for what came in, and nothing else. */
export const isOnlyInHeading = (header: string): boolean => isInHeading(header) && !isOutHeading(header)

/** A payer's name in two columns. */
export const isGivenNameHeading = (header: string): boolean =>
  /^((\p{L}+[ .])?(first|given|fore)[ _-]?name|vorname|fornavn|förnamn|prénom|voornaam|etunimi|imię|jméno|keresztnév|nombre|nome)$/iu.test(
    header.trim(),
  )
export const isFamilyNameHeading = (header: string): boolean =>
  /^((\p{L}+[ .])?(last|family|sur)[ _-]?name|(nach|familien)name|etternavn|efternavn|efternamn|nom( de famille)?|achternaam|sukunimi|nazwisko|příjmení|vezetéknév|apellidos?|cognome|sobrenome|apelido)$/iu.test(
    header.trim(),
  )
/** The word before such a heading in English: "payer" of "Payer first name". */
export const whoseName = (header: string): string =>
  /^(\p{L}+)[ .](first|given|fore|last|family|sur)[ _-]?name$/iu.exec(header.trim())?.[1]?.toLowerCase() ?? ""

/** The headings that may be a field's column, the likeliest first. */
export function headingsOf(headers: readonly string[], field: BankField): string[] {
  const named = synonyms[field].flatMap((names) => headers.filter((header) => names.test(bare(header))))
  if (field !== "amount") return [...new Set(named)]
  const ins = headers.filter(isInHeading)
  return [
    ...new Set([
      ...ins.filter((header) => !isOutHeading(header) && !isNet(header)),
      ...named
        .filter((header) => !isOutHeading(header) && !isBalanceHeading(header))
        .sort((one, other) => Number(isPart(one)) - Number(isPart(other))),
      // One column of both, with signs.
      ...ins,
    ]),
  ]
}

/** What is left of an amount that a payer paid, where a provider kept its fee. */
export const isNet = (header: string): boolean => /^net(to|t?)?(?!\p{L})/iu.test(bare(header))

/** Whether an amount beside others is only a part of what a payer paid: without its tax, the tax, or what was asked before a discount. */
const isPart = (header: string): boolean =>
  /^gross sales|^sub[ -]?total|(?<!\p{L})(net(to|t)?|ht|ex|e[xk][ck]l\p{L}*|hors|before|without|ohne|sin|senza|sem|zonder|bez|uden|uten|utan)(?!\p{L})/iu.test(
    bare(header),
  ) || isTax(bare(header))
const isTax = (header: string): boolean =>
  /^(vat|gst|hst|tva|iva|btw|mwst|ust|moms|mva|tax)(?!\p{L})|(?<!\p{L})(amount|montant|importe|importo|valor|bedrag|betrag|bel(opp|øb|øp)|kwota)( (of|de|de la|dell['’]?|van|af|av))? ?(vat|gst|hst|tva|iva|btw|mwst|ust|moms|mva|tax)$/iu.test(
    header,
  )

/** Without a sign before it, as in "#Data operacji". */
const bare = (header: string): string =>
  header
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replaceAll("_", " ")
    .trim()

/** A heading that says "purpose" itself: where there are several, they are one text. */
export const isPurposeHeading = (header: string): boolean =>
  synonyms.reference.slice(0, -1).some((names) => names.test(bare(header)))

export const isDateHeading = (cell: string): boolean => headingsOf([cell], "date").length > 0
export const isAmountHeading = (cell: string): boolean => headingsOf([cell], "amount").length > 0

const incoming =
  /^(bij|c|cr|crdt|credit|crédit|kredit|credito|crédito|avere|accredito|uznanie|kreedit|kreditas|k|кт?|кредит|贷|收|π|h|haben|in|incoming|deposit|\+)$/i
const outgoing =
  /^(af|d|db|dr|wn|dbit|debit|débit|debet|debito|débito|dare|addebito|obciążenie|deebet|debetas|дт?|деб[ие]т|借|支|χ|s|soll|out|outgoing|withdrawal|check|fees?|(service )?charge|-|−)$/i
const direction =
  /^(af.?bij|d ?\/ ?[ap]|dare.{0,3}avere|segno|signo|vorzeichen|d.{0,8}\/ ?k.{0,8}|(debit|dr|d).{0,3}(credit|cr|c)|(credit|cr|c).{0,3}(debit|dr|d)|soll.{0,3}haben|s.?h|sign|in.{0,3}out|direction)$/i

const outHeading =
  /debit|débit|debet|\bsoll\b|belast|lastschrift|cargo|\bdebe\b|adeudo|addebit|uscit|\bdare\b|gastos?\b|(paid|payments?|transfer|money|amount|cash|funds) out|money paid|outflow|withdraw|^dr(?!\p{L})(?!.*\bcr)|^payments$|^sent$|^expenses?$|^minus|retir[oa]s?(?!\p{L})|retraits?|prelie?v|despesas|pagamentos|auszahlung|afschrijv|afgeschreven|u[td]gift|hævet|^ot(ot?|to)(?!\p{L})|sa[ií]das?(?!\p{L})|deebet|odosl|odp[ií]s|odeps|výdav|izej|išlaid|išmok|αναλήψ|çekilen|дебет|дебит|видатк|витрат|^плащан|odljev|سحب|keluar|เงินออก|ถอน|(?<!\p{L})nợ(?!\p{L})|^winien|出金|支取|^menot|wypłat|rozch[oó]d|výběr|odchozí|kiadás|^borç|plăți|isplat|duguje|^breme|izdev|väljamine|^giden|取款|支払|引き?出し?|支出|借方|출금|찾으신|חובה|расход|списани|χρέωση|مدين|u[td]betal|uttag|tililtä|^(u[td]|out|af)(?!\p{L})|ausg[aä]ng|ausgaben|abg[aä]ng|uitgaven|décaiss|dépens|obciąż|wydatk|výdaj|terhel/iu
const inHeading =
  /^(?!.*(card|line|kort|karte|date|datum|(?<!\p{L})(id|type|status)(?!\p{L})))(.*(?<!\p{L})(credits?|kredit|haben|kred[iī]t(as|s)|kreedit|gutschrift(en)?|príj(em|my)|prijat\p{L}*|p[rř]ip[ií]?s\p{L}*|sissetulek|ienāk\p{L}*|įplauk\p{L}*|pajamos|pano|yatan|priljev|masuk|pemasukan|(ghi )?có|καταθέσ\p{L}*|кредит|надходж\p{L}*|зарахув\p{L}*|прибут\p{L}*|постъпл\p{L}*|إيداع|ma(?=$)|cr[eé]dit[oi]?s?|abonos?|ingresos?|haber|avere|entrate|accredit[oi]|entradas?|in[dn]?betal\p{L}*|innskudd|insätt\p{L}*|indsat|in(?:komst|dtægt|ntekt)(?:er)?|panot|wpł[ya]\p{L}*|przych\p{L}*|vklad\p{L}*|příchozí|bevétel\p{L}*|încas\p{L}*|uplat\p{L}|potražuje|dobro|ieņēm\p{L}*|ieņāk\p{L}*|laeku\p{L}*|gelen|dep[oó]sitos?|receitas|recebimentos|versamenti|d[ée]p[ôo]ts?|versements?|einzahlung(?:en)?|einnahmen|zahlungseing[aä]nge?|bijschrijving(?:en)?|bijgeschreven|ontvangsten|receipts|income|lodgements?|inflows?|plus|uznani\p{L}*|příjm?\p{L}*|jóváír\p{L}*|alacak|eing[aä]nge?|zug[aä]nge?|encaissements?|recettes?|entr[ée]es?|received|incoming|inkomsten|ontvangen|tulot?|tilille|deposits?|(paid|payments?|transfer|money|amount|cash|funds) in)(?!\p{L})|(in[dn]?|bij|cr(?!.*\bdr))(?!\p{L})|.*(預[かりけ]*入?れ?金額|お預[かり]*|預入|入金|เงินเข้า|ฝาก|収入|收入|贷方|貸方|存款|存入|입금|맡기신|זכות|приход|зачислени|поступлени|πίστωση|دائن))/iu
const isInHeading = (header: string): boolean => inHeading.test(bare(header))

/** Whether a column has what went out. */
export const isOutHeading = (header: string): boolean => outHeading.test(bare(header))

/** Whether a column has the account's balance after each row. */
export const isBalanceHeading = (header: string): boolean =>
  /balance|\bbal\b|saldo|solde|kontostand|stav účtu|zůstatek|egyenleg|bakiye|likutis|atlikum|^jääk|stanje|салдо|^staða$|残高|余额|餘額|잔액|יתרה|остаток|υπόλοιπο|الرصيد/iu.test(
    header,
  )

/** Whether a cell has a word for money in or money out, as a heading of such a column has. */
const hasDirection = (cell: string, most = 25): boolean =>
  cell.length < most && isInHeading(cell) !== isOutHeading(cell)

/** What a letter below a heading such as "T/J" or "Borç/Alacak" says: the first is what went out, as in "D/C"; any other cell as it is. */
export function sideIn(header: string, cell: string): string {
  const [, first = "", second = ""] = /^(\p{L}+) ?\/ ?(?!n$)(\p{L}+)$/iu.exec(header.trim()) ?? []
  if (cell.length !== 1 || saysDirection(cell)) return cell
  const side = first.startsWith(cell) ? "-" : second.startsWith(cell) ? "+" : cell
  return isInHeading(first) && side !== cell ? (side === "-" ? "+" : "-") : side
}

/** Whether a cell says in which direction money went, and nothing else. */
export const saysDirection = (cell: string): boolean => incoming.test(cell) || outgoing.test(cell)

/** Whether the kind of a shop's row says that a payer got money back. */
export const isGivenBack = (kind: string): boolean =>
  /^(partial |full )?(refund|charge ?back|dispute|erstattung|rückerstattung|remboursement|litige|terugbetaling|reembolso|devolución|contracargo|rimborso|återbetalning|refusjon|zwrot)/i.test(
    kind,
  )

/** Whether a column has the kind of each row. */
export const isKindHeading = (header: string): boolean =>
  /^(transaction |payment |event )?(type|kind)$|^(art|typ|tipo|operaci[oó]n|opération|operazione)$/i.test(
    header,
  )

/** Whether a column has the bank's own word for each entry, such as a transfer or a direct debit. */
export const isBookingKindHeading = (header: string): boolean =>
  isKindHeading(header) ||
  /^(buchungs(text|art)|umsatz(art|typ)|transaktions(art|typ)|vorgang|type d.op[ée]ration|tipo (de |di )?(operaci[oó]n|movimiento|operazione|movimento)|typ transakcji|rodzaj (transakcji|operacji)|typ transakce|soort( transactie)?|mutatiesoort|transaction details type|reporting[ _]category|direction)$/i.test(
    header.trim(),
  )

/** Whether such a word says that a row isn't booked yet, where no column of its own does. */
export const isPendingKind = (kind: string): boolean =>
  /^(pending|vorgemerkt|vormerk(ung|posten)|en attente|pendiente|pendente|in attesa|in afwachting|väntande|afventer|oczekując[aey]|čekající|(general )?authori[sz]ation|(allgemeine )?autorisierung|autorisation( générale)?|autorizaci[oó]n( general)?|autorizzazione( generica)?|autorização( geral)?|autorisatie|autoryzacja|invoice sent|(payment )?request sent)( (transaction|payment|deposit|credit|transfer))?$/iu.test(
    kind.trim(),
  )

/** The column that says of each row whether it is a credit, a debit, or a note that moved no money; -1 without one. */
export const memoColumn = (rows: readonly { cells: readonly string[] }[], width: number): number =>
  Array.from({ length: width }, (_, index) => rows.map(({ cells }) => (cells[index] ?? "").trim())).findIndex(
    (cells) =>
      cells.some(isMemo) && cells.every((cell) => cell === "" || isMemo(cell) || saysDirection(cell)),
  )
export const isMemo = (cell: string): boolean => /^memo$/i.test(cell.trim())

/** Whether such a word says that a transfer of the account's owner came back. */
export const isReturnedKind = (kind: string): boolean =>
  /^(sepa[- ])?(retouren?|r(ü|ue)ck(ü|ue)berweisung|(ü|ue)berweisungs?r(ü|ue)ckgabe|returned (payment|transfer|item|credit|fpo)|payment returned|(virement|vir) (rejet|retourn)[ée]|rejet (de )?vir(ement)?|devoluci[oó]n (de )?transferencia|transferencia devuelta|bonifico (stornato|reso|respinto)|storno bonifico|terugboeking|zwrot przelewu|vrácená platba)(?!\p{L})/iu.test(
    kind.trim(),
  )

// A payment service's words for a row are whole cells: within a text, what a payer wrote has the same ("no refunds", "hold a spot").
const wordsOfKind = (kind: string): string => kind.trim().replace(/[\s_-]+/g, " ")

/** Whether such a word says that money which had gone out came back, such as from a shop. */
export const isGivenBackKind = (kind: string): boolean =>
  /^(?=.*\b(refund|charge ?back|dispute)|fee reversal|payout (fail|cancel|revers))((full|partial|payment|card|presentment|purchase|merchant|transaction|transfer|customer|fee|payout|refund(s|ed)?|charge ?backs?|disputes?|reversals?|reversed|won|fail(ure|ed)|cancel(l?ed|l?ation)|of|received)( (?!$)|$)){1,5}$/iu.test(
    wordsOfKind(kind),
  ) ||
  /^((teil|karten|geb(ü|ue)hren)?(r(ü|ue)ckzahlung|(r(ü|ue)ck)?erstattung)|remboursement( (partiel|total|carte|d[eu] (paiement|carte)))?|litige|(gedeeltelijke |volledige )?terugbetaling( van (de )?betaling)?|(reembolso|devoluci[oó]n)( (parcial|total|del? (pago|tarjeta)|d[eo] (pagamento|cartão)))?|contracargo|rimborso( (parziale|totale|(del )?pagamento|(della )?carta))?|zwrot( (płatności|środków|częściowy))?|återbetalning|refusjon)$/iu.test(
    wordsOfKind(kind),
  )

/** Whether such a word says that no one paid: a hold or its end, an exchange, or what the account's owner put in. */
export const isOwnKind = (kind: string): boolean => ownKinds.some((each) => each.test(wordsOfKind(kind)))
const ownKinds = [
  /^(neutral|(pot|space) transfer|add funds|money added|(foreign |currency )?exchange|échange|conversion|umtausch|geldwechsel|cambio|câmbio|wymiana|wisselen|växling)$/iu,
  /^(\p{L}+ ){0,2}(currency conversion|w(ä|ae)hrungsumrechnung|conversion de devises?|conversi[oó]n de (divisas?|moneda)|conversione (di )?valuta|valutaomrekening|omrekening (van )?valuta|conversão de moeda|przeliczen\p{L}+ walut\p{L}*|przewalutowan\p{L}*)( \p{L}+){0,5}$/iu,
  /^(?=.* )(?=.*\b(holds?|releases?|reserved?)\b)((release|reversal|cancell?ation|of|on|for|general|payment|account|temporary|risk|network|available|balance|review|dispute|investigation|resolution|open|authori[sz]ation|transaction|funds|given|back|holds?|releases?|reserved?)( (?!$)|$)){2,7}$/iu,
  /^(\p{L}+ ){0,3}(konto)?einbehaltung( \p{L}+){0,3}$|^(\p{L}+ (del|di) )?blocco (generico |temporaneo )?(del|sul) (conto|saldo|pagamento)$|^(\p{L}+ (d[eu]|de la) )?(blocage|suspension) (générale? )?(d[eu]|sur( le)?) (compte|paiement|solde)$|^(\p{L}+ (del?|de la) )?(retención|bloqueo) (general )?(del?|de la|en la|sobre el) (cuenta|pago|saldo)$/iu,
  /^bank\p{L}* (\p{L}+ ){1,3}(pp|paypal) \p{L}+$|^\p{L}+ banc\p{L}+ (\p{L}+ ){1,3}(pp|paypal)$/iu,
]

/** Whether a service that keeps fees calls a row so that it paid out or set right: at a bank a payout is what came in. */
export const isPayoutKind = (kind: string): boolean =>
  /^(payout|(account )?adjustment|auszahlung|uitbetaling)$/i.test(wordsOfKind(kind))

/** Whether a row is money from the owner's bank, in a file where others are money to it. */
export const isTopUp = (kind: string): boolean => /^(top.?up|cash in)$/i.test(kind)
export const isPaidOut = (kind: string): boolean => /payout|^cash out$/i.test(kind)

/** Whether a text is an amount of one currency and one of another, as in "Converted 100.00 GBP to 114.00 EUR". */
export function isExchange(purpose: string): boolean {
  const [, from, into] =
    /^\p{L}{0,20} ?[\d.,]+ ([A-Z]{3}) \D{2,25} [\d.,]+ ([A-Z]{3})$/u.exec(purpose.trim()) ?? []
  return from !== undefined && into !== undefined && from !== into && isCode(from) && isCode(into)
}

/** Whether a column is of the payouts of a payment service, such as "Payout date". */
export const isPayoutHeading = (header: string): boolean =>
  /^(payout|auszahlungs?|uitbetalings?)[ _.-]?(date|datum|id|type|status|reference|referentie)|^deposit[ _]?id$/i.test(
    header.trim(),
  )

/** Whether a column has what a payment service kept of each payment. */
export const isFeeHeading = (header: string): boolean =>
  /^(fees?|gebühr|entgelt|commission|comisión|tariffa|kosten|opłata|tarifa|taxa|avgift|gebyr)$/i.test(
    header.trim(),
  )

/** Whether a column has how someone paid. */
export const isMethodHeading = (header: string): boolean =>
  /^(card|karte|carte|kaart|tarjeta|carta|kort|kart|(payment|tender)[ _](method|type)|zahlungs(art|methode)|betaalmethode|(transaction|transaktions|payment)[ _]?(id|number|nummer))/i.test(
    header.trim(),
  )

/** Whether a column may say "credit" and "debit" of the cards that were used. */
const isCardKindHeading = (header: string): boolean =>
  /^(card|karten?|carte|kaart|tarjeta|carta|kort|tender|fund(ing|s source))(?!\p{L})|^process(ed)? as$|^verarbeitet als$|(?<!\p{L})(payment[ _]method|card[ _](type|funding)|zahlungsmethode|betaalmethode)$/iu.test(
    header.trim(),
  )

/** Whether a cell says by any word in which direction money went. */
export const saysSide = (cell: string): boolean => saysDirection(cell) || hasDirection(cell)

/** Whether a line above rows says that they are money in, or money out: "Withdrawals and other debits". */
export const isSideTitle = (line: string): boolean => hasDirection(line, 60)

/** Whether a cell says that money went out. */
export const saysOutgoing = (cell: string): boolean =>
  outgoing.test(cell.trim()) || (!incoming.test(cell.trim()) && isOutHeading(cell))

/**
 * The column in which a bank says of each row whether money came in or went out, where its amounts have no sign; -1 without one. A
 * single letter counts only with its opposite, or below a heading that says so; so does any other word for it, and only where no amount has a
 * sign. Where the kinds of rows are of both sides, some may say neither.
 */
export function directionColumn(
  headers: readonly string[],
  rows: readonly { cells: readonly string[] }[],
  hasSigns: boolean,
): number {
  const says = (cell: string) => saysDirection(cell) || (!hasSigns && hasDirection(cell))
  return headers.findIndex((header, index) => {
    const cells = rows.map(({ cells }) => sideIn(header, (cells[index] ?? "").trim())).filter(Boolean)
    const isOfBoth = cells.some(saysOutgoing) && cells.some((cell) => says(cell) && !saysOutgoing(cell))
    const isNamed =
      (direction.test(header.trim()) && cells.some(says)) || (!hasSigns && isKindHeading(header) && isOfBoth)
    if (isCardKindHeading(header) || (isStateHeading(header) && !cells.every(saysDirection))) return false
    if (cells.length === 0 || isPurposeHeading(header) || !(isNamed || cells.every(says))) return false
    return (
      isNamed ||
      cells.every((cell) => cell.length > 1 && saysDirection(cell)) ||
      (cells.some(saysOutgoing) && !cells.every(saysOutgoing))
    )
  })
}

const balanceLine =
  /^#?((opening|closing|current|collected) (ledger|available)|((open|opening|close|closing|beginning|ending|starting|previous|new|old|available|current|ledger|running|account|last) )+balance|(balance )?((brought|carried) )(forward|down)|balance forward|(balance )?[bc]\/[fd]|balance|(anfangs|end|schluss|konto|zwischen)(saldo|stand)|(alter|neuer|letzter|aktueller) (konto)?(saldo|stand)|((begin|eind|vorig|oud|nieuw|ingående|utgående|inngående|laatste) ?)?saldo( (inizial[ei]|final[ei]?|inicial|anterior|awal|akhir|początkowe|końcowe|contabile|disponibile|disponible|(total )?(disponível )?(do )?dia))?|s a l d o|(alg|lõpp)saldo|käive|mutasi (debet|kredit)|(saldo)?vortrag|likutis \p{L}+|\p{L}+ likutis|(počiatočný|konečný) zostatok|sold (inițial|final)|(primo|ultimo)saldo|\p{L}+ υπόλοιπο|(početno|završno) stanje|(начално|крайно) салдо|(входящий|исходящий) остаток|((debit|credit) )?turnover|оборот(ы)?|apyvarta|(sākuma|beigu) atlikums|apgrozījums|(ancien |nouveau )?solde( (initial|final|précédent|comptable))?|(ingående|utgående|inngående) balanse?|(alku|loppu)saldo|((počáteční|konečný) )?(stav|zůstatek)|(nyitó|záró) egyenleg|(devreden|açılış|kapanış) bakiye(si)?)(\s*(:|\(|(as (of|at)|on|at|am|per|vom|au|al|del|na) ).*)?$/iu
const totalLine =
  /^#?(sub-?|grand )?(totals?|totales?|totaal|summen?|gesamt(summe)?|somme|suma|summa|sum|razem|celkem|összesen|i alt|yhteensä|spolu|kokku|kopā|iš viso|σύνολο|toplam|合計|合计|합계|итого|разом|ukupno|общо|סה[״"]כ|المجموع|รวม|tổng|total number of)( \p{L}+){0,2}:?$/iu
const startsAsBalance = /^#?(saldo|solde|balance|kontostand|zůstatek)(?!\p{L})/iu
/** Alone these can be what a payer wrote. */
const bareBalance = /^(balance|saldo|solde|stav|kontostand)$/iu

/** Whether a text calls a row a total: its amount has to prove it, for a payer can be called so. */
export const isTotal = (text: string): boolean => totalLine.test(text)

/** Whether a column says which card was used, or whose it is. */
export const isCardHeading = (header: string): boolean =>
  /^card ?(member|holder|no|num)|^karten(nummer|inhaber)|^kort(nummer|innehav|inneh)|^kaart(nummer|houder)|carte$|tarjeta$|^titolare carta/i.test(
    header.trim(),
  )

/** Whether a shop lists whom it served, which no card's statement does. */
export const isShopHeading = (header: string): boolean =>
  /^((customer|client)( name)?|tips?( amount)?|tender( type)?|trinkgeld(betrag)?)$/i.test(header.trim())

/** Whether a card's statement says that its holder paid: "PAYMENT - THANK YOU". */
export const isPaymentToCard = (cell: string): boolean =>
  /payment.{0,20}thank|thank.{0,20}payment|payment received|paiement.{0,10}(merci|reçu)|zahlung.{0,20}(dank|erhalten)|pago recibido|pagamento (recebido|ricevuto)|betaling ontvangen/i.test(
    cell,
  )

/** Whether a cell may be of such a row: most aren't looked at any further. */
export const mentionsAccount = (cell: string): boolean =>
  /saldo|mutasi|s a l d o|turnover|оборот|käive|likutis|apyvarta|atlikums|apgroz|balan|vortrag|solde|stand|stav|zůstatek|egyenleg|tota|sum|gesamt|somme|razem|celkem|össz|i alt|yhteen|bakiye|zostatok|sold |υπόλοιπο|stanje|салдо|остаток|spolu|kokku|kopā|viso|σύνολο|toplam|合[計计]|합계|итого|разом|ukupno|общо|סה.כ|المجموع|รวม|tổng|ledger|forward|carried|brought|[bc]\/[fd]/iu.test(
    cell,
  )

/** Whether the words of a row are about the account, such as its balance or a sum, and not of a transfer. */
export function isAboutAccount([first = "", ...others]: readonly string[], hasDay: boolean): boolean {
  if (hasDay) return others.length === 0 && balanceLine.test(first) && !bareBalance.test(first)
  return (
    balanceLine.test(first) ||
    others.some((each) => balanceLine.test(each) && !bareBalance.test(each)) ||
    // "Total withdrawals and other debits"
    totalLine.test(first.split(" ").slice(0, 3).join(" ")) ||
    (others.length === 0 && startsAsBalance.test(first))
  )
}

// What a bank says of a row beside its amount: whether it is booked, and in which currency it is. Pure.

const pending =
  /pending|requires|in wacht|e[nm] espera|wstrzyman|zurückgehalten|обробц|обработ|очіку|чака|ootel|töötlem|käsittely|ממתין|בהמתנה|معلق|قيد|u obradi|könyvelésre vár|čaká|menunggu|diproses|처리중|vykdoma|apstrādē|agendad|în (curs|proces)|^รอ|^chờ|^đang|niedokończ|n(?:ie|e)(opłac|zapłac|uhrazen|zaplac)|unpaid|not paid|unbezahlt|unpaid|impay|onbetaald|[uo]betal[td]|așteptare|εκκρεμ|laukia|gaida|очаква|ожида|čekanju|^offen$|^open$|vorgemerkt|vormerk|in bearbeitung|processing|in progress|autori[sz](?!ad[ao])|authori[sz]|\bh[eo]ld\b|unclaimed|under review|reserv|varaus|venter|afventer|väntar|odottaa|in attesa|non contabilizzat|en attente|en cours|à venir|pendiente|pendente|em processamento|oczekuj|w toku|blokad|niezaksięg|čeká|nezaúčt|függő|foglal|bekle|unposted|unbooked|unsettled|uncleared|not cleared|nog niet|not yet|noch nicht|in behandeling|gereserveerd|in.transit|unterwegs|scheduled|geplant|planned|future|provis|未確定|保留|処理中|处理中|待处理|대기|ausstehend|sospeso|afwachting|openstaand|verwerken|väntand|prelim|čekaj|bekliyor|initiated|submitted|uncaptur|queued|awaiting|(ikke|ej|inte) bo[gk]f|nicht (ge|ver)bucht|unverbucht|à débiter|en proceso|em análise|in elaborazione|da contabilizzare|retenid/iu
const failed =
  /rever[st]|incomplete|slettet|deleted|gelöscht|verwijderd|supprim|eliminad|eliminat|borttag|poistet|usunięt|smazán|renvoy|respin[st]|eșuat|مرفوض|ملغ|отхвърл|сторнир|возврат|відхилен|скасован|afbrudt|zurückgegeben|tagasi|tühista|נדחה|בוטל|odbij|otkaz|törölve|batal|gagal|ditolak|取消|실패|취소|atcelt|kansell|zwróc|cofnięt|zamietnut|avvisad|ยกเลิก|ล้มเหลว|reddedil|[iİ]ptal|(?<!\p{L})[iİ]ade(?!\p{L})|thất bại|hủy|ακυρ|απορρ|atmest|atšauk|noraid|отказ|отмен|отклон|declin|fail|cancel|annul|storn|refus|denied|negad[ao]|negat[ao]|reject|rejet|abgelehnt|rückgängig|zurückgewiesen|geannuleerd|geweigerd|afgewezen|afgekeurd|avvist|avbrut|afvist|rifiut|rechaz|anul[ao]|recus|odrzuc|zamítn|odmítn|zrušen|hylät|peruttu|avslått|makuler|elutasít|iptal|expir|scadut|caducad|vencid|verfallen|abgelaufen|verlopen|wygas|udløb|utløp|void|bounced|unsuccessful|erreur|fehlgeschlagen|mislukt|returned|charged?.?back|abgebroch|zurückgebucht|teruggeboekt|échou|échec|fallid|fallit|devuelt|devolvid|missly|mislyk|epäonn|nieuda|falh[oa]|neúsp|sikertelen|başarısız|失败|失敗|关闭|撤销|退款/iu
const booked =
  /^(umsatz )?(booked|gebucht|verbucht|completed?|posted|cleared|settled|executed|done|final|ok|paid|bokf|bogf|udfø|utfø|genomf|geboekt|verwerkt|uitgevoerd|comptabilis|exécuté|effectu|passée?|contabilizz|eseguit|contabilizad|ejecutad|realizad|efetivad|conclu|zaksięg|zrealiz|zaúčt|proveden|könyvelt|teljes|gerçekleş|tamam|suoritettu|kirjattu|success|received|available|partially refunded|refunded|rembours|(zurück|rück)?erstattet|terugbetaald|reembolsad|rimborsat|återbetal|sent|issued|processed|captured|deposited|succe|(un)?(reconciled|matched)|confirmed|eingegangen|ausgeführt|erledigt|erfolgreich|abgeschlossen|terminé|validé|traité|payé|reçu|completad|procesad|pagad|completat|pagat|elaborat|voltooid|betaald|ontvangen|fuldført|gennemført|fullført|betal[td]|slutför|maksettu|zakończ|opłac|wykonan|dokončen|uhrazen|zaplac)/iu
const heading =
  /^(status|state|stato|statut|estado|estatus|situaci[oó]n|situa[cç][aã]o|situazione|info|zustand|état|stare|tila|állapot|stav|durum|stan|būsena|statuss|statusas|staatus|olek|státusz|stanje naloga|състояние|סטטוס|מצב|الحالة|สถานะ|trạng thái|ステータス|처리상태|κατάσταση|статус|状態|(交易)?状态|상태|(umsatz|buchungs|zahlungs|betaal)status|(booking|transaction|payment|transfer|order)[ _]?(status|state))( (du|de|del|da|do|der|des|of) .{3,25})?$/iu

type Row = { cells: readonly string[] }
export type RowState = "booked" | "pending" | "failed"

export const isStateHeading = (header: string): boolean => heading.test(header.trim())

export const isBooked = (cell: string): boolean => booked.test(cell.trim())
export const isKnownState = (cell: string): boolean =>
  isBooked(cell) || pending.test(cell) || failed.test(cell)

/** The column in which a bank says whether each row is booked, one that is called so before any other; -1 without one. */
export function stateColumn(headers: readonly string[], rows: readonly Row[]): number {
  const flag = headers.findIndex((header, index) => {
    const cells = rows.map(({ cells: all }) => (all[index] ?? "").trim()).filter(Boolean)
    return isFlag(header) && cells.length > 0 && cells.every((cell) => isYes(cell) || isNo(cell))
  })
  const ofNamed = (isNamed: boolean) =>
    headers.findIndex((header, index) => {
      const cells = rows.map(({ cells: all }) => (all[index] ?? "").trim()).filter(Boolean)
      // Of a program's own state of its books a bank knows nothing.
      const isOther = cells.some((cell) => cell.length > 60 || /^(zugeordnet|assigned|matched)$/i.test(cell))
      if (isStateHeading(header) !== isNamed || cells.length === 0 || isOther || isPayoutHeading(header))
        return false
      // "Piano hold 2" is a class.
      if (!isNamed && isPurposeHeading(header)) return false
      return isNamed
        ? cells.some(isKnownState)
        : cells.every((cell) => isKnownState(cell) && cell.length < 25)
    })
  const named = ofNamed(true)
  return named >= 0 ? named : flag >= 0 ? flag : ofNamed(false)
}

/** Whether a line between rows says of those below it whether they are booked: "Pending transactions". */
export function isStateTitle(line: string): boolean {
  const words = line.trim().split(/\s+/)
  // "Payments for future lessons" is what a payer wrote.
  const start = words.length > 3 ? words.slice(0, 2).join(" ") : line.trim()
  return (
    words.length < 8 &&
    /transa[ck]|umsätze|buchung|opera|opéra|movim|mouvement|tapahtum|\bitems|payments/iu.test(line) &&
    (pending.test(start) || booked.test(start))
  )
}

/** Whether a bank without a column for it writes before a row's purpose that it isn't booked yet. */
export const isPreliminary = (purpose: string): boolean =>
  /^(prel\.?|preliminär\p{L}*|vorgemerkt|pending\s*[-–:])\s/iu.test(purpose)

/** "Cleared" and "Pending" answer with yes and no. */
const bookedFlag =
  /^(is )?(cleared|posted|booked|settled|completed|gebucht|verbucht|geboekt|comptabilis[ée]e?|contabilizad[oa]|contabilizzat[oa]|bokförd|bogført|bokført)\??$/iu
const pendingFlag = /^(is )?(pending|vorgemerkt|in attesa|pendiente|en attente)\??$/iu
const isYes = (cell: string): boolean => /^(yes|y|true|ja|oui|s[ií]|1|x)$/i.test(cell)
const isNo = (cell: string): boolean => /^(no|n|false|nein|non|nej|nee|nei|0)$/i.test(cell)
const isFlag = (header: string): boolean => bookedFlag.test(header.trim()) || pendingFlag.test(header.trim())

/** A word that isn't known says nothing against a row: a person checks it. */
export function stateOf(cell: string, header = ""): RowState {
  const said = cell.trim()
  if (isFlag(header) && (isYes(said) || isNo(said)))
    return pendingFlag.test(header.trim()) === isYes(said) ? "pending" : "booked"
  if (failed.test(said)) return "failed"
  return pending.test(said) && !/^(umsatz )?gebucht/i.test(said) ? "pending" : "booked"
}

let codes: Set<string> | undefined
const isCode = (text: string) => {
  codes ??= new Set(Intl.supportedValuesOf("currency"))
  return codes.has(text)
}

const symbols: Record<string, string> = {
  "€": "EUR",
  "£": "GBP",
  "₹": "INR",
  zł: "PLN",
  "₺": "TRY",
  "₩": "KRW",
  "₪": "ILS",
  "₱": "PHP",
  Kč: "CZK",
}

/** The currency that a cell or heading names by its code or a sign that only it has; undefined when it names none. */
export function currencyIn(text: string): string | undefined {
  const code = text.match(/(?<![\p{L}])[A-Z]{3}(?![\p{L}])/gu)?.find(isCode)
  return code ?? Object.entries(symbols).find(([sign]) => text.includes(sign))?.[1]
}

/** Whether a column counts cents, as programs do. */
export const isInCents = (header: string): boolean =>
  /(?<!\p{L})(cents?|minor( ?units?)?|centimes|céntimos|centesimi|pence)(?!\p{L})/iu.test(
    header.replaceAll("_", " "),
  )

/** Another currency than that of the amount: what was paid elsewhere, or the bank's charge. */
const otherCurrency =
  /foreign|fremd|gebühr|charge|^(orig|local|fee|ursprung|lokal|originální|devise d.orig|d.origine|divisa orig|moneda orig|valuta orig|oprindelig|oorspronkelijk)/iu

const currencyHeading =
  /curr|ccy|w(?:ä|ae)hrung|devise|monnaie|divisa|moneda|moeda|valut|munt|walut|měna|mena|deviza|valiuta/iu

/** Signs of several currencies, and whose they are elsewhere. */
const sharedSigns = new Map<string, readonly string[]>([
  ["$", ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "CLP", "COP", "ARS"]],
  ["kr", ["SEK", "NOK", "DKK", "ISK"]],
  ["¥", ["JPY", "CNY"]],
])

/** The currency that a cell of its own names, in a school of `ours`: "EUR", "eur", "€", "Euro", "$". */
export function currencyOf(cell: string, ours = ""): string | undefined {
  const said = cell.trim()
  const code = said.toUpperCase()
  if (/^[A-Z]{3}$/.test(code)) return isCode(code) ? code : undefined
  if (/^euros?$/i.test(said)) return "EUR"
  const shared = sharedSigns.get(said.toLowerCase().replace(/\.$/, ""))
  return shared
    ? (shared.find((each) => each === ours) ?? shared[0])
    : Object.hasOwn(symbols, said)
      ? symbols[said]
      : undefined
}

/** The account's own, in a line above its table: "Currency: USD". */
export function currencyAbove(lines: readonly Row[]): string | undefined {
  const named =
    /^(account |konto)?(currency|w(ä|ae)hrung|bewertet in|monnaie|devise|divisa|moneda|moeda|valuta|munt|waluta|měna)(?!\p{L})/iu
  return lines
    .flatMap(({ cells }) =>
      cells.flatMap((cell, at) =>
        named.test(cell.trim()) ? [currencyIn(`${cell} ${cells[at + 1] ?? ""}`)] : [],
      ),
    )
    .find(Boolean)
}

/** The column that names the currency of each row's amount, the one nearest to it; -1 without one. */
export function currencyColumn(headers: readonly string[], rows: readonly Row[], amount: number): number {
  const found = headers.flatMap((header, index) => {
    if (otherCurrency.test(header.trim())) return []
    const cells = rows.map(({ cells: all }) => (all[index] ?? "").trim()).filter(Boolean)
    // Where the heading doesn't say so, three small letters or a sign are as often something else.
    const named = cells.filter((cell) => currencyOf(cell))
    const isCurrency = currencyHeading.test(header)
      ? named.length * 2 >= cells.length
      : cells.every((cell) => /^[A-Z]{3}$/.test(cell) && isCode(cell))
    return cells.length > 0 && isCurrency ? [index] : []
  })
  // "Settlement currency" is that of "Settlement amount"; else behind the amount before in front of it.
  const kindOf = (index: number) => /^\p{L}{3,}(?=[ _-])/u.exec(headers[index] ?? "")?.[0].toLowerCase()
  const isKin = (index: number) => kindOf(index) !== undefined && kindOf(index) === kindOf(amount)
  const distance = (index: number) =>
    isKin(index) ? 0 : index > amount ? index - amount : amount - index + 0.5
  return found.sort((one, other) => distance(one) - distance(other))[0] ?? -1
}
