// Headings in other letters than Latin, said in English word by word: whose a column is, and what it holds. "保護者電話" is
// "parent phone", "Телефон родителя" too. What isn't known in whole stays as it is.

/** Whose a column is. The more exact come first. */
const whose: readonly (readonly [said: RegExp, english: string])[] = [
  [/緊急連絡先|紧急联系人|緊急聯絡人|비상\s?연락처|экстренн/iu, "emergency contact"],
  [
    /母親|母亲|妈妈|媽媽|어머니|엄마|الأم(?!\p{L})|والدة|мама|мать|матери|μητέρα|μητέρας|(?<!\p{L})אם(?!\p{L})|האם/iu,
    "mother",
  ],
  [
    /父親|父亲|爸爸|아버지|아빠|الأب(?!\p{L})|والد(?!ين|ة)|папа|отец|отца|πατέρα|πατέρας|(?<!\p{L})אב(?!\p{L})|האב/iu,
    "father",
  ],
  [/支払者|請求先|付款人|납부자|плательщик|πληρωτή/iu, "payer"],
  [
    /保護者|ご家族|親(?=\p{L}|$)|家长|家長|监护人|監護人|父母|학부모|보호자|부모|ولي\s?(?:أمر|الأمر)|الوالد|الوصي|родител\p{L}*|батьк\p{L}*|опікун\p{L}*|опекун\p{L}*|законн\p{L}+ представител\p{L}*|γονέ\p{L}*|κηδεμόν\p{L}*|הורה|הורים/iu,
    "parent",
  ],
  [
    /生徒|学生|學生|学员|學員|孩子|儿童|학생|원생|수강생|الطالب(?:ة)?|التلميذ|ученик\p{L}*|учн\p{L}+|учащ\p{L}*|студент\p{L}*|ребен\p{L}*|ребён\p{L}*|μαθητ\p{L}*|σπουδαστ\p{L}*|תלמיד\p{L}*/iu,
    "student",
  ],
]

/** What a column holds. The more exact come first: "lesson day" before "day". */
const what: readonly (readonly [said: RegExp, english: string])[] = [
  [/フリガナ|ふりがな|カナ|拼音|로마자|영문|отчеств\p{L}*|πατρώνυμο/iu, ""],
  [
    /メール|电邮|電郵|邮箱|郵箱|邮件|郵件|이메일|메일|(?:ال)?بريد|الإيميل|почт\p{L}*|пошт\p{L}*|имейл|email|e-mail|ημέιλ|אימייל|דוא["״]?ל/iu,
    "email",
  ],
  [
    /電話|携帯|连絡先|連絡先|手机|手機|电话|聯絡|联系方式|联系电话|연락처|전화|휴대폰|핸드폰|الهاتف|هاتف|الجوال|جوال|موبايل|телефон\p{L}*|моб\.?|τηλ\p{L}*\.?|κινητό|טלפון|נייד/iu,
    "phone",
  ],
  [
    /生年月日|誕生日|出生日期|出生年月|生日|생년월일|생일|تاريخ الميلاد|المولد|дата рожд\p{L}*|дата народж\p{L}*|д\.?\s?р\.?$|день рожд\p{L}*|ημ\p{L}*\.? γέν\p{L}*|γέννησ\p{L}*|תאריך לידה|יום הולדת/iu,
    "birth date",
  ],
  [
    /学籍番号|学号|學號|生徒番号|会員番号|编号|編號|학번|번호|番号$|番號$|رقم (?:الطالب|القيد)|(?:личный )?номер(?= ученика|$)|(?<!\p{L})код(?!\p{L})|αριθμός μητρώου|κωδικός|מספר (?:תלמיד|זהות)/iu,
    "id",
  ],
  [
    /楽器|科目|コース|レッスン内容|乐器|樂器|课程|課程|악기|과목|과정|الآلة|الالة|المادة|инструмент|інструмент|предмет|специальность|όργανο|μάθημα|כלי|מקצוע/iu,
    "instrument",
  ],
  [
    /講師|先生|担当|老师|老師|教师|教師|导师|導師|강사|선생(?:님)?|교사|المعلم(?:ة)?|المدرس(?:ة)?|الأستاذ(?:ة)?|преподавател\p{L}*|викладач\p{L}*|вчител\p{L}*|педагог\p{L}*|учител\p{L}*|καθηγητ\p{L}*|δάσκαλ\p{L}*|מורה/iu,
    "teacher",
  ],
  [
    /備考|メモ|特記事項|备注|備註|附註|说明|비고|메모|특이사항|ملاحظات|примечани\p{L}*|приміт\p{L}*|комментари\p{L}*|заметк\p{L}*|σχόλι\p{L}*|σημειώσ\p{L}*|παρατηρήσ\p{L}*|הערות/iu,
    "notes",
  ],
  [/アレルギー|既往歴|过敏|過敏|알레르기|الحساسية|аллерги\p{L}*|αλλεργί\p{L}*|אלרגי\p{L}*/iu, "allergies"],
  [/曜日|星期|周几|요일|اليوم|день(?: недели)?|ημέρα|יום/iu, "day"],
  [
    /終了時[間刻]|結束時間|结束时间|종료\s?시간|وقت الانتهاء|(?:время )?окончани\p{L}*|ώρα λήξης|שעת סיום/iu,
    "end time",
  ],
  [
    /レッスン時間\(分\)|時間\(分\)|所要時間|时长|時長|수업\s?시간\(분\)|المدة|длительност\p{L}*|продолжительност\p{L}*|διάρκεια|משך/iu,
    "duration",
  ],
  [
    /開始日|入会日|入学日|報名日期|报名日期|入学日期|등록일|입학일|تاريخ (?:البدء|التسجيل)|дата (?:начала|зачисления|поступления)|ημ\p{L}*\.? (?:έναρξης|εγγραφής)|תאריך התחלה/iu,
    "start date",
  ],
  [/退会日|退学日|结束日期|퇴원일|дата (?:окончания|отчисления)|ημ\p{L}*\.? λήξης/iu, "end date"],
  [
    /開始時[間刻]|時間|时间|時刻|시간|시작\s?시간|الوقت|الساعة|врем\p{L}*|(?<!\p{L})час(?:ы)?(?!\p{L})|(?<!\p{L})ώρα(?!\p{L})|שעה/iu,
    "time",
  ],
  [
    /月謝|受講料|料金|学费|學費|费用|費用|수강료|수업료|원비|الرسوم|السعر|стоимост\p{L}*|цена|оплата|τιμή|δίδακτρα|מחיר|שכר לימוד/iu,
    "price",
  ],
  [/郵便番号|邮编|郵遞區號|우편번호|الرمز البريدي|индекс|ταχ\p{L}*\.? κώδικας|τ\.?κ\.?$|מיקוד/iu, "postcode"],
  [/住所|地址|住址|주소|العنوان|адрес|διεύθυνση|כתובת/iu, "address"],
  [/市区町村|城市|도시|المدينة|город|πόλη|עיר/iu, "city"],
  [/状態|在籍状況|状态|狀態|상태|الحالة|статус|κατάσταση|סטטוס/iu, "status"],
  [
    /レベル|学年|级别|級別|程度|年级|年級|레벨|등급|학년|المستوى|уровень|класс|επίπεδο|τάξη|רמה|כיתה/iu,
    "level",
  ],
  [/続柄|关系|關係|관계|صلة القرابة|степень родства|кем приходится|σχέση|קרבה/iu, "relation"],
  [
    /氏名|名前|お名前|姓名|성명|이름|성함|الاسم الكامل|الاسم الثلاثي|ф\.?\s?и\.?\s?о\.?|п\.?і\.?б\.?|имя и фамилия|фамилия[,]? (?:и )?имя|ονοματεπώνυμο|שם מלא/iu,
    "full name",
  ],
  [
    /^姓$|名字\(姓\)|^성$|اسم العائلة|اللقب|(?:اسم )?الشهرة|фамили\p{L}*|прізвищ\p{L}*|επώνυμο|επίθετο|שם משפחה/iu,
    "last name",
  ],
  [/^名$|^이름$|الاسم الأول|имя|ім['’ʼ]?я|(?<!\p{L})όνομα|שם פרטי/iu, "first name"],
  [/名$|الاسم|اسم|имени|ονόματος|^שם|שם /iu, "full name"],
]

/** No heading is longer; the patterns take their time. */
const longest = 60
const other =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}]/u

/** A heading in other letters in English; null where it has none of them, or isn't known. */
export function inEnglish(heading: string): string | null {
  if (heading.length > longest || !other.test(heading)) return null
  const text = heading.normalize("NFC").replace(/\s+/g, " ").trim()
  const number =
    /[1-4１-４一二]$/u.exec(text)?.[0].normalize("NFKC").replace("一", "1").replace("二", "2") ?? ""
  const person = whose.find(([said]) => said.test(text))
  const rest = (person ? text.replace(person[0], " ") : text).replace(/の/g, " ").trim()
  const held = what.find(([said]) => said.test(rest))?.[1]
  if (held === "") return null
  const isName = held === "full name" || held === undefined
  if (person === undefined) return held === undefined ? null : [held, number].filter(Boolean).join(" ")
  // A column that only names a person is their name.
  if (held === undefined && /[\p{L}]{2}/u.test(rest)) return null
  return [person[1], number, person[1] === "student" || !isName ? (held ?? "name") : "name"]
    .filter(Boolean)
    .join(" ")
}
