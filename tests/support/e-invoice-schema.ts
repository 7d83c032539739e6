import { readFileSync } from "node:fs"
import { XmlDocument, XmlValidateError, XsdValidator } from "libxml2-wasm"
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs"

// The published schema of Factur-X, profile EN 16931.

const schemaFile = new URL("./factur-x/Factur-X_EN16931.xsd", import.meta.url).pathname

let validator: XsdValidator | undefined

function loaded(): XsdValidator {
  xmlRegisterFsInputProviders()
  const schema = XmlDocument.fromBuffer(readFileSync(schemaFile), { url: schemaFile })
  validator ??= XsdValidator.fromDoc(schema)
  return validator
}

const namespaces = {
  qdt: "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  ram: "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  rsm: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  udt: "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
}

/** What the schema refuses in an e-invoice; empty when it is valid. */
export function schemaErrors(xml: string): string[] {
  const document = XmlDocument.fromString(xml)
  try {
    ;(validator ?? loaded()).validate(document)
    return []
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error
    return error.details.map(({ message, line }) => `${line}: ${message.trim()}`)
  } finally {
    document.dispose()
  }
}

/** Reads the texts that a path names in an e-invoice, such as `//ram:LineTotalAmount`. */
export function readXml(xml: string): (path: string) => string[] {
  const document = XmlDocument.fromString(xml)
  return (path) => document.find(path, namespaces).map((node) => node.content)
}
