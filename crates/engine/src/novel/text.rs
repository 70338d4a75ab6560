//! The whole text of a book in one piece, and where its chapters and paragraphs are.

use std::ops::Range;

use super::Book;

/// What stands between paragraphs and between chapters.
pub const BETWEEN: &str = "\n\n";

/// A book's text. All places are bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NovelText {
    pub text: String,
    pub chapters: Vec<ChapterSpan>,
    pub paragraphs: Vec<Paragraph>,
}

/// Where a chapter is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterSpan {
    pub title: String,
    pub span: Range<usize>,
    /// Its paragraphs, by their places in the list of all.
    pub paragraphs: Range<usize>,
}

/// Where a paragraph is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paragraph {
    pub span: Range<usize>,
    pub chapter: usize,
}

impl NovelText {
    pub fn new(book: &Book) -> Self {
        let mut novel = Self::default();
        for (number, chapter) in book.chapters.iter().enumerate() {
            let first = novel.paragraphs.len();
            if number > 0 {
                novel.text.push_str(BETWEEN);
            }
            let start = novel.text.len();
            for (index, paragraph) in chapter.paragraphs.iter().enumerate() {
                if index > 0 {
                    novel.text.push_str(BETWEEN);
                }
                let begin = novel.text.len();
                novel.text.push_str(paragraph);
                novel.paragraphs.push(Paragraph {
                    span: begin..novel.text.len(),
                    chapter: number,
                });
            }
            novel.chapters.push(ChapterSpan {
                title: chapter.title.clone(),
                span: start..novel.text.len(),
                paragraphs: first..novel.paragraphs.len(),
            });
        }
        novel
    }

    /// The text of a paragraph.
    pub fn paragraph(&self, index: usize) -> &str {
        &self.text[self.paragraphs[index].span.clone()]
    }

    /// The paragraph that a place is in, or the one before it.
    pub fn paragraph_at(&self, place: usize) -> usize {
        self.paragraphs
            .partition_point(|paragraph| paragraph.span.start <= place)
            .saturating_sub(1)
    }

    /// Places in bytes as places in characters; they must go up.
    pub fn in_characters(&self, places: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let (mut byte, mut character) = (0, 0);
        let count = |place: usize| {
            character += self.text[byte..place].chars().count();
            byte = place;
            character
        };
        places.into_iter().map(count).collect()
    }
}
