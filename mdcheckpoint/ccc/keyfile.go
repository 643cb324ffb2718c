package ccc

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"mdck/mdcheckpoint/claim"
)

// A keyFile is a file that a prompt names, and where in the prompt.
type keyFile struct {
	name       string // slash-separated, as it is looked for
	start, end int
	doubtful   bool // it may be a word and no name: see [keyFile.claims]
}

// claims reports whether the prompt claims that the file is there. What may be a word
// is taken for a name only where the tree has it, or has the directory that it begins
// with.
func (f *keyFile) claims(tree fs.FS) bool {
	if !f.doubtful {
		return true
	}
	if info, err := claim.Stat(tree, f.name); err == nil {
		return info != nil
	}
	top, _, below := strings.Cut(f.name, "/")
	info, err := claim.Stat(tree, top)
	return below && err == nil && info.IsDir()
}

// keyFilesIn are the files that a prompt claims to be in tree.
func keyFilesIn(tree fs.FS, prompt string) []keyFile {
	return slices.DeleteFunc(keyFiles(prompt), func(f keyFile) bool { return !f.claims(tree) })
}

// keyLabels stand before the names of files. A colon follows.
var keyLabels = [...]string{"key files", "key file", "关键文件"}

// afterLabel is where in prompt the names of files begin; ok is false without any.
func afterLabel(prompt string) (at int, ok bool) {
	lower := strings.ToLower(prompt)
	if len(lower) != len(prompt) {
		return 0, false
	}
	for _, label := range keyLabels {
		for i := 0; ; i = at {
			n := strings.Index(lower[i:], label)
			if n < 0 {
				break
			}
			at = i + n + len(label)
			rest := strings.TrimLeft(prompt[at:], "*_")
			for _, colon := range []string{":", "："} {
				if names, found := strings.CutPrefix(rest, colon); found {
					return len(prompt) - len(strings.TrimLeft(names, "*_ \t")), true
				}
			}
		}
	}
	return 0, false
}

// keyFiles are the files behind "Key files:", up to the end of the sentence or
// the line; if nothing stands there, those of the list below. There are at most
// [MaxNamed].
func keyFiles(prompt string) []keyFile {
	at, ok := afterLabel(prompt)
	if !ok {
		return nil
	}
	line, _, _ := strings.Cut(prompt[at:], "\n")
	if strings.TrimSpace(line) != "" {
		return listed(sentenceOf(line), at)
	}
	var files []keyFile
	for at += len(line); at < len(prompt); at += len(line) {
		at++
		line, _, _ = strings.Cut(prompt[at:], "\n")
		if bare := strings.TrimLeft(line, " \t"); !strings.HasPrefix(bare, "- ") && !strings.HasPrefix(bare, "* ") || len(files) >= MaxNamed {
			break
		}
		files = append(files, listed(line, at)...)
	}
	return files[:min(len(files), MaxNamed)]
}

// abbreviations end in a full stop that ends no sentence.
var abbreviations = [...]string{"e.g", "i.e", "cf", "esp", "incl"}

// sentenceOf is text up to a full stop that ends a sentence. None does within
// backticks.
func sentenceOf(text string) string {
	code := false
	for i := range len(text) {
		switch rest := text[i:]; {
		case rest[0] == '`':
			code = !code && strings.IndexByte(rest[1:], '`') >= 0
		case code:
		case strings.HasPrefix(rest, "。"):
			return text[:i]
		case strings.HasPrefix(rest, ". ") && !strings.HasPrefix(strings.TrimLeft(rest[1:], " "), ".") && !isAbbreviated(text[:i]):
			return text[:i]
		}
	}
	return text
}

func isAbbreviated(before string) bool {
	word := strings.ToLower(before[strings.LastIndexAny(before, " \t(,")+1:])
	return slices.Contains(abbreviations[:], word)
}

// listed are the names in a list with commas that stands at an offset.
func listed(list string, at int) []keyFile {
	var files []keyFile
	for list != "" && len(files) < MaxNamed {
		n, comma := partOf(list)
		if part := list[:n]; !isPlaceholder(part) {
			files = append(files, namesIn(part, at)...)
		}
		at, list = at+n+comma, list[n+comma:]
	}
	return files[:min(len(files), MaxNamed)]
}

// commas are what parts the names of a list.
var commas = [...]string{",", ";", "，", "、", "；"}

// partOf is how long the part is that list begins with, and the comma behind it. No
// comma within backticks or a link parts anything.
func partOf(list string) (part, comma int) {
	for i := 0; i < len(list); {
		if n := unit(list[i:]); n > 0 {
			i += n
			continue
		}
		for _, c := range commas {
			if strings.HasPrefix(list[i:], c) {
				return i, len(c)
			}
		}
		i++
	}
	return len(list), 0
}

// unit is how long the text in backticks, or the link, is that text begins with; 0 if
// it begins with neither.
func unit(text string) int {
	switch text[0] {
	case '`':
		if end := strings.IndexByte(text[1:], '`'); end > 0 {
			return end + 2
		}
	case '[':
		middle := strings.Index(text, "](")
		if end := strings.IndexAny(text[max(middle, 0):], ")"); middle > 0 && end > 0 && !strings.ContainsAny(text[1:middle], "[]") {
			return middle + end + 1
		}
	}
	return 0
}

// namesIn are the names in one part of a list that stands at an offset: its first
// word, if that can be one at all, and the first that is one by its form, with those
// that "and" adds to it.
func namesIn(part string, at int) []keyFile {
	var files []keyFile
	named, first := false, true
	for rest := part; ; {
		bare := strings.TrimLeft(rest, "-*•_+\"'(< \t")
		if bare == "" {
			return files
		}
		n := unit(bare)
		if n == 0 {
			n = wordEnd(bare)
		}
		word, start := bare[:n], at+len(part)-len(bare)
		rest = bare[n:]
		joins := word == "and" || word == "or" || word == "&" || word == "和"
		if named && !joins {
			return files
		}
		if f := nameOfWord(word); !joins && f.name != "" && (first || !f.doubtful) {
			f.start, f.end = start, start+n
			files = append(files, f)
			named = !f.doubtful
		} else if joins {
			named = false
		}
		first = false
	}
}

func wordEnd(text string) int {
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		return i
	}
	return len(text)
}

// nameOfWord is what a word names, in backticks, as a link or bare; without a name if
// it can be none.
func nameOfWord(word string) keyFile {
	name := word
	if unit(word) == len(word) && word[0] == '[' {
		_, name, _ = strings.Cut(strings.TrimSuffix(word, ")"), "](")
		if i := strings.IndexByte(name, '"'); i > 0 {
			name = name[:i] // the title of the link
		}
		name, _, _ = strings.Cut(strings.Trim(name, "<> "), "#")
	}
	if strings.Contains(name, "://") {
		return keyFile{}
	}
	if name = fileName(name); name == "" || IsBlank(name) {
		return keyFile{}
	}
	return keyFile{name: name, doubtful: !isName(name)}
}

// isName reports whether a word is the name of a file by its form: its last part has
// an extension of letters, as no version, number or abbreviation has.
func isName(name string) bool {
	if strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~/") || strings.HasPrefix(name, "../") {
		return true
	}
	base := path.Base(name)
	dot := strings.LastIndexByte(base, '.')
	if dot < 0 {
		return false
	}
	stem, extension := base[:dot], base[dot+1:]
	const most = 12 // letters of an extension
	if len(extension) == 0 || len(extension) > most || !isLetter(extension[0]) || strings.Trim(strings.ToLower(extension), "abcdefghijklmnopqrstuvwxyz0123456789_+-~") != "" {
		return false
	}
	if extension != strings.ToLower(extension) && extension != strings.ToUpper(extension) {
		return len(extension) == 1 // fmt.Println is none
	}
	if stem == "" {
		return len(extension) > 1 // .gitignore
	}
	return strings.Contains(name, "/") || !isNumbered(stem) && len(stem)+len(extension) > 2
}

// isNumbered reports whether text is a number or a version: "2", "v1.2".
func isNumbered(text string) bool {
	text = strings.TrimLeft(text, "vV")
	return text != "" && strings.Trim(text, "0123456789.-") == ""
}

// isPlaceholder reports whether part of a list is the template's "[file list]", and
// no name in brackets.
func isPlaceholder(part string) bool {
	part = strings.TrimRight(strings.TrimSpace(part), ".")
	return isTemplate(part) && !strings.ContainsAny(part, "./")
}

// quotes are what may stand around the name of a file.
const quotes = "`\"'()[]*<>,;:，、；：。"

// fileName is word as a path: without quotes, closing punctuation and the number
// of a line; "" if it has no letter.
func fileName(word string) string {
	name := strings.TrimRight(strings.Trim(word, quotes), quotes+".")
	if before, line, ok := strings.Cut(name, ":"); ok && leadingDigits(line) != "" {
		name = before
	}
	if !strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf || isLetter(byte(r)) }) {
		return ""
	}
	return path.Clean(strings.TrimRight(name, "`\"'"))
}
