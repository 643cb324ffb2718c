package position

import (
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// IsContinue reports whether a name without a directory is that of a note of a session
// that stopped: .continue-here.md, .continue-here-spike.md, holding-pattern.md. Source:
// GSD; the last: state.
func IsContinue(base string) bool {
	return base == "holding-pattern.md" || strings.HasPrefix(base, ".continue-here") && strings.HasSuffix(base, ".md")
}

// A Continue is a .continue-here.md, read.
type Continue struct {
	Left
	File     *source.File
	Front    *jsondoc.Value
	FrontErr error

	State, Done, Remaining, Decisions, Blockers, Context, Next Value   // of the tags, in lines
	Unticked                                                   []Value // constraints whose boxes are open
}

// ParseContinue reads text as the note called name. It fails as [ParseState] does.
func ParseContinue(name, text string) (*Continue, error) {
	f := source.NewFile(name, text)
	if err := f.Check(source.MaxSize); err != nil {
		return nil, err
	}
	c := &Continue{File: f}
	var span source.Span
	c.Front, span, c.FrontErr = planfile.ReadFrontMatter(f)
	get := func(key string) Value { return valueOf(f, c.Front.Get(key)) }
	c.Left = Left{get("phase"), get("plan"), get("task"), get("total_tasks"), get("status"), firstValue(get("last_updated"), get("created"))}
	for _, part := range [...]struct {
		tag string // Source: GSD. The smaller family has headings of the same words in their place.
		to  *Value
	}{
		{"current_state", &c.State}, {"completed_work", &c.Done}, {"remaining_work", &c.Remaining}, {"decisions_made", &c.Decisions},
		{"blockers", &c.Blockers}, {"context", &c.Context}, {"next_action", &c.Next},
	} {
		*part.to = firstValue(tagged(f, span.End, part.tag), section(f, span.End, strings.ReplaceAll(part.tag, "_", " ")))
	}
	for at, line := range linesFrom(f, span.End) {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "- [ ] CONSTRAINT:"); ok {
			c.Unticked = append(c.Unticked, Value{spelling.OneLine(rest), lineSpan(at, line)})
		}
	}
	return c, nil
}

// tagged is the text between a tag and its end.
func tagged(f *source.File, start int, name string) Value {
	before, rest, _ := strings.Cut(f.Text[start:], "<"+name+">")
	inner, _, ok := strings.Cut(rest, "</"+name+">")
	if !ok {
		return Value{}
	}
	from := start + len(before) + len("<"+name+">")
	return trimmed(f, from, from+len(inner))
}

// Standing are the blockers that the note names, one by one.
func (c *Continue) Standing() []Value { return entries(c.File, c.Blockers) }

// Notes are what is odd in the note.
func (c *Continue) Notes() []Note { return c.notes("last_updated") }

// Claims are the files and commits that the note names between backticks where it says
// what was done. What is next may still have to be made.
func (c *Continue) Claims(out claim.Outside) []claim.Claim {
	all := &claimer{out: out}
	for _, v := range []Value{c.State, c.Done} {
		all.named(c.File.Slice(v.Span), v.Span.Start)
	}
	return all.all
}
