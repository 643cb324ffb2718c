package position

import (
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// A Side is a place that says where the work is.
type Side string

const (
	Front Side = "front" // the front matter of the state
	Body  Side = "body"  // its text
	Plans Side = "plans" // the plans themselves, and what says that they are done
)

// name is the side for people.
func (side Side) name() string {
	return map[Side]string{Front: "the front matter", Body: "the body", Plans: "the plans"}[side]
}

// A field is what a side says of something that both sides may say, each in the same words.
type field struct {
	name string
	side Side
	Value
	set  func(text string) []source.Edit
	move bool // only a [Move] is about it: the sides are not compared
}

// Names of fields that are looked up.
const (
	percentName  = "percent"
	plansOfPhase = "plans of the phase"
)

// fields are those of every state, in the same order. The text of one that is missing is "".
func (s *State) fields() (all []field) {
	front := func(name, text string, keys ...string) {
		all = append(all, field{name: name, side: Front, Value: Value{text, s.front(keys...).Span}, set: s.setFront(keys...)})
	}
	body := func(name, text string, span source.Span, set func(string) []source.Edit) {
		all = append(all, field{name: name, side: Body, Value: Value{text, span}, set: set})
	}
	status, bodyStatus := s.statuses()
	front("phase", planfile.Number(s.front("current_phase").Text), "current_phase")
	body("phase", s.Phase.N, s.Phase.Span, s.setNumber(s.Phase.Span, 0))
	front("status", status, "status")
	body("status", bodyStatus, s.Status.Span, s.setStatus)
	for _, number := range numbers {
		front(number.key, whole(s.front("progress", number.key).Text), "progress", number.key)
	}
	share := s.Share.Text
	if isBlank(share) {
		share = ""
	}
	front(percentName, share, "progress", "percent")
	body(percentName, s.Percent.Text, s.Percent.Span, s.setPercent)
	n, of := s.plansOfPhase()
	nth := 1 // of "2 of 5"
	if s.Plan.Of == 0 {
		nth = 0
	}
	body(plansOfPhase, strings.TrimPrefix(strconv.Itoa(n), "0"), of.Span, s.setNumber(of.Span, nth))

	compared := len(all)
	plan := s.front("current_plan").Text
	if !isDigits(plan) {
		plan = ""
	}
	front("plan", planfile.Number(plan), "current_plan")
	body("plan", s.Plan.N, s.Plan.Span, s.setPlan)
	front("name of the phase", s.front("current_phase_name").Text, "current_phase_name")
	name, span := s.nameOfPhase()
	body("name of the phase", name, span, s.setText(span))
	front("stopped at", s.front("stopped_at").Text, "stopped_at")
	body("stopped at", s.Stopped.Text, s.Stopped.Span, s.setText(s.Stopped.Span))
	for i := compared; i < len(all); i++ {
		all[i].move = true
	}
	return all
}

// whole is a text that is a whole number, and "" of another.
func whole(text string) string {
	if _, ok := planfile.ParseCount(text); ok {
		return text
	}
	return ""
}

// statuses are what the front matter and the body say the status is. What is prose says nothing
// that the other could say, too.
func (s *State) statuses() (front, body string) {
	text := s.front("status").Text
	if text != "" {
		front = Normal(text, s.isPaused())
	}
	if s.Status.Text != "" {
		body = Normal(s.Status.Text, false)
	}
	if front == body {
		return front, body
	}
	if !isStatus(text) && !s.isPaused() {
		front = ""
	}
	if !isStatus(s.Status.Text) {
		body = ""
	}
	return front, body
}

// isStatus reports whether a text is a status and no prose: a few words up to the first mark,
// which mean something by themselves, with the name of a phase or milestone at most.
func isStatus(text string) bool {
	text = strings.NewReplacer(" -", ";", "_", " ", "*", "").Replace(strings.ToLower(text))
	if i := strings.IndexAny(text, ",;:(—–"); i > 0 {
		text = text[:i]
	}
	const digits, most = "0123456789", 3
	of := strings.Contains(text, "phase") || strings.Contains(text, "milestone")
	words := slices.DeleteFunc(strings.Fields(text), func(word string) bool {
		return word == "phase" || word == "milestone" || strings.ContainsAny(word, digits)
	})
	is := Normal(strings.Join(words, " "), false)
	known := slices.ContainsFunc(statuses[:], func(s struct{ has, is string }) bool { return s.is == is })
	return known && len(words) <= most && (of || !strings.ContainsAny(text, digits))
}

// nameOfPhase is the name in "3 of 6 (name)", and where it is.
func (s *State) nameOfPhase() (string, source.Span) {
	value, span := s.File.Slice(s.Phase.Span), s.Phase.Span
	open, end := strings.IndexByte(value, '('), strings.LastIndexByte(value, ')')
	if open < 0 || end < open {
		return "", span
	}
	return value[open+1 : end], source.Span{Start: span.Start + open + 1, End: span.Start + end}
}

func (s *State) setText(span source.Span) func(string) []source.Edit {
	return func(text string) []source.Edit {
		if s.File.Slice(span) == text {
			return nil
		}
		return []source.Edit{{Span: span, New: text}}
	}
}

// setFront gives a key of the front matter a value, in the quotes and with the zeros in front that
// it has.
func (s *State) setFront(keys ...string) func(string) []source.Edit {
	span := s.front(keys...).Span
	return func(text string) []source.Edit {
		old := s.File.Slice(span)
		switch {
		case isDigits(text) && strings.Trim(old, "0123456789.%'\" ") == "":
			return s.setNumber(span, 0)(text)
		case strings.HasPrefix(old, `"`) || !isPlain(text):
			text = jsondoc.Quote(text)
		}
		return s.setText(span)(text)
	}
}

// isPlain reports whether a text needs no quotes in YAML.
func isPlain(text string) bool {
	switch text {
	case "", "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return false
	}
	return isDigits(text) || strings.Trim(text, "abcdefghijklmnopqrstuvwxyz ") == "" && text == strings.TrimSpace(text)
}

// setNumber changes a number in a span, the first or the one behind it, with zeros in front only
// if it has them.
func (s *State) setNumber(in source.Span, nth int) func(string) []source.Edit {
	const digits = "0123456789"
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
		return s.setText(source.Span{Start: in.Start + start, End: in.Start + start + len(old)})(text)
	}
}

func withoutZeros(number string) string {
	if bare := strings.TrimLeft(number, "0"); bare != "" && bare[0] != '.' {
		return bare
	}
	return "0" + strings.TrimLeft(number, "0")
}

// setPlan changes the first number of "2 of 5 (complete)", whose words are about the plan before.
func (s *State) setPlan(text string) []source.Edit {
	edits, value := s.setNumber(s.Plan.Span, 0)(text), s.File.Slice(s.Plan.Span)
	if i := strings.IndexByte(value, '('); i > 0 && strings.Contains(strings.ToLower(value[i:]), "complete") {
		start := s.Plan.Span.Start + len(strings.TrimRight(value[:i], " "))
		edits = append(edits, source.Edit{Span: source.Span{Start: start, End: s.Plan.Span.End}})
	}
	return edits
}

// words are how a body says what a status means. Source: GSD, state.
var words = [...]struct{ means, says string }{
	{"paused", "Paused"}, {"executing", "In progress"}, {"planning", "Ready to plan"}, {"discussing", "Ready to discuss"}, {"verifying", "Verifying"}, {"completed", "Phase complete"},
}

func (s *State) setStatus(text string) []source.Edit {
	for _, w := range words {
		if w.means == text {
			text = w.says
		}
	}
	return s.setText(s.Status.Span)(text)
}

func (s *State) setPercent(text string) []source.Edit {
	stop := s.Percent.Span.Start + strings.IndexByte(s.File.Slice(s.Percent.Span), '%')
	return s.setText(source.Span{Start: stop - len(s.Percent.Text), End: stop})(text)
}

// The characters of a bar. Source: GSD, state; the second: corpus.
const full, shade, empty = "█", "▓", "░"

// blocks are how many of the cells of the bar are filled, and how many there are.
func (s *State) blocks() (blocks, cells int) {
	blocks = strings.Count(s.Bar.Text, full) + strings.Count(s.Bar.Text, shade)
	return blocks, blocks + strings.Count(s.Bar.Text, empty)
}

func filled(percent, cells int) int { return min(percent, 100) * cells / 100 }

// shows reports whether the bar shows n percent, rounded or rounded down. A bar of no width that
// divides fairly does. Source: GSD; of the smaller family: rounded down.
func (s *State) shows(n int) bool {
	const least = 5
	blocks, cells := s.blocks()
	if cells < least || cells%least != 0 {
		return true
	}
	n = min(n, 100) * cells
	return blocks == n/100 || !strings.HasSuffix(s.File.Name, "TRANSPONDER.md") && blocks == (n+50)/100
}

// drawBar is the edit by which the bar shows n percent.
func (s *State) drawBar(n int) []source.Edit {
	block := full
	if strings.Contains(s.Bar.Text, shade) && !strings.Contains(s.Bar.Text, full) {
		block = shade
	}
	_, cells := s.blocks()
	k := filled(n, cells)
	return s.setText(s.Bar.Span)(strings.Repeat(block, k) + strings.Repeat(empty, cells-k))
}
