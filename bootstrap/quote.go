package bootstrap

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// maxQuoted is the maximum length of a text from a file in a line of output, in bytes.
const maxQuoted = 200

// Text from a file is printed only through these functions or in a fence, so that it cannot be
// mistaken for output of mdck itself.

// QuoteValue returns value unchanged if it is a known value or an id. Otherwise it returns value in
// quotation marks.
func QuoteValue(value string) string { return spelling.Value(value, maxQuoted) }

// QuotePath returns a path or an id. It quotes the text unless it is a plain word.
func QuotePath(name string) string { return spelling.Path(name, maxQuoted) }

// QuoteText returns a text in quotation marks.
func QuoteText(text string) string { return spelling.Quoted(text, maxQuoted) }

// quoted returns the value of the fact, quoted if necessary.
func (f Fact) quoted() string {
	if f.IsPath {
		return QuotePath(f.Value)
	}
	return QuoteValue(f.Value)
}

// Cause returns the text of an error about a file: the position in the file, then the cause. It
// omits the path of an [fs.PathError].
func Cause(err error) string {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		err = failed.Err
	}
	placed, ok := errors.AsType[*source.Error](err)
	if !ok {
		return err.Error()
	}
	pos := placed.Pos
	return fmt.Sprintf("%s:%d:%d: %v", QuotePath(pos.Name), pos.Line, pos.Column, placed.Err)
}

// OrUnknown returns text on one line; "unknown" if it is blank.
func OrUnknown(text string) string { return cmp.Or(spelling.OneLine(text), "unknown") }

// Lines returns the lines of text; nil if it is blank.
func Lines(text string) []string {
	text = strings.TrimSpace(spelling.LineFeeds(text))
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// Count formats a number with its noun: "1 file", "3 files".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// claimNames are the fixed parts of claim names around a text from a file. Source: the claims of
// the protocols.
var claimNames = [...]struct{ before, after string }{
	{"file ", ""}, {"commit ", ""}, {"changes of ", ""}, {"plans of phase ", ""}, {"plan ", ""}, {"task ", " of plan.md"},
}

// VerdictLine returns [claim.Verdict.String] with the texts from files quoted unless they are known
// values, ids or plain paths.
func VerdictLine(v claim.Verdict) string {
	v.Recorded, v.Actual = QuoteValue(v.Recorded), QuoteValue(v.Actual)
	for _, c := range claimNames {
		text, ok := strings.CutPrefix(v.Name, c.before)
		text, ended := strings.CutSuffix(text, c.after)
		if ok && ended && v.Name != "commit without a name" {
			if v.Name = c.before + QuotePath(text) + c.after; c.after != "" {
				v.Name = c.before + QuoteValue(text) + c.after
			}
			break
		}
	}
	return v.String()
}

// printable returns text without characters that could end a line, move a terminal's cursor or hide
// other text. It writes these characters as escapes, and a tab as a space. It also breaks tags that
// agents read as instructions.
func printable(text string) string {
	return spelling.BreakTags(source.Spelled(strings.ReplaceAll(text, "\t", " "), ""))
}

// clip returns text in at most limit bytes, cut between characters.
func clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return spelling.Cut(text, max(limit-len("…"), 0))
}

// clipLine returns line in at most limit bytes. If the cut is in a quotation, the quotation is
// closed.
func clipLine(line string, limit int) string {
	if len(line) <= limit {
		return line
	}
	short := clip(line, limit-1)
	open := false
	for i := 0; i < len(short); i++ {
		switch {
		case open && short[i] == '\\':
			i++
		case short[i] == '"':
			open = !open
		}
	}
	if open {
		before := strings.TrimSuffix(short, "…")
		slashes := len(before) - len(strings.TrimRight(before, `\`))
		short = before[:len(before)-slashes%2] + `…"`
	}
	return short
}
