package position

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// RoadmapFile is the name of the file that lists phases by milestone, beside the state.
// Source: GSD.
const RoadmapFile = "ROADMAP.md"

// A roadmap is which phases a ROADMAP.md lists, by their numbers as [planfile.Number] has
// them. Phases of the backlog are not among them.
type roadmap struct {
	err     error                // why there is none
	file    *source.File         // nil without one
	phases  []mention            // each once, in the order of the file
	own     map[string]bool      // of the milestone at hand
	others  map[string]bool      // of others, and of no other than these
	done    map[string]bool      // those that are said to be done in any way, or are of a milestone that is over
	plans   map[planfile.ID]bool // plans that are listed: whether their box is ticked
	named   bool                 // it has the milestone that was asked for
	over    bool                 // that milestone is said to be closed
	started string               // version of a milestone that is in progress; "" without one
}

// A mention is a line of a roadmap that lists a phase.
type mention struct {
	number  string
	name    string
	section string // title of the milestone that it is below; "" if there is none
	folded  bool   // that milestone is folded away in <details>
	ticked  bool   // its box is
	done    bool   // its heading or its row says that it is done
	to      string // of a line about a milestone: the last phase; number is the first
}

// readRoadmap reads the roadmap in a folder of plans; without one, or one that cannot be
// read, it lists nothing. The milestone at hand is that of the version; "" if that is not known.
func readRoadmap(tree fs.FS, dir, version string) roadmap {
	name := path.Join(dir, RoadmapFile)
	text, err := source.ReadFile(tree, name)
	if err != nil {
		return roadmap{err: err}
	}
	r := roadmapOf(mentions(text), version)
	r.file, r.plans = source.NewFile(name, text), plansListed(text)
	return r
}

// readCurrent is readRoadmap of the milestone that is worked on: the one that the state names
// unless the roadmap says that it is over and another is in progress.
func readCurrent(tree fs.FS, dir, milestone string) roadmap {
	r := readRoadmap(tree, dir, milestone)
	if r.started != "" && (r.over || !r.named) {
		r = readRoadmap(tree, dir, r.started)
	}
	return r
}

// milestones finds which milestones a roadmap has: whether it has one of that version, whether
// that is over, and the version of one in progress.
func (r *roadmap) milestones(all []mention, version string) {
	titles := map[string]string{}
	for _, m := range all {
		if v := versionIn(m.section); titles[v] == "" || m.to != "" { // its line counts before its headings
			titles[v] = m.section
		}
	}
	for _, m := range all {
		if v := versionIn(m.section); v != "" && isStarted(titles[v]) {
			r.started = v
		}
	}
	title, known := titles[version]
	r.named = known && version != ""
	r.over = r.named && isOver(title)
}

// roadmapOf parts the phases. Those below no milestone belong to the one at hand, unless
// another lists them. Source: GSD.
func roadmapOf(all []mention, version string) roadmap {
	r := roadmap{own: map[string]bool{}, others: map[string]bool{}, done: map[string]bool{}}
	listed := map[string]bool{}
	r.milestones(all, version)
	all = spread(all)
	isOwn := func(m mention) bool {
		return m.section != "" && (r.named && versionIn(m.section) == version || !r.named && !m.folded && !isOver(m.section))
	}
	for _, m := range all {
		switch {
		case isOwn(m):
			r.own[m.number] = true
		case m.section != "" || m.folded:
			r.others[m.number] = true
		}
	}
	for _, m := range all {
		bare := m.section == "" && !m.folded
		if bare && !r.others[m.number] {
			r.own[m.number] = true
		}
		if r.own[m.number] {
			delete(r.others, m.number)
		}
		if !r.own[m.number] || bare || isOwn(m) { // numbers may begin again with a milestone
			if m.ticked || m.done || isOver(m.section) {
				r.done[m.number] = true
			}
		}
		if !listed[m.number] {
			listed[m.number] = true
			r.phases = append(r.phases, m)
		}
	}
	return r
}

// maxMilestones is how many lines about milestones are read.
const maxMilestones = 100

// maxOf is how many milestones one number of a phase may be of: numbers may begin again.
const maxOf = 3

// spread makes of the lines about milestones, "Phases 4-6", a mention of each phase that is
// also listed by itself: which phases there are only those say.
func spread(all []mention) []mention {
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
			if n < maxOf && one.section == "" && comparePhases(one.number, m.number) >= 0 && comparePhases(one.number, m.to) <= 0 {
				n++
				found = append(found, mention{number: one.number, name: one.name, section: m.section})
			}
		}
	}
	return found
}

// mentions are the phases that a roadmap lists, in headings, in lists with boxes, and in rows of
// tables with a status.
func mentions(text string) []mention {
	var all []mention
	var section, summary string
	level, fenced, folded := 0, false, false
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		if strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~") {
			fenced = !fenced
		}
		if fenced {
			continue
		}
		if strings.Contains(bare, "<details") {
			folded, summary = true, ""
		}
		if folded && strings.Contains(bare, "<summary") {
			summary = bare
		}
		n := len(bare) - len(strings.TrimLeft(bare, "#"))
		m := mentioned(bare, n)
		switch {
		case m.to != "":
			all = append(all, m)
		case m.number != "":
			if m.section, m.folded = section, folded; folded {
				m.section = summary
			}
			if strings.HasPrefix(bare, "|") { // a table may list all milestones
				m.section, m.folded = versionIn(bare), false
			}
			all = append(all, m)
		case !folded && n > 0 && n <= 3 && versionIn(bare) != "":
			section, level = bare, n
		case !folded && n > 0 && n < level && !strings.Contains(strings.ToLower(bare), "phase"):
			section, level = "", 0
		case strings.HasPrefix(strings.ToLower(bare), "**status") && len(all) > 0 && all[len(all)-1].to == "":
			last := &all[len(all)-1]
			last.done = last.done || saysDone(bare[len("**status"):])
		}
		folded = folded && !strings.Contains(bare, "</details")
	}
	return all
}

// mentioned reads "### Phase 4: Name", a heading of n levels, "- [ ] **Phase 4: Name**",
// "| 4. Name | 2/2 | Complete |", and of a milestone "- ✅ **v1.1 Name** - Phases 4-6 (shipped)".
// A phase of the backlog, 999.1, is none.
func mentioned(line string, n int) (m mention) {
	rest := line
	switch {
	case n >= 2 && n <= 4:
		rest = line[n:]
		m.done = headingSaysDone(rest)
	case strings.HasPrefix(line, "- ["), strings.HasPrefix(line, "* ["):
		var box string
		if box, rest, _ = strings.Cut(line, "]"); len(box) != len("- [x") {
			return mention{}
		}
		m.ticked = box[len(box)-1]|0x20 == 'x'
	case strings.HasPrefix(line, "|"):
		return rowOf(line)
	case strings.HasPrefix(line, "- "), strings.HasPrefix(line, "* "):
		return milestoneOf(line)
	default:
		return mention{}
	}
	word, name, _ := strings.Cut(strings.TrimLeft(rest, " \t*_~✅🚧📋⏳🔄☑️✓"), " ")
	switch {
	case strings.EqualFold(word, "phase"):
	case n > 0:
		return mention{} // it may be the title of a milestone
	default:
		return milestoneOf(line)
	}
	number, title, _ := strings.Cut(name, ":")
	number, _, _ = strings.Cut(strings.TrimSpace(number+" "), " ")
	m.number, m.name = phaseNumber(strings.TrimRight(number, "*_.-–—")), phaseName(title)
	return m
}

// phaseName is the name of a phase in a line that may go on: "Name** - what it is for (done)".
func phaseName(title string) string {
	for _, end := range [...]string{"**", " — ", " - ", " – ", " (", " ✅", "  "} {
		if i := strings.Index(title, end); i > 0 {
			title = title[:i]
		}
	}
	return strings.Trim(title, " *_")
}

// rowOf reads a row about a phase that has a status.
func rowOf(line string) (m mention) {
	cells := strings.Split(strings.Trim(line, "| "), "|")
	if len(cells) < 2 {
		return mention{}
	}
	first := strings.Trim(cells[0], " *`~✅🚧📋")
	if len(first) > len("phase ") && strings.EqualFold(first[:len("phase ")], "phase ") {
		first = first[len("phase "):]
	}
	number, name, _ := strings.Cut(first+" ", " ")
	for _, cell := range cells[1:] {
		switch cell = strings.ToLower(strings.Trim(cell, " *_`")); {
		case saysDone(cell):
			m.done = true
		case saysOpen(cell):
			return mention{number: phaseNumber(strings.TrimRight(number, ".:")), name: phaseName(name)}
		}
	}
	if !m.done {
		return mention{} // of something else
	}
	m.number, m.name = phaseNumber(strings.TrimRight(number, ".:")), phaseName(name)
	return m
}

func milestoneOf(line string) mention {
	lower := strings.ToLower(line)
	i := strings.Index(lower, "phase")
	if versionIn(line) == "" || i < 0 {
		return mention{}
	}
	words := strings.FieldsFunc(lower[i:], func(r rune) bool { return strings.ContainsRune(" -–—(),:*", r) })
	if len(words) < 2 || phaseNumber(words[1]) == "" {
		return mention{}
	}
	m := mention{number: phaseNumber(words[1]), to: phaseNumber(words[1]), section: line}
	if strings.HasPrefix(line, "- [x]") || strings.HasPrefix(line, "- [X]") {
		m.section += " (complete)"
	}
	if len(words) > 2 && isDigits(words[2]) {
		m.to = phaseNumber(words[2])
	}
	return m
}

// plansListed are the plans that a text lists with a box, "- [x] 01-06-PLAN.md", and whether it
// is ticked.
func plansListed(text string) map[planfile.ID]bool {
	all := map[planfile.ID]bool{}
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		if len(bare) < len("- [x] 01-01") || bare[:3] != "- [" || bare[4] != ']' {
			continue
		}
		word, _, _ := strings.Cut(strings.Trim(bare[5:], " *`["), " ")
		word = strings.TrimSuffix(strings.TrimRight(word, ":*`]."), "-PLAN.md")
		if phase, plan, ok := pairIn(word); ok {
			all[planfile.ID{Phase: phase, Plan: plan}] = bare[3]|0x20 == 'x'
		}
	}
	return all
}

func saysDone(text string) bool {
	text = strings.ToLower(text)
	return containsAny(text, []string{"complete", "done", "shipped", "✅", "✓", "passed", "finished", "verified", "archived"}) && !saysOpen(text)
}

func saysOpen(text string) bool {
	return containsAny(strings.ToLower(text), []string{"not started", "in progress", "in_progress", "pending", "planned", "todo", "to do", "blocked", "partial", "incomplete", "not complete", "executing", "active", "started", "deferred", "⬜", "🚧", "🟡", "🔒", "○", "◐", "tbd", "next"})
}

// phaseNumber is the number of a phase as [planfile.Number] has it, of "4", of "04-name" and of
// "H1"; "" of a text without one, and of the backlog. Source: GSD, whose backlog is 999.
func phaseNumber(text string) string {
	n := planfile.Number(text)
	if len(n) > 1 && len(n) < 5 && n[0] >= 'a' && n[0] <= 'u' && isDigits(n[1:]) { // v1 is a version
		return n
	}
	if n == "" || n[0] < '0' || n[0] > '9' || n == "999" || strings.HasPrefix(n, "999.") || strings.Trim(n, "0123456789.abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	return n
}

// versionIn is the first version that a title names, in lower case: v1.1 of "## v1.1 More";
// "" if it names none.
func versionIn(title string) string {
	title = strings.ToLower(title)
	for i := 0; i+1 < len(title); i++ {
		if title[i] != 'v' || title[i+1] < '0' || title[i+1] > '9' || i > 0 && (title[i-1] >= 'a' && title[i-1] <= 'z' || title[i-1] == '.') {
			continue
		}
		rest := strings.TrimLeft(title[i:], "v0123456789.")
		version := strings.TrimRight(title[i:len(title)-len(rest)], ".")
		for _, before := range [...]string{"-alpha", "-beta", "-rc"} {
			if strings.HasPrefix(rest, before) {
				return version + before
			}
		}
		return version
	}
	return ""
}

// isOver reports whether the title of a milestone says that it is over: by a mark, or in words
// behind its name, "v1.1 Complete Rewrite - Phases 4-6 (shipped)". Source: GSD.
func isOver(title string) bool {
	title = strings.ToLower(title)
	if isStarted(title) || containsAny(title, []string{"(planned", "(next", "(upcoming", "📋"}) {
		return false
	}
	if containsAny(title, []string{"✅", "🗄", "shipped", "archived", "[x]"}) {
		return true
	}
	return containsAny(behindName(title), []string{"closed", "abandoned", "failed", "complete", "done", "finished"})
}

// behindName is what a title has in parentheses and behind its last dash or colon.
func behindName(title string) string {
	rest := ""
	for _, part := range strings.Split(title, "(")[1:] {
		inner, _, _ := strings.Cut(part, ")")
		rest += " " + inner
	}
	for _, dash := range [...]string{" — ", " – ", " - ", " -- ", ": "} {
		if i := strings.LastIndex(title, dash); i >= 0 {
			rest += " " + title[i:]
		}
	}
	return rest
}

// headingSaysDone reports whether the heading of a phase says behind its name that it is done: a
// name may have any words.
func headingSaysDone(title string) bool {
	return containsAny(title, []string{"✅", "✓", "[x]"}) || saysDone(behindName(strings.ReplaceAll(title, ": ", " ")))
}

func isStarted(title string) bool {
	title = strings.ReplaceAll(strings.ToLower(title), "not started", "")
	return containsAny(title, []string{"in progress", "🚧", "🔄", "(current"}) ||
		slices.ContainsFunc(wordsOf(title), func(word string) bool { return word == "active" || word == "started" || word == "wip" })
}
