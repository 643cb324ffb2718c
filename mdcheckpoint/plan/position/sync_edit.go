package position

import (
	"strconv"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// setFront gives how a key of the front matter gets a value, in the quotes and with the
// zeros in front that it has.
func setFront(keys ...string) func(*State, string) []source.Edit {
	return func(s *State, text string) []source.Edit {
		v := s.Front.Get(keys...)
		old := s.File.Slice(v.Span)
		switch {
		case isDigits(text) && strings.Trim(old, "0123456789.%'\" ") == "":
			if i := strings.IndexAny(old, "0123456789"); i >= 0 {
				end := i + len(old[i:]) - len(strings.TrimLeft(old[i:], "0123456789."))
				return replace(source.Span{Start: v.Span.Start + i, End: v.Span.Start + end}, old[i:end], likeNumber(text, old[i:end]))
			}
		case strings.HasPrefix(old, "'"):
			text = "'" + strings.ReplaceAll(text, "'", "''") + "'"
		case strings.HasPrefix(old, `"`) || !isPlain(text) && !isDigits(text):
			text = jsondoc.Quote(text)
		}
		return replace(v.Span, old, text)
	}
}

func replace(span source.Span, old, text string) []source.Edit {
	if old == text {
		return nil
	}
	return []source.Edit{{Span: span, New: text}}
}

// isPlain reports whether a text needs no quotes in YAML.
func isPlain(text string) bool {
	switch text {
	case "", "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return false
	}
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyz ") == "" && text == strings.TrimSpace(text)
}

// likeNumber is a number as [plan.Number] has it, with zeros in front only if old has
// them.
func likeNumber(text, old string) string {
	if strings.HasPrefix(old, "0") && len(old) > 1 {
		return text
	}
	if bare := strings.TrimLeft(text, "0"); bare != "" && bare[0] != '.' {
		return bare
	}
	return "0" + strings.TrimLeft(text, "0")
}

// setPhase changes the number of "3 of 6 (name)".
func setPhase(s *State, text string) []source.Edit {
	at, end := numberIn(s.File.Slice(s.Phase.Span), 0)
	return s.setNumber(s.Phase.Span, at, end, text)
}

// setPlans changes the second number of "2 of 5".
func setPlans(s *State, text string) []source.Edit {
	value := s.File.Slice(s.Plan.Span)
	_, end := numberIn(value, 0)
	at, end := numberIn(value, end)
	return s.setNumber(s.Plan.Span, at, end, text)
}

func (s *State) setNumber(of source.Span, at, end int, text string) []source.Edit {
	if at == end {
		return nil
	}
	span := source.Span{Start: of.Start + at, End: of.Start + end}
	old := s.File.Slice(span)
	return replace(span, old, likeNumber(text, old))
}

// numberIn is where the first number in text from an offset on stands; empty if there is
// none.
func numberIn(text string, from int) (start, end int) {
	i := strings.IndexAny(text[from:], "0123456789")
	if i < 0 {
		return from, from
	}
	start = from + i
	rest := strings.TrimLeft(text[start:], "0123456789.")
	return start, len(strings.TrimRight(text[:len(text)-len(rest)], "."))
}

// words are how a body says what a status means. Source: GSD, state.
var words = [...]struct{ means, says string }{
	{"paused", "Paused"}, {"executing", "In progress"}, {"planning", "Ready to plan"}, {"discussing", "Ready to discuss"}, {"verifying", "Verifying"}, {"completed", "Phase complete"},
}

// setStatus changes the status of the body.
func setStatus(s *State, text string) []source.Edit {
	for _, w := range words {
		if w.means == text {
			text = w.says
		}
	}
	return replace(s.Status.Span, s.File.Slice(s.Status.Span), text)
}

func setStopped(s *State, text string) []source.Edit {
	return replace(s.Stopped.Span, s.File.Slice(s.Stopped.Span), text)
}

// The characters of a bar. Source: GSD, state; the second: corpus.
const (
	full, shade, empty = '█', '▓', '░'
)

// setPercent changes the number of "[████░░░░░░] 40%", and the bar to what it shows.
func setPercent(s *State, text string) []source.Edit {
	value, at := s.File.Slice(s.Percent.Span), s.Percent.Span.Start
	var edits []source.Edit
	n, err := strconv.Atoi(text)
	if start, end, ok := barIn(value); ok && err == nil {
		block := string(full)
		if strings.ContainsRune(value[start:end], shade) && !strings.ContainsRune(value[start:end], full) {
			block = string(shade)
		}
		k := filled(n, s.Cells)
		if bar := strings.Repeat(block, k) + strings.Repeat(string(empty), s.Cells-k); s.Blocks != k {
			edits = replace(source.Span{Start: at + start, End: at + end}, value[start:end], bar)
		}
	}
	stop := strings.IndexByte(value, '%')
	start := len(strings.TrimRight(value[:stop], "0123456789"))
	return append(edits, replace(source.Span{Start: at + start, End: at + stop}, value[start:stop], text)...)
}

// barIn is where the bar stands in text; ok is false if there is none, or something
// stands within it.
func barIn(text string) (start, end int, ok bool) {
	isBar := func(r rune) bool { return r == full || r == shade || r == empty }
	if start = strings.IndexFunc(text, isBar); start < 0 {
		return 0, 0, false
	}
	rest := strings.TrimLeftFunc(text[start:], isBar)
	return start, len(text) - len(rest), !strings.ContainsFunc(rest, isBar)
}
