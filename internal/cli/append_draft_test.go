package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocol"
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
		a := protocol.Append{Group: ohrfc.Group(key), Replace: true}
		if key == ohrfc.GateBKey {
			d := draftOf(t, there, protocol.Append{Group: a.Group})
			if got := reads(t, d.request, d.Value, d.text()); got != nil || !strings.Contains(d.text(), "a -- > b") {
				t.Errorf("%s: an empty draft reads as %q", key, got)
			}
			a.Value = "1"
		}
		d := draftOf(t, there, a)
		if got := reads(t, a, d.Value, d.text()); len(got) != len(a.Group.Subsections)*len(hostile) || got[0] != hostile[0] {
			t.Errorf("%s: the draft reads as %q", key, got)
		}
		a.Only = &a.Group.Subsections[1]
		d = draftOf(t, there, a)
		if got := reads(t, a, d.Value, d.text()); !slices.Equal(got, hostile) {
			t.Errorf("%s: the draft of one subsection reads as %q", key, got)
		}
	}
}

// draftOf is what an editor opens with for a.
func draftOf(t *testing.T, w *ohrfc.Workspace, a protocol.Append) *appendDraft {
	t.Helper()
	read := &protocol.Reader{Tree: w.Tree, With: func(map[string]string) fs.FS { return w.Tree }}
	read.Main = w.CheckpointPath
	m := protocol.Measure{Limits: ohrfc.DefaultLimits, Count: func(s string) int { return len(s) }}
	d, err := ohrfc.Protocol.Draft(read, a, m)
	if err != nil {
		t.Fatal(err)
	}
	return newAppendDraft(d, ohrfc.Format, a)
}

// reads are the bullets of text, as input for a.
func reads(t *testing.T, a protocol.Append, value, text string) []string {
	t.Helper()
	in := protocol.NewInput(ohrfc.Format, a.Group, a.Only)
	if err := in.Parse(text); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if in.Value != value {
		t.Errorf("the text is for round %q, want %q", in.Value, value)
	}
	var all []string
	for _, f := range in.Parts {
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
		begun := &protocol.Draft{Filled: []schema.Filling{{Subsection: sub, Bullets: strings.Fields(e.was)}}}
		d := newAppendDraft(begun, ohrfc.Format, protocol.Append{Only: sub})
		if got := d.adds(strings.Fields(e.is)); got != e.want {
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
			a, text, value := protocol.Append{Group: p.Group}, b.String(), ""
			if p.Round > 0 {
				value = strconv.Itoa(p.Round)
			}
			if got := reads(t, a, value, text); got != nil {
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
			if got := reads(t, a, value, text); !slices.Equal(got, want) {
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
		if read.Prompt.There != strings.Contains(text.String(), "already exists") {
			t.Errorf("%s: there is %v", key, read.Prompt.There)
		}
	}
}
