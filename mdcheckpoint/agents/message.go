package agents

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// stampLayout is the time of a message, which is local and names no zone. Source:
// messages.
const stampLayout = "2006-01-02 15:04"

// A Mark says whether a message was read.
type Mark uint8

const (
	NoMark Mark = iota
	Unread
	Read
)

// How marks are written. Source: messages.
const (
	unreadMark = "⏳ UNREAD"
	readMark   = "✅ READ"
)

// Messages is a file of messages from one agent to another. Every line that begins
// with "## Message" begins a message, as the protocol's scripts count them: what
// stands around it makes no difference.
type Messages struct {
	File   *source.File
	Titles []source.Span // headings of level 1; there should be one
	All    []Message     // in the order of the file
}

// A Message is one message.
type Message struct {
	Number  int         // -1 if it has none
	Stamp   string      // as it is written, without parentheses; "" if there is none
	Mark    Mark        // whether it was read
	Subject string      // "" if there is none
	Heading source.Span // the line, without its ending
	Span    source.Span // all of it, without blank lines at its end
}

// At is the time of the message in the zone that it was written in, which the file
// does not tell. Such times are not to be compared with those of checkpoints.
func (m *Message) At(zone *time.Location) (time.Time, bool) { return spelling.ReadTime(m.Stamp, zone) }

// ParseMessages reads text as the file of messages called name. It fails with a
// [*source.Error] if the text is not UTF-8.
func ParseMessages(name, text string) (*Messages, error) {
	f, err := readText(name, text)
	if err != nil {
		return nil, err
	}
	m := &Messages{File: f}
	open := false // whether lines belong to the last message
	for line := range eachLine(f) {
		switch text := f.Slice(line); {
		case isMessage(text):
			m.All = append(m.All, readHeading(f, line))
			open = true
		case strings.HasPrefix(text, "# "):
			m.Titles = append(m.Titles, line)
			open = false
		case strings.HasPrefix(text, "## "):
			open = false
		case open:
			m.All[len(m.All)-1].body(text, line)
		}
	}
	return m, nil
}

const messageWord = "## Message"

// isMessage reports whether a line begins a message; "## Messages" does not.
func isMessage(line string) bool {
	rest, ok := strings.CutPrefix(line, messageWord)
	return ok && (rest == "" || strings.ContainsAny(rest[:1], " \t:#(") || isDigit(rest[0]))
}

// body adds a line to m.
func (m *Message) body(text string, line source.Span) {
	if strings.TrimSpace(text) == "" {
		return
	}
	m.Span.End = line.End
	if subject, ok := strings.CutPrefix(text, "**Subject:**"); ok && m.Subject == "" {
		m.Subject = oneLine(subject)
	}
}

// readHeading reads a line such as "## Message 3 (2026-01-15 15:00) ⏳ UNREAD".
func readHeading(f *source.File, line source.Span) Message {
	m := Message{Number: -1, Heading: line, Span: line}
	text := f.Slice(line)
	rest := strings.TrimLeft(text[len(messageWord):], " \t#")
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	if n, ok := atoi(digits); ok {
		m.Number = n
	}
	if _, after, ok := strings.Cut(rest, "("); ok {
		if stamp, _, ok := strings.Cut(after, ")"); ok {
			m.Stamp = oneLine(stamp)
		}
	}
	m.Mark = findMark(text)
	return m
}

// findMark returns the mark in a heading.
func findMark(text string) Mark {
	end := len(strings.TrimRight(text, " \t"))
	for _, mark := range [...]struct {
		Mark
		symbol, word string
	}{{Unread, "⏳", "UNREAD"}, {Read, "✅", "READ"}} {
		i := lastWord(text, mark.word)
		if i < 0 {
			continue
		}
		before := strings.TrimRight(text[:i], " \t\ufe0f")
		symbol := strings.HasSuffix(before, mark.symbol)
		if symbol || mark.Mark == Unread || i+len(mark.word) == end {
			return mark.Mark
		}
	}
	return NoMark
}

// lastWord is where word stands last in text, with no letter or digit beside it,
// or -1.
func lastWord(text, word string) int {
	for i := strings.LastIndex(text, word); i >= 0; i = strings.LastIndex(text[:i], word) {
		end := i + len(word)
		if (i == 0 || !isWord(text[i-1])) && (end == len(text) || !isWord(text[end])) {
			return i
		}
	}
	return -1
}

func isWord(c byte) bool { return isDigit(c) || c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// Unread returns the messages that nobody read; nil has none.
func (m *Messages) Unread() []*Message {
	var all []*Message
	for i := 0; m != nil && i < len(m.All); i++ {
		if m.All[i].Mark == Unread {
			all = append(all, &m.All[i])
		}
	}
	return all
}

// Next is the number of the next message: one more than there are, or than the
// highest number if that is more.
func (m *Messages) Next() int {
	n := len(m.All)
	for i := range m.All {
		n = max(n, m.All[i].Number)
	}
	return n + 1
}

// newestFirst reports whether new messages are before the old ones, by the numbers of the first
// and the last, or if these do not differ, by their times. A file that shows no order has that of
// the protocol, which is that.
func (m *Messages) newestFirst() bool {
	if len(m.All) == 0 {
		return true
	}
	first, last := &m.All[0], &m.All[len(m.All)-1]
	return cmp.Or(cmp.Compare(first.Number, last.Number), strings.Compare(first.Stamp, last.Stamp)) >= 0
}

// Check finds what the scripts of the protocol leave behind: more than one heading of
// level 1, a number that two messages have. All are warnings.
func (m *Messages) Check() []Problem {
	var all []Problem
	if len(m.Titles) > 1 {
		second := m.Titles[1]
		all = append(all, Problem{Duplicate, false, second, fmt.Sprintf("heading %q is one of %d of level 1, want one", shorten(m.File.Slice(second)), len(m.Titles))})
	}
	seen := map[int]bool{}
	for i := range m.All {
		if n := m.All[i].Number; n >= 0 && seen[n] {
			all = append(all, Problem{Duplicate, false, m.All[i].Heading, fmt.Sprintf("message %d is there already", n)})
		}
		seen[m.All[i].Number] = true
	}
	return all
}
