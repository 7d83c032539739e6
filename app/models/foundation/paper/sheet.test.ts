import { expect, test } from "vitest"
import { textOfPdf } from "../../../../tests/support/pdf"
import { drawAtEnd, drawPaper, drawRow } from "./paper.server"

const paper = (author: string, names: readonly string[]) =>
  drawPaper({ size: "A4", title: "Invoice", author, createdAt: 0 }, (sheet) => {
    for (const name of names) drawRow(sheet, name, "¥5,500", "serif", 15)
  })

test("names of every country a font is there for are on the paper, also beside each other", async () => {
  const names = [
    "山田花子",
    "髙﨑 𠮷田",
    "ヴァイオリン（火曜）",
    "김민준",
    "孙丽娜 陳大文",
    "Ελένη Παπαδοπούλου",
    "Анна Їжакевич",
    "Łukasz Wójcik",
    "Gökçe Yıldız",
    "Nguyễn Thị Hương",
    "Łukasz 田中 김",
  ]
  const [page = ""] = textOfPdf(await paper("東京音楽教室", names))
  const text = page.replaceAll("\n", "")
  for (const name of names) expect(text).toContain(name)
  expect(text).toContain("東京音楽教室 · Invoice · page 1 of 1")
})

test("a text in several fonts ends where its column ends", async () => {
  const bytes = await drawPaper(
    { size: "A4", title: "Invoice", author: "Harmony", createdAt: 0 },
    (sheet) => {
      drawAtEnd(sheet, "Łukasz 田中", 100)
      const [left, right] = [sheet.page.margins.left, sheet.page.width - sheet.page.margins.right]
      expect(sheet.font("text").fontSize(10).widthOfString("Łukasz ")).toBeLessThan(right - left)
    },
  )
  expect(textOfPdf(bytes)[0]?.split("\n").slice(0, 2)).toEqual(["Łukasz ", "田中"])
})

test("a paper without such letters embeds and opens no font for them", async () => {
  const bytes = (await paper("Harmony", ["Amara Okafor"])).toString("latin1")
  expect(bytes).not.toContain("Noto")
})

test("a paper embeds the letters it uses, not the whole font", async () => {
  expect((await paper("東京音楽教室", ["山田花子"])).length).toBeLessThan(40_000)
})
