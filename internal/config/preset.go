package config

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/yamldoc"
)

// AddPreset returns text, a configuration, with the entry of p after the others of its key. If text
// has an entry with that name, it stays the same. AddPreset returns an error if it cannot add the
// entry.
func AddPreset(text string, p *protocol.Preset) (string, error) {
	doc, err := yamldoc.Parse(Name, text)
	if err != nil {
		return "", err
	}
	entries := doc.Root.Get(p.Key)
	if entries.Get(p.Name) != nil {
		return text, nil
	}
	at, indent, head := len(text), "  ", p.Key+":\n"
	if entries != nil {
		if entries.Kind != jsondoc.Object || len(entries.Members) == 0 || text[entries.Span.Start] == '{' {
			return "", doc.File.Errorf(entries.Span.Start, "%s is not a block mapping, so no entry can be added", p.Key)
		}
		at, head = endOfLine(text, entries.Span.End), ""
		first := entries.Members[0].KeySpan.Start
		indent = text[strings.LastIndexByte(text[:first], '\n')+1 : first]
	}
	after := text[:at] + presetLines(text[:at], head, indent, p) + text[at:]
	return after, checkAdded(doc, after, p)
}

func endOfLine(text string, offset int) int {
	if offset > 0 && text[offset-1] == '\n' {
		return offset
	}
	if n := strings.IndexByte(text[offset:], '\n'); n >= 0 {
		return offset + n + 1
	}
	return len(text)
}

// presetLines returns the lines to insert; before is the text that precedes them.
func presetLines(before, head, indent string, p *protocol.Preset) string {
	lines := head + indent + p.Name + ":\n"
	for _, f := range p.Fields {
		lines += indent + "  " + f[0] + ": " + f[1] + "\n"
	}
	return linesAfter(before, lines)
}

// linesAfter returns lines to insert after a text, with the line endings of that text. If its last
// line has no line ending, the result begins with one.
func linesAfter(before, lines string) string {
	if before != "" && !strings.HasSuffix(before, "\n") {
		lines = "\n" + lines
	}
	if strings.Contains(before, "\r\n") {
		lines = strings.ReplaceAll(lines, "\n", "\r\n")
	}
	return lines
}

// checkAdded returns an error unless the new text is doc plus the entry of p.
func checkAdded(doc *jsondoc.Document, after string, p *protocol.Preset) error {
	read, err := yamldoc.Parse(Name, after)
	if err != nil {
		return fmt.Errorf("the entry would make %s invalid: %w", Name, err)
	}
	same := read.Root.Get(p.Key, p.Name) != nil
	for _, m := range doc.Root.Members {
		if m.Key != p.Key {
			same = same && m.Value.JSON() == read.Root.Get(m.Key).JSON()
			continue
		}
		for _, e := range m.Value.Members {
			same = same && e.Value.JSON() == read.Root.Get(p.Key, e.Key).JSON()
		}
	}
	if !same {
		return fmt.Errorf("the entry would also change other values of %s", Name)
	}
	return nil
}
