package compare

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/ohrfc"
)

func said(c *Comparison) string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for _, f := range c.Facts {
		add("%s: %q -> %q", f.Key, f.From, f.To)
	}
	for _, r := range c.Rounds {
		add("round %d: %s, %d bullets", r.Round, r.Change, r.Bullets)
	}
	for what, list := range tensionsOf(c) {
		for _, t := range list {
			line := fmt.Sprintf("%s: %s [%s]", what, t.Text, t.Section)
			if other := cmp.Or(t.Was, t.Now); other != nil {
				line += fmt.Sprintf(" <- %s [%s]", other.Text, other.Section)
			}
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	for _, s := range c.Sections {
		if s.Change != Changed {
			line := s.Section + ": " + s.Change
			if s.Under {
				line += ", too"
			}
			lines = append(lines, line)
		}
		for _, text := range s.Added {
			add("%s: + %s", s.Section, text)
		}
		for _, text := range s.Gone {
			add("%s: - %s", s.Section, text)
		}
		for _, r := range s.Reworded {
			add("%s: %s ~ %s", s.Section, r.From, r.To)
		}
		for _, m := range s.Moved {
			add("%s: > %s < %s", s.Section, m.Text, m.From)
		}
		if s.Text {
			add("%s: text", s.Section)
		}
	}
	return strings.Join(lines, "\n")
}

func tensionsOf(c *Comparison) map[string][]TensionChange {
	t := &c.Tensions
	return map[string][]TensionChange{"resolved": t.Resolved, "intensified": t.Intensified, "new": t.New, "dropped": t.Dropped}
}

func TestCompare(t *testing.T) {
	for name, c := range map[string]struct{ a, b, want string }{
		"nothing":             {"", "", ""},
		"a title":             {"", "# Checkpoint: x", `title: "" -> "Checkpoint: x"`},
		"another title":       {"# Checkpoint: x", "# Checkpoint: y", `title: "Checkpoint: x" -> "Checkpoint: y"`},
		"the case of a title": {"# Checkpoint: x", "# checkpoint： **x**", ""},
		"text under a title":  {"# Checkpoint: x", "# Checkpoint: x\nfor you", "Title: text"},
		"text before it":      {"hello\n# Checkpoint: x", "# Checkpoint: x", "before the first heading: text"},
		"front matter":        {"---\na: 1\n---\n- x", "---\na: 2\n---\n- x", "before the first heading: text"},
		"a list alone":        {"- one two", "- one two\n- three", "before the first heading: + three"},

		"values": {
			"## Meta\n- checkpoint_version: 3\n- last_phase: design\n- strictness: Full\n- artifact_state: rfc.md(00000000), evidence(1 items), gate_b_round=0",
			"## Meta\n- checkpoint_version: 4\n- last_phase: gate_b_round_1\n- strictness: Light\n- artifact_state: rfc.md(0000000a), evidence(2 items), gate_b_round=1",
			"checkpoint_version: \"3\" -> \"4\"\nevidence: \"1\" -> \"2\"\ngate_b_round: \"0\" -> \"1\"\nlast_phase: \"design\" -> \"gate_b_round_1\"\nrfc.md: \"00000000\" -> \"0000000a\"\nstrictness: \"Full\" -> \"Light\"",
		},
		"values that mean the same": {
			"## Meta\n- checkpoint_version: 3\n- last_phase: design\n- strictness: Full\n- artifact_state: rfc.md(0000000A), evidence(1 items), gate_b_round=0",
			"## Meta\n- **checkpoint_version**：03\n- last_phase: DESIGN\n- Strictness: L3\n- artifact_state: RFC.md(0000000a),  evidence(01 item), gate_b_round = 0",
			"",
		},
		"a value that cannot be read": {"## Meta\n- checkpoint_version: 3", "## Meta\n- checkpoint_version: three", `checkpoint_version: "3" -> "three"`},
		"artifact_state with more": {
			"## Meta\n- artifact_state: rfc.md(0000000a), evidence(1 items), gate_b_round=0",
			"## Meta\n- artifact_state: rfc.md(0000000a), evidence(1 items), gate_b_round=0, dirty",
			"",
		},
		"a key twice":    {"## Meta\n- checkpoint_version: 3", "## Meta\n- checkpoint_version: 3\n- checkpoint_version: 4", "Meta: + checkpoint_version: 4"},
		"an unknown key": {"## Meta\n- owner: Ada", "## Meta\n- owner: Zoë", "Meta: owner: Ada ~ owner: Zoë"},
		"a key in lines": {"## Meta\n- checkpoint_version: 3", "## Meta\n- checkpoint_version: 3\n  or so", "Meta: + checkpoint_version: 3 or so"},
		"no value":       {"## Meta\n- checkpoint_version:", "## Meta", "Meta: - checkpoint_version:"},
		"a new value":    {"## Meta", "## Meta\n- checkpoint_version: 1", `checkpoint_version: "" -> "1"`},

		"a new bullet":            {"## N\n- one two", "## N\n- one two\n- three", "N: + three"},
		"white space":             {"## N\n- one two", "## N\n\n\n*   one\n    two\n", ""},
		"order":                   {"## N\n- one\n- two\n## M\n- x", "## M\n- x\n## N\n- two\n- one", ""},
		"reworded":                {"## N\n- the old store holds it", "## N\n- the new store holds it", "N: the old store holds it ~ the new store holds it"},
		"a number":                {"## N\n- wait 30 days", "## N\n- wait 45 days", "N: wait 30 days ~ wait 45 days"},
		"punctuation":             {"## N\n- wait, here", "## N\n- wait here", "N: wait, here ~ wait here"},
		"too little in common":    {"## N\n- alpha beta gamma", "## N\n- alpha delta epsilon", "N: + alpha delta epsilon\nN: - alpha beta gamma"},
		"no spaces between words": {"## N\n- 缓存必须持久", "## N\n- 缓存必须安全", "N: 缓存必须持久 ~ 缓存必须安全"},
		"no words":                {"## N\n- ???", "## N\n- !!!", "N: + !!!\nN: - ???"},
		"the most similar":        {"## N\n- alpha beta gamma delta", "## N\n- alpha beta gamma omega\n- alpha beta gamma delta kappa", "N: + alpha beta gamma omega\nN: alpha beta gamma delta ~ alpha beta gamma delta kappa"},
		"one to one":              {"## N\n- alpha beta one\n- alpha beta two", "## N\n- alpha beta four", "N: - alpha beta two\nN: alpha beta one ~ alpha beta four"},
		"equal bullets":           {"## N\n- x\n- x\n- x", "## N\n- x\n- x", "N: - x"},
		"equal before alike":      {"## N\n- alpha beta gamma\n- alpha beta", "## N\n- alpha beta", "N: - alpha beta gamma"},
		"moved":                   {"## N\n- alpha beta\n## M\n- y", "## N\n## M\n- y\n- alpha  beta", "M: > alpha beta < N"},
		"moved and gone":          {"## N\n- x\n- x\n## M\n- y", "## N\n## M\n- y\n- x", "N: - x\nM: > x < N"},
		"nested":                  {"## N\n- x\n  - y", "## N\n- x\n  - z", "N: x - y ~ x - z"},
		"in a quote":              {"## N\n> - x", "## N\n> - y", "N: text"},

		"text":              {"## N\none\n- x\n\ntwo", "## N\none\n- x\n\nthree", "N: text"},
		"lines of text":     {"## N\none two\n- x", "## N\none\ntwo\n- x", ""},
		"a comment":         {"## N\n<!-- fill -->\n- x", "## N\n- x", "N: text"},
		"indented code":     {"## N\n```\na:\n  b\n```", "## N\n```\na:\nb\n```", "N: text"},
		"a target":          {"## N\n[a]: /x", "## N\n[a]: /y", "N: text"},
		"an unclosed fence": {"## N\n- x", "## N\n```\n- x", "N: - x\nN: text"},
		"a separator":       {"## N\n- x", "## N\n- x\n\n---\n", ""},

		"a new section":     {"## N\n- x", "## N\n- x\n## M\n### K\n- y", "M: new\nM / K: new, too\nM / K: + y"},
		"a removed section": {"## N\n- x\n## M\n### K\n- y", "## N\n- x", "M: gone\nM / K: gone, too\nM / K: - y"},
		"an empty section":  {"## N", "## N\n## M", "M: new"},
		"the same twice":    {"## N\n- x\n## N\n- y", "## N\n- x", "N (2): gone\nN (2): - y"},
		"another level":     {"## N\n### K\n- x", "## N\n#### K\n- x", "N / K: new\nN / K: > x < N / K\nN / K: gone"},
		"a heading's marks": {"## N\n- x", "**n**\n---\n- x", ""},
		"no title at all":   {"", "##\n- x", "(no title): new\n(no title): + x"},
		"a group's case":    {"## DISCOVER Exit\n### Scan Insights\n- x", "## discover exit\n### scan insights\n- y", "DISCOVER Exit / Scan Insights: + y\nDISCOVER Exit / Scan Insights: - x"},
		"below a new title": {"# a\n## N\n- x", "# a\n# b\n## N\n- x", "b: new"},
		"round 0":           {"", "## Gate-B Round 0 Exit\n- x", "Gate-B Round 0 Exit: new\nGate-B Round 0 Exit: + x"},

		"a new round":     {"## Gate-B Round 1 Exit\n- x", "## Gate-B Round 1 Exit\n- x\n## Gate-B Round 2 Exit\n- y", "round 2: new, 1 bullets\nGate-B Round 2 Exit: new\nGate-B Round 2 Exit: + y"},
		"a removed round": {"## Gate-B Round 1 Exit\n- x\n## Gate-B Round 2 Exit\n- y", "## Gate-B Round 1 Exit\n- x", "round 2: gone, 1 bullets\nGate-B Round 2 Exit: gone\nGate-B Round 2 Exit: - y"},
		"a pruned round":  {"## Gate-B Round 1 Exit\n- x\n- z\n## Gate-B Round 2 Exit\n- y", "## Gate-B Round 2 Exit\n- y\n- z", "round 1: pruned, 1 bullets\nGate-B Round 2 Exit: > z < Gate-B Round 1 Exit\nGate-B Round 1 Exit: pruned\nGate-B Round 1 Exit: - x"},
		"a round twice":   {"## Gate-B Round 1 Exit\n- x\n## Gate-B Round 1 Exit\n- y", "## Gate-B Round 1 Exit\n- x", "Gate-B Round 1 Exit (2): gone\nGate-B Round 1 Exit (2): - y"},
	} {
		t.Run(name, func(t *testing.T) {
			protocoltest.Equal(t, "comparison", said(Checkpoints(parse(t, c.a), parse(t, c.b))), c.want)
			checkCompare(t, parse(t, c.a), parse(t, c.b))
		})
	}
}

const (
	discovered = "## DISCOVER Exit\n### Active Tensions\n"
	updates    = "## Gate-B Round 1 Exit\n### Active Tensions Updated\n"
	updates2   = "## Gate-B Round 2 Exit\n### Active Tensions Updated\n"
	review     = "## REVIEW Exit\n### Active Tensions Updated\n"
)

func TestCompareTensions(t *testing.T) {
	for name, c := range map[string]struct{ a, b, want string }{
		"new in discover": {discovered, discovered + "- speed against safety", "new: speed against safety [DISCOVER Exit]"},
		"resolved": {
			discovered + "- speed against safety\n" + updates,
			discovered + "- speed against safety\n" + updates + "- Resolved: speed, safety wins",
			"resolved: speed, safety wins [Gate-B Round 1 Exit] <- speed against safety [DISCOVER Exit]",
		},
		"resolved and gone": {
			discovered + "- speed against safety\n" + updates,
			discovered + updates + "- Resolved: speed against safety",
			"resolved: speed against safety [Gate-B Round 1 Exit] <- speed against safety [DISCOVER Exit]\nDISCOVER Exit / Active Tensions: - speed against safety",
		},
		"resolved before and gone": {
			discovered + "- speed against safety\n" + updates + "- Resolved: speed against safety",
			discovered + updates + "- Resolved: speed against safety",
			"DISCOVER Exit / Active Tensions: - speed against safety",
		},
		"dropped": {discovered + "- speed against safety\n" + updates, discovered + updates, "dropped: speed against safety [DISCOVER Exit]"},
		"dropped, though intensified": {
			discovered + "- speed against safety\n" + updates,
			discovered + updates + "- Intensified: speed against safety",
			"dropped: speed against safety [DISCOVER Exit] <- speed against safety [Gate-B Round 1 Exit]\nintensified: speed against safety [Gate-B Round 1 Exit] <- speed against safety [DISCOVER Exit]",
		},
		"dropped, another resolved": {
			discovered + "- speed against safety\n" + updates,
			discovered + updates + "- Resolved: the order of rounds",
			"dropped: speed against safety [DISCOVER Exit]\nresolved: the order of rounds [Gate-B Round 1 Exit]",
		},
		"dropped with its section": {discovered + "- speed against safety\n", "", "dropped: speed against safety [DISCOVER Exit]\nDISCOVER Exit: gone\nDISCOVER Exit / Active Tensions: gone, too"},
		"by its names": {
			discovered + "- locking a stolen device out (HR-002) pulls against editing without signal (HR-001)\n" + updates,
			discovered + "- locking a stolen device out (HR-002) pulls against editing without signal (HR-001)\n" + updates + "- Intensified: HR-002 against HR-001, read at login only",
			"intensified: HR-002 against HR-001, read at login only [Gate-B Round 1 Exit] <- locking a stolen device out (HR-002) pulls against editing without signal (HR-001) [DISCOVER Exit]",
		},
		"the most similar": {
			discovered + "- speed against safety of notes\n" + updates + "- New: speed against safety\n" + updates2,
			discovered + "- speed against safety of notes\n" + updates + "- New: speed against safety\n" + updates2 + "- Resolved: speed against safety",
			"resolved: speed against safety [Gate-B Round 2 Exit] <- speed against safety [Gate-B Round 1 Exit]",
		},
		"by its names, both new": {
			updates + "- New: locking a stolen device out (HR-002) pulls against editing without signal (HR-001)",
			updates + "- Intensified: HR-002 against HR-001, read at login only",
			"intensified: HR-002 against HR-001, read at login only [Gate-B Round 1 Exit] <- locking a stolen device out (HR-002) pulls against editing without signal (HR-001) [Gate-B Round 1 Exit]",
		},
		"the first of equals": {
			discovered + "- speed against safety\n" + updates + "- New: speed against safety",
			discovered + "- speed against safety\n" + updates + "- New: speed against safety\n- Intensified: speed against safety",
			"intensified: speed against safety [Gate-B Round 1 Exit] <- speed against safety [DISCOVER Exit]",
		},
		"labels in all their forms": {
			updates + review,
			updates + "- RESOLVED：a\n- **Intensified:** b\n- `new` : c\n" + review + "- resolved: d",
			"intensified: b [Gate-B Round 1 Exit]\nnew: c [Gate-B Round 1 Exit]\nresolved: a [Gate-B Round 1 Exit]\nresolved: d [REVIEW Exit]",
		},
		"labels in another spelling": {updates + "- Resolved: a\n- New: b", updates + "- **resolved**：a\n- NEW:b", ""},
		"no label":                   {updates, updates + "- Resolve: a\n- speed: b", "Gate-B Round 1 Exit / Active Tensions Updated: + Resolve: a\nGate-B Round 1 Exit / Active Tensions Updated: + speed: b"},
		"a label elsewhere":          {"## N", "## N\n- Resolved: a", "N: + Resolved: a"},
		"another label": {
			updates + "- New: speed against safety",
			updates + "- Resolved: speed against safety",
			"resolved: speed against safety [Gate-B Round 1 Exit] <- speed against safety [Gate-B Round 1 Exit]",
		},
		"the same label, reworded": {
			updates + "- Resolved: speed against safety",
			updates + "- Resolved: speed before safety",
			"Gate-B Round 1 Exit / Active Tensions Updated: Resolved: speed against safety ~ Resolved: speed before safety",
		},
		"dropped from a round": {updates + "- New: speed against safety\n- Intensified: cost", updates, "dropped: cost [Gate-B Round 1 Exit]\ndropped: speed against safety [Gate-B Round 1 Exit]"},
		"removed again":        {updates + "- Resolved: a", updates, "Gate-B Round 1 Exit / Active Tensions Updated: - Resolved: a"},
		"in a later round":     {updates + "- Resolved: a\n" + updates2, updates + updates2 + "- Resolved: a", "Gate-B Round 2 Exit / Active Tensions Updated: > Resolved: a < Gate-B Round 1 Exit / Active Tensions Updated"},
		"below a heading":      {discovered + "#### Storage\n", discovered + "#### Storage\n- big", "new: big [DISCOVER Exit]"},
	} {
		t.Run(name, func(t *testing.T) {
			protocoltest.Equal(t, "comparison", said(Checkpoints(parse(t, c.a), parse(t, c.b))), c.want)
			checkCompare(t, parse(t, c.a), parse(t, c.b))
		})
	}
}

func TestCompareStyles(t *testing.T) {
	meant := []string{"front matter", "unknown key", "text below the title", "unknown section"}
	s := checkpoint(3, "design", 2, 0, filled(ohrfc.DiscoverKey, 0, "d"), round(1), round(2))
	plain := parse(t, s)
	for name, style := range styles {
		if got := Checkpoints(plain, parse(t, style(s))); got.Differs() != slices.Contains(meant, name) {
			t.Errorf("%s: %s", name, said(got))
		}
	}
}

// checkCompare checks that no bullet is lost, and that exchanging a and b reverses the result.
func checkCompare(t *testing.T, a, b *ohrfc.Checkpoint) {
	t.Helper()
	for _, c := range []*ohrfc.Checkpoint{a, b} {
		if same := Checkpoints(c, c); same.Differs() {
			t.Errorf("%q differs from itself: %s", c.Text(), said(same))
		}
	}
	c := Checkpoints(a, b)
	was, is := taken(c)
	if left, also := minus(t, everyBullet(a), was), minus(t, everyBullet(b), is); !maps.Equal(left, also) {
		t.Errorf("of A are equal %v, and of B %v, in\n%s", left, also, said(c))
	}
	if said(c) != said(Checkpoints(a, b)) {
		t.Error("the second time it is another")
	}
	checkMirror(t, c, Checkpoints(b, a))
}

func everyBullet(c *ohrfc.Checkpoint) map[bulletKey]int {
	all, facts := map[bulletKey]int{}, factItems(c)
	for _, b := range c.Document.Blocks {
		for _, item := range b.Items {
			if !facts[item] {
				all[keyOf(c.Bullet(item))]++
			}
		}
	}
	return all
}

func keyOf(text string) bulletKey {
	label, body := ohrfc.TensionLabel(text)
	return bulletKey{label, body}
}

func taken(c *Comparison) (was, is map[bulletKey]int) {
	was, is = map[bulletKey]int{}, map[bulletKey]int{}
	for _, s := range c.Sections {
		for _, text := range s.Gone {
			was[keyOf(text)]++
		}
		for _, text := range s.Added {
			is[keyOf(text)]++
		}
		for _, r := range s.Reworded {
			was[keyOf(r.From)]++
			is[keyOf(r.To)]++
		}
		for _, m := range s.Moved {
			was[keyOf(m.Text)]++
			is[keyOf(m.Text)]++
		}
	}
	key := func(label, text string) bulletKey {
		if label == "" {
			return keyOf(text)
		}
		return bulletKey{label, text}
	}
	for _, t := range c.Tensions.Dropped {
		was[key(t.Label, t.Text)]++
	}
	for _, list := range [][]TensionChange{c.Tensions.Resolved, c.Tensions.Intensified, c.Tensions.New} {
		for _, t := range list {
			is[key(t.Label, t.Text)]++
			if t.Instead {
				was[key(t.Was.Label, t.Was.Text)]++
			}
		}
	}
	return was, is
}

func minus(t *testing.T, all, taken map[bulletKey]int) map[bulletKey]int {
	t.Helper()
	left := maps.Clone(all)
	for key, n := range taken {
		if left[key] -= n; left[key] < 0 {
			t.Errorf("bullet %q is named %d times, and is there %d times", key, n, all[key])
		}
	}
	maps.DeleteFunc(left, func(_ bulletKey, n int) bool { return n == 0 })
	return left
}

func checkMirror(t *testing.T, forth, back *Comparison) {
	t.Helper()
	was, is := taken(forth)
	came, went := taken(back)
	if !maps.Equal(was, went) || !maps.Equal(is, came) {
		t.Errorf("not the same the other way round:\n%s\nand\n%s", said(forth), said(back))
	}
	if got, want := turned(forth, false), turned(back, true); got != want {
		t.Errorf("pairs are\n%s\nand the other way round\n%s", got, want)
	}
	if len(forth.Facts) != len(back.Facts) || len(forth.Rounds) != len(back.Rounds) {
		t.Errorf("got\n%s\nand the other way round\n%s", said(forth), said(back))
	}
}

func turned(c *Comparison, back bool) string {
	var lines []string
	add := func(what, from, to string) {
		if back {
			from, to = to, from
		}
		lines = append(lines, what+": "+from+" -> "+to)
	}
	for _, f := range c.Facts {
		add(f.Key, f.From, f.To)
	}
	for _, s := range c.Sections {
		for _, r := range s.Reworded {
			add("reworded", r.From, r.To)
		}
		for _, m := range s.Moved {
			add("moved "+m.Text, spelling.FoldTitle(m.From), spelling.FoldTitle(s.Section))
		}
		if s.Change == Changed && s.Text {
			add("text", spelling.FoldTitle(s.Section), spelling.FoldTitle(s.Section))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func FuzzCompare(f *testing.F) {
	usual := checkpoint(3, "gate_b_round_2", 2, 2, filled(ohrfc.DiscoverKey, 0, "d"), round(1), round(2), "## Notes\n- mine\n\ntext")
	for i, style := range slices.Sorted(maps.Keys(styles)) {
		f.Add(usual, styles[style](usual), i)
	}
	for i, text := range hostile {
		f.Add(usual, strings.Replace(usual, "- mine", text, 1), i)
		f.Add(text+"\n"+usual, strings.Replace(usual, "- d scan-insights 1", text, 1), i)
	}
	f.Add(discovered+"- a b\n- a c\n"+updates+"- New: a", discovered+"- a d\n"+updates+"- Resolved: a b", 3)
	f.Fuzz(func(t *testing.T, one, two string, line int) {
		a, err1 := ohrfc.ParseCheckpoint("", one)
		b, err2 := ohrfc.ParseCheckpoint("", two)
		if err1 != nil || err2 != nil {
			return
		}
		checkCompare(t, a, b)
		checkLine(t, a, line)
	})
}

func checkLine(t *testing.T, a *ohrfc.Checkpoint, n int) {
	t.Helper()
	lines := strings.SplitAfter(a.Text(), "\n")
	n = max(n, -n) % len(lines)
	if n < 0 || !strings.ContainsFunc(lines[n], unicode.IsLetter) {
		return
	}
	b, err := ohrfc.ParseCheckpoint("", strings.Join(slices.Delete(slices.Clone(lines), n, n+1), ""))
	if err == nil && !Checkpoints(a, b).Differs() {
		t.Errorf("nothing is said of the line %q that went from\n%s", lines[n], a.Text())
	}
}

// TestCompareGrowth checks that the search covers up to maxPairs pairs of bullets.
func TestCompareGrowth(t *testing.T) {
	text := func(heading, label, word string, sections, n int) *ohrfc.Checkpoint {
		var b strings.Builder
		for s := range sections {
			b.WriteString(strings.ReplaceAll(heading, "N", fmt.Sprintf("N%d", s)))
			for i := range n {
				fmt.Fprintf(&b, "- %s%s%d storage of devices and notes %d\n", label, word, i, i)
			}
		}
		return parse(t, b.String())
	}
	for _, n := range []int{10, 100, 500, 1000, 10000} {
		for _, sections := range []int{1, 10} {
			n := n / sections
			c := Checkpoints(text("## N\n", "", "a", sections, n), text("## N\n", "", "b", sections, n))
			paired := n
			if sections*n*n > maxPairs {
				paired = 0
			}
			if s := c.Sections[0]; len(s.Reworded) != paired || len(s.Gone) != n-paired || len(s.Added) != n-paired {
				t.Errorf("%d bullets in each of %d sections: %d reworded, %d gone, %d added", n, sections, len(s.Reworded), len(s.Gone), len(s.Added))
			}
		}
		other := Checkpoints(text(discovered, "", "a", 1, n), text(updates, "Resolved: ", "b", 1, n))
		if r := other.Tensions.Resolved; len(r) != n || (r[0].Was != nil) != (n*n <= maxPairs) {
			t.Errorf("%d tensions: %d resolved", n, len(r))
		}
	}
}

func parse(t testing.TB, text string) *ohrfc.Checkpoint {
	t.Helper()
	c, err := ohrfc.ParseCheckpoint("checkpoint.md", text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func filled(key string, n int, word string) string {
	g := ohrfc.Group(key)
	var all []ohrfc.Filling
	for i := range g.Subsections {
		sub := &g.Subsections[i]
		f := ohrfc.Filling{Subsection: sub}
		for k := range max(1, sub.Min) {
			f.Bullets = append(f.Bullets, fmt.Sprintf("%s %s %d", word, sub.Slug(), k))
		}
		all = append(all, f)
	}
	text := "## " + g.TitleFor(n)
	for _, f := range all {
		text += "\n\n### " + f.Subsection.Title + "\n- " + strings.Join(f.Bullets, "\n- ")
	}
	return text
}

func round(n int) string { return filled(ohrfc.GateBKey, n, fmt.Sprintf("r%d", n)) }

func checkpoint(version int, phase string, evidence, round int, groups ...string) string {
	meta := fmt.Sprintf("## Meta\n- checkpoint_version: %d\n- last_phase: %s\n- strictness: Standard\n- artifact_state: %s",
		version, phase, ohrfc.FormatArtifact("a5d3b0ec", evidence, round))
	return "# Checkpoint: rfc-1\n\n" + strings.Join(append([]string{meta}, groups...), "\n\n---\n\n") + "\n"
}

var styles = map[string]func(string) string{
	"template":         func(s string) string { return s },
	"crlf":             func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
	"byte order mark":  func(s string) string { return "\ufeff" + s },
	"no final newline": func(s string) string { return strings.TrimSuffix(s, "\n") },
	"no separators":    func(s string) string { return strings.ReplaceAll(s, "\n---\n\n", "\n") },
	"other marks":      func(s string) string { return strings.ReplaceAll(s, "\n- ", "\n* ") },
	"blank lines":      func(s string) string { return strings.ReplaceAll(s, "\n- ", "\n\n- ") },
	"front matter":     func(s string) string { return "---\nkind: unknown\n---\n" + s },
	"unknown key": func(s string) string {
		return strings.ReplaceAll(s, "- last_phase", "* **Owner**: Zoe\n- last_phase")
	},
	"text below the title": func(s string) string { return strings.Replace(s, "rfc-1\n", "rfc-1\n\nWhat is this?\n", 1) },
	"unknown section":      func(s string) string { return s + "\n## Notes\n" },
	"setext": func(s string) string {
		return strings.ReplaceAll(s, "# Checkpoint: rfc-1\n", "Checkpoint: rfc-1\n===\n")
	},
}

var hostile = []string{
	"plain", "# heading", "## DESIGN Exit", "### Scan Insights", "===", "---", "- x", "1. x", "> quoted", "```", "~~~ go", "`a`",
	"<!-- open", "<!-- closed -->", "-->", "<pre>", "[a]: /target", "a\tb", "     a", "a\n- b", "a\n\n## DESIGN Exit", "\r", "a\rb",
	"é：", "\x00", "\ufeff", "\u2028", "\u00a0", "Resolved: x", "checkpoint_version: 9",
}
