package handoff

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
)

// An Entry is an item of a section, or a paragraph in place of a list.
type Entry struct {
	Key  string
	Line string // the text without list marker and nested content
	Text string // the task, decision, blocker or command
	// Detail is the second part of the entry: evidence, a reason, a condition or a result.
	Detail string
	Commit string // of a verification result, or ""
	Ticked bool   // the entry has a checked box or a tick, or is struck out

	schema.Place
	ids [2]string // identities of Text and Line
}

const none = "(none)"

const dash = " — "

// dashes can separate the parts of an entry.
var dashes = [...]string{dash, " -- ", " – "}

// words returns the words that can begin the second part of an entry. mdck writes the first of them.
func words(key string) []string {
	switch key {
	case decisionsKey:
		return []string{"because ", "reason: ", "because: "}
	case blockersKey:
		return []string{"until ", "unblocked by: ", "unblocked by ", "until: "}
	}
	return nil
}

func (e *Entry) read() {
	e.Ticked, e.Text = cutTick(e.Line)
	switch e.Key {
	case doneKey:
		e.cutEvidence()
	case decisionsKey, blockersKey:
		e.Text, e.Detail = cutWords(e.Text, words(e.Key))
	case verificationKey:
		e.cutResult()
	}
	e.ids = [2]string{identity(e.Text), identity(e.Line)}
}

func cutTick(line string) (ticked bool, text string) {
	for _, mark := range []string{"[x]", "[X]", "✓", "✅", "[ ]"} {
		if rest, ok := strings.CutPrefix(line, mark); ok && (rest == "" || rest[0] == ' ' || mark[0] != '[') {
			return mark != "[ ]", strings.TrimSpace(rest)
		}
	}
	for _, mark := range []string{" ✓", " ✅"} {
		if rest, ok := strings.CutSuffix(line, mark); ok {
			return true, strings.TrimSpace(rest)
		}
	}
	struck, rest, ok := strings.Cut(strings.TrimPrefix(line, "~~"), "~~")
	behind := strings.ToLower(strings.Trim(rest, " :.,()–—-✓✅"))
	if ok && struck != "" && strings.HasPrefix(line, "~~") && slices.Contains([]string{"", "done", "complete", "completed", "finished"}, behind) {
		return true, strings.TrimSpace(struck) + rest
	}
	return false, line
}

// leadingMark returns the box or tick at the start of line, with the space after it.
func leadingMark(line string) string {
	if _, text := cutTick(line); strings.HasSuffix(line, text) {
		return line[:len(line)-len(text)]
	}
	return ""
}

func cutLast(text string) (before, after string, ok bool) {
	at, width := -1, 0
	for _, d := range dashes {
		if i := strings.LastIndex(text, d); i > at {
			at, width = i, len(d)
		}
	}
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+width:], true
}

func cutWords(text string, words []string) (before, after string) {
	before, after, ok := cutLast(text)
	if !ok {
		before, after = cutBefore(text, words)
	}
	for _, word := range words {
		if rest, ok := spelling.CutFold(after, word); ok {
			return before, strings.TrimSpace(rest)
		}
	}
	return before, after
}

func cutBefore(text string, words []string) (before, after string) {
	for _, word := range words {
		if i := strings.LastIndex(strings.ToLower(text), " ("+word); i > 0 && strings.HasSuffix(text, ")") && len(strings.ToLower(text)) == len(text) {
			return text[:i], text[i+2 : len(text)-1]
		}
		if i := strings.Index(text, " "+word); i > 0 {
			return text[:i], text[i+1:]
		}
	}
	if before, after, ok := strings.Cut(text, ": "); ok && words[0] == "because " {
		return before, after
	}
	return text, ""
}

func (e *Entry) cutEvidence() {
	before, after, _ := cutLast(e.Text)
	if open := strings.LastIndex(e.Text, " ("); !isEvidence(after) && open > 0 && strings.HasSuffix(e.Text, ")") {
		before, after = e.Text[:open], e.Text[open+2:len(e.Text)-1]
	}
	if hyphen := strings.LastIndex(e.Text, " - "); !isEvidence(after) && hyphen > 0 {
		before, after = e.Text[:hyphen], e.Text[hyphen+3:]
	}
	if isEvidence(after) {
		e.Text, e.Detail = before, after
	}
}

func isEvidence(text string) bool {
	return strings.Count(text, "`") >= 2 || slices.ContainsFunc(strings.Fields(text), func(word string) bool {
		word = strings.Trim(word, ",;.()")
		return isCommit(word) || isFile(word) || len(word) > 1 && word[0] == '#' && strings.Trim(word[1:], "0123456789") == ""
	})
}

// isCommit reports whether word looks like a commit hash. A short one needs letters and digits.
func isCommit(word string) bool {
	return claim.IsCommit(word) && (len(word) == 40 || strings.ContainsAny(word, "0123456789") && strings.ContainsAny(strings.ToLower(word), "abcdef") || len(word) >= 12)
}

// isFile reports whether word looks like a path, which has a slash or an extension. "e.g" and "n/a"
// do not.
func isFile(word string) bool {
	if strings.Contains(strings.Trim(word, "/"), "/") {
		isOther := slices.Contains(strings.Fields("n/a y/n w/o and/or either/or yes/no true/false"), strings.ToLower(word))
		return !isOther && strings.ContainsFunc(word, unicode.IsLetter)
	}
	end := path.Ext(word)
	return len(word) > 3 && len(end) > 1 && len(end) < len(word) && strings.Trim(end[1:], "0123456789") != ""
}

func evidenceOf(text string) string {
	text = spelling.OneLine(text)
	if rest, ok := strings.CutPrefix(text, "commit "); ok && isCommit(rest) {
		return rest
	}
	if strings.Contains(text, "`") || !strings.Contains(strings.ReplaceAll(text, ", ", ","), " ") && isEvidence(text) {
		return text
	}
	return "`" + text + "`"
}

// Evidence joins several pieces of evidence.
func Evidence(all ...string) string {
	var written []string
	for _, text := range all {
		if text = evidenceOf(text); text != "``" {
			written = append(written, text)
		}
	}
	return strings.Join(written, ", ")
}

func (e *Entry) proofs() (commits, files []string) {
	for proof := range strings.SplitSeq(e.Detail, ", ") {
		switch bare := strings.Trim(proof, "`"); {
		case strings.ContainsAny(bare, " :#"):
		case isCommit(bare):
			commits = append(commits, bare)
		case bare == proof && isFile(bare) && claim.Inside(bare):
			files = append(files, bare)
		}
	}
	return commits, files
}

// cutResult parses "`command` — result at commit".
func (e *Entry) cutResult() {
	e.Text, e.Detail, _ = cutLast(e.Text)
	if e.Detail == "" {
		e.Text, e.Detail, _ = strings.Cut(e.Text, ": ")
	}
	e.Text = strings.Trim(e.Text, "`")
	fields := strings.Fields(e.Detail)
	for i := len(fields) - 1; i > 0; i-- {
		if word := strings.Trim(fields[i], "`,.;()"); claim.IsCommit(word) && strings.Trim(strings.ToLower(fields[i-1]), "(") == "at" {
			e.Commit, e.Detail = word, strings.Join(fields[:i-1], " ")
			return
		}
	}
}

// identity returns text without mark, emphasis, case and final punctuation, for comparisons.
func identity(text string) string {
	_, text = cutTick(spelling.OneLine(text))
	if strings.ContainsAny(text, "*`_") {
		text = spelling.OneLine(strings.NewReplacer("*", "", "`", "", "__", "").Replace(text))
	}
	return strings.TrimRight(strings.ToLower(text), ".!; ")
}

func (e *Entry) is(id string) bool { return e.ids[0] == id || e.ids[1] == id }

func find(all []Entry, id string) *Entry {
	for i := range all {
		if all[i].is(id) {
			return &all[i]
		}
	}
	return nil
}
