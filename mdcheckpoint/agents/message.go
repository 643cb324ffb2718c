package agents

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// stampLayout is the layout of a message's time, which is local. Source: messages.
const stampLayout = "2006-01-02 15:04"

// A Mark says whether a message is read.
type Mark uint8

const (
	NoMark Mark = iota
	Unread
	Read
)

// Words in the headings of messages. Source: messages.
const (
	unreadSymbol = "⏳"
	unreadWord   = "UNREAD"
	readMark     = "✅ READ"
	messageWord  = "## Message"
)

// Messages is a file of messages from one agent to another.
type Messages struct {
	File   *source.File
	Titles []source.Span // headings of level 1
	All    []*Message
}

type Message struct {
	Number  int    // -1 without a number
	Stamp   string // as written, without parentheses
	Mark    Mark
	Subject string      // text after "**Subject:**", or ""
	Heading source.Span // the line, without its line ending
	Span    source.Span // the whole message, without blank lines at its end
}

// ParseMessages reads text as the message file called name. It returns a [*source.Error] if text is
// not UTF-8.
func ParseMessages(name, text string) (*Messages, error) {
	f, err := readText(name, text)
	if err != nil {
		return nil, err
	}
	m := &Messages{File: f}
	heads := forms().head.FindAllStringSubmatchIndex(text, -1)
	for i, at := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		line := source.Between(at[2], at[3])
		if message := readHeading(f.Slice(line), line); message != nil {
			message.addBody(forms().body.FindString(text[line.End:end]))
			m.All = append(m.All, message)
		} else if strings.HasPrefix(f.Slice(line), "# ") {
			m.Titles = append(m.Titles, line)
		}
	}
	return m, nil
}

func (m *Message) addBody(text string) {
	m.Span.End += len(text)
	if subject := forms().subject.FindStringSubmatch(text); subject != nil {
		m.Subject = spelling.CleanLine(subject[1])
	}
}

func readHeading(text string, line source.Span) *Message {
	parts := forms().heading.FindStringSubmatch(text)
	if parts == nil {
		return nil
	}
	m := &Message{
		Number:  -1,
		Stamp:   spelling.CleanLine(parts[2]),
		Heading: line,
		Span:    line,
	}
	if n, ok := spelling.Number(parts[1]); ok {
		m.Number = n
	}
	if strings.Contains(text, unreadWord) {
		m.Mark = Unread
	} else if strings.Contains(text, readMark) {
		m.Mark = Read
	}
	return m
}

// String returns text such as "message 3 (2026-01-15 15:00): the subject".
func (m *Message) String() string {
	text := "a message"
	if m.Number >= 0 {
		text = fmt.Sprintf("message %d", m.Number)
	}
	if m.Stamp != "" {
		text += " (" + m.Stamp + ")"
	}
	if m.Subject != "" {
		text += ": " + m.Subject
	}
	return text
}

func (m *Messages) unread() (all []*Message) {
	for _, message := range m.All {
		if message.Mark == Unread {
			all = append(all, message)
		}
	}
	return all
}

func (m *Messages) next() int {
	n := len(m.All)
	for _, message := range m.All {
		n = max(n, message.Number)
	}
	return n + 1
}

// newestFirst reports whether new messages belong at the top.
func (m *Messages) newestFirst() bool {
	if len(m.All) == 0 {
		return true
	}
	first, last := m.All[0], m.All[len(m.All)-1]
	return cmp.Or(cmp.Compare(first.Number, last.Number), strings.Compare(first.Stamp, last.Stamp)) >= 0
}

func (m *Messages) check() (all []problem) {
	if len(m.Titles) > 1 {
		second := m.Titles[1]
		all = append(all, problem{duplicateRule, lint.Warning, second, fmt.Sprintf("%q is the second title in this file; expected one title", shorten(m.File.Slice(second)))})
	}
	seen := map[int]bool{}
	for _, message := range m.All {
		if n := message.Number; n >= 0 && seen[n] {
			all = append(all, problem{duplicateRule, lint.Warning, message.Heading, fmt.Sprintf("an earlier message already has number %d", n)})
		}
		seen[message.Number] = true
	}
	return all
}

type draftNote struct{ Subject, Action, Details, Next, Acknowledge string }

// continued indents the later lines of a field, so that none counts as a heading or message.
const continued = "         "

func (n *draftNote) text() string {
	var b strings.Builder
	for _, f := range [...][2]string{
		{"Subject", n.Subject},
		{"Action", n.Action},
		{"Details", n.Details},
		{"Next", n.Next},
		{"Acknowledge", n.Acknowledge},
	} {
		mark := "**" + f[0] + ":** "
		for line := range strings.Lines(spelling.Clean(f[1])) {
			if line = spelling.CleanLine(line); line != "" {
				b.WriteString("\n" + mark + line)
				mark = continued
			}
		}
	}
	return b.String()
}

func messagesTitle(from, to string) string {
	name := func(id string) string {
		if foldID(id) == Primary {
			return "Primary"
		}
		return spelling.CleanLine(id)
	}
	return "# Messages: " + name(from) + " → " + name(to)
}

func (m *Messages) addNote(n draftNote, title string, at time.Time) *Change {
	if spelling.CleanLine(n.Subject) == "" {
		return &Change{Err: protocol.BadRequest("", "message has no subject")}
	}
	did := fmt.Sprintf("message %d: %q", m.next(), shorten(spelling.CleanLine(n.Subject)))
	return m.add([][2]string{{at.Format(stampLayout), n.text()}}, title, did)
}

// add adds unread messages, oldest first: pairs of time and body. A body begins with a line ending.
func (m *Messages) add(messages [][2]string, title, did string) *Change {
	f, eol := m.File, lineEnd(m.File)
	var texts []string
	for i, message := range messages {
		body := strings.ReplaceAll(strings.ReplaceAll(message[1], "\r\n", "\n"), "\n", eol)
		texts = append(texts, fmt.Sprintf("%s %d (%s) %s %s%s", messageWord, m.next()+i, message[0], unreadSymbol, unreadWord, body))
	}
	if m.newestFirst() {
		slices.Reverse(texts)
	}
	text := strings.Join(texts, eol+eol)
	var e source.Edit
	switch {
	case spelling.IsBlank(f.Text):
		e = source.Insert(len(f.Text), spelling.CleanLine(title)+eol+eol+text+eol)
	case len(m.All) == 0:
		e = appendBlock(f, text)
	case m.newestFirst():
		e = source.Insert(m.All[0].Heading.Start, text+eol+eol)
	default:
		e = source.Insert(m.All[len(m.All)-1].Span.End, eol+eol+text)
	}
	return edited(f, []source.Edit{e}, did)
}

func (m *Messages) markRead(headings []source.Span) *Change {
	var edits []source.Edit
	var did []string
	for _, message := range m.unread() {
		if !slices.Contains(headings, message.Heading) {
			continue
		}
		heading, at := m.File.Slice(message.Heading), message.Heading.Start
		end := strings.LastIndex(heading, unreadWord)
		start := end
		if i := strings.LastIndex(heading[:end], unreadSymbol); i >= 0 {
			start = i
		}
		mark := source.Between(start, end+len(unreadWord)).Shift(at)
		edits = append(edits, source.Replace(mark, readMark))
		did = append(did, fmt.Sprintf("message %d is read", message.Number))
	}
	return edited(m.File, edits, did...)
}
