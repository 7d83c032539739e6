import fc from "fast-check"
import { expect, test } from "vitest"
import { decodeText } from "./csv"
import { wideBytes, wideTables } from "./wide-letters"

const rosters = {
  shift_jis: "生徒名,保護者,電話番号,メール,楽器\n石井 彩,石井 恵子,090-1234-5678,kei@x.example,ピアノ\n",
  "euc-jp": "生徒名,保護者,電話番号,メール,楽器\n石井 彩,石井 恵子,090-1234-5678,kei@x.example,ピアノ\n",
  gb18030:
    "姓名,家长,电话,邮箱,乐器\n王小明,王大明,13800138000,w@x.example,钢琴\n李华,李强,13900139000,l@x.example,小提琴\n",
  big5: "姓名,家長,電話,電郵,樂器\n王小明,王大明,0912345678,w@x.example,鋼琴\n李華,李強,0987654321,l@x.example,小提琴\n",
  "euc-kr": "이름,보호자,전화번호,이메일,악기\n김민수,김영희,010-1234-5678,kim@x.example,피아노\n",
}

test.each(wideTables)("a list in %s is known by its letters, and turned back into its bytes", (table) => {
  const bytes = wideBytes(rosters[table], table)
  expect(bytes).not.toContain(0x3f)
  expect(decodeText(bytes)).toEqual({ text: rosters[table], encoding: table })
})

test("a bank’s half-width katakana are Japanese", () => {
  const text = "日付,摘要,金額\n2026/11/25,ﾌﾘｺﾐ ﾔﾏﾀﾞ ﾊﾅｺ,8500\n"
  expect(decodeText(wideBytes(text, "shift_jis"))).toEqual({ text, encoding: "shift_jis" })
})

test.each([
  ["windows-1251", "Фамилия;Имя;Телефон\nИванов;Пётр;123\nПетрова;Анна;456\n"],
  ["windows-1251", "ФАМИЛИЯ;ИМЯ;ТЕЛЕФОН\nИВАНОВ;ПЁТР;123\n"],
  ["windows-1250", "Příjmení;Jméno\nŘezáč;Jiří\nŠťastná;Žaneta\n"],
  ["windows-1252", "Schüler;Eltern\nÄnne Müller;Jörg Müller\n"],
  ["windows-1252", "Élève;Prénom\nÉlodie;Noël\nÉÉ;ÀÀ\n"],
  ["macintosh", "Schüler;Eltern\nÄnne Müller;Jörg Müller\n"],
])("a list in %s isn’t taken for one of them", (table, text) => {
  const letters = Array.from({ length: 256 }, (_, byte) => new TextDecoder(table).decode(Uint8Array.of(byte)))
  const bytes = Uint8Array.from([...text], (letter) => letters.indexOf(letter))
  expect(decodeText(bytes)).toEqual({ text, encoding: table })
})

test("any bytes are decoded", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => typeof decodeText(bytes).text === "string"),
  )
})
