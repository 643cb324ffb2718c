package position

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// A Continue is a .continue-here.md, read.
type Continue struct {
	File     *source.File
	Front    *jsondoc.Value
	FrontErr error

	Phase, Plan, Task, Total, Status  Value
	Updated                           Value
	State, Done, Remaining, Decisions Value // of the tags, in lines
	Blockers, Context, Next           Value
	Unticked                          []Value // constraints whose boxes are open
}

// continueTags are the tags of the note. Source: GSD. The smaller family has headings
// of the same words in their place.
var continueTags = [...]string{"current_state", "completed_work", "remaining_work", "decisions_made", "blockers", "context", "next_action"}

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
	c.Phase, c.Plan, c.Task, c.Total, c.Status = get("phase"), get("plan"), get("task"), get("total_tasks"), get("status")
	if c.Updated = get("last_updated"); c.Updated.Text == "" {
		c.Updated = get("created")
	}
	for i, to := range []*Value{&c.State, &c.Done, &c.Remaining, &c.Decisions, &c.Blockers, &c.Context, &c.Next} {
		if *to = tagged(f, span.End, continueTags[i]); to.Text == "" {
			*to = section(f, span.End, strings.ReplaceAll(continueTags[i], "_", " "))
		}
	}
	at := span.End
	for line := range strings.Lines(text[at:]) {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "- [ ] CONSTRAINT:"); ok {
			c.Unticked = append(c.Unticked, Value{spelling.OneLine(rest), source.Span{Start: at, End: at + len(strings.TrimRight(line, "\r\n"))}})
		}
		at += len(line)
	}
	return c, nil
}

// tagged is the text between a tag and its end.
func tagged(f *source.File, start int, name string) Value {
	open := strings.Index(f.Text[start:], "<"+name+">")
	if open < 0 {
		return Value{}
	}
	from := start + open + len(name) + 2
	end := strings.Index(f.Text[from:], "</"+name+">")
	if end < 0 {
		return Value{}
	}
	return lines(f, from, from+end)
}

// lines is the text between two offsets without the white space around it.
func lines(f *source.File, from, to int) Value {
	text := f.Text[from:to]
	trimmed := strings.TrimSpace(text)
	from += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	return Value{strings.ReplaceAll(trimmed, "\r\n", "\n"), source.Span{Start: from, End: from + len(trimmed)}}
}

// section is the text below the first heading that has a title, in any case, up to the
// next heading that is not below it.
func section(f *source.File, start int, titles ...string) Value {
	from, level, fenced := -1, 0, false
	at := start
	for line := range strings.Lines(f.Text[start:]) {
		bare := strings.TrimRight(line, "\r\n")
		fenced = fenced != strings.HasPrefix(strings.TrimLeft(bare, " "), "```")
		n := len(bare) - len(strings.TrimLeft(bare, "#"))
		switch {
		case fenced || n == 0 || n > 6:
		case from >= 0 && n <= level:
			return lines(f, from, at)
		case from < 0 && slices.Contains(titles, strings.ToLower(strings.Trim(bare[n:], " \t#:"))):
			from, level = at+len(line), n
		}
		at += len(line)
	}
	if from < 0 {
		return Value{}
	}
	return lines(f, from, len(f.Text))
}

// entries are the items of the lists in v, or its lines where it has no list; none of
// what stands for nothing.
func entries(f *source.File, v Value) []Value {
	var items, plain []Value
	at := v.Span.Start
	for line := range strings.Lines(f.Slice(v.Span)) {
		bare := strings.TrimSpace(line)
		here := source.Span{Start: at, End: at + len(strings.TrimRight(line, "\r\n"))}
		at += len(line)
		text := strings.TrimLeft(bare, "-*+ ")
		switch text = strings.TrimPrefix(strings.TrimPrefix(text, "[ ] "), "[x] "); {
		case saysNone(text) || strings.HasPrefix(bare, "<!--") || strings.HasPrefix(bare, "["):
		case strings.HasPrefix(bare, "- ") || strings.HasPrefix(bare, "* ") || strings.HasPrefix(bare, "+ "):
			items = append(items, Value{spelling.OneLine(text), here})
		case len(items) == 0 && !strings.HasPrefix(bare, "#") && !strings.HasPrefix(bare, "|"):
			plain = append(plain, Value{spelling.OneLine(bare), here})
		}
	}
	if len(items) > 0 {
		return items
	}
	return plain
}

// saysNone reports whether text says that there is nothing: "None yet.", "none - all clear".
func saysNone(text string) bool {
	text = strings.ToLower(text)
	if isBlank(text) || strings.HasPrefix(text, "no ") && containsAny(text, []string{"blocker", "concern", "issue"}) {
		return true
	}
	rest, ok := strings.CutPrefix(text, "none")
	rest = strings.TrimSpace(rest)
	return ok && (rest == "" || strings.ContainsAny(rest[:1], ".,;:-(") || slices.ContainsFunc([]string{"yet", "active", "open", "known", "current", "at ", "identified", "so far", "—", "–"}, func(word string) bool { return strings.HasPrefix(rest, word) }))
}

// Standing are the blockers that the note tells of, one by one.
func (c *Continue) Standing() []Value { return entries(c.File, c.Blockers) }

// Claims are the files and commits that the note names between backticks where it says
// what was done. Where it says what is next, files may still have to be made.
func (c *Continue) Claims(out claim.Outside) []claim.Claim {
	all := &claimer{out: out}
	for _, v := range []Value{c.State, c.Done} {
		all.named(c.File.Slice(v.Span), v.Span.Start)
	}
	next := &claimer{out: out}
	for _, v := range []Value{c.Remaining, c.Next} {
		next.named(c.File.Slice(v.Span), v.Span.Start)
	}
	for _, k := range next.all {
		if k.Key == ClaimCommit {
			all.add(k.Key, k.Name, k.Recorded, k.Span, k.Actual)
		}
	}
	return all.all
}
