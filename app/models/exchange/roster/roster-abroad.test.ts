import { describe, expect, it } from "vitest"
import { planField, rowOf } from "../../../../tests/support/planned-roster"
import { guessMapping } from "./roster-fields"
import type { RosterPlan } from "./roster-plan"
import { splitName } from "./roster-text"
import { parseMinutes, parseTime, parseWeekday } from "./roster-times"

// Lists in other letters than Latin, and in further words of languages that have them.

const read = async (...lines: string[]) =>
  (await planField(new TextEncoder().encode(`${lines.join("\n")}\n`))).plan
const guess = (headings: string) => Object.values(guessMapping(headings.split(","), []))
const guardiansOf = (plan: RosterPlan) =>
  plan.families.flatMap(({ guardians }) =>
    guardians.map(({ name, email, phone, relation }) => [name, email, phone, relation]),
  )
const lessonsOf = (plan: RosterPlan) =>
  plan.classes.map(({ teacherKey, schedule: { weekday, time, minutes } }) =>
    [plan.teachers.find(({ key }) => key === teacherKey)?.name, weekday, time, minutes].join(" "),
  )
const problems = (plan: RosterPlan) => plan.rows.flatMap((row) => row.problems.map(({ message }) => message))

const usual = [
  "fullName",
  "birthDate",
  "guardian1Name",
  "guardian1Phone",
  "guardian1Email",
  "instrument",
  "teacher",
  "notes",
]
it.each([
  ["Japanese", "氏名,生年月日,保護者氏名,保護者電話番号,保護者メール,楽器,担当講師,備考"],
  ["Chinese", "姓名,出生日期,家长姓名,家长手机,家长邮箱,乐器,老师,备注"],
  ["Chinese in traditional letters", "學生姓名,生日,家長,家長電話,家長電郵,樂器,導師,備註"],
  ["Korean", "이름,생년월일,학부모,학부모 연락처,학부모 이메일,악기,강사,비고"],
  [
    "Arabic",
    "الاسم الكامل,تاريخ الميلاد,ولي الأمر,هاتف ولي الأمر,بريد ولي الأمر الإلكتروني,الآلة,المعلم,ملاحظات",
  ],
  [
    "Russian",
    "ФИО ученика,Дата рождения,Родитель,Телефон родителя,Эл. почта родителя,Инструмент,Преподаватель,Примечание",
  ],
  ["Greek", "Ονοματεπώνυμο,Ημερομηνία γέννησης,Γονέας,Τηλέφωνο γονέα,Email γονέα,Όργανο,Καθηγητής,Σχόλια"],
  ["Hebrew", "שם מלא,תאריך לידה,שם ההורה,טלפון הורה,אימייל הורה,כלי,מורה,הערות"],
])("headings in %s are known", (_, headings) => {
  const found = guess(headings)
  expect(found).toEqual(
    // A heading of the name in these letters may also be said of the first name alone.
    usual.map((use, at) => (at === 0 && found[0] === "firstName" ? "firstName" : use)),
  )
})

it.each([
  ["Japanese", "姓,名", ["lastName", "firstName"]],
  ["Russian", "Фамилия,Имя", ["lastName", "firstName"]],
  ["Greek", "Επώνυμο,Όνομα", ["lastName", "firstName"]],
  ["Arabic", "الاسم الأول,اسم العائلة", ["firstName", "lastName"]],
  ["Hebrew", "שם פרטי,שם משפחה", ["firstName", "lastName"]],
])("first and last names in %s", (_, headings, uses) => expect(guess(headings)).toEqual(uses))

it("a list from Japan has its names, dates, days and times", async () => {
  const plan = await read(
    "氏名,生年月日,母親,母親電話,楽器,担当講師,曜日,開始時間,終了時間",
    "山田 花子,2012年3月14日,山田 恵子,090-1234-5678,ピアノ,鈴木,月曜日,15:30,16時",
    "佐藤 健,2011/04/03,佐藤 京子,090-2345-6789,バイオリン,田中,火,午後4時,16時半",
  )
  expect(problems(plan)).toEqual([])
  expect(rowOf(plan, 2).student).toMatchObject({
    firstName: "花子",
    lastName: "山田",
    birthDate: "2012-03-14",
    instrument: "ピアノ",
  })
  expect(guardiansOf(plan)[0]).toEqual(["山田 恵子", null, "090-1234-5678", "Mother"])
  expect(lessonsOf(plan)).toEqual(["鈴木 1 15:30 30", "田中 2 16:00 30"])
})

it("names without a space stay whole, with no remark", async () => {
  const plan = await read("姓名,家长姓名,家长电话", "王小明,王大伟,13800138000")
  expect(rowOf(plan, 2)).toMatchObject({ student: { firstName: "王小明", lastName: "" }, warnings: [] })
})

it.each([
  ["ФИО ученика", "Иванова Анна Петровна", "Анна Петровна", "Иванова"],
  ["Cognome e nome", "De Luca Anna", "Anna", "De Luca"],
  ["Nom et prénom", "Dupont Zoé", "Zoé", "Dupont"],
  ["Apellidos y nombre", "Gómez Ruiz Lucía", "Lucía", "Gómez Ruiz"],
  ["Nazwisko i imię", "Kowalska Zofia", "Zofia", "Kowalska"],
  ["Nachname, Vorname", "Müller Anna", "Anna", "Müller"],
  ["Nachname, Vorname", "Müller, Anna", "Anna", "Müller"],
  ["Name", "Anna Müller", "Anna", "Müller"],
])("under “%s” “%s” is %s %s", async (heading, name, firstName, lastName) => {
  const plan = await read(`"${heading}",Email`, `"${name}",a@x.example`)
  expect(rowOf(plan, 2).student).toMatchObject({ firstName, lastName })
})

it("a name of two words in these letters has the family’s first", () => {
  expect(splitName("김 민수")).toEqual({ firstName: "민수", lastName: "김" })
  expect(splitName("Kim Minsu")).toEqual({ firstName: "Kim", lastName: "Minsu" })
  expect(splitName("Lee, Jun")).toEqual({ firstName: "Jun", lastName: "Lee" })
  expect(splitName("KIM, Min Jun")).toEqual({ firstName: "Min Jun", lastName: "KIM" })
  expect(splitName("Hans Peter Meier Sen")).toEqual({ firstName: "Hans Peter", lastName: "Meier Sen" })
  expect(splitName("Marlow, Owen jun.")).toEqual({ firstName: "Owen", lastName: "Marlow jun." })
})

it.each([
  ["월", 1],
  ["周三", 3],
  ["четверг", 4],
  ["Παρασκευή", 5],
  ["السبت", 6],
  ["日曜日", 7],
])("%s is a day", (text, value) => expect(parseWeekday(text)).toEqual({ ok: true, value }))

it.each([
  ["오후 3:30", "15:30"],
  ["下午4点半", "16:30"],
  ["15時30分", "15:30"],
  ["上午9:05", "09:05"],
])("%s is a time", (text, value) => expect(parseTime(text)).toMatchObject({ ok: true, value }))

it.each(["30分", "45 мин", "60 דקות"])("%s is a length", (text) =>
  expect(parseMinutes(text)).toEqual({ ok: true, value: Number.parseInt(text, 10) }),
)

it.each([
  [
    "Czech",
    "Jméno;Příjmení;Datum narození;Zákonný zástupce;Telefon;Nástroj;Učitel;Den;Čas",
    "Jana;Nováková;14.3.2012;Eva Nováková;+420 601 234 567;klavír;p. Dvořák;pondělí;15:30-16:15",
    "Jana Nováková",
  ],
  [
    "Hungarian",
    "Név;Születési idő;Szülő neve;Szülő telefonszáma;Hangszer;Tanár;Nap;Idő",
    "Kiss Anna;2012.03.14.;Kiss Éva;+36 30 123 4567;zongora;Nagy Béla;hétfő;15:30-16:15",
    "Anna Kiss",
  ],
  [
    "Turkish",
    "Adı Soyadı;Doğum Tarihi;Veli Adı;Veli Telefonu;Enstrüman;Öğretmen;Gün;Saat",
    "Ayşe Yılmaz;14.03.2012;Fatma Yılmaz;0532 123 45 67;piyano;Ali Demir;Pazartesi;15:30-16:15",
    "Ayşe Yılmaz",
  ],
  [
    "Romanian",
    "Nume;Prenume;Data nașterii;Părinte;Telefon părinte;Instrument;Profesor;Ziua;Ora",
    "Popescu;Ana;14.03.2012;Ion Popescu;0721 234 567;pian;M. Ionescu;luni;15:30-16:15",
    "Ana Popescu",
  ],
  [
    "Ukrainian",
    "Прізвище;Ім'я;Дата народження;Батьки;Телефон батьків;Інструмент;Викладач;День;Час",
    "Шевченко;Анна;14.03.2012;Марія Шевченко;+380 50 123 4567;фортепіано;Петренко;понеділок;15:30-16:15",
    "Анна Шевченко",
  ],
])("a list in %s is read", async (_, headings, cells, name) => {
  const plan = await read(headings, cells)
  expect(problems(plan)).toEqual([])
  expect(rowOf(plan, 2)).toMatchObject({ name, student: { birthDate: "2012-03-14" } })
  expect(guardiansOf(plan)[0]?.[2]).toMatch(/^[+0]/)
  expect(lessonsOf(plan)[0]).toMatch(/ 1 15:30 45$/)
})

describe("whose a contact is", () => {
  it("is said by its heading before by its place", () => {
    expect(guess("Name,Mutter,Vater,Tel. privat,Handy Vater,E-Mail Eltern")).toEqual([
      "fullName",
      "guardian1Name",
      "guardian2Name",
      "ignore",
      "guardian2Phone",
      "guardian1Email",
    ])
    expect(guess("Förnamn,Vårdnadshavare 1,Mobil vh 1,Vårdnadshavare 2,Mobil vh 2").slice(1)).toEqual([
      "guardian1Name",
      "guardian1Phone",
      "guardian2Name",
      "guardian2Phone",
    ])
  })

  it("children of one row share its last name, and “né(e) le 2” is the second child’s", async () => {
    const plan = await read(
      "Nom famille,Prénom mère,Tel,Enfant 1,Né(e) le,Enfant 2,Né(e) le 2",
      "Dupont,Claire,06 12 34 56 78,Zoé,14/03/2012,Léo,20/10/2014",
    )
    expect(
      plan.rows.map(({ student }) => [student?.firstName, student?.lastName, student?.birthDate]),
    ).toEqual([
      ["Zoé", "Dupont", "2012-03-14"],
      ["Léo", "Dupont", "2014-10-20"],
    ])
    expect(plan.rows.map(({ student }) => student?.notes)).toEqual([null, null])
  })
})

describe("further words", () => {
  it.each([
    ["Nato/a il", "birthDate"],
    ["Profesor/a", "teacher"],
    ["Lehrer/in", "teacher"],
    ["Session length", "minutes"],
    ["Alunno", "fullName"],
  ])("“%s” is a %s", (heading, use) => expect(guess(`Name,${heading}`)).toContain(use))

  it("“Tél. resp. 2” is the second guardian’s, and “Correo electrónico” an email", () => {
    expect(guess("Nom,Prénom,Responsable légal 1,Tél. resp. 1,Responsable légal 2,Tél. resp. 2")).toEqual([
      "lastName",
      "firstName",
      "guardian1Name",
      "guardian1Phone",
      "guardian2Name",
      "guardian2Phone",
    ])
    expect(guess("Nombre,Apellidos,Correo electrónico")).toContain("studentEmail")
  })

  it("a column of names under an unknown heading is the students’, before a guardian is one", async () => {
    const plan = await read(
      "Hvem,Extra,Parent,Parent email",
      "Kis Anna,x,Kis Eva,eva@x.example",
      "Nagy Bela,y,Nagy Ida,ida@x.example",
    )
    expect(plan.rows.map(({ name }) => name)).toEqual(["Anna Kis", "Bela Nagy"])
    expect(guardiansOf(plan).map(([name]) => name)).toEqual(["Eva Kis", "Ida Nagy"])
  })

  it("who has the account pays, and a contact beside a list of children is the parents’", async () => {
    const account = await read(
      "Student First Name,Student Last Name,Account Name,Account Email,Account Phone",
      "Ann,Roy,May Roy,may@x.example,555-010-0001",
    )
    expect(guardiansOf(account)).toEqual([["May Roy", "may@x.example", "555-010-0001", null]])
    const children = await read("Parents,Children,Email", "May and Tom Roy,Ann & Bo,may@x.example")
    expect(children.rows.map(({ student }) => student?.email)).toEqual([null, null])
    expect(guardiansOf(children)[0]?.[1]).toBe("may@x.example")
  })

  it.each(["Monthly fee", "Cuota mensual", "Retta", "Monatsbeitrag", "Mensalidade"])(
    "an amount under “%s” is one by the month",
    async (heading) => {
      const plan = await read(`Student,Day,Time,Length,${heading}`, "Ann Roy,Mon,16:00,30,65")
      expect(plan.classes[0]?.price).toEqual({ billing: "monthly", amountMinor: 6500 })
    },
  )

  it("a lesson in one cell says who teaches it, and an end on the hour is one", async () => {
    const plan = await read(
      "Student,Lesson",
      "Ann Roy,Piano Mon 4pm 30 min w/ Alvarez",
      "Ben Low,Violin Tue 3:30-4",
    )
    expect(problems(plan)).toEqual([])
    expect(lessonsOf(plan)).toEqual(["Alvarez 1 16:00 30", " 2 15:30 30"])
  })
})

it("finds no word within another", () => {
  const guessed = (heading: string) => Object.values(guessMapping(["Имя", heading], []))[1]
  expect(guessed("Частота")).not.toBe("time")
  expect(guessed("Участие")).not.toBe("time")
  expect(guessed("Кодекс")).not.toBe("studentCode")
  expect([guessed("Час"), guessed("Код")]).toEqual(["time", "studentCode"])
})
