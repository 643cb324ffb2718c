package position

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// StateNames returns the paths of states below the root of a project. The first existing one
// counts.
func StateNames() []string {
	return []string{".autopilot/TRANSPONDER.md", ".autopilot/STATE.md", ".autopilot/checkpoint.md", ".autopilot/waypoint.md", ".planning/STATE.md"}
}

// Other tools lock STATE.md by creating STATE.md.lock. Source: GSD, state.
const (
	LockSuffix = ".lock"
	LockStale  = 10 * time.Second
)

// A Count is a number with its total, as in "2 of 5".
type Count struct {
	Value
	N  string // such as "01.1"; "" if missing
	Of int    // the total; 0 if missing
}

// A State is a parsed state of a project.
type State struct {
	File     *source.File
	Front    *jsondoc.Value // nil if missing or invalid
	FrontErr error

	Phase, Plan                       Count
	Status, Activity, Stopped, Resume Value
	Updated                           Value // when the state was written
	PlanTotal                         Value // number of plans of the phase, from its own field
	FrontPercent                      Value // such as "40"
	BodyPercent                       Value // "40" for "[████░░░░░░] 40%"
	Bar                               Value // "████░░░░░░"
	Blockers                          []Value
	Milestone, Focus, Next            Value
	NextPhase                         Value
	Prose                             Value // first line of the position section, if its fields are missing
}

// ParseState parses text as the state called name. Text that is too large or not UTF-8 is a
// [*source.Error].
func ParseState(name, text string) (*State, error) {
	f := source.NewFile(name, text)
	if err := f.Check(source.MaxSize); err != nil {
		return nil, err
	}
	s := &State{File: f}
	var span source.Span
	s.Front, span, s.FrontErr = planfile.ReadFrontMatter(f)
	fields := readFields(f, span.End)
	s.Phase, s.Plan = countOf(fields.get("phase|current phase|active phase")), countOf(fields.get("plan|current plan"))
	s.PlanTotal = fields.get("total plans in phase")
	s.Status, s.Activity = fields.get("status"), fields.get("last activity")
	s.Stopped, s.Resume = fields.get("stopped at"), fields.get("resume file")
	blockers := section(f, span.End, "blockers/concerns|blockers|blockers & concerns|blockers and concerns")
	s.Blockers = slices.DeleteFunc(entries(f, blockers), isSolved)
	s.Updated = firstValue(s.front("last_updated"), fields.get("last session|last updated|updated"))
	s.Milestone, s.Focus = fields.get("milestone|current milestone"), fields.get("current focus")
	s.NextPhase = fields.get("next phase to execute|next phase to plan|next phase")
	s.Next = fields.get(nextNames)
	steps := section(f, span.End, "next steps|next step|next action|next actions|operator next steps|what's next|next")
	steps.Text, _, _ = strings.Cut(steps.Text, "\n#") // a section below is about something else
	if s.Next.Text == "" || hasCommand(steps.Text) && !hasCommand(s.Next.Text) {
		s.Next = steps
	}
	if s.Phase.Text+s.Milestone.Text+s.Status.Text == "" {
		s.Prose = section(f, span.End, positionTitles)
		s.Prose.Text, _, _ = strings.Cut(s.Prose.Text, "\n")
	}
	s.readFrontPercent()
	s.progress(fields.get("progress"))
	return s, nil
}

func (s *State) front(keys ...string) Value {
	return valueOf(s.File, s.Front.Get(keys...))
}

func (s *State) frontPhase() string {
	return planfile.Number(s.front("current_phase").Text)
}

func (s *State) readFrontPercent() {
	s.FrontPercent = s.front("progress", "percent")
	text := strings.TrimSpace(strings.TrimSuffix(s.FrontPercent.Text, "%"))
	if n, decimals, _ := strings.Cut(text, "."); strings.Trim(decimals, "0") == "" {
		text = n
	}
	s.FrontPercent.Text = text
}

// progress parses "[████░░░░░░] 40%" into Bar and BodyPercent.
func (s *State) progress(v Value) {
	value := s.File.Slice(v.Span)
	isBar := func(r rune) bool { return strings.ContainsRune(full+shade+empty, r) }
	if i := strings.IndexFunc(value, isBar); i >= 0 {
		rest := strings.TrimLeftFunc(value[i:], isBar)
		end := len(value) - len(rest)
		if !strings.ContainsFunc(rest, isBar) && !strings.ContainsAny(value, "#=") {
			span := source.Span{Start: i, End: end}
			s.Bar = Value{value[i:end], span.Shift(v.Span.Start)}
		}
	}
	before, _, ok := strings.Cut(value, "%")
	rest := strings.TrimRight(before, "0123456789")
	isDecimals := strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, ",")
	if n := whole(before[len(rest):]); ok && !isDecimals {
		s.BodyPercent = Value{n, v.Span}
	}
}

// A fieldMap maps lower-case field names to values, for each form of a field. Its first map takes
// precedence.
type fieldMap [4]map[string]Value

const (
	inPosition = iota // a field of the position or the next session
	boldField
	plainField
	tableRow
)

func (m fieldMap) get(names string) Value {
	for _, of := range m {
		for name := range strings.SplitSeq(names, "|") {
			if v, ok := of[name]; ok {
				return v
			}
		}
	}
	return Value{}
}

const (
	nextNames = "next action|next actions|next step|next steps|next command|resume|resume command|resume with|next"
	// positionTitles lists words in the heading above the current position. Source: GSD, real files.
	positionTitles = "current position|current status|current phase|current work|current state|position|where we are|active"
)

type fieldReader struct {
	f       *source.File
	fields  fieldMap
	level   int  // level of the heading above the position; 0 outside of its section
	session bool // below a heading for the next session. Source: GSD
}

// readFields parses "**Name:** value", "Name: value" and "| Name | value |". Of fields with the
// same name and form, the first counts. Source: GSD, state.
func readFields(f *source.File, start int) fieldMap {
	r := &fieldReader{f: f, fields: fieldMap{{}, {}, {}, {}}}
	for at, line := range linesFrom(f, start) {
		end := at + len(line)
		r.heading(line)
		_, bold, _ := strings.Cut(line, "**")
		if name, value, ok := strings.Cut(bold, ":**"); ok {
			r.put(boldField, name, end-len(value), end)
		}
		r.plain(at, line)
		isHead := strings.HasPrefix(strings.TrimLeft(f.Text[end:], " |:"), "--")
		cells := strings.SplitN(line, "|", 4)
		isRow := len(cells) == 4 && strings.TrimSpace(cells[0]) == ""
		if isRow && !isHead {
			from := at + len(cells[0]) + len(cells[1]) + 2
			r.put(tableRow, cells[1], from, from+len(cells[2]))
		}
	}
	return r.fields
}

func (r *fieldReader) plain(at int, line string) {
	item := 0
	if r.level > 0 || strings.HasPrefix(line, "- ") && len(r.fields[plainField]) == 0 {
		item = len(line) - len(strings.TrimLeft(line, "-*> "))
	}
	i := strings.IndexByte(line, ':')
	if i > item && !strings.ContainsAny(line[item:item+1], "*|-# \t") {
		r.put(plainField, line[item:i], at+i+1, at+len(line))
	}
}

func (r *fieldReader) heading(line string) {
	n, title := headingOf(line)
	if n == 0 {
		return
	}
	title = strings.Trim(title, " *:▶")
	r.session = beginsWith(title, "session|resume|next")
	switch {
	case r.level == 0 && hasAnyWord(title, positionTitles):
		r.level = n
	case n <= r.level:
		r.level = 0
	}
}

func (r *fieldReader) put(form int, name string, from, to int) {
	v := trimmed(r.f, from, to)
	name = strings.ToLower(strings.Trim(strings.TrimSpace(name), "*_ "))
	if v.Text == "" || name == "" || len(name) >= 40 {
		return
	}
	isLine := form != tableRow
	isNext := r.session && isLine && isOne(name, nextNames) && !strings.HasPrefix(strings.ToLower(v.Text), "none")
	if isNext || r.level > 0 && isLine {
		form = inPosition
	}
	if _, had := r.fields[form][name]; !had || isNext {
		r.fields[form][name] = Value{spelling.OneLine(v.Text), v.Span}
	}
}

// countOf parses a count such as "2 of 5 (name)" or "2/5". For other texts, it sets only Value.
func countOf(v Value) Count {
	c := Count{Value: v}
	isMark := func(r rune) bool { return strings.ContainsRune(" []*`", r) }
	text := strings.ReplaceAll(v.Text, "/", " of ")
	words := append(strings.FieldsFunc(text, isMark), "", "", "")
	if words[1] != "" && strings.EqualFold(words[0], "phase") {
		words = words[1:]
	}
	if words[0] != "" && isCount(words[0]) {
		c.N = planfile.Number(words[0])
	}
	if strings.EqualFold(words[1], "of") {
		c.Of, _ = leading(words[2])
	}
	return c
}

// isCount reports whether word is a number such as "02" or "02-name".
func isCount(word string) bool {
	rest := strings.TrimLeft(word, "0123456789.")
	if rest == "" {
		return true
	}
	name, ok := strings.CutPrefix(strings.ToLower(rest), "-")
	return rest != word && ok && name != "" && name[0] >= 'a' && name[0] <= 'z'
}

// Normal converts a status to one of six words, such as "executing". For others, it returns the
// first sentence in lower case; for "", "unknown".
func Normal(status string, paused bool) string {
	status = strings.ReplaceAll(strings.ReplaceAll(status, "_", " "), "-", " ")
	status = strings.ToLower(spelling.OneLine(status))
	if paused {
		return "paused"
	}
	sentence, _, _ := strings.Cut(status, ". ")
	return cmp.Or(meaningOf(statuses, status), sentence, "unknown")
}

// Meaning returns [Normal] of the status in the front matter, or else in the body; "" without a
// status.
func (s *State) Meaning() string {
	status, paused := s.front("status").Text, s.isPaused()
	switch {
	case status != "" || paused:
		return Normal(status, paused)
	case s.Status.Text != "":
		return Normal(s.Status.Text, false)
	}
	return ""
}

// Written returns the latest recorded time of the state, or zero.
func (s *State) Written() time.Time {
	updated, _ := ReadTime(s.Updated.Text)
	if active, ok := ReadTime(s.Activity.Text); ok && active.After(updated) {
		return active
	}
	return updated
}

// IsOver reports whether the state says that all work is done.
func (s *State) IsOver() bool {
	isOfPhase := func(v Value) bool { return strings.HasPrefix(strings.ToLower(v.Text), "phase") }
	switch percent := cmp.Or(s.FrontPercent.Text, s.BodyPercent.Text); {
	case s.Meaning() != "completed":
		return false
	case percent != "":
		return percent == "100"
	}
	return !isOfPhase(s.front("status")) && !isOfPhase(s.Status)
}

// StoppedAt returns where the last session stopped, or "".
func (s *State) StoppedAt() string {
	text, other := s.Stopped.Text, s.front("stopped_at").Text
	if front, body := s.ages(); front.After(body) && !sameDay(front, body) {
		text, other = other, text
	}
	switch {
	case !spelling.IsNoneWord(text):
		return text
	case !spelling.IsNoneWord(other):
		return other
	}
	return ""
}

func (s *State) isPaused() bool {
	return !spelling.IsNoneWord(s.front("paused_at").Text)
}
