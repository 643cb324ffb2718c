// Package position knows the files that say where the work on plans stands: the
// state of a project (STATE.md and TRANSPONDER.md), the note of a session that
// stopped (.continue-here.md) and its machine-readable twin (HANDOFF.json). It reads
// them line by line, says what they claim of each other and of the tree, and where
// they disagree with themselves.
//
// Reading is lenient: these files are prose that people and agents write by hand.
// Nothing here is an error of a file that can be read. The package touches no disk,
// network or clock.
//
// "Source" in comments names the document: GSD (templates of the larger family),
// state (the state files of the smaller one) or corpus (real files).
package position

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// Keys of claims.
const (
	ClaimPercent = "percent" // how much is done, against the counts
	ClaimPlans   = "plans"   // how many plans there are
	ClaimDone    = "done"    // how many of them are
	ClaimPhases  = "phases"  // how many phases there are
	ClaimFile    = "file"    // a file that is named exists
	ClaimCommit  = "commit"  // a commit that is named exists
	ClaimFront   = "front"   // the front matter can be read
	ClaimChanged = "changed" // a file that is named has changes that are not committed
)

// A Value is a text of a file and where it stands.
type Value struct {
	Text string // on one line; "" if it is missing
	Span source.Span
}

// A Note is something odd in a file, to be warned of.
type Note struct {
	Span    source.Span
	Message string
}

// str is a scalar as it is written, without quotes; "" of everything else.
func str(f *source.File, v *jsondoc.Value) string {
	if s, ok := v.Str(); ok {
		return spelling.OneLine(s)
	}
	if v == nil || v.Kind&(jsondoc.Number|jsondoc.Bool) == 0 {
		return ""
	}
	return f.Slice(v.Span)
}

func valueOf(f *source.File, v *jsondoc.Value) Value {
	if text := str(f, v); text != "" {
		return Value{text, v.Span}
	}
	return Value{}
}

// leading reads the number that text begins with.
func leading(text string) (n int, rest string, ok bool) {
	rest = strings.TrimLeft(text, "0123456789")
	n, ok = planfile.ParseCount(text[:len(text)-len(rest)])
	return n, rest, ok
}

// isBlank reports whether text stands for nothing. Source: GSD.
func isBlank(text string) bool {
	switch strings.ToLower(strings.Trim(text, "*_`.()[] ")) {
	case "", "none", "n/a", "na", "-", "–", "—", "tbd", "null", "nothing":
		return true
	}
	return false
}

// A claimer gathers claims.
type claimer struct {
	out claim.Outside
	all []claim.Claim
	had map[string]bool
}

func (c *claimer) add(key, name, recorded string, span source.Span, actual func(fs.FS) (string, error)) {
	if c.had == nil {
		c.had = map[string]bool{}
	}
	if once := key + "\x00" + name; recorded != "" && !c.had[once] {
		c.had[once] = true
		c.all = append(c.all, claim.Claim{Key: key, Name: name, Span: span, Recorded: recorded, Actual: actual})
	}
}

func (c *claimer) commit(hash string, span source.Span) {
	c.add(ClaimCommit, "commit "+hash, claim.Present, span, c.out.CommitExists(hash))
}

// What a claim that a file has changes records, and finds.
const (
	changed   = "has changes"
	unchanged = "has none"
)

func (c *claimer) changed(name string, span source.Span) {
	question := c.out.Changed
	if !claim.Inside(cleaned(name)) {
		question = func(string) (bool, error) { return false, errors.New("it lies outside of the tree") }
	}
	c.add(ClaimChanged, "changes of "+name, changed, span, claim.Ask(question, name, changed, unchanged))
}

// named claims that what stands between backticks in text, from offset at on, exists
// if it is the path of a file or the hash of a commit. Files are claimed as far as its line
// says that they are there.
func (c *claimer) named(text string, at int) {
	for line := range strings.Lines(text) {
		parts := strings.Split(line, "`")
		as := sayingOf(parts)
		from := at
		for i, name := range parts {
			span := source.Span{Start: from, End: from + len(name)}
			switch {
			case i%2 == 0 || i == len(parts)-1: // not between two
			case isHash(name):
				c.commit(name, span)
			case isPath(name):
				c.file(name, span, as)
			}
			from = span.End + len("`")
		}
		at += len(line)
	}
}

// isHash reports whether text is the name of a commit: hex digits with both letters
// and figures among them.
func isHash(text string) bool {
	return len(text) >= 7 && len(text) <= 40 && strings.Trim(text, "0123456789abcdef") == "" && strings.ContainsAny(text, "0123456789") && strings.ContainsAny(text, "abcdef")
}

// isPath reports whether text is the path of a file: with a directory and an ending. The
// branch of a remote is none, nor what begins with a version or the name of a host.
func isPath(text string) bool {
	if strings.ContainsAny(text, " \t*?<>{}$|\"'()=:;,@#[]") || strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~") || strings.Contains(text, "//") || strings.Contains(text, "..") {
		return false
	}
	ending, top := path.Ext(text), strings.SplitN(strings.TrimPrefix(text, "./"), "/", 2)[0]
	if top == "origin" || top == "upstream" || strings.LastIndexByte(top, '.') > 0 {
		return false
	}
	return strings.Contains(text, "/") && len(ending) > 1 && len(ending) <= 6
}

func note(span source.Span, format string, args ...any) Note {
	return Note{span, fmt.Sprintf(format, args...)}
}
