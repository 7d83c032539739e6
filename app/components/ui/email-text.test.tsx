import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { EmailText } from "./email-text"

const drawn = (address: string) => renderToStaticMarkup(<EmailText address={address} />)

test("an address breaks after its @ and after the dots behind it, before it breaks within a word", () => {
  expect(drawn("ruth.castellano@harmony.co.example")).toContain(
    "ruth.castellano@<wbr/>harmony.<wbr/>co.<wbr/>example",
  )
})

test("a username, which has no @, is one word", () => {
  expect(drawn("milo.haddad")).toContain(">milo.haddad<")
})
