package agents

import (
	"fmt"
	"strings"
	"time"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A Note is what a message says. Details may be of several lines; what is empty is
// left out.
type Note struct{ Subject, Action, Details, Next, Acknowledge string }

// fields are the parts of n under the names of the protocol, in its order. Source:
// messages.
func (n *Note) fields() [][2]string {
	return [][2]string{{"Subject", n.Subject}, {"Action", n.Action}, {"Details", n.Details}, {"Next", n.Next}, {"Acknowledge", n.Acknowledge}}
}

// continued is what further lines of a field begin with: so much that Markdown
// takes none of them for a heading, and no script for a message.
const continued = "         "

// text is n as the message with that number, lines ending in eol.
func (n *Note) text(number int, at time.Time, eol string) string {
	lines := []string{fmt.Sprintf("%s %d (%s) %s", messageWord, number, at.Format(stampLayout), unreadMark)}
	for _, f := range n.fields() {
		mark := "**" + f[0] + ":** "
		for line := range strings.Lines(clean(f[1])) {
			if line = oneLine(line); line != "" {
				lines = append(lines, mark+line)
				mark = continued
			}
		}
	}
	return strings.Join(lines, eol)
}

// Title is the heading of a file of messages.
func Title(from, to string) string {
	name := func(id string) string {
		if FoldID(id) == Primary {
			return "Primary"
		}
		return oneLine(id)
	}
	return fmt.Sprintf("# Messages: %s → %s", name(from), name(to))
}

// Add makes the change that puts n into the file as its next message, unread, at
// the local time at: on the side where the file has its newest. A file without
// any text gets the title. A note without a subject is a [*protocol.RequestError].
func (m *Messages) Add(n Note, title string, at time.Time) (*Change, error) {
	if oneLine(n.Subject) == "" {
		return nil, protocol.BadRequest("", "a message without a subject")
	}
	number, eol := m.Next(), m.File.EOL()
	edit := m.insert(n.text(number, at, eol), oneLine(title), eol)
	return edited(m.File, []source.Edit{edit}, fmt.Sprintf("message %d: %q", number, shorten(oneLine(n.Subject))))
}

// addCopy makes the change that puts a message of another file, which is text, into this one,
// unread and with the next number.
func (m *Messages) addCopy(text string, of *Message, title string) (*Change, error) {
	eol := m.File.EOL()
	heading := fmt.Sprintf("%s %d (%s) %s", messageWord, m.Next(), of.Stamp, unreadMark)
	body := strings.ReplaceAll(strings.ReplaceAll(text[of.Heading.Len():], "\r\n", "\n"), "\n", eol)
	return edited(m.File, []source.Edit{m.insert(heading+body, title, eol)})
}

// MarkRead makes the change that marks those unread messages as read which is reports.
func (m *Messages) MarkRead(is func(*Message) bool) (*Change, error) {
	var edits []source.Edit
	var did []string
	for i := range m.All {
		message := &m.All[i]
		if message.Mark != Unread || !is(message) {
			continue
		}
		heading := m.File.Slice(message.Heading)
		at := lastWord(heading, "UNREAD")
		start := len(strings.TrimRight(heading[:at], " \t\ufe0f"))
		start = len(strings.TrimSuffix(heading[:start], "⏳"))
		span := source.Span{Start: message.Heading.Start + start, End: message.Heading.Start + at + len("UNREAD")}
		mark := readMark
		if start > 0 && heading[start-1] != ' ' {
			mark = " " + mark
		}
		edits, did = append(edits, source.Edit{Span: span, New: mark}), append(did, fmt.Sprintf("message %d is read", message.Number))
	}
	return edited(m.File, edits, did...)
}

// insert makes the edit that puts text where the newest message stands.
func (m *Messages) insert(text, title, eol string) source.Edit {
	end := len(m.File.Text)
	switch {
	case strings.TrimSpace(strings.TrimPrefix(m.File.Text, "\ufeff")) == "":
		return source.Insert(end, title+eol+eol+text+eol)
	case len(m.All) > 0 && m.newestFirst():
		return source.Insert(m.All[0].Heading.Start, text+eol+eol)
	case len(m.All) > 0:
		return source.Insert(m.All[len(m.All)-1].Span.End, eol+eol+text)
	case strings.HasSuffix(m.File.Text, "\n"):
		return source.Insert(end, blankLine(m.File.Text, eol)+text+eol)
	}
	return source.Insert(end, eol+eol+text)
}

// blankLine is what makes the last line of text, which ends, a blank one.
func blankLine(text, eol string) string {
	if strings.HasSuffix(strings.ReplaceAll(text, "\r", ""), "\n\n") {
		return ""
	}
	return eol
}
