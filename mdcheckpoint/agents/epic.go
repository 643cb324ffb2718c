package agents

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/source"
)

// ErrMarkers is wrapped by the error of an EPIC_README.md in which the section of
// an agent cannot be told by its markers.
var ErrMarkers = errors.New("no section to write to")

// A marker is a line that begins or ends the section of an agent.
type marker struct {
	begin bool
	agent string // folded id
	span  source.Span
}

// markers finds <!-- BEGIN SECONDARY-A PROGRESS --> and the like. Source: messages.
func markers(f *source.File) []marker {
	var all []marker
	for at := 0; ; {
		i := strings.Index(f.Text[at:], "<!--")
		if i < 0 {
			return all
		}
		start := at + i
		inside, _, closed := strings.Cut(f.Text[start+len("<!"):], "-->") // <!--> is a comment, too
		if !closed {
			return all
		}
		at = start + len("<!") + len(inside) + len("-->")
		words := strings.Fields(strings.TrimPrefix(inside, "--"))
		if len(words) < 3 || words[len(words)-1] != "PROGRESS" || words[0] != "BEGIN" && words[0] != "END" {
			continue
		}
		id := FoldID(strings.Join(words[1:len(words)-1], " "))
		all = append(all, marker{words[0] == "BEGIN", id, source.Span{Start: start, End: at}})
	}
}

// section returns what is between the markers of an agent, and whether there are any.
func section(f *source.File, id string) (span source.Span, marked bool, err error) {
	all, id := markers(f), FoldID(id)
	own := func(m marker) bool { return m.agent == id }
	i := slices.IndexFunc(all, own)
	if i < 0 {
		return span, false, f.Errorf(0, "%w: no %s", ErrMarkers, markerText("BEGIN", id))
	}
	pair := all[i:min(i+2, len(all))]
	if len(pair) < 2 || !pair[0].begin || !own(pair[1]) || pair[1].begin || slices.ContainsFunc(all[i+2:], own) {
		return span, true, f.Errorf(pair[0].span.Start, "%w: want %s once, and %s behind it", ErrMarkers, markerText("BEGIN", id), markerText("END", id))
	}
	return source.Span{Start: pair[0].span.End, End: pair[1].span.Start}, true, nil
}

// markerText is a marker as the protocol writes it.
func markerText(word, id string) string {
	name := strings.ToUpper(IDOf(FoldID(id)))
	if FoldID(id) == Primary {
		name = strings.ToUpper(Primary)
	}
	return fmt.Sprintf("<!-- %s %s PROGRESS -->", word, name)
}

// StaleText is what [SetStale] is to say of an agent that is thought to have
// crashed. Source of its beginning: checkpoint.
func (c *Checkpoint) StaleText(now time.Time) string {
	return fmt.Sprintf("(likely crashed), last checkpoint %s, seen %s", known(c.Str(LastKey)), stamp(now))
}

// SetStale makes the change of text, an EPIC_README.md called name, that puts the
// line "ID: STALE says" into the section of the agent with that id, as its first. A
// line that says STALE of the same agent already is replaced, behind the marker of
// its item. An agent without markers gets them, below the heading [statusHeading]. No
// other byte is touched. Markers that are not in pairs are a [*source.Error] that
// wraps [ErrMarkers], an id that is none a [*protocol.RequestError].
func SetStale(name, text, id, says string) (*Change, error) {
	f, err := readText(name, text)
	if err != nil {
		return nil, err
	}
	if _, err := FileName(id); err != nil {
		return nil, err
	}
	line := oneLine(fmt.Sprintf("%s: %s %s", oneLine(id), staleWord, strings.ReplaceAll(says, "--", "–")))
	span, marked, err := section(f, id)
	if err != nil && marked {
		return nil, err
	}
	e := newSection(f, id, line)
	if marked {
		e = staleEdit(f, span, id, line)
	}
	if e.New == f.Slice(e.Span) {
		return &Change{Text: text}, nil
	}
	change, failed := edited(f, []source.Edit{e}, fmt.Sprintf("%s is marked as stale", oneLine(id)))
	if failed != nil || marked {
		return change, failed
	}
	if _, _, unread := section(source.NewFile(name, change.Text), id); unread != nil { // it is in a comment without an end
		return nil, err
	}
	return change, nil
}

// statusHeading is the heading above the sections of agents that had none.
const statusHeading = "## Agent Status"

// newSection makes the edit that adds the section of an agent with one line.
func newSection(f *source.File, id, line string) source.Edit {
	eol, end := f.EOL(), len(f.Text)
	text := strings.Join([]string{markerText("BEGIN", id), line, markerText("END", id)}, eol)
	for heading := range eachLine(f) {
		if strings.TrimRight(f.Slice(heading), " \t") == statusHeading {
			return source.Insert(heading.End, eol+eol+text)
		}
	}
	text = statusHeading + eol + eol + text + eol
	switch {
	case f.Text == "":
	case !strings.HasSuffix(f.Text, "\n"):
		text = eol + eol + text
	default:
		text = blankLine(f.Text, eol) + text
	}
	return source.Insert(end, text)
}

// ClearStale makes the change that takes the line out which [SetStale] wrote. Without
// one the text stays.
func ClearStale(name, text, id string) (*Change, error) {
	f, err := readText(name, text)
	if err != nil {
		return nil, err
	}
	span, _, err := section(f, id)
	if err != nil {
		return nil, err
	}
	at, ok := oldStale(f, span, id)
	if !ok {
		return &Change{Text: text}, nil
	}
	at.Start = max(span.Start, strings.LastIndexByte(text[:at.Start], '\n')+1)
	if i := strings.IndexByte(text[at.End:span.End], '\n'); i >= 0 {
		at.End += i + 1
	}
	return edited(f, []source.Edit{{Span: at}}, fmt.Sprintf("%s is not marked as stale any more", oneLine(id)))
}

// staleEdit is the edit of the section at span.
func staleEdit(f *source.File, span source.Span, id, line string) source.Edit {
	if old, ok := oldStale(f, span, id); ok {
		return source.Edit{Span: old, New: line}
	}
	eol := f.EOL()
	at := span.Start
	if i := strings.IndexByte(f.Slice(span), '\n'); i >= 0 && strings.TrimSpace(f.Slice(span)[:i]) == "" {
		at += i + 1
	} else {
		line = eol + line
	}
	rest := strings.TrimLeft(f.Text[at:], " \t")
	if rest = strings.TrimPrefix(rest, "\r"); !strings.HasPrefix(rest, "\n") && !strings.HasPrefix(rest, "<!--") {
		line += eol
	}
	return source.Insert(at, line+eol)
}

// oldStale is where a line of the section says that the agent is stale.
func oldStale(f *source.File, span source.Span, id string) (source.Span, bool) {
	for line := range eachLine(f) {
		line.Start, line.End = max(line.Start, span.Start), min(line.End, span.End)
		if line.Start >= line.End {
			continue
		}
		bare := trim(f, line)
		bare.Start += len(f.Slice(bare)) - len(strings.TrimLeft(f.Slice(bare), "-+*> "))
		who, says, ok := strings.Cut(f.Slice(bare), ":")
		if ok && FoldID(who) == FoldID(id) && strings.HasPrefix(strings.TrimSpace(says), staleWord) {
			return bare, true
		}
	}
	return source.Span{}, false
}

// staleWord is what a section is searched for. Source: checkpoint.
const staleWord = "STALE"
