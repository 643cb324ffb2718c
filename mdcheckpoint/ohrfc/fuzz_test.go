package ohrfc

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

var hostile = []string{
	"plain", "# heading", "## DESIGN Exit", "### Scan Insights", "===", "---", "***", "- x", "1. x", "+", "> quoted", "```", "~~~ go", "`a`",
	"<!-- open", "<!-- 3-7 bullets -->", "-->", "<pre>", "</pre>", "<div>", "[a]: /target", "[a]:", "'title'", "a\tb", "\ta", "     a", "end \\", "\\",
	"a\n- b", "a\n\nb", "a\n\n## DESIGN Exit", "\r", "a\rb", "é：", "\x00", "\ufeff", "\u2028", "\u00a0", "Resolved: x", "checkpoint_version: 9",
}

// FuzzAppend checks that Append writes exactly the given bullets.
func FuzzAppend(f *testing.F) {
	for i, text := range hostile {
		f.Add(text, hostile[(i*7+3)%len(hostile)], byte(i))
	}
	f.Fuzz(func(t *testing.T, one, two string, mode byte) {
		key := []string{DiscoverKey, GateBKey, reviewKey}[mode%3]
		a := Append{Group: Group(key), Add: mode&4 != 0, Replace: mode&8 != 0}
		sub := &a.Group.Subsections[int(mode>>6)%len(a.Group.Subsections)]
		a.Fillings = []Filling{{Subsection: sub, Bullets: []string{one, two}}}
		s := sample{version: 3, phase: "gate_b_round_2", evidence: 2, round: 2, groups: []string{group(DesignKey, 0, "e"), round(1), round(2), "## Notes\n- mine\n\ntext"}}
		if mode&16 != 0 {
			s.groups = append([]string{group(DiscoverKey, 0, "d")}, s.groups...)
		}
		text := s.text()
		if mode&32 != 0 {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		checkAppend(t, usual(t, text), a)
	})
}

func FuzzAppendTo(f *testing.F) {
	usual := sample{version: 3, phase: "gate_b_round_2", evidence: 2, round: 2, groups: []string{group(DiscoverKey, 0, "d"), round(1), round(2), "## Notes\n- mine"}}.text()
	for i, style := range slices.Sorted(maps.Keys(styles)) {
		f.Add(styles[style](usual), byte(i))
	}
	for i := range 8 { // groups without content
		f.Add(usual+"\n## DESIGN Exit\n\n<!-- mdck:ignore x -->\n### Tricky Sections\n<!-- 1-3 bullets. -->", byte(4*i+1))
		f.Add(usual+"\n## Gate-B Round 3 Exit\n### What Changed This Round\n\n<!-- a -->\n### Other\n", byte(4*i+2))
	}
	for i, text := range hostile {
		f.Add(text+"\n"+usual, byte(i))
		f.Add(strings.Replace(usual, "- mine", text, 1), byte(i))
		f.Add(strings.Replace(usual, "## Meta", text+"\n## Meta", 1), byte(i))
		f.Add(strings.Replace(usual, "\n\n---\n\n## Gate", "\n"+text+"\n## Gate", 1), byte(i))
		f.Add(strings.Replace(usual, "- d scan-insights 1", text, 1), byte(i))
	}
	f.Fuzz(func(t *testing.T, text string, mode byte) {
		w := workspace(t, CheckpointFile, text, StateFile, stateText(3, 1, "null", before))
		if w.Checkpoint == nil {
			return
		}
		key := []string{DiscoverKey, DesignKey, GateBKey, reviewKey}[mode%4]
		a := Append{Group: Group(key), Add: mode&4 != 0, Replace: mode&8 != 0}
		a.Fillings = []Filling{{Subsection: &a.Group.Subsections[int(mode>>4)%len(a.Group.Subsections)], Bullets: []string{"new 1", "new 2"}}}
		checkAppend(t, w, a)
		checkFinish(t, w)
	})
}

func checkFinish(t *testing.T, w *Workspace) {
	t.Helper()
	for _, do := range []func(*Workspace) (*Change, error){
		func(w *Workspace) (*Change, error) { return w.stamp(true, now) },
		func(w *Workspace) (*Change, error) { return w.prune(now) },
	} {
		change, err := do(w)
		if err != nil || change.None != "" {
			continue
		}
		checkStep(t, w, change)
		checkKeptBlocks(t, w.Checkpoint, parse(t, change.Checkpoint), change, nil)
	}
}

func checkAppend(t *testing.T, w *Workspace, a Append) {
	t.Helper()
	change, err := w.appendTo(a.asked(), now)
	if err != nil || change.None != "" {
		return
	}
	checkStep(t, w, change)
	result := parse(t, change.Checkpoint)
	group := result.Match.Group(a.Group.Key, change.Round)
	if group == nil {
		t.Fatalf("round %d is not in\n%s", change.Round, change.Checkpoint)
	}
	wanted := map[string][]string{}
	if old := w.Checkpoint.Match.Group(a.Group.Key, change.Round); old != nil && a.Add {
		for _, s := range old.Subsections {
			wanted[s.Subsection.Title] = bullets(w.Checkpoint, old.Subsection(s.Subsection.Title))
		}
	}
	for _, f := range a.Fillings {
		if a.Replace {
			wanted[f.Subsection.Title] = nil
		}
		for _, b := range f.Bullets {
			if line := spelling.OneLine(b); !slices.Contains(wanted[f.Subsection.Title], line) {
				wanted[f.Subsection.Title] = append(wanted[f.Subsection.Title], line)
			}
		}
	}
	for i := range a.Group.Subsections {
		title := a.Group.Subsections[i].Title
		if got := bullets(result, group.Subsection(title)); !slices.Equal(got, wanted[title]) {
			t.Errorf("%q holds %q, want %q", title, got, wanted[title])
		}
	}
	checkKeptBlocks(t, w.Checkpoint, result, change, w.Checkpoint.Match.Group(a.Group.Key, change.Round))
	again, err := after(t, w, change).appendTo(Append{a.Group, change.Round, a.Fillings, a.Add, a.Replace, a.Force}.asked(), now)
	if err != nil || again.None == "" {
		t.Errorf("again: got %+v, %v, after\n%q", again, err, change.Checkpoint)
	}
}

func checkStep(t *testing.T, w *Workspace, change *Change) {
	t.Helper()
	result := after(t, w, change)
	if result.Checkpoint == nil || result.State == nil {
		t.Fatalf("the result cannot be read: %v", result.Faults)
	}
	m, s := result.Checkpoint.Meta.Version, result.State.Version()
	was := max(w.Checkpoint.Meta.Version, w.State.Version())
	if m != s || m != change.Version || m != was+1 {
		t.Errorf("versions are %d and %d, %d was said, want %d", m, s, change.Version, was+1)
	}
}

func checkKeptBlocks(t *testing.T, was, is *Checkpoint, change *Change, written *schema.GroupMatch) {
	t.Helper()
	var archive strings.Builder
	for _, a := range change.Archive {
		archive.WriteString(a.Text)
	}
	changed := []*schema.GroupMatch{was.Match.Group(metaKey, 0), written}
	rest := is.Text()
	for _, b := range was.Document.Blocks {
		text := was.Document.File.Slice(b.Span)
		inside := slices.ContainsFunc(changed, func(g *schema.GroupMatch) bool { return g != nil && g.Section.Span.Covers(b.Span) })
		if b.Kind == mdcheckpoint.Break || inside || strings.Contains(archive.String(), text) {
			continue
		}
		i := strings.Index(rest, text)
		if i < 0 {
			t.Fatalf("%q is lost or moved in\n%q", text, is.Text())
		}
		rest = rest[i+len(text):]
	}
}

func FuzzMeta(f *testing.F) {
	usual := sample{version: 3, phase: "design", evidence: 2, round: 1}.text()
	for _, style := range styles {
		f.Add(style(usual))
	}
	for _, value := range []string{"", " `3`", " **3**", "：3", " 3\n  more", "\t3 \t", " rfc.md(x), evidence(2 items)"} {
		f.Add(strings.Replace(usual, ": 3", value, 1))
		f.Add("## Meta\n- artifact_state:" + value + "\n* **last_phase**:" + value + "\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCheckpoint("", text)
		if err != nil {
			return
		}
		for _, field := range c.Meta.Fields {
			if name, value := text[field.NameSpan.Start:field.NameSpan.End], text[field.Span.Start:field.Span.End]; name != field.Name || value != field.Value {
				t.Fatalf("%q and %q stand at %q and %q", field.Name, field.Value, name, value)
			}
		}
		pairs := []string{VersionKey, "12", LastPhaseKey, "gate_b_round_3", strictnessKey, "Full"}
		edits := c.setMeta(pairs...)
		set := parse(t, protocoltest.Apply(t, text, edits, nil))
		if len(set.Meta.Fields) < len(c.Meta.Fields) || set.Meta.Version != 12 || set.Match.Group(metaKey, 0) == nil {
			return // finish would have returned an error
		}
		if more := set.setMeta(pairs...); len(more) > 0 {
			t.Fatalf("%q becomes %q, and again needs %+v", text, set.Text(), more)
		}
		for _, e := range edits {
			if c.Meta.Section != nil && strings.ContainsAny(text[e.Span.Start:e.Span.End], "\r\n") {
				t.Errorf("edit %+v of %q runs over lines", e, text)
			}
		}
		stated := parse(t, protocoltest.Apply(t, set.Text(), setArtifact(set, "0123abcd", 4, 2), nil))
		a := stated.Meta.Artifact
		if a.Hash.Text != "0123abcd" && !strings.EqualFold(a.Hash.Text, "0123abcd") || a.Evidence.Text == "" || a.Round.Text == "" {
			t.Fatalf("artifact_state reads as %+v in %q", a, stated.Text())
		}
		if more := setArtifact(stated, "0123ABCD", 4, 2); len(more) > 0 {
			t.Errorf("again needs %+v", more)
		}
	})
}

func FuzzInput(f *testing.F) {
	for _, text := range hostile {
		f.Add("### Scan Insights\n- " + text + "\n")
		f.Add(text + "\n### User\n1. a\n   b\n\n2. " + text)
		f.Add(`{"scan": ["` + text + `"], "round": 0}`)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in, err := parseInput(DiscoverKey, nil, text)
		if err != nil {
			return
		}
		for _, g := range in.Parts {
			for _, b := range g.Bullets {
				if b == "" || strings.ContainsAny(b, "\r\n") || b != strings.Trim(b, " \t") {
					t.Fatalf("got the bullet %q", b)
				}
			}
		}
		a := Append{Group: Group(DiscoverKey), Fillings: in.Parts}
		w := workspace(t, StateFile, "{}")
		change, err := w.appendTo(a.asked(), now)
		if err != nil {
			return
		}
		c := parse(t, change.Checkpoint)
		own := c.Document.File.Slice(c.Match.Group(DiscoverKey, 0).Body())
		again, err := parseInput(DiscoverKey, nil, own)
		if err != nil {
			if strings.Contains(err.Error(), "code block") {
				return // such as a bullet that begins with four spaces
			}
			t.Fatalf("%q gives\n%s\nwhich is no input: %v", text, own, err)
		}
		if got, err := w.appendTo(Append{Group: Group(DiscoverKey), Fillings: again.Parts}.asked(), now); err != nil || got.Checkpoint != change.Checkpoint {
			t.Errorf("%q gives\n%s\nbut that gives %+v, %v", text, own, got, err)
		}
	})
}

func FuzzOneLine(f *testing.F) {
	for _, text := range []string{"", " ", "a", " a\n  b ", "a  b", "a\u00a0b", "a\u0085\u2028 b", "\xff \xff", "é\tü", "a\x01 b\r\n c"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := spelling.OneLine(text), strings.Join(strings.Fields(text), " "); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", text, got, want)
		}
	})
}
