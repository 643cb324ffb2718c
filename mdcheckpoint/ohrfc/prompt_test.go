package ohrfc

import (
	"fmt"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

func countBytes(text string) int { return len(text) }

// TestPromptAgrees checks that Prompt agrees with Append about rounds and amounts.
func TestPromptAgrees(t *testing.T) {
	for name, style := range styles {
		for bits := range 1 << len(parts()) {
			if name != "template" && bits%6 > 0 { // a sample is enough for the other styles
				continue
			}
			groups, newest := choose(bits)
			was := style(sample{version: 7, phase: "design", evidence: 2, round: newest, groups: groups}.text())
			for _, key := range []string{DiscoverKey, DesignKey, GateBKey, reviewKey} {
				t.Run(fmt.Sprintf("%s/%05b/%s", name, bits, key), func(t *testing.T) { checkPrompt(t, was, key) })
			}
		}
	}
}

func checkPrompt(t *testing.T, was, key string) {
	w := usual(t, was)
	p, err := w.Prompt(Group(key), 0, DefaultLimits, countBytes)
	if err != nil {
		t.Fatal(err)
	}
	there := w.Checkpoint.Match.Group(key, p.Round)
	if p.Exists != (there != nil) {
		t.Fatalf("there is %v", p.Exists)
	}
	if there != nil {
		if got := p.Budgets[0].Used; got != there.Lines() {
			t.Errorf("%d lines of the group, want %d", got, there.Lines())
		}
		return
	}
	change := mustAppend(t, w, Append{Group: Group(key), Fillings: fillings(key, "x")})
	if change.Round != p.Round || len(change.Archive) != len(p.Archived) {
		t.Errorf("prompt says round %d and archives %d, append %d and %d", p.Round, p.Archived, change.Round, len(change.Archive))
	}
	after := parse(t, change.Checkpoint)
	edits, _ := after.editor().Prune([]*schema.GroupMatch{after.Match.Group(key, p.Round)})
	rest := protocoltest.Apply(t, after.Text(), edits, nil)
	if got, want := p.Budgets[1].Used, source.NewFile("", rest).Lines(); got != want {
		t.Errorf("%d lines of the file, want %d of\n%s", got, want, protocoltest.Visible(rest))
	}
}

func TestPromptBudgets(t *testing.T) {
	text := sample{version: 1, phase: "design", evidence: 2, groups: []string{group(DiscoverKey, 0, "d")}}.text()
	for name, e := range map[string]struct {
		limits schema.Limits
		count  func(string) int
		want   string
	}{
		"all":      {schema.Limits{Lines: 10, GroupLines: 20, Tokens: 30}, func(string) int { return 31 }, "lines of the section 13/20; lines of the file 23/10; tokens of the file 31/30"},
		"uncapped": {schema.Limits{Tokens: 1 << 20}, countBytes, fmt.Sprintf("tokens of the file %d/1048576", len(text))},
		"none":     {schema.Limits{}, countBytes, ""},
	} {
		p, err := usual(t, text).Prompt(Group(DiscoverKey), 0, e.limits, e.count)
		if err != nil {
			t.Fatal(err)
		}
		var parts []string
		for _, b := range p.Budgets {
			parts = append(parts, fmt.Sprintf("%s of %s %d/%d", b.Unit, b.Title, b.Used, b.Limit))
		}
		protocoltest.Equal(t, name, strings.Join(parts, "; "), e.want)
	}
}

func TestPromptWithout(t *testing.T) {
	var none *Workspace
	p, err := none.Prompt(Group(GateBKey), 0, DefaultLimits, countBytes)
	if err != nil || p.Round != 0 || p.Title() != "Gate-B Round <N> Exit" || p.Budgets != nil || p.Tensions != nil || p.Exists {
		t.Errorf("got %+v, %v", p, err)
	}
	if p, _ := none.Prompt(Group(GateBKey), 3, DefaultLimits, countBytes); p.Title() != "Gate-B Round 3 Exit" {
		t.Errorf("got %q", p.Title())
	}
	for name, files := range map[string][]string{"none": nil, "blank": {CheckpointFile, "\ufeff \n\n"}} {
		p, err := workspace(t, files...).Prompt(Group(GateBKey), 0, DefaultLimits, countBytes)
		if err != nil || p.Round != 1 || p.Budgets[1].Used != 0 || p.Budgets[2].Used != 0 {
			t.Errorf("%s: got %+v, %v", name, p, err)
		}
	}
	if _, err := workspace(t, CheckpointFile, "\xff").Prompt(Group(GateBKey), 0, DefaultLimits, countBytes); err == nil {
		t.Error("a file that cannot be read is no empty one")
	}
}

func TestOpenTensions(t *testing.T) {
	for name, e := range map[string]struct{ discover, one, two, want string }{
		"all stand":      {"a|b", "New: c", "Intensified: b", "a|b|New: c|Intensified: b"},
		"resolved":       {"a|b", "Resolved: a", "", "b"},
		"folded":         {"The `Store`  is full", "", "**Resolved:** the store is FULL", ""},
		"full width":     {"a", "resolved ： a", "", ""},
		"other label":    {"", "Intensified: a|New: a|a", "Resolved: a", ""},
		"other words":    {"a", "Resolved: a, by DEC-001|Resolved:", "", ""},
		"part of a word": {"a", "Resolved: ab, a-b", "", "a"},
		"five words":     {"One two three, four five six|one two three four nine", "Resolved: see DEC-001 (one two three four five)", "", "one two three four nine"},
		"none":           {"a", "None|**None.**", "(none)", "a"},
		"in REVIEW":      {"x y", "New: y z", "", "New: y z"},
		"before":         {"", "Resolved: a|New: a", "", "New: a"},
		"and again":      {"a", "Resolved: a", "New: a", "New: a"},
		"only a label":   {"a: b", "Resolved: b", "", "a: b"},
		"no label":       {"a", "Resolvedly: a", "", "a|Resolvedly: a"},
		"nothing at all": {"", "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			section := func(title, sub, bullets string) string {
				text := "## " + title + "\n### " + sub + "\n"
				for b := range strings.SplitSeq(bullets, "|") {
					if b != "" {
						text += "- " + b + "\n"
					}
				}
				return text
			}
			// in the file, the rounds are not in order
			text := section("Gate-B Round 2 Exit", ActiveTensionsUpdated, e.two) + section("Gate-B Round 1 Exit", ActiveTensionsUpdated, e.one) +
				section("DISCOVER Exit", ActiveTensions, e.discover) + section("REVIEW Exit", ActiveTensionsUpdated, "r|Resolved: x y")
			var got []string
			for _, tension := range workspace(t).openTensions(parse(t, text), 0) {
				got = append(got, tension.Text)
				if line := strings.Split(text, "\n")[tension.Line-1]; spelling.OneLine(line) != "- "+tension.Text {
					t.Errorf("line %d is %q", tension.Line, line)
				}
			}
			protocoltest.Equal(t, "open", strings.Join(got, "|"), e.want)
		})
	}
	c := parse(t, "## Gate-B Round 1 Exit\n### Active Tensions Updated\n- a\n## Gate-B Round 2 Exit\n### Active Tensions Updated\n- Resolved: a\n")
	if got := workspace(t).openTensions(c, 2); len(got) != 1 || got[0] != (OpenTension{"Gate-B Round 1 Exit", "", 3, "a"}) {
		t.Errorf("before round 2: %v", got)
	}
	if got := workspace(t).openTensions(c, 3); len(got) != 0 {
		t.Errorf("before round 3: %v", got)
	}
}
