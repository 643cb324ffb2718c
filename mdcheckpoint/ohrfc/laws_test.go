package ohrfc

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// styles are the ways to write a checkpoint. Every edit must keep the style.
var styles = map[string]func(string) string{
	"template":         func(s string) string { return s },
	"crlf":             func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
	"byte order mark":  func(s string) string { return "\ufeff" + s },
	"front matter":     func(s string) string { return "---\nkind: ünknown\n---\n" + s },
	"no final newline": func(s string) string { return strings.TrimSuffix(s, "\n") },
	"no separators":    func(s string) string { return strings.ReplaceAll(s, "\n---\n\n", "\n") },
	"other separators": func(s string) string {
		return strings.ReplaceAll(s, "# Checkpoint: rfc-1\n", "# Checkpoint: rfc-1\n\n***\n")
	},
	"unknown meta key": func(s string) string {
		return strings.ReplaceAll(s, "- last_phase", "* **Owner**：Zoë  \n- last_phase")
	},
	"text below title": func(s string) string {
		return strings.ReplaceAll(s, "# Checkpoint: rfc-1\n", "# Checkpoint: rfc-1\nsome text\n\n- a bullet\n")
	},
	"setext title": func(s string) string {
		return strings.ReplaceAll(s, "# Checkpoint: rfc-1\n", "Checkpoint: rfc-1\n=====\n")
	},
	"setext meta": func(s string) string { return strings.ReplaceAll(s, "## Meta\n", "Meta\n---\n") },
	"padded meta": func(s string) string { return strings.ReplaceAll(s, "- strictness: ", "- Strictness :   ") },
	"unknown section at the end": func(s string) string {
		return strings.TrimSuffix(s, "\n") + "\n\n## Notes\n- [ ] é\t\n\n\n"
	},
}

type part struct {
	key  string
	n    int
	text string
}

func parts() []part {
	return []part{
		{DiscoverKey, 0, group(DiscoverKey, 0, "d")}, {DesignKey, 0, group(DesignKey, 0, "e")},
		{GateBKey, 1, round(1)}, {GateBKey, 2, round(2)}, {reviewKey, 0, group(reviewKey, 0, "v")},
	}
}

func choose(bits int) (groups []string, newest int) {
	for i, p := range parts() {
		if bits&(1<<i) != 0 {
			groups = append(groups, p.text)
			newest = max(newest, p.n)
		}
	}
	return groups, newest
}

func TestAppendPlaces(t *testing.T) {
	for name, style := range styles {
		t.Run(name, func(t *testing.T) {
			for bits := range 1 << len(parts()) {
				for i, p := range parts() {
					all := name == "template" || name == "no separators" || bits%6 == 0 // a sample is enough for the other styles
					if all && bits&(1<<i) == 0 && !(name == "no separators" && bits == 0) {
						checkPlace(t, style, bits, i, p)
					}
				}
			}
		})
	}
}

func checkPlace(t *testing.T, style func(string) string, bits, i int, p part) {
	t.Helper()
	groups, newest := choose(bits)
	was := sample{version: 7, phase: "discover", evidence: 2, round: newest, groups: groups}
	will := sample{version: 8, evidence: 2, phase: "discover"}
	will.groups, will.round = choose(bits | 1<<i)
	if p.n == 0 || p.n >= newest {
		will.phase = phaseOf(parse(t, ""), &schema.Write{Group: Group(p.key), N: p.n}).String()
	}
	w := usual(t, style(was.text()))
	change := mustAppend(t, w, Append{Group: Group(p.key), Round: p.n, Force: true, Fillings: fillings(p.key, word(p))})
	protocoltest.Equal(t, fmt.Sprintf("%s into %05b", p.key, bits), change.Checkpoint, style(will.text()))
	protocoltest.Equal(t, "state.json", change.State, stateText(8, will.round, `"`+ReadPhase(will.phase).state()+`"`, now))
	if change.Was != 7 || change.Version != 8 || change.None != "" || len(change.Archive) > 0 || change.Round != p.n {
		t.Errorf("got %+v", change)
	}
}

func word(p part) string {
	if p.n > 0 {
		return fmt.Sprintf("r%d", p.n)
	}
	return map[string]string{DiscoverKey: "d", DesignKey: "e", reviewKey: "v"}[p.key]
}

func TestEditsKeep(t *testing.T) {
	was := sample{version: 3, phase: "gate_b_round_3", evidence: 2, round: 3,
		groups: []string{group(DiscoverKey, 0, "d"), group(DesignKey, 0, "e"), round(1), round(2), round(3)}}
	changed := func(i int, text string) sample {
		s := was
		s.version, s.groups = 4, slices.Clone(was.groups)
		s.groups[i] = text
		s.groups = slices.Delete(s.groups, 2, 3)
		return s
	}
	phased := func(s sample, phase string) sample { s.phase = phase; return s }
	scan := func(old, new string) string { return strings.Replace(was.groups[0], old, new, 1) }
	last := "- d scan-insights 1"
	for name, e := range map[string]struct {
		do   func(*Workspace) (*Change, error)
		want sample
	}{
		"prune": {func(w *Workspace) (*Change, error) { return w.prune(now) }, changed(0, was.groups[0])},
		"replace": {doAppend(Append{Group: Group(DiscoverKey), Replace: true, Fillings: fillings(DiscoverKey, "x")}),
			phased(changed(0, group(DiscoverKey, 0, "x")), "discover")},
		"add": {doAppend(Append{Group: Group(DiscoverKey), Add: true, Fillings: only(t, DiscoverKey, "scan", "d scan-insights 0", "x", "y")}),
			changed(0, scan(last, last+"\n- x\n- y"))},
		"replace bullets": {doAppend(Append{Group: Group(DiscoverKey), Add: true, Replace: true, Fillings: only(t, DiscoverKey, "scan", "x")}),
			changed(0, scan("- d scan-insights 0\n"+last, "- x"))},
		"older round": {doAppend(Append{Group: Group(GateBKey), Replace: true, Round: 2, Fillings: fillings(GateBKey, "x")}),
			changed(3, group(GateBKey, 2, "x"))},
	} {
		for style, write := range styles {
			t.Run(name+"/"+style, func(t *testing.T) {
				w := usual(t, write(was.text()))
				change, err := e.do(w)
				if err != nil {
					t.Fatal(err)
				}
				protocoltest.Equal(t, "checkpoint", change.Checkpoint, write(e.want.text()))
				protocoltest.Equal(t, "state.json", change.State, stateText(4, 3, `"`+ReadPhase(e.want.phase).state()+`"`, now))
				gone := round(1) + "\n"
				if style == "crlf" {
					gone = write(gone)
				}
				if len(change.Archive) != 1 || change.Archive[0] != (source.Named{Name: "gate-b-round-1.md", Text: gone}) {
					t.Errorf("archive is %q", change.Archive)
				}
			})
		}
	}
}

func doAppend(a Append) func(*Workspace) (*Change, error) {
	return func(w *Workspace) (*Change, error) { return w.appendTo(a.asked(), now) }
}

func TestMetaPlaces(t *testing.T) {
	for bits := range 1 << len(parts()) {
		groups, newest := choose(bits)
		if bits == 0 {
			continue
		}
		w := usual(t, sample{round: newest, groups: groups}.text())
		change, err := w.stamp(false, now)
		if err != nil {
			t.Fatal(err)
		}
		want := sample{version: 1, evidence: 2, round: newest, groups: groups}
		protocoltest.Equal(t, fmt.Sprintf("%05b", bits), change.Checkpoint, want.text())
	}
}

func TestTwice(t *testing.T) {
	three := sample{version: 3, phase: "gate_b_round_3", evidence: 1, round: 1, groups: []string{round(1), round(2), round(3)}}
	for name, do := range map[string]func(*Workspace) (*Change, error){
		"prune":       func(w *Workspace) (*Change, error) { return w.prune(now) },
		"stamp":       func(w *Workspace) (*Change, error) { return w.stamp(false, now) },
		"discover":    doAppend(Append{Group: Group(DiscoverKey), Fillings: fillings(DiscoverKey, "new")}),
		"replace":     doAppend(Append{Group: Group(GateBKey), Fillings: fillings(GateBKey, "new"), Replace: true}),
		"next round":  doAppend(Append{Group: Group(GateBKey), Fillings: fillings(GateBKey, "new")}),
		"named round": doAppend(Append{Group: Group(GateBKey), Round: 4, Fillings: fillings(GateBKey, "new")}),
		"older round": doAppend(Append{Group: Group(GateBKey), Round: 2, Replace: true, Fillings: fillings(GateBKey, "new")}),
		"one bullet":  doAppend(Append{Group: Group(GateBKey), Add: true, Fillings: only(t, GateBKey, "what", "new")}),
		"other bullets": doAppend(Append{Group: Group(GateBKey), Add: true, Replace: true,
			Fillings: only(t, GateBKey, "what", "new", "newer")}),
		"a bullet twice": doAppend(Append{Group: Group(GateBKey), Fillings: only(t, GateBKey, "what", "a  b", "a b", "a  b")}),
	} {
		t.Run(name, func(t *testing.T) {
			w := usual(t, three.text())
			first, err := do(w)
			if err != nil || first.None != "" || first.Version != 4 {
				t.Fatalf("got %+v, %v", first, err)
			}
			second, err := do(after(t, w, first))
			if err != nil || second.None == "" || len(second.Archive) > 0 {
				t.Fatalf("again: got %+v, %v", second, err)
			}
			if second.Checkpoint != "" && second.Checkpoint != first.Checkpoint {
				t.Errorf("again: got\n%s\nwant\n%s", second.Checkpoint, first.Checkpoint)
			}
		})
	}
}

func TestVersion(t *testing.T) {
	for _, v := range []struct{ meta, state, want int }{{3, 3, 4}, {3, 9, 10}, {9, 3, 10}, {0, 0, 1}, {0, 5, 6}, {5, -3, 6}, {0, -3, 1}} {
		text := sample{version: 1, phase: "design", evidence: 2, groups: []string{group(DiscoverKey, 0, "d")}}.text()
		text = strings.Replace(text, "checkpoint_version: 1", fmt.Sprintf("checkpoint_version: %d", v.meta), 1)
		w := workspace(t, CheckpointFile, text, StateFile, stateText(v.state, 0, `"design"`, before), EvidenceFile, `{"items": [1, 2]}`)
		for name, do := range map[string]func() (*Change, error){
			"append": func() (*Change, error) {
				return w.appendTo(Append{Group: Group(reviewKey), Fillings: fillings(reviewKey, "x")}.asked(), now)
			},
			"stamp": func() (*Change, error) { return w.stamp(true, now) },
			"bump":  func() (*Change, error) { return w.bump(now) },
		} {
			change, err := do()
			if err != nil {
				t.Fatalf("%s %+v: %v", name, v, err)
			}
			result := after(t, w, change)
			if got := [3]int{change.Version, result.Checkpoint.Meta.Version, result.State.Version()}; got != [3]int{v.want, v.want, v.want} {
				t.Errorf("%s from %d and %d gives %v, want %d", name, v.meta, v.state, got, v.want)
			}
		}
		change, err := w.stamp(false, now)
		if err != nil || change.Version != max(v.meta, v.state) {
			t.Errorf("stamp of %d and %d gives %+v, %v", v.meta, v.state, change, err)
		}
		if same := v.meta == v.state; same != (change.None != "") {
			t.Errorf("stamp of %d and %d says %q", v.meta, v.state, change.None)
		}
	}
}

func TestKeepTwo(t *testing.T) {
	for bits := range 16 {
		groups := []string{group(DiscoverKey, 0, "d")}
		for n := 4; n >= 1; n-- { // in reverse order
			if bits&(1<<n>>1) != 0 {
				groups = append(groups, round(n))
			}
		}
		groups = append(groups, "## Notes\n- mine", group(reviewKey, 0, "v"))
		w := usual(t, sample{version: 2, evidence: 2, phase: "discover", groups: groups}.text())
		change := mustAppend(t, w, Append{Group: Group(GateBKey), Fillings: fillings(GateBKey, "new")})
		checkKept(t, w.Checkpoint.Text(), change, fillings(GateBKey, "new"))
		if pruned, err := w.prune(now); err != nil {
			t.Error(err)
		} else if pruned.None == "" {
			checkKept(t, w.Checkpoint.Text(), pruned, nil)
		}
	}
}

func checkKept(t testing.TB, was string, change *Change, added []Filling) {
	t.Helper()
	numbers := roundsOf(t, change.Checkpoint)
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	if len(numbers) > keepRounds {
		t.Errorf("rounds %v are left", numbers)
	}
	all := change.Checkpoint
	for _, a := range change.Archive {
		all += "\n" + a.Text
		if !strings.Contains(was, strings.TrimSpace(a.Text)) {
			t.Errorf("the archive has %q, which is not in\n%s", a.Text, was)
		}
		for _, n := range roundsOf(t, a.Text) {
			if len(numbers) < keepRounds || n >= numbers[0] {
				t.Errorf("round %d is archived, rounds %v are left", n, numbers)
			}
			if want := fmt.Sprintf("gate-b-round-%d.md", n); a.Name != want {
				t.Errorf("archive is called %q, want %q", a.Name, want)
			}
		}
	}
	want, got := bulletsOf(t, was), bulletsOf(t, all)
	for name, bullets := range want {
		if !slices.Equal(got[name], bullets) {
			t.Errorf("%s was %q, is %q", name, bullets, got[name])
		}
	}
	count := 0
	for _, f := range added {
		if len(f.Bullets) > 0 {
			count++
		}
	}
	if len(got) > len(want)+max(count, 3) {
		t.Errorf("sections grew from %v to %v", slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)))
	}
}

func TestOnlyPruneAndAppendPrune(t *testing.T) {
	three := sample{version: 3, phase: "gate_b_round_3", evidence: 2, round: 3, groups: []string{round(1), round(2), round(3)}}
	four := three
	four.version = 4
	w := usual(t, three.text())
	for name, do := range map[string]func() (*Change, error){
		"stamp": func() (*Change, error) { return w.stamp(true, now) },
		"bump":  func() (*Change, error) { return w.bump(now) },
	} {
		change, err := do()
		if err != nil || len(change.Archive) > 0 {
			t.Fatalf("%s: got %+v, %v", name, change, err)
		}
		protocoltest.Equal(t, name, change.Checkpoint, four.text())
	}
	change := mustAppend(t, w, Append{Group: Group(GateBKey), Fillings: fillings(GateBKey, "r3")})
	if got := roundsOf(t, change.Checkpoint); !slices.Equal(got, []int{2, 3}) || len(change.Archive) != 1 || change.Version != 4 {
		t.Errorf("rounds %v are left, %+v", got, change)
	}
}
