package format

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
)

// YAML is the proposal as a configuration, with what was seen as comments.
func (p *Proposal) YAML() string {
	w := &writer{seen: p.seen}
	f := p.Format
	w.line(0, "formats:")
	w.line(1, f.Name+":")
	quoted := make([]string, len(f.Files))
	for i, file := range f.Files {
		quoted[i] = jsondoc.Quote(file)
	}
	w.line(2, keyFiles+": ["+strings.Join(quoted, ", ")+"]")
	if f.Schema.Title != "" {
		w.line(2, keyTitle+": "+scalar(f.Schema.Title))
	}
	if f.Schema.GroupLevel() != 2 {
		w.line(2, keyLevel+": "+strconv.Itoa(f.Schema.Level))
	}
	for _, limit := range []struct {
		key string
		n   int
	}{{keyLines, f.Schema.Limits.Lines}, {keyTokens, f.Schema.Limits.Tokens}, {keyEach, f.Schema.Limits.GroupLines}} {
		if limit.n > 0 {
			w.seenLine(2, fmt.Sprintf("%s: %d", limit.key, limit.n), limit.key)
		}
	}
	if !f.Ordered {
		w.line(2, keyOrder+": false")
	}
	if len(f.Schema.Groups) > 0 {
		w.line(2, keySections+":")
	}
	for i := range f.Schema.Groups {
		w.group(&f.Schema.Groups[i])
	}
	return w.String()
}

// A writer writes a configuration line by line.
type writer struct {
	strings.Builder
	seen map[string]string
}

func (w *writer) line(depth int, text string) {
	w.WriteString(strings.Repeat("  ", depth) + text + "\n")
}

// seenLine is line, with what was seen of the key.
func (w *writer) seenLine(depth int, text, key string) {
	if seen := w.seen[key]; seen != "" {
		text += "  # " + seen
	}
	w.line(depth, text)
}

func (w *writer) group(g *schema.Group) {
	w.seenLine(3, "- "+keyTitle+": "+scalar(g.Title), keySections+"/"+g.Key)
	if g.Optional {
		w.line(4, keyOptional+": true")
	}
	if bullets := rangeText(g.Min, g.Max); bullets != "" {
		w.line(4, keyBullets+": "+bullets)
	}
	if g.Keep > 0 {
		w.line(4, fmt.Sprintf("%s: %d", keyKeep, g.Keep))
	}
	if g.NewestFirst {
		w.line(4, keyNewest+": first")
	}
	if len(g.Subsections) > 0 {
		w.line(4, keySections+":")
	}
	for _, s := range g.Subsections {
		parts := []string{keyTitle + ": " + scalar(s.Title)}
		if s.Optional {
			parts = append(parts, keyOptional+": true")
		}
		if bullets := rangeText(s.Min, s.Max); bullets != "" {
			parts = append(parts, keyBullets+": "+bullets)
		}
		w.line(5, "- {"+strings.Join(parts, ", ")+"}")
	}
}

func rangeText(least, most int) string {
	switch {
	case least == 0 && most == 0:
		return ""
	case most == 0:
		return strconv.Itoa(least) + "+"
	}
	return fmt.Sprintf("%d-%d", least, most)
}

// scalar is text as a value of YAML: as it is where nobody can misread it, else quoted.
func scalar(text string) string {
	words := []string{"true", "false", "yes", "no", "on", "off", "null", "y", "n"}
	if regexp.MustCompile(`^[A-Za-z][A-Za-z0-9/()&+'.-]*( [A-Za-z0-9/()&+'.-]+)*$`).MatchString(text) && !slices.Contains(words, strings.ToLower(text)) {
		return text
	}
	return jsondoc.Quote(text)
}
