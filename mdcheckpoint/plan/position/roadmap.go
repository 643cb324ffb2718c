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

// A roadmap is which phases a ROADMAP.md lists, by their numbers as [plan.Number] has
// them. Phases of the backlog are not among them.
type roadmap struct {
	own    map[string]bool // of the milestone at hand
	others map[string]bool // of others, and of no other than these
	ticked map[string]bool // those of own whose box is ticked
}

// A mention is a line of a roadmap that lists a phase.
type mention struct {
	number  string
	section string // title of the milestone that it stands below; "" if there is none
	folded  bool   // that milestone is folded away in <details>
	ticked  bool
}

// readRoadmap reads the roadmap in a folder of plans; without one, or one that cannot be
// read, it lists nothing. The milestone is that which the state names; "" if it does not.
func readRoadmap(tree fs.FS, dir, milestone string) roadmap {
	text, err := source.ReadFile(tree, path.Join(dir, RoadmapFile))
	if err != nil {
		return roadmap{}
	}
	return roadmapOf(mentions(text), versionIn("v"+strings.TrimPrefix(strings.ToLower(milestone), "v")))
}

// roadmapOf parts the phases. Those below no milestone belong to the one at hand, unless
// another lists them. Source: GSD.
func roadmapOf(all []mention, version string) roadmap {
	r := roadmap{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	named := false
	for _, m := range all {
		named = named || version != "" && versionIn(m.section) == version
	}
	for _, m := range all {
		switch {
		case m.section == "" && !m.folded:
		case named && versionIn(m.section) == version, !named && !m.folded && !isOver(m.section):
			r.own[m.number] = true
		default:
			r.others[m.number] = true
		}
	}
	for _, m := range all {
		if m.section == "" && !m.folded && !r.others[m.number] {
			r.own[m.number] = true
		}
		if r.own[m.number] {
			delete(r.others, m.number)
			r.ticked[m.number] = r.ticked[m.number] || m.ticked
		}
	}
	return r
}

// mentions are the phases that a roadmap lists, in headings and in lists with boxes.
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
		case m.number != "":
			if m.section, m.folded = section, folded; folded {
				m.section = summary
			}
			all = append(all, m)
		case !folded && n > 0 && n <= 3 && versionIn(bare) != "":
			section, level = bare, n
		case !folded && n > 0 && n < level && !strings.Contains(strings.ToLower(bare), "phase"):
			section, level = "", 0
		}
		folded = folded && !strings.Contains(bare, "</details")
	}
	return all
}

// mentioned reads "### Phase 4: Name", a heading of n levels, and "- [ ] **Phase 4: Name**".
// A phase of the backlog, 999.1, is none.
func mentioned(line string, n int) (m mention) {
	rest := line
	switch {
	case n >= 2 && n <= 4:
		rest = line[n:]
	case strings.HasPrefix(line, "- ["), strings.HasPrefix(line, "* ["):
		var box string
		if box, rest, _ = strings.Cut(line, "]"); len(box) != len("- [x") {
			return mention{}
		}
		m.ticked = box[len(box)-1]|0x20 == 'x'
	default:
		return mention{}
	}
	word, name, _ := strings.Cut(strings.TrimLeft(rest, " \t*_✅🚧📋"), " ")
	if !strings.EqualFold(word, "phase") {
		return mention{}
	}
	number, _, _ := strings.Cut(strings.Fields(name + " -")[0], ":")
	m.number = phaseNumber(strings.TrimRight(number, "*_.-–—"))
	return m
}

// phaseNumber is the number of a phase as [plan.Number] has it, of "4" and of "04-name";
// "" of a text without one, and of the backlog. Source: GSD, whose backlog is 999.
func phaseNumber(text string) string {
	n := planfile.Number(text)
	if n == "" || n[0] < '0' || n[0] > '9' || n == "999" || strings.HasPrefix(n, "999.") {
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
		rest := title[i:]
		return strings.TrimRight(rest[:len(rest)-len(strings.TrimLeft(rest, "v0123456789."))], ".")
	}
	return ""
}

// isOver reports whether the title of a milestone says that it is over. Source: GSD.
func isOver(title string) bool {
	title = strings.ToLower(title)
	says := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(title, word) })
	}
	return !says("in progress", "active", "started", "wip", "🚧", "🔄") &&
		says("shipped", "closed", "archived", "abandoned", "failed", "complete", "✅", "🗄")
}
