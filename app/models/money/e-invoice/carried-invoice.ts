// How a PDF carries an e-invoice: under the name that programs look for, and with what Factur-X 1.0 says of it in its metadata.

const namespace = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"
const fileName = "factur-x.xml"
const profile = "EN 16931"

/** What the metadata of a PDF says of the properties of such a file. */
const carriedProperties = {
  DocumentFileName: "The name of the embedded XML document",
  DocumentType: "The type of the hybrid document in capital letters",
  Version: "The version of the standard of the embedded XML document",
  ConformanceLevel: "The conformance level of the embedded XML document",
}

const described = Object.entries(carriedProperties).map(
  ([name, text]) => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${text}</pdfaProperty:description>
</rdf:li>`,
)

/** PDF/A takes properties of its own only with a description of each. */
const metadata = `<rdf:Description rdf:about="" xmlns:fx="${namespace}">
<fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>${fileName}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>${profile}</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${described.join("\n")}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`

/** What a paper is drawn with to carry an e-invoice, for `drawPaper`. */
export const carried = (xml: string | null) =>
  xml === null ? {} : { carries: { fileName, metadata, xml, description: "Factur-X, EN 16931" } }
