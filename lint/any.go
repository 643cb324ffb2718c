package lint

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

func anyRules() []Rule {
	return []Rule{
		{
			ID: "any/not-utf8", Severity: Error, Check: checkNotUTF8,
			Summary: "The file is not UTF-8.",
			Why:     "Agents and tools read checkpoints as UTF-8. Other bytes are lost or garbled silently, and an edit would keep the damage.",
		},
		{
			ID: "any/too-large", Severity: Error, Check: checkTooLarge,
			Summary: "The file is larger than 1 MiB, or has too many blocks, list items or JSON values.",
			Why:     "The next session reads the whole checkpoint. A file of this size is a log, not a checkpoint, and mdck does not parse it.",
		},
		{
			ID: "any/too-deep", Severity: Error, Check: checkTooDeep,
			Summary: "Lists and quotes, or JSON values, are nested too deep.",
			Why:     "mdck does not parse a file with more than 64 levels of lists and quotes, or 1,000 levels of JSON. No checkpoint needs so many.",
		},
		{
			ID: "any/conflict-marker", Severity: Error, Check: checkConflictMarker,
			Summary: "The file contains a merge conflict marker.",
			Why:     "The next session would read both sides of the conflict as true.",
		},
		{
			ID: "any/unclosed", Severity: Error, Check: checkUnclosed,
			Summary: "A code fence or a comment is not closed.",
			Why:     "Everything below the open fence or comment becomes code or invisible text, for mdck and other readers.",
		},
		{
			ID: "any/fence-closer", Severity: Warning, Fixable: true, Check: checkFenceCloser,
			Summary: "A closing code fence has a language tag.",
			Why:     "A fence with a tag cannot close a block. The block continues, so the text after the fence becomes code.",
		},
		{
			ID: "any/setext-by-accident", Severity: Warning, Fixable: true, Check: checkSetext,
			Summary: "A --- directly below text turns the text into a heading.",
			Why:     "To Markdown, a line of dashes below a paragraph is the underline of a heading, so the paragraph becomes a section.",
		},
		{
			ID: "any/mixed-line-endings", Severity: Warning, WholeFile: true, Fixable: true, Check: checkLineEndings,
			Summary: "The file mixes line endings.",
			Why:     "Some editors and agents change every line ending when they save such a file. A diff shows lines that nobody edited.",
		},
		{
			ID: "any/secret", Severity: Error, Sensitive: true, Check: func(u *Unit) []Finding { return Secrets(u.File.Text) },
			Summary: "The file contains what looks like a secret key or a private key.",
			Why: "Checkpoints are committed, pasted into prompts and sent to trackers. The rule finds keys with a known prefix such as ghp_, " +
				"private keys in PEM format, passwords in URLs, the values of AWS_SECRET_ACCESS_KEY, AccountKey and SharedAccessKey, and sig in a shared access signature. " +
				"It does not find secrets under other names, even if they look random. It ignores keys that consist of words, and keys with a word such as EXAMPLE or TEST after the prefix. It also ignores passwords that are short, consist of words, or belong to a host such as localhost.",
		},
		{
			ID: "any/hidden", Severity: Warning, Check: checkHidden,
			Summary: "The text contains invisible characters.",
			Why: "An agent reads these characters, but a person who reviews the checkpoint does not see them. They can hide whole sentences, " +
				"change what a terminal shows, or change the order of the text. The invisible characters that emoji and some languages need are allowed.",
		},
		{
			ID: unusedIgnore, Severity: Warning, Silencing: "Delete the comment, or name the rule that it should ignore.", // applyDirectives reports this rule
			Summary: "An mdck:ignore comment has no effect.",
			Why:     "The problem was fixed, or the rule name is misspelt. A comment that stays can hide a new problem.",
		},
	}
}

const unusedIgnore = "any/unused-ignore"

func checkNotUTF8(u *Unit) []Finding {
	at := source.InvalidUTF8(u.File.Text)
	if at < 0 || len(u.File.Text) > mdcheckpoint.MaxSize {
		return nil
	}
	message := fmt.Sprintf("byte 0x%02x is not UTF-8", u.File.Text[at])
	if strings.HasPrefix(u.File.Text, "\xff\xfe") || strings.HasPrefix(u.File.Text, "\xfe\xff") {
		message = "the file is UTF-16 or UTF-32; expected UTF-8"
	}
	return []Finding{{Span: source.Between(at, at+1), Message: message}}
}

func checkTooLarge(u *Unit) []Finding {
	fault := u.Faults[u.File.Name]
	if err, ok := errors.AsType[*source.Error](fault); ok && errors.Is(err, source.ErrTooMany) {
		return []Finding{{Span: u.File.ErrorSpan(err), Message: err.Err.Error()}}
	}
	unread, ok := errors.AsType[*fs.PathError](fault)
	switch {
	case ok && errors.Is(unread, source.ErrTooLarge):
		return []Finding{{Message: "the file is " + unread.Err.Error()}}
	case len(u.File.Text) > mdcheckpoint.MaxSize:
		return []Finding{{Message: "the file is " + source.Oversize(int64(len(u.File.Text))).Error()}}
	}
	return nil
}

func checkTooDeep(u *Unit) []Finding {
	err := u.Faults[u.File.Name]
	limit := mdcheckpoint.MaxDepth
	switch {
	case errors.Is(err, jsondoc.ErrTooDeep):
		limit = jsondoc.MaxDepth
	case !errors.Is(err, mdcheckpoint.ErrTooDeep):
		return nil
	}
	return []Finding{NewFinding(u.File.ErrorSpan(err), "nesting is deeper than %d levels", limit)}
}

func checkUnclosed(u *Unit) []Finding {
	if u.Tagged != nil {
		return unclosedInTags(u.Tagged)
	}
	if u.Document == nil {
		return nil
	}
	var found []Finding
	for _, b := range u.Document.Unclosed {
		if b.Kind == mdcheckpoint.Code && len(taggedClosers(u.File, b)) > 0 {
			continue // any/fence-closer reports it
		}
		what := "comment"
		switch b.Kind {
		case mdcheckpoint.Code:
			what = "code fence"
		case mdcheckpoint.HTML:
			what = "HTML block"
		}
		lines := u.File.CountLines(b.Span) - 1
		found = append(found, NewFinding(u.File.FirstLine(b.Span), "this %s is not closed and hides %s below it", what, spelling.Count(lines, "line")))
	}
	return found
}

// unclosedInTags returns warnings, because a text with tags is not parsed as Markdown.
func unclosedInTags(p Tagged) (found []Finding) {
	fence, comment := p.Unclosed()
	for _, open := range []struct {
		what string
		at   source.Span
	}{{"code fence", fence}, {"comment", comment}} {
		if open.at.Len() > 0 {
			found = append(found, NewWarning(open.at, "this %s is not closed", open.what))
		}
	}
	return found
}

func checkFenceCloser(u *Unit) []Finding {
	if u.Document == nil {
		return nil
	}
	var found []Finding
	mdcheckpoint.Walk(u.Document.Blocks, func(b *mdcheckpoint.Block) bool {
		if b.Kind != mdcheckpoint.Code || b.Fence == nil {
			return true
		}
		for _, tag := range taggedClosers(u.File, b) {
			found = append(found, Finding{
				Span:    tag,
				Message: fmt.Sprintf("a closing fence cannot have a language tag (%q), so the block continues", u.File.Slice(tag)),
				Fix:     FixOf("", source.Edit{Span: tag}),
			})
		}
		return true
	})
	return found
}

// taggedClosers returns the tags of fences that were meant to close b, such as "go" in ```go.
func taggedClosers(file *source.File, b *mdcheckpoint.Block) []source.Span {
	lines := fenceLines(file, b)
	bare := make([]bool, len(lines)+1) // for each line: a fence without a tag is here, or later before the next heading
	for i := len(lines) - 1; i >= 0; i-- {
		bare[i] = lines[i].fence && lines[i].tag.Len() == 0 || bare[i+1] && !lines[i].heading
	}
	var tags []source.Span
	open := true
	for i, line := range lines {
		switch {
		case !line.fence:
		case !open:
			open = true
		case line.tag.Len() == 0:
			open = false
		case !bare[i+1]:
			tags = append(tags, line.tag)
			open = false
		}
	}
	return tags
}

type blockLine struct {
	fence   bool        // begins with the marks of the opening fence
	tag     source.Span // text after the marks
	heading bool        // heading of level 2 or deeper; a single # can be a shell comment
}

func fenceLines(file *source.File, b *mdcheckpoint.Block) []blockLine {
	marks := strings.TrimRight(file.Slice(b.Fence.Open), " \t")
	marks = marks[:len(marks)-len(strings.TrimLeft(marks, marks[:1]))]
	first, last := file.Line(b.Fence.Open.Start)+1, file.Line(max(b.Span.End-1, b.Span.Start))
	var lines []blockLine
	for n := first; n <= last; n++ {
		var line blockLine
		line.tag, line.fence = fenceLine(file, n, marks)
		line.heading = strings.HasPrefix(file.Slice(file.LineSpan(n)), "##")
		lines = append(lines, line)
	}
	return lines
}

func fenceLine(file *source.File, line int, marks string) (tag source.Span, ok bool) {
	s := file.LineSpan(line)
	text := strings.TrimRight(file.Slice(s), " \t\r\n")
	start := s.Start + len(text) - len(strings.TrimLeft(text, " \t"))
	text = strings.TrimLeft(text, " \t")
	if !strings.HasPrefix(text, marks) {
		return source.Span{}, false
	}
	info := strings.TrimLeft(text, marks[:1])
	if strings.ContainsAny(info, "` \t") {
		return source.Span{}, false
	}
	end := start + len(text)
	return source.Between(end-len(info), end), true
}

func checkSetext(u *Unit) []Finding {
	if u.Document == nil {
		return nil
	}
	var found []Finding
	for i, s := range u.Document.Sections {
		rule, ok := accidentalHeading(u, s)
		if !ok {
			continue
		}
		if found == nil { // usually all separators are wrong
			found = make([]Finding, 0, len(u.Document.Sections)-i)
		}
		found = append(found, Finding{
			Span:    rule,
			Message: fmt.Sprintf("this --- turns %q into a heading; a separator needs a blank line before it", Shorten(s.Title)),
			Fix:     FixOf("", source.Insert(rule.Start, u.File.EOL())),
		})
	}
	return found
}

func checkLineEndings(u *Unit) []Finding {
	text, want := u.File.Text, u.File.EOL()
	if !strings.Contains(text, "\r") {
		return nil
	}
	counts := map[string]int{}
	var edits []source.Edit
	for i := 0; i < len(text); {
		end := lineEnd(text[i:])
		if end != "" {
			counts[end]++
		}
		if end != "" && end != want {
			edits = append(edits, source.Replace(source.Between(i, i+len(end)), want))
		}
		i += max(1, len(end))
	}
	if len(counts) < 2 {
		return nil
	}
	return []Finding{{
		Span:    edits[0].Span,
		Message: fmt.Sprintf("mixed line endings: %d LF, %d CRLF, %d CR; expected %s only", counts["\n"], counts["\r\n"], counts["\r"], map[string]string{"\n": "LF", "\r\n": "CRLF"}[want]),
		Fix:     FixOf("", edits...),
	}}
}

func lineEnd(text string) string {
	switch {
	case strings.HasPrefix(text, "\r\n"):
		return text[:2]
	case text[0] == '\r' || text[0] == '\n':
		return text[:1]
	}
	return ""
}
