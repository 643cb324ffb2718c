package position

import (
	"cmp"
	"strconv"
	"strings"

	"mdck/internal/spelling"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// A Side is a place that records progress.
type Side string

const (
	Front Side = "front"
	Body  Side = "body"  // the text of the state
	Plans Side = "plans" // the plans, their summaries and the roadmap
)

type setter func(text string) []source.Edit

// A field is a value on one side. Fields of the same name are compared.
type field struct {
	name string
	side Side
	Value
	set setter
}

const (
	percentName  = "percent"
	plansOfPhase = "plans of the phase"
)

const digits = "0123456789"

// fields returns the fields to compare. Their order is the same for every state.
func (s *State) fields() []field {
	status, bodyStatus := s.statuses()
	n, of := s.plansOfPhase()
	nth := min(s.Plan.Of, 1) // 1 in "2 of 5", 0 in "5"
	share := s.FrontPercent.Text
	if spelling.IsNoneWord(share) {
		share = ""
	}
	phase, plans := s.Phase.Span, Value{strings.TrimPrefix(strconv.Itoa(n), "0"), of.Span}
	all := []field{
		s.inFront("phase", s.frontPhase(), "current_phase"),
		{"phase", Body, Value{s.Phase.N, phase}, s.setNumber(phase, 0)},
		s.inFront("status", status, "status"),
		{"status", Body, Value{bodyStatus, s.Status.Span}, s.setStatus},
	}
	for i, number := range numbers {
		text := whole(s.number(i).Text)
		all = append(all, s.inFront(number.key, text, "progress", number.key))
	}
	return append(all,
		s.inFront(percentName, share, "progress", "percent"),
		field{percentName, Body, s.BodyPercent, s.setPercent},
		field{plansOfPhase, Body, plans, s.setNumber(of.Span, nth)},
	)
}

// allFields returns [State.fields] and the fields that only [State.Move] sets.
func (s *State) allFields() []field {
	plan := s.front("current_plan").Text
	if !isDigits(plan) {
		plan = ""
	}
	name := s.nameOfPhase()
	return append(s.fields(),
		s.inFront("plan", planfile.Number(plan), "current_plan"),
		field{"plan", Body, Value{s.Plan.N, s.Plan.Span}, s.setPlan},
		s.inFront("name of the phase", s.front("current_phase_name").Text, "current_phase_name"),
		field{"name of the phase", Body, name, s.setText(name.Span)},
		s.inFront("stopped at", s.front("stopped_at").Text, "stopped_at"),
		field{"stopped at", Body, s.Stopped, s.setText(s.Stopped.Span)},
	)
}

func (s *State) inFront(name, text string, keys ...string) field {
	span := s.front(keys...).Span
	set := func(text string) []source.Edit {
		old := s.File.Slice(span)
		switch {
		case isDigits(text) && strings.Trim(old, digits+".%'\" ") == "":
			return s.setNumber(span, 0)(text)
		case strings.HasPrefix(old, `"`) || !isPlain(text):
			text = jsondoc.Quote(text)
		}
		return s.edit(span, text)
	}
	return field{name, Front, Value{text, span}, set}
}

func (s *State) edit(span source.Span, text string) []source.Edit {
	if s.File.Slice(span) == text {
		return nil
	}
	return []source.Edit{{Span: span, New: text}}
}

func (s *State) setText(span source.Span) setter {
	return func(text string) []source.Edit { return s.edit(span, text) }
}

func whole(text string) string {
	if _, ok := planfile.ParseCount(text); ok {
		return text
	}
	return ""
}

// statuses returns the statuses in the front matter and in the body, or "" for prose.
func (s *State) statuses() (front, body string) {
	text, paused := s.front("status").Text, s.isPaused()
	if text != "" {
		front = Normal(text, paused)
	}
	if s.Status.Text != "" {
		body = Normal(s.Status.Text, false)
	}
	if front == body {
		return front, body
	}
	if !isStatus(text) && !paused {
		front = ""
	}
	if !isStatus(s.Status.Text) {
		body = ""
	}
	return front, body
}

func isStatus(text string) bool {
	const most = 3
	text = strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(text), "_", " "), "*", "")
	text = strings.ReplaceAll(text, " -", ";")
	if i := strings.IndexAny(text, ",;:(—–"); i > 0 {
		text = text[:i]
	}
	var words []string
	for _, word := range strings.Fields(text) {
		if !isOne(word, "phase|milestone") && !strings.ContainsAny(word, digits) {
			words = append(words, word)
		}
	}
	is := strings.ReplaceAll(strings.Join(words, " "), "-", " ")
	ofSome := hasAny(text, "phase|milestone") || !strings.ContainsAny(text, digits)
	return meaningOf(statuses, is) != "" && len(words) <= most && ofSome
}

// nameOfPhase returns the name in a phase such as "3 of 6 (name)".
func (s *State) nameOfPhase() Value {
	value, span := s.File.Slice(s.Phase.Span), s.Phase.Span
	open, end := strings.IndexByte(value, '('), strings.LastIndexByte(value, ')')
	if open < 0 || end < open {
		return Value{Span: span}
	}
	name := source.Span{Start: open + 1, End: end}
	return Value{value[name.Start:name.End], name.Shift(span.Start)}
}

func isPlain(text string) bool {
	if isOne(text, "|true|false|null|yes|no|on|off|y|n") {
		return false
	}
	isText := strings.Trim(text, "abcdefghijklmnopqrstuvwxyz ") == "" && text == strings.TrimSpace(text)
	return isDigits(text) || isText
}

// setNumber returns a setter for number nth in the span, counted from 0.
func (s *State) setNumber(in source.Span, nth int) setter {
	return func(text string) []source.Edit {
		value, start, end := s.File.Slice(in), 0, 0
		for range nth + 1 {
			i := strings.IndexAny(value[end:], digits)
			if i < 0 {
				return nil
			}
			start = end + i
			end = len(value) - len(strings.TrimLeft(value[start:], digits+"."))
		}
		old := strings.TrimRight(value[start:end], ".")
		if !strings.HasPrefix(old, "0") || len(old) == 1 {
			text = withoutZeros(text)
		}
		span := source.Span{Start: start, End: start + len(old)}
		return s.edit(span.Shift(in.Start), text)
	}
}

func withoutZeros(number string) string {
	bare := strings.TrimLeft(number, "0")
	if bare == "" || bare[0] == '.' {
		return "0" + bare
	}
	return bare
}

// setPlan replaces the number in a text such as "2 of 5 (complete)", and deletes "(complete)".
func (s *State) setPlan(text string) []source.Edit {
	span := s.Plan.Span
	edits, value := s.setNumber(span, 0)(text), s.File.Slice(span)
	i := strings.IndexByte(value, '(')
	if i <= 0 || !strings.Contains(strings.ToLower(value[i:]), "complete") {
		return edits
	}
	span.Start += len(strings.TrimRight(value[:i], " "))
	return append(edits, source.Edit{Span: span})
}

func (s *State) setStatus(text string) []source.Edit {
	return s.edit(s.Status.Span, cmp.Or(meaningOf(bodyStatuses, text), text))
}

func (s *State) setPercent(text string) []source.Edit {
	number, _, _ := strings.Cut(s.File.Slice(s.BodyPercent.Span), "%")
	stop := s.BodyPercent.Span.Start + len(number)
	return s.edit(source.Span{Start: stop - len(s.BodyPercent.Text), End: stop}, text)
}

// The characters of a progress bar. Source: GSD, state; real files for shade.
const full, shade, empty = "█", "▓", "░"

func (s *State) blocks() (blocks, cells int) {
	blocks = strings.Count(s.Bar.Text, full) + strings.Count(s.Bar.Text, shade)
	return blocks, blocks + strings.Count(s.Bar.Text, empty)
}

func filled(percent, cells int) int { return min(percent, 100) * cells / 100 }

// shows reports whether the bar is less than one block away from n percent, or has an unusual
// length.
func (s *State) shows(n int) bool {
	const least = 5
	blocks, cells := s.blocks()
	off := blocks*100 - min(n, 100)*cells // in hundredths of a block
	return cells < least || cells%least != 0 || max(off, -off) < 100
}

func (s *State) drawBar(n int) []source.Edit {
	block := full
	if strings.Contains(s.Bar.Text, shade) && !strings.Contains(s.Bar.Text, full) {
		block = shade
	}
	_, cells := s.blocks()
	k := filled(n, cells)
	bar := strings.Repeat(block, k) + strings.Repeat(empty, cells-k)
	return s.edit(s.Bar.Span, bar)
}
