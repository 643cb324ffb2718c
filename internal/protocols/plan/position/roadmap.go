package position

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// RoadmapFile, next to the state, lists the phases of each milestone. Source: GSD.
const RoadmapFile = "ROADMAP.md"

// A roadmap has the phases in ROADMAP.md, without the backlog.
type roadmap struct {
	err     error
	file    *source.File
	phases  map[string]*Phase // by number, in the format of [planfile.Number]
	ticked  int
	plans   map[planfile.ID]bool // listed plans -> box is ticked
	named   bool                 // the file lists the requested milestone
	over    bool
	started string
	ended   string    // the latest milestone that is over, or ""
	own     mention   // line of the current milestone, such as "🚧 v1.2 - Phases 7-9"
	past    []mention // lines of milestones that are over, such as "✅ v1.1 - Phases 4-6"
}

func (r *roadmap) listed(number string) Phase {
	if ph := r.phases[number]; ph != nil {
		return *ph
	}
	return Phase{Number: number, Ticked: r.isPast(number)}
}

// A mention is a line about a phase, plan or milestone.
type mention struct {
	number  string
	plan    string // 02 in the row "| 03-02 | Name | Complete |" about a plan; else ""
	name    string
	section string
	folded  bool // the milestone is inside a <details> element
	done    bool
	to      string // 6 in "Phases 4-6" and in the row "4-6"; "" without a range
}

func readRoadmap(tree fs.FS, dir, version string) roadmap {
	name := path.Join(dir, RoadmapFile)
	text, err := source.ReadFile(tree, name)
	if err != nil {
		return roadmap{err: err, file: source.NewFile(name, "")}
	}
	r := roadmapOf(mentions(text), version)
	r.file, r.plans = source.NewFile(name, text), plansListed(text)
	return r
}

func readCurrent(tree fs.FS, dir string, s *State) roadmap {
	if version := versionIn(s.Phase.Text); version != "" {
		if r := readRoadmap(tree, dir, version); r.named && !r.over {
			return r
		}
	}
	version := s.milestone()
	r := readRoadmap(tree, dir, version)
	isNew := version != "" && !r.named && isLaterVersion(version, r.started) // the roadmap is older
	if r.started != "" && (r.over || !r.named) && !isNew {
		r = readRoadmap(tree, dir, r.started)
	}
	return r
}

func (r *roadmap) milestones(all []mention, version string) {
	titles, isLine := map[string]string{}, map[string]bool{}
	for _, m := range all {
		v := versionIn(m.section)
		isOfLine := m.to != "" && !m.done
		if titles[v] == "" || isOfLine && !isLine[v] { // the first milestone line takes precedence over a heading
			titles[v], isLine[v] = m.section, isOfLine
		}
	}
	isAllOver := true
	for _, m := range all {
		v := versionIn(m.section)
		if v != "" && isStarted(titles[v]) {
			r.started = v
		}
		isEnd := isOver(titles[v])
		isAllOver = isAllOver && (isEnd || v == "" && m.done)
		if isEnd && isLaterVersion(v, r.ended) {
			r.ended = v
		}
		if v == version && !isEnd && m.to != "" && !m.done {
			r.own = m
		}
		if (isEnd || m.done) && m.to != "" {
			r.past = append(r.past, m)
		}
	}
	title, known := titles[version]
	r.named = known && version != ""
	r.over = r.named && isOver(title) || version == "" && isAllOver && r.ended != ""
}

func (r *roadmap) isPast(number string) bool {
	return slices.ContainsFunc(r.past, func(m mention) bool { return m.has(number) })
}

// unlisted returns the next phase of the current milestone if no line lists it, or nil.
func (p *Project) unlisted() *Phase {
	r, next := &p.roadmap, p.roadmap.own.number
	if _, last := p.ends(); last != nil && comparePhases(last.Number, next) >= 0 {
		n, _ := leading(last.Number)
		next = phaseNumber(fmt.Sprint(n + 1))
	}
	if r.own.to == "" || !r.own.has(next) || r.phases[next] != nil {
		return nil
	}
	return &Phase{Number: next}
}

func (m *mention) has(number string) bool {
	return comparePhases(number, m.number) >= 0 && comparePhases(number, m.to) <= 0
}

// roadmapOf assigns phases to milestones. Source: GSD.
func roadmapOf(all []mention, version string) roadmap {
	r := roadmap{phases: map[string]*Phase{}}
	r.milestones(all, version)
	all = expandRanges(all)
	for _, m := range all {
		if r.phases[m.number] == nil {
			r.phases[m.number] = &Phase{Number: m.number, Name: m.name}
		}
		ph, isOwn := r.phases[m.number], r.isOwn(m, version)
		if isOwn && !ph.Listed && m.name != "" {
			ph.Name = m.name
		}
		ph.Listed = ph.Listed || isOwn
		ph.Other = ph.Other || !isOwn && !m.isBare()
	}
	for _, m := range all {
		ph := r.phases[m.number]
		ph.Listed = ph.Listed || m.isBare() && !ph.Other
		ph.Other = ph.Other && !ph.Listed
		isOfOther := ph.Listed && !m.isBare() && !r.isOwn(m, version) // another milestone may have a phase with the same number
		isDone := m.done || isOver(m.section)
		if isDone && !isOfOther && !ph.Ticked {
			ph.Ticked = true
			r.ticked++
		}
	}
	return r
}

func (m *mention) isBare() bool {
	return m.section == "" && !m.folded
}

func (r *roadmap) isOwn(m mention, version string) bool {
	switch {
	case m.section == "":
		return false
	case r.named:
		return versionIn(m.section) == version
	}
	return !m.folded && !isOver(m.section)
}

// expandRanges replaces "Phases 4-6" by a mention of each of these phases that another line lists.
func expandRanges(all []mention) []mention {
	const maxMilestones = 100
	const maxOf = 3 // because each milestone may number its phases from 1
	var found, ranges []mention
	for _, m := range all {
		switch {
		case m.to == "":
			found = append(found, m)
		case len(ranges) < maxMilestones:
			ranges = append(ranges, m)
		}
	}
	for _, one := range found[:len(found):len(found)] {
		n := 0
		for _, m := range ranges {
			if m.has(one.number) && n < maxOf && one.section == "" {
				n++
				found = append(found, mention{number: one.number, name: one.name, section: m.section, done: m.done})
			}
		}
	}
	return found
}

func mentions(text string) []mention {
	var all []mention
	var section, summary string
	level, fenced, folded := 0, false, false
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		if fenced = fenced != beginsWith(bare, "```|~~~"); fenced {
			continue
		}
		if strings.Contains(bare, "<details") {
			folded, summary = true, ""
		}
		if folded && strings.Contains(bare, "<summary") {
			summary = bare
		}
		n, _ := headingOf(bare)
		isHeading := !folded && n > 0
		lower := strings.ToLower(bare)
		status, isStatus := strings.CutPrefix(lower, "**status")
		m := parseMention(bare, n)
		switch {
		case m.plan != "":
		case m.to != "":
			all = append(all, m)
		case m.number != "":
			if m.section, m.folded = section, folded; folded {
				m.section = summary
			}
			if bare[0] == '|' {
				m.section, m.folded = rowSection(bare, section, m.number), false
			}
			all = append(all, m)
		case isHeading && n <= 3 && versionIn(bare) != "":
			section, level = bare, n
		case isHeading && n < level:
			section, level = "", 0
		case isStatus && len(all) > 0 && all[len(all)-1].to == "":
			last := &all[len(all)-1]
			last.done = last.done || isMarkedDone(status)
		}
		folded = folded && !strings.Contains(bare, "</details")
	}
	return all
}

// rowSection returns a text with the version of the milestone of a row, or "". The range of section
// must have number: a table below "## v1.2 Name (Phases 4-6)" may list all phases.
func rowSection(row, section, number string) string {
	version, of := versionIn(row), parseMilestone(section)
	if version == "" && of.to != "" && of.has(number) {
		return section
	}
	return version
}

// parseMention parses a line about a phase or a milestone. It ignores backlog phases such as 999.1.
// Examples:
//
// \t### Phase 4: Name (a heading of level n)
// \t- [ ] **Phase 4: Name**
// \t| 4. Name | 2/2 | Complete |
// \t| 4-6 | v1.1 | 5/5 | Complete |
// \t- ✅ **v1.1 Name** - Phases 4-6 (shipped)
func parseMention(line string, n int) (m mention) {
	rest := line
	switch {
	case n >= 2 && n <= 4:
		rest = line[n:]
		m.done = isHeadingDone(rest)
	case beginsWith(line, "- [|* ["):
		var box string
		if box, rest, _ = strings.Cut(line, "]"); len(box) != len("- [x") {
			return mention{}
		}
		m.done = box[len(box)-1]|0x20 == 'x'
	case strings.HasPrefix(line, "|"):
		return parseRow(line)
	case beginsWith(line, "- |* "):
		return parseMilestone(line)
	default:
		return mention{}
	}
	word, name, _ := strings.Cut(strings.TrimLeft(rest, " \t*_~✅🚧📋⏳🔄☑️✓"), " ")
	switch {
	case strings.EqualFold(word, "phase"):
	case n > 0:
		return mention{} // it may be the title of a milestone
	default:
		return parseMilestone(line)
	}
	number, title, _ := strings.Cut(name, ":")
	number, _, _ = strings.Cut(strings.TrimSpace(number), " ")
	m.number, m.name = phaseNumber(strings.TrimRight(number, "*_.-–—")), phaseName(title)
	return m
}

// phaseName returns "Name" from a text such as "Name** - its purpose (done)".
func phaseName(title string) string {
	for end := range strings.SplitSeq("**| — | - | – | (| ✅|  ", "|") {
		if i := strings.Index(title, end); i > 0 {
			title = title[:i]
		}
	}
	return strings.Trim(title, " *_")
}

func parseRow(line string) (m mention) {
	cells := strings.Split(strings.Trim(line, "| "), "|")
	first := strings.Trim(cells[0], " *`~✅🚧📋")
	if word, rest, ok := strings.Cut(first, " "); ok && strings.EqualFold(word, "phase") {
		first = rest
	}
	number, name, _ := strings.Cut(first, " ")
	isKnown := false
	for _, cell := range cells[1:] { // the last status counts: a milestone can be called "pending"
		status := statusIn(cell)
		first, _, _ := strings.Cut(status, " ")
		isNote := isKnown && !m.done && !isMarkedDone(first) // such as "base is done" after "In progress"
		if isDone := isStatusDone(status); isMarkedOpen(status) || isDone && !isNote {
			m.done, isKnown = isDone, true
		}
	}
	if !isKnown {
		return m
	}
	number = strings.ReplaceAll(strings.TrimRight(number, ".:"), "–", "-")
	m.number, m.name = phaseNumber(number), phaseName(name)
	version := versionIn(line) // without one, the row may be about plans or weeks
	if _, to, _ := strings.Cut(number, "-"); m.done && version != "" && isDigits(to) && !strings.HasPrefix(to, "0") {
		m.to, m.section = phaseNumber(to), version
	} else {
		_, m.plan, _ = pairIn(strings.TrimSuffix(number, "-PLAN.md"))
	}
	return m
}

// isStatusDone reports whether the first word of a status or the last word of a clause means done, as
// in "2/2 plans complete (merged)". A goal such as "full tests, complete docs for all" is no status.
func isStatusDone(status string) bool {
	isBetween := func(r rune) bool { return strings.ContainsRune(",;:()—–", r) }
	for i, clause := range strings.FieldsFunc(status, isBetween) {
		words := strings.Fields(strings.TrimRight(clause, digits+" -./%"))
		if len(words) == 0 {
			continue
		}
		isFirst := i == 0 && isMarkedDone(words[0])
		if isFirst || isMarkedDone(words[len(words)-1]) {
			return isMarkedDone(status)
		}
	}
	return false
}

func statusIn(cell string) string {
	const longest = 60
	cell = strings.ToLower(strings.Trim(cell, " *_`"))
	if len(cell) <= longest {
		return cell
	}
	if strings.HasPrefix(cell, "✅") {
		return "✅"
	}
	head, _, _ := strings.Cut(cell, " - ")
	if i := strings.IndexAny(head, "(—–:;,"); i >= 0 {
		head = head[:i]
	}
	if len(strings.Fields(head)) > 2 {
		return ""
	}
	return head
}

func parseMilestone(line string) (m mention) {
	lower := strings.ToLower(line)
	i := strings.Index(lower, "phase")
	if i < 0 || versionIn(line) == "" {
		return m
	}
	isBetween := func(r rune) bool { return strings.ContainsRune(" -–—(),:*", r) }
	first, _, _ := strings.Cut(lower[i:], ",")
	words := append(strings.FieldsFunc(first, isBetween), "", "")
	m.number = phaseNumber(words[1])
	if m.number == "" {
		return m
	}
	m.to, m.section = m.number, line
	if beginsWith(lower, "- [x]") {
		m.section += " (complete)"
	}
	if isDigits(words[2]) {
		m.to = phaseNumber(words[2])
	}
	return m
}

func plansListed(text string) map[planfile.ID]bool {
	all := map[planfile.ID]bool{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if m := parseMention(line, 0); m.plan != "" {
			all[planfile.ID{Phase: m.number, Plan: m.plan}] = m.done
		}
		box, rest, ok := strings.Cut(line, "]")
		if !ok || len(box) != len("- [x") || !strings.HasPrefix(box, "- [") {
			continue
		}
		word, _, _ := strings.Cut(strings.Trim(rest, " *`["), " ")
		word = strings.TrimSuffix(strings.TrimRight(word, ":*`]."), "-PLAN.md")
		if phase, plan, ok := pairIn(word); ok {
			all[planfile.ID{Phase: phase, Plan: plan}] = box[3]|0x20 == 'x'
		}
	}
	return all
}

// openPlan returns the first plan of a phase without a tick, or zero if no plan of the phase has
// one.
func (r *roadmap) openPlan(phase string) (first planfile.ID) {
	isBegun := false
	for id, isTicked := range r.plans {
		switch {
		case id.Phase != phase:
		case isTicked:
			isBegun = true
		case first.Plan == "" || id.Compare(first) < 0:
			first = id
		}
	}
	if !isBegun {
		return planfile.ID{} // lists are often written before the phase is planned
	}
	return first
}

// phaseNumber returns the number in a text such as "4" or "04-name", or "". Source: GSD.
func phaseNumber(text string) string {
	n := planfile.Number(text)
	if n == "" || strings.HasPrefix(n+".", "999.") {
		return ""
	}
	first, rest := n[0], n[1:]
	isLettered := first >= 'a' && first <= 'u' && len(n) < 5 && isDigits(rest) // v1 is a version
	isNumber := first >= '0' && first <= '9' && strings.Trim(rest, digits+".abcdefghijklmnopqrstuvwxyz") == ""
	if isLettered || isNumber {
		return n
	}
	return ""
}
