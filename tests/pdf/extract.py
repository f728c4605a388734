"""Counts the words of an article that text engines give back, in order.

Arguments: the PDF, a file of source blocks (one a line), the language. Prints for each engine: its name, words found,
words wanted, the first missing ones. Words are compared after Unicode normalisation, without what has no shape of its
own (soft hyphens at the ends of lines, directional controls). Chinese and Japanese are compared character by
character. In right-to-left languages the words are compared without punctuation and digits, whose order engines guess.
"""

import difflib
import re
import subprocess
import sys
import unicodedata
import warnings

warnings.filterwarnings("ignore")
import pymupdf
import pypdfium2

file, blocks, language = sys.argv[1:]
CJK = language in ("zh-Hans", "zh-Hant", "ja")
RTL = language in ("ar", "he", "fa")


def poppler():
    return subprocess.run(["pdftotext", file, "-"], capture_output=True, text=True, check=True).stdout


def pdfium():
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file))


def mupdf():
    return "\n".join(page.get_text() for page in pymupdf.open(file))


def words(text):
    text = unicodedata.normalize("NFC", text)
    # A hyphen that the end of a line added: pdfium says U+FFFE.
    text = re.sub("[\u00ad\ufffe]\\s*", "", text)
    text = re.sub("[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\f]", "", text)
    # The number of a footnote is a word of its own wherever an engine puts it.
    text = re.sub("\u0001\\d+\u0001", "", text)
    if CJK:
        return [c for c in text if not c.isspace()]
    if RTL:
        return re.findall(r"[\u0590-\u05ff\u0600-\u06ff]+|[A-Za-z_]+", text.replace("،", " ").replace("؛", " ").replace("־", " "))
    return text.split()


def bare(word):
    """A word without a footnote's number that clings to it, and without the punctuation that the number tore off."""
    word = re.sub(r"(?<=[^\d.,−\-/:])\d(?=[.,;:!?।。，]*$)", "", word)
    return re.sub(r"[.,;:!?।]+$", "", word)


for engine in (poppler, pdfium, mupdf):
    theirs = words(engine())
    if not CJK and not RTL:
        theirs = [b for b in map(bare, theirs) if b]
    # Notes, captions and tables may stand elsewhere than in the source: look block by block.
    matched, total, position, missing = 0, 0, 0, []
    for line in open(blocks, encoding="utf-8"):
        part = words(line)
        if not CJK and not RTL:
            part = [b for b in map(bare, part) if b]
        if not part:
            continue
        total += len(part)
        window = theirs[max(0, position - 30) : position + len(part) * 3 + 400]
        for candidate in (window, theirs):
            matcher = difflib.SequenceMatcher(None, part, candidate, autojunk=False)
            pieces = [b for b in matcher.get_matching_blocks() if b.size]
            found = sum(b.size for b in pieces)
            if found == len(part):
                if candidate is window:
                    position = max(0, position - 30) + pieces[-1].b + pieces[-1].size
                break
        matched += found
        if found < len(part):
            codes = matcher.get_opcodes()
            missing += [" ".join(part[a:b]) + " -> " + " ".join(candidate[c:d][:6]) for op, a, b, c, d in codes if op in ("replace", "delete")]
    print(engine.__name__, matched, total, " | ".join(missing[:8]), sep="\t")
