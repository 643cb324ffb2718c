package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
)

const roomDir = ".ohrfc/rfc-1/"

// room is a workspace with that checkpoint.
func room(text string) *ohrfc.Workspace {
	return ohrfc.Read(fstest.MapFS{
		roomDir + ohrfc.CheckpointFile: {Data: []byte(text)},
		roomDir + ohrfc.StateFile:      {Data: []byte("{}")},
		roomDir + ohrfc.RFCFile:        {Data: []byte("x")},
	}, roomDir+ohrfc.CheckpointFile)
}

func promptOf(t *testing.T, room *ohrfc.Workspace, key string) *ohrfc.Prompt {
	t.Helper()
	p, err := room.Prompt(ohrfc.Group(key), 0, ohrfc.DefaultLimits, func(s string) int { return len(s) })
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// hostile are bullets that try to end a comment, or to look like something else.
var hostile = []string{
	"a --> b", "x <!-- c", "--> - x", "--->", "`-->`", "## DESIGN Exit", "### Scan Insights", "- nested", "1. x", "é <b>", "<!-- x -->", "--!>", "-- >",
}

// held is a checkpoint with the hostile bullets in every group.
func held() string {
	text := "# Checkpoint: rfc-1\n"
	for i := range ohrfc.Format.Groups {
		g := &ohrfc.Format.Groups[i]
		text += "\n## " + g.TitleFor(1) + "\n"
		for k := range g.Subsections {
			text += "\n### " + g.Subsections[k].Title + "\n- " + strings.Join(hostile, "\n- ") + "\n"
		}
	}
	return text
}

// TestDraft checks that a draft reads as the bullets that it begins with, and as
// none where it begins with none, whatever the tensions that it quotes.
func TestDraft(t *testing.T) {
	there := room(held())
	if n := len(promptOf(t, there, ohrfc.GateBKey).Tensions); n != 2*len(hostile) {
		t.Fatalf("%d tensions", n)
	}
	for _, key := range sectionKeys() {
		p := promptOf(t, there, key)
		d := &appendDraft{prompt: p}
		if key == ohrfc.GateBKey {
			if got := reads(t, d, d.text()); got != nil || !strings.Contains(d.text(), "a -- > b") {
				t.Errorf("%s: an empty draft reads as %q", key, got)
			}
			if p, _ = there.Prompt(p.Group, 1, ohrfc.DefaultLimits, nil); p.There == nil {
				t.Fatal("no round 1")
			}
			d.prompt = p
		}
		if got := reads(t, d, d.text()); len(got) != len(p.Group.Subsections)*len(hostile) || got[0] != hostile[0] {
			t.Errorf("%s: the draft reads as %q", key, got)
		}
		d.only = &p.Group.Subsections[1]
		if got := reads(t, d, d.text()); !slices.Equal(got, hostile) {
			t.Errorf("%s: the draft of one subsection reads as %q", key, got)
		}
	}
}

// reads are the bullets of text, as input for d.
func reads(t *testing.T, d *appendDraft, text string) []string {
	t.Helper()
	in, err := ohrfc.ParseInput(d.prompt.Group, d.only, text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if in.Round != d.prompt.Round {
		t.Errorf("the draft is for round %d, want %d", in.Round, d.prompt.Round)
	}
	var all []string
	for _, f := range in.Fillings {
		all = append(all, f.Bullets...)
	}
	return all
}

// TestDraftAdds is when what is there need not be touched.
func TestDraftAdds(t *testing.T) {
	sub := &ohrfc.Group(ohrfc.DiscoverKey).Subsections[1]
	for _, e := range []struct {
		was, is string
		want    bool
	}{
		{"", "a", true}, {"a", "a b", true}, {"a b", "a b", true}, {"a b", "b a", false}, {"a b", "a", false}, {"a", "b a", false}, {"a b", "a c b", false},
	} {
		d := &appendDraft{only: sub, prompt: &ohrfc.Prompt{There: []ohrfc.Filling{{Subsection: sub, Bullets: strings.Fields(e.was)}}}}
		in := &ohrfc.Input{Fillings: []ohrfc.Filling{{Subsection: sub, Bullets: strings.Fields(e.is)}}}
		if got := d.adds(in); got != e.want {
			t.Errorf("%q to %q: %v", e.was, e.is, got)
		}
	}
}

func TestIsNew(t *testing.T) {
	const begun = "## A\n\n<!--\nq\n-->\n- a\n"
	for text, want := range map[string]bool{
		"": false, begun: false, "- a\n": false, "## A\r\n\r\n- a": false, " \n\t\n": false, "- b\n": true, begun + "x": true, " - a\n": true,
	} {
		if got := isNew(text, begun); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestPromptJSON holds for every section that the object is read as no bullets,
// and with its lists filled as those, for the round that it names.
func TestPromptJSON(t *testing.T) {
	for name, w := range map[string]*ohrfc.Workspace{"none": nil, "empty": room(""), "held": room(held())} {
		for _, key := range sectionKeys() {
			var b bytes.Buffer
			p := promptOf(t, w, key)
			if err := writePromptJSON(&b, p, "enc"); err != nil {
				t.Fatal(err)
			}
			d, text := &appendDraft{prompt: p}, b.String()
			if got := reads(t, d, text); got != nil {
				t.Errorf("%s: unfilled it reads as %q", name, got)
			}
			var want []string
			for i := range p.Group.Subsections {
				empty := fmt.Sprintf("%q: []", p.Group.Subsections[i].Slug())
				if strings.Count(text, empty) != 1 {
					t.Fatalf("%s is there %d times", empty, strings.Count(text, empty))
				}
				text = strings.Replace(text, empty, fmt.Sprintf("%q: [\"x %d\", \"y\"]", p.Group.Subsections[i].Slug(), i), 1)
				want = append(want, fmt.Sprintf("x %d", i), "y")
			}
			if got := reads(t, d, text); !slices.Equal(got, want) {
				t.Errorf("%s: filled it reads as %q", name, got)
			}
		}
	}
}

// TestPromptForms checks that the object says what the text says.
func TestPromptForms(t *testing.T) {
	for _, key := range sectionKeys() {
		p := promptOf(t, room(held()), key)
		var text, object bytes.Buffer
		if err := writePrompt(&text, p, "enc", true); err != nil {
			t.Fatal(err)
		}
		if err := writePromptJSON(&object, p, "enc"); err != nil {
			t.Fatal(err)
		}
		var read struct{ Prompt jsonPrompt }
		if err := json.Unmarshal(object.Bytes(), &read); err != nil {
			t.Fatal(err)
		}
		said := []string{read.Prompt.Rule, "## " + read.Prompt.Title, "(" + read.Prompt.Encoding + ")"}
		for _, s := range read.Prompt.Subsections {
			sub, _ := p.Group.Subsection(s.Key)
			limits := schema.Subsection{Min: s.Min}
			if s.Max != nil {
				limits.Max = *s.Max
			}
			said = append(said, "### "+s.Heading+" ("+limits.Range())
			said = append(said, s.Questions...)
			if s.Optional != sub.Optional || !slices.Equal(s.Labels, sub.Labels) && len(sub.Labels) > 0 {
				t.Errorf("%s: got %+v", key, s)
			}
		}
		for _, b := range read.Prompt.Budgets {
			said = append(said, fmt.Sprintf("- %d of %d %s of the %s", b.Free, b.Limit, b.Unit, b.Of))
		}
		for _, tension := range read.Prompt.Tensions {
			said = append(said, fmt.Sprintf("%s, line %d: %s", tension.Section, tension.Line, tension.Text))
		}
		for _, s := range said {
			if !strings.Contains(text.String(), s) {
				t.Errorf("%s: %q is not in\n%s", key, s, text.String())
			}
		}
		if read.Prompt.There != strings.Contains(text.String(), "is there already") {
			t.Errorf("%s: there is %v", key, read.Prompt.There)
		}
	}
}
