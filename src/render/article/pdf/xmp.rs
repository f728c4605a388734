//! The metadata packet (XMP, ISO 16684-1): what catalogues, archives and validators read.

use super::{Conformance, Description};

/// The packet, without compression as PDF/A wants it. `id` is a UUID made from the document's content.
pub(super) fn packet(d: &Description, id: &str) -> String {
    let mut xmp = String::with_capacity(4096);
    xmp.push_str("<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n");
    xmp.push_str(
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n",
    );
    xmp.push_str(concat!(
        "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"",
        " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\"",
        " xmlns:xmpMM=\"http://ns.adobe.com/xap/1.0/mm/\" xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\"",
        " xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\">\n",
    ));
    element(&mut xmp, "dc:format", "application/pdf");
    alternative(&mut xmp, "dc:title", &d.title, &d.language);
    if !d.authors.is_empty() {
        list(&mut xmp, "dc:creator", "Seq", &d.authors);
    }
    if !d.subject.is_empty() {
        alternative(&mut xmp, "dc:description", &d.subject, &d.language);
    }
    if !d.keywords.is_empty() {
        list(&mut xmp, "dc:subject", "Bag", &d.keywords);
        element(&mut xmp, "pdf:Keywords", &d.keywords.join(", "));
    }
    list(&mut xmp, "dc:language", "Bag", std::slice::from_ref(&d.language));
    element(&mut xmp, "pdf:Producer", &d.producer);
    element(&mut xmp, "xmp:CreatorTool", &d.creator);
    if let Some(date) = &d.date {
        let date = date.iso();
        for name in ["xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate"] {
            element(&mut xmp, name, &date);
        }
    }
    element(&mut xmp, "xmpMM:DocumentID", &format!("uuid:{id}"));
    element(&mut xmp, "xmpMM:InstanceID", &format!("uuid:{id}"));
    element(
        &mut xmp,
        "pdfaid:part",
        match d.conformance {
            Conformance::A2a => "2",
            Conformance::A3a => "3",
        },
    );
    element(&mut xmp, "pdfaid:conformance", "A");
    element(&mut xmp, "pdfuaid:part", "1");
    xmp.push_str("</rdf:Description>\n");
    xmp.push_str(UA_EXTENSION);
    xmp.push_str("</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>");
    xmp
}

/// PDF/A wants every schema described that is not its own: here the one that says PDF/UA.
const UA_EXTENSION: &str = concat!(
    "<rdf:Description rdf:about=\"\" xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\"",
    " xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\"",
    " xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\">",
    "<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType=\"Resource\">",
    "<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>",
    "<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>",
    "<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>",
    "<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType=\"Resource\">",
    "<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>",
    "<pdfaProperty:category>internal</pdfaProperty:category>",
    "<pdfaProperty:description>Part of ISO 14289 that the document conforms to</pdfaProperty:description>",
    "</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>\n",
);

fn element(xmp: &mut String, name: &str, value: &str) {
    xmp.push_str(&format!("<{name}>{}</{name}>\n", escaped(value)));
}

fn alternative(xmp: &mut String, name: &str, value: &str, language: &str) {
    let value = escaped(value);
    xmp.push_str(&format!(
        "<{name}><rdf:Alt><rdf:li xml:lang=\"x-default\">{value}</rdf:li><rdf:li xml:lang=\"{}\">{value}</rdf:li></rdf:Alt></{name}>\n",
        escaped(language)
    ));
}

fn list(xmp: &mut String, name: &str, kind: &str, values: &[String]) {
    xmp.push_str(&format!("<{name}><rdf:{kind}>"));
    for value in values {
        xmp.push_str(&format!("<rdf:li>{}</rdf:li>", escaped(value)));
    }
    xmp.push_str(&format!("</rdf:{kind}></{name}>\n"));
}

/// For text and attributes of XML 1.0; what XML cannot hold is left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_control_characters_do_not_reach_the_packet() {
        assert_eq!(
            escaped("a<b> & \"c\"\u{0}\u{1b}\nd"),
            "a&lt;b&gt; &amp; &quot;c&quot; d"
        );
    }
}
