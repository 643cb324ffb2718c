package planfile

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/source"
)

func checkHead(t testing.TB, name, text string) {
	t.Helper()
	whole, err := Parse(name, text)
	p, fault := parseHead(name, text)
	if fmt.Sprint(err) != fmt.Sprint(fault) {
		t.Fatalf("%q: whole %v, head %v", text, err, fault)
	}
	if err != nil {
		return
	}
	if want := text[:whole.Front.Span.End]; p.File.Text != want {
		t.Errorf("%q: kept %q, want %q", text, p.File.Text, want)
	}
	if p.ID() != whole.ID() || p.Gated() != whole.Gated() || p.Alone() != whole.Alone() || !reflect.DeepEqual(p.Needs(), whole.Needs()) {
		t.Errorf("%q: head %v %v %v %v, whole %v %v %v %v", text, p.ID(), p.Gated(), p.Alone(), p.Needs(), whole.ID(), whole.Gated(), whole.Alone(), whole.Needs())
	}
	if got, want := order(p), order(whole); got != want {
		t.Errorf("%q: order of the head %q, of the whole %q", text, got, want)
	}
	p.Front.file, whole.Front.file = nil, nil
	if !reflect.DeepEqual(p.Front, whole.Front) {
		t.Errorf("%q: front matter %+v, want %+v", text, p.Front, whole.Front)
	}
}

func order(p *Plan) string {
	o := Order([]*Plan{p})
	steps, problems := describe(o)
	for _, problem := range o.Problems {
		problems += " " + p.File.Position(problem.Span.Start).String()
	}
	return steps + problems
}

func TestHead(t *testing.T) {
	texts := []string{"", "---", "---\n", "---\n---", "---\r\nphase: 1\r\n---\r\n" + verify, "---\nphase: [\nwave: 2\n---\n", "---\nphase: 1\n" + verify,
		"---\nwave: 2B\ndepends_on: [{a: 1}, 03-05]\n---\n", "---\nwave: two\nautonomous: yes\n---\n", "\xff",
		head + "about checkpoint:decision\n", head + "<!-- " + verify + " -->", head + `<task type = ' checkpoint:of/my own '></task>`, head + `<task kind="checkpoint:decision" type="auto"></task>`}
	for _, text := range rightFiles(t) {
		texts = append(texts, text)
	}
	for _, text := range texts {
		for _, style := range styles {
			checkHead(t, "03-06-PLAN.md", style.Of(text))
		}
	}
	checkHead(t, "03-06-PLAN.md", strings.Repeat("x", source.MaxSize+1))
}

func TestReadHeads(t *testing.T) {
	tree := fstest.MapFS{".planning/note.md": {}, ".planning/01-09-PLAN.md": {Data: []byte("\xff")}, ".planning/01-01-SUMMARY.md": {}}
	for i := range 9 {
		text := head + strings.Repeat(verify, i%2)
		tree[fmt.Sprintf(".planning/phases/01-a/01-%02d-PLAN.md", i+1)] = &fstest.MapFile{Data: []byte(fmt.Sprintf("---\nphase: 1\nplan: %d\nwave: %d\ndepends_on: [%d]\n---\n%s", i+1, 1+i/3, i, text))}
	}
	heads, err := ReadHeads(tree, ".planning")
	whole, fault := ReadFolder(tree, ".planning")
	if err != nil || fault != nil || len(heads.Plans) != 9 || len(heads.Faults) != 1 {
		t.Fatalf("%d plans, %v, %v, %v", len(heads.Plans), heads.Faults, err, fault)
	}
	steps, problems := describe(Order(heads.Plans))
	if want, wanted := describe(Order(whole.Plans)); steps != want || problems != wanted || !strings.Contains(steps, "!") {
		t.Errorf("order %q %q, want %q %q", steps, problems, want, wanted)
	}
	if !reflect.DeepEqual(heads.Names, whole.Names) || fmt.Sprint(heads.Faults) != fmt.Sprint(whole.Faults) {
		t.Errorf("names %v, faults %v", heads.Names, heads.Faults)
	}
	for i, p := range heads.Plans {
		if p.File.Text != whole.Plans[i].File.Text[:p.Front.Span.End] || p.Tasks != nil {
			t.Errorf("%s is no head", p.File.Name)
		}
	}
}

// keeping is a tree that keeps results and counts how often files are read.
type keeping struct {
	fstest.MapFS
	kept  map[string]any
	reads int
}

func (k *keeping) Keep(key string, read func() any) any {
	if _, ok := k.kept[key]; !ok {
		k.kept[key] = read()
	}
	return k.kept[key]
}

func (k *keeping) ReadFile(name string) ([]byte, error) {
	k.reads++
	return k.MapFS.ReadFile(name)
}

func TestHeadsAreReadOnce(t *testing.T) {
	tree := &keeping{MapFS: fstest.MapFS{".planning/03-06-PLAN.md": {Data: []byte(head)}, ".planning/04-01-PLAN.md": {Data: []byte("\xff")}}, kept: map[string]any{}}
	first, err := ReadHeads(tree, ".planning")
	first.Partial = map[string]bool{"03-06-PLAN.md": true}
	plan := *first.Plans[0]
	*first.Plans[0] = Plan{}
	again, fault := ReadHeads(tree, ".planning")
	if tree.reads != 2 || again.Partial != nil || fmt.Sprint(err) != fmt.Sprint(fault) || len(again.Plans) != 1 || !reflect.DeepEqual(*again.Plans[0], plan) || !reflect.DeepEqual(first.Faults, again.Faults) {
		t.Errorf("%d reads, %+v %v, %+v %v", tree.reads, first, err, again, fault)
	}
	if _, err := ReadHeads(tree, ".autopilot"); err == nil {
		t.Error("no error for a missing folder")
	}
}
