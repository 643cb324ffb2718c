package ohrfc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

const (
	dir = ".ohrfc/rfc-1/"
	now = "2026-11-04T10:00:00Z"
	rfc = "# RFC\n\nwhat we want\n"
)

type sample struct {
	version  int // 0 without a Meta section
	phase    string
	evidence int
	round    int
	groups   []string
}

func (s sample) text() string {
	parts := []string{}
	if s.version > 0 {
		parts = append(parts, s.meta())
	}
	parts = append(parts, s.groups...)
	return "# Checkpoint: rfc-1\n\n" + strings.Join(parts, "\n\n---\n\n") + "\n"
}

func (s sample) meta() string {
	text := fmt.Sprintf("## Meta\n- checkpoint_version: %d\n", s.version)
	if s.phase != "" {
		text += "- last_phase: " + s.phase + "\n"
	}
	return text + "- strictness: Standard\n- artifact_state: " + FormatArtifact(hash(rfc), s.evidence, s.round)
}

func hash(text string) string { return claim.Hash([]byte(text))[:hashDigits] }

func fillings(key, word string) []Filling {
	var all []Filling
	for i := range Group(key).Subsections {
		sub := &Group(key).Subsections[i]
		f := Filling{Subsection: sub}
		for n := range max(1, sub.Min) {
			f.Bullets = append(f.Bullets, fmt.Sprintf("%s %s %d", word, sub.Slug(), n))
		}
		all = append(all, f)
	}
	return all
}

func only(t testing.TB, key, name string, bullets ...string) []Filling {
	t.Helper()
	sub, _ := Group(key).Subsection(name)
	if sub == nil {
		t.Fatalf("no subsection %q in %s", name, key)
	}
	return []Filling{{Subsection: sub, Bullets: bullets}}
}

func group(key string, n int, word string) string {
	text := "## " + Group(key).TitleFor(n)
	for _, f := range fillings(key, word) {
		text += "\n\n### " + f.Subsection.Title + "\n- " + strings.Join(f.Bullets, "\n- ")
	}
	return text
}

func round(n int) string { return group(GateBKey, n, fmt.Sprintf("r%d", n)) }

// stateText returns a state.json with unusual parts that must not change.
func stateText(version, round int, phase, updated string) string {
	return fmt.Sprintf("{\r\n\t\"rfc_id\" : \"rfc-1\",\r\n\t\"größe\": 1.50,\r\n\t\"strictness\":\"standard\", \"checkpoint_version\":  %d,\r\n"+
		"\t\"gate_b_round\": %d,\r\n\t\"last_checkpoint_phase\": %s,\r\n\t\"updated_at\": \"%s\"}", version, round, phase, updated)
}

const before = "2026-11-01T00:00:00Z"

func workspace(t testing.TB, files ...string) *Workspace {
	t.Helper()
	tree := fstest.MapFS{dir + RFCFile: {Data: []byte(rfc)}}
	for i := 0; i < len(files); i += 2 {
		tree[dir+files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return Read(tree, dir+CheckpointFile)
}

func usual(t testing.TB, text string) *Workspace {
	t.Helper()
	c := parse(t, text)
	return workspace(t, CheckpointFile, text, StateFile,
		stateText(max(c.Meta.Version, 0), c.NewestRound(), `"`+ReadPhase(c.Meta.Value(LastPhaseKey)).state()+`"`, before),
		EvidenceFile, `{"schema_version": "v1", "items": [{}, {}]}`)
}

func after(t testing.TB, w *Workspace, change *Change) *Workspace {
	t.Helper()
	tree := fstest.MapFS{}
	for name, file := range w.Tree.(fstest.MapFS) {
		tree[name] = file
	}
	if change.None == "" {
		tree[w.CheckpointPath] = &fstest.MapFile{Data: []byte(change.Checkpoint)}
		if w.State != nil {
			tree[w.path(StateFile)] = &fstest.MapFile{Data: []byte(change.State)}
		}
	}
	return Read(tree, w.CheckpointPath)
}

func parse(t testing.TB, text string) *Checkpoint {
	t.Helper()
	c, err := ParseCheckpoint("checkpoint.md", text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

type Append struct {
	Group    *schema.Group
	Round    int
	Fillings []Filling
	Add      bool
	Replace  bool
	Force    bool
}

func (a Append) asked() protocol.Append {
	out := protocol.Append{Group: a.Group, Parts: a.Fillings, Replace: a.Replace, Force: a.Force}
	if a.Round != 0 {
		out.Value = strconv.Itoa(a.Round)
	}
	if a.Add {
		out.Only = a.Fillings[0].Subsection
	}
	return out
}

func (a Append) apply(c *Checkpoint) (*Checkpoint, error) {
	write, err := c.choose(a.asked())
	if err != nil {
		return nil, err
	}
	m, err := c.editor().Write(write)
	if err != nil {
		return nil, err
	}
	return checkpointOf(m), nil
}

func setArtifact(c *Checkpoint, hash string, evidence, round int) []source.Edit {
	return c.setMeta(ArtifactKey, c.artifact(hash, evidence, round))
}

func mustAppend(t testing.TB, w *Workspace, a Append) *Change {
	t.Helper()
	change, err := w.appendTo(a.asked(), now)
	if err != nil {
		t.Fatal(err)
	}
	return change
}

func roundsOf(t testing.TB, text string) []int {
	t.Helper()
	var numbers []int
	for _, g := range parse(t, text).Match.All(GateBKey) {
		numbers = append(numbers, g.N)
	}
	return numbers
}

func bulletsOf(t testing.TB, text string) map[string][]string {
	t.Helper()
	c, all := parse(t, text), map[string][]string{}
	for i, g := range c.Match.Groups {
		for k, s := range g.Subsections {
			if g.Group.Key != metaKey {
				name := fmt.Sprintf("%s/%s", g.Title(), s.Subsection.Title)
				if _, twice := all[name]; twice {
					name = fmt.Sprintf("%s (%d.%d)", name, i, k)
				}
				all[name] = slices.Concat(all[name], c.Bullets(s.Items()))
			}
		}
	}
	return all
}

func bullets(c *Checkpoint, s *schema.SubsectionMatch) []string {
	if s == nil {
		return nil
	}
	return c.Bullets(s.Items())
}
