package prose

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mdck/internal/spelling"
)

// keyFiles matches "Key files:" in a prompt, with the list of files after it.
const keyFiles pattern = `(?:key files?|关键文件)[*_]*[:：][*_ \t]*(?:\r?\n((?:[ \t]*[-*] .*\n?)+)|(.*))`

// word matches the next part of a list of files.
const word pattern = "`[^`\n]+`|\\[[^\\[\\]\n]+\\]\\([^)\n]+\\)|[,;，、；。\n]|[^\\s`,;，、；。]+"

// joins lists the words and separators between names. abbreviations lists words that end in a full
// stop.
const (
	joins         = " and or & 和 , ; ， 、 ； \n "
	abbreviations = " e.g. i.e. cf. esp. incl. "
)

// KeyFiles returns the files that a prompt lists after "Key files:", at most [MaxNamed]. isFile decides
// about names such as Makefile.
func KeyFiles(prompt string, isFile func(name string) bool) []Named {
	m := keyFiles.regexp().FindStringSubmatchIndex(examined(prompt))
	if m == nil {
		return nil
	}
	start, end := max(m[2], m[4]), max(m[3], m[5])
	var found []Named
	named, first := false, true
	for _, at := range word.regexp().FindAllStringIndex(prompt[start:end], -1) {
		text := prompt[start+at[0] : start+at[1]]
		name := FileName(text)
		switch {
		case text == "。":
			return found
		case hasWord(joins, strings.ToLower(strings.TrimSuffix(text, "."))):
			named, first = false, true
			continue
		case strings.Trim(text, "-*•_+\"'(<") == "":
			continue
		case !named && name != "" && (isName(name) || first && isFile(name)):
			found = append(found, Named{name, start + at[0], start + at[1]})
			named = true
		}
		first = false
		if len(found) == MaxNamed || endsSentence(text, prompt[start+at[1]:end]) {
			break
		}
	}
	return found
}

func endsSentence(text, rest string) bool {
	return strings.HasSuffix(text, ".") && strings.HasPrefix(rest, " ") && !hasWord(abbreviations, strings.TrimLeft(strings.ToLower(text), "("))
}

func namesFile(prompt string, exists func(string) bool) bool {
	if slices.ContainsFunc(KeyFiles(prompt, exists), func(f Named) bool { return exists(f.Text) }) {
		return true
	}
	const most = 1000 // because a lookup may access the disk
	for _, text := range word.regexp().FindAllString(examined(prompt), most) {
		name := FileName(text)
		if strings.ContainsAny(strings.Trim(text, quotes+"."), "./") && name != "" && exists(name) {
			return true
		}
	}
	return false
}

// WrittenFile formats a file name for a list of key files. ok is false if KeyFiles would not find
// it.
func WrittenFile(name string) (written string, ok bool) {
	if spelling.OneLine(name) != name || strings.ContainsAny(name, "`<>") || strings.ContainsFunc(name, unicode.IsControl) {
		return "", false
	}
	for _, written := range []string{name, "`" + name + "`"} {
		files := KeyFiles("Key files: "+written+". ", func(string) bool { return true })
		if len(files) == 1 && files[0].Text == name {
			return written, true
		}
	}
	return "", false
}

const extension pattern = `^(.*)\.([a-z][a-z0-9_+~-]{0,11})$`

// isName reports whether name can be a file. Versions, numbers, abbreviations and fmt.Println cannot.
func isName(name string) bool {
	if strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~/") || strings.HasPrefix(name, "../") {
		return true
	}
	m := extension.regexp().FindStringSubmatch(path.Base(name))
	if m == nil || m[2] != strings.ToLower(m[2]) && m[2] != strings.ToUpper(m[2]) {
		return false
	}
	isVersion := m[1] != "" && strings.Trim(m[1], "vV0123456789.-") == ""
	return strings.Contains(name, "/") || !isVersion && len(m[1])+len(m[2]) > 2
}

const quotes = "`\"'()[]*<>,;:，、；：。"

// FileName converts a word, code span or link to a path, or "".
func FileName(word string) string {
	name := word
	if link, ok := strings.CutSuffix(word, ")"); ok && strings.HasPrefix(word, "[") {
		_, name, _ = strings.Cut(link, "](")
		name, _, _ = strings.Cut(name, ` "`) // drop the title of the link
		name = strings.Trim(name, "<> ")
	}
	name, _, _ = strings.Cut(name, "#") // drop a line number or heading
	name = strings.TrimRight(strings.Trim(name, quotes), quotes+".")
	if before, line, ok := strings.Cut(name, ":"); ok && strings.TrimLeft(line, "0123456789") != line {
		name = before
	}
	isLetterOf := func(r rune) bool { return r >= utf8.RuneSelf || isLetter(byte(r)) }
	if !strings.ContainsFunc(name, isLetterOf) || strings.Contains(name, "://") || IsNothing(name) {
		return ""
	}
	return path.Clean(strings.TrimRight(name, "`\"'"))
}
