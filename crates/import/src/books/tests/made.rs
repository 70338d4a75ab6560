//! An EPUB, made piece by piece.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The files of an EPUB in order. A chapter is a file with its name in the reading order.
pub struct Epub {
    pub files: Vec<(String, Vec<u8>)>,
    pub manifest: String,
    pub spine: String,
    pub metadata: String,
}

impl Epub {
    /// A book without pages.
    pub fn empty() -> Self {
        Self {
            files: Vec::new(),
            manifest: String::new(),
            spine: String::new(),
            metadata: "<dc:title>T</dc:title><dc:creator>A</dc:creator><dc:language>en</dc:language>".to_owned(),
        }
    }

    /// Two chapters, ALPHA and BRAVO.
    pub fn plain() -> Self {
        Self::empty()
            .chapter("c1.xhtml", &page("<h1>One</h1><p>ALPHA first.</p>"))
            .chapter("c2.xhtml", &page("<h1>Two</h1><p>BRAVO second.</p>"))
    }

    pub fn file(mut self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        self.files.push((name.to_owned(), content.into()));
        self
    }

    /// A page in the reading order, under `OEBPS`.
    pub fn chapter(self, name: &str, content: &str) -> Self {
        self.listed(name).file(&format!("OEBPS/{name}"), content)
    }

    /// An entry of the list and of the reading order without a file.
    pub fn listed(mut self, href: &str) -> Self {
        let id = format!("i{}", self.spine.matches("itemref").count());
        self.manifest += &format!(r#"<item id="{id}" href="{href}" media-type="application/xhtml+xml"/>"#);
        self.spine += &format!(r#"<itemref idref="{id}"/>"#);
        self
    }

    /// A navigation page with these links.
    pub fn navigation(mut self, links: &[(&str, &str)]) -> Self {
        let links: String = links
            .iter()
            .map(|(href, title)| format!(r#"<li><a href="{href}">{title}</a></li>"#))
            .collect();
        self.manifest += r#"<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>"#;
        let nav = page(&format!(r#"<nav epub:type="toc"><ol>{links}</ol></nav>"#));
        self.file("OEBPS/nav.xhtml", nav)
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.packed(CompressionMethod::Deflated)
    }

    pub fn packed(&self, method: CompressionMethod) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().compression_method(method);
        let container = r#"<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>"#;
        let package = format!(
            r#"<package><metadata>{}</metadata><manifest>{}</manifest><spine>{}</spine></package>"#,
            self.metadata, self.manifest, self.spine
        );
        let own = [
            ("mimetype".to_owned(), b"application/epub+zip".to_vec()),
            ("META-INF/container.xml".to_owned(), container.as_bytes().to_vec()),
            ("OEBPS/content.opf".to_owned(), package.into_bytes()),
        ];
        for (name, content) in own.iter().chain(&self.files) {
            zip.start_file(name.as_str(), options).unwrap();
            zip.write_all(content).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }
}

/// A page with this body.
pub fn page(body: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title></head><body>{body}</body></html>"#
    )
}
