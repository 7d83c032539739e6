import { basename } from "node:path"
import { expect, test } from "vitest"
import { usualFormats } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { type Face, fontsFor, runsOf } from "./faces.server"

test.each<[Face, string, string]>([
  ["serif", "Łódź Đorđević Ễ $1,184.50", "texgyrepagella-regular.otf"],
  ["serif", "Анна Иванова", "DejaVuSerif.ttf"],
  ["italic", "Ελένη Παπαδοπούλου", "DejaVuSerif-Italic.ttf"],
  ["text", "Łódź Анна Ελένη Ễ ₹1.184,50 −₴5", "Inter-Regular.ttf"],
  ["bold", "Łódź Анна Ελένη", "Inter-SemiBold.ttf"],
  ["text", "½ hour", "Inter-Regular.ttf"],
  ["text", "ა ბ", "DejaVuSansCondensed.ttf"],
  ["text", "Wójcik Yılmaz Şahin Nguyễn", "Inter-Regular.ttf"],
  ["serif", "音楽 Invoice 2026-0001", "NotoSansJP-Regular.otf"],
  ["bold", "山田　花子（かな）", "NotoSansJP-Bold.otf"],
  ["italic", "김민준 金民俊", "NotoSansKR-Regular.otf"],
  ["text", "孙丽娜", "NotoSansHans-Regular.otf"],
  ["text", "髙﨑 𠮷田", "NotoSansJP-Regular.otf"],
  // No font has these letters, so the face's own stands for them.
  ["serif", "สมชาย", "texgyrepagella-regular.otf"],
])("a %s text %s is set in %s", (face, text, file) => {
  expect(basename(fontsFor(face, text)[0])).toBe(file)
})

test.each([
  ["JPY", "NotoSansJP-Regular.otf"],
  ["KRW", "NotoSansKR-Regular.otf"],
  ["TWD", "NotoSansHans-Regular.otf"],
  ["USD", "NotoSansJP-Regular.otf"],
])("Han letters that several fonts have are drawn as in the country of %s", (currency, file) => {
  inFormats({ ...usualFormats, currency }, () => expect(basename(fontsFor("text", "林")[0])).toBe(file))
})

test("a text that no font has whole is set in several, spaces and accents with the letter before them", () => {
  const text = "Łukasz Đorđe\u0301 田中 김"
  const fonts = fontsFor("text", text)
  expect(runsOf(text, fonts).map(({ path, text: run }) => [basename(path), run])).toEqual([
    ["Inter-Regular.ttf", "Łukasz Đorđe\u0301 "],
    ["NotoSansKR-Regular.otf", "田中 김"],
  ])
})
