import { expect, test } from "vitest"
import { partsOf, usedStyles } from "./used-styles.server"

const used = (css: string, ...classes: string[]) =>
  usedStyles(partsOf(css), `<p class="${classes.join(" ")}">`)

test.each([
  ["a class that the page has", ".price{color:red}"],
  ["one of several selectors", ".gone,.price b{color:red}"],
  ["what has no class", "main>h1:hover,#top{color:red}"],
  ["what it must not have", ".price:not(.gone,:is(.lost)){color:red}"],
  ["an attribute with a dot", `a[href$=".pdf"]{color:red}`],
  ["a class with signs", ".sm\\:has-\\[a\\,b\\]:is(.gone *){display:flex}"],
  ["a condition", "@media (max-width:40em){.price{color:red}}"],
  ["nested rules", ".price{color:red;&:hover{color:blue}}"],
  ["braces and signs within a text", `.price:before{content:"};{\\"'"}`],
  ["an animation", "@keyframes turn{0%{opacity:0}to{opacity:1}}"],
  ["layers in their order", "@layer base,print;@layer print{}@layer base{.price{color:red}}"],
])("%s is kept", (_what, css) => {
  expect(used(css, "price", "sm:has-[a,b]")).toBe(css)
})

test.each([
  ["a class that the page lacks", ".gone{color:red}"],
  ["a class within one that it lacks", ".gone .price{color:red}"],
  ["two of which it has one", ".price.gone{color:red}"],
  ["a condition for such classes alone", "@media print{.gone{color:red}}"],
])("%s is left out", (_what, css) => {
  expect(used(`.price{top:0}${css}`, "price")).toBe(".price{top:0}")
})
