package handoff

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/internal/protocoltest"
	"mdck/internal/testtmp"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

const foreign = "## Notes of mine  \n\n\tkeep\t\n*  odd   list\n\n> quoted <b>x</b>\n\n```sh\n# no heading\n```\n"

func beginnings() map[string]string {
	return map[string]string{
		"nothing":    "",
		"made":       strings.Replace(newNote(), none, "ship it", 1),
		"by hand":    "# Hand-off: app\n\n" + foreign + "\n## NEXT STEPS:\n* [ ] task 1\n\n## To do\n1. task 2\n2. task 3\n   - nested\n\n## Completed\n+ [x] task 0 (a.go)\n",
		"paragraphs": "## Next action\n\ntask 1\n\n## Pending\n\nNone.\n\n" + foreign,
		"little":     "# Hand-off\n\n## Done\n\n- task 0 — `make`\n\n---\n\n" + foreign,
	}
}

func spelled(r *rand.Rand, task string) string {
	switch r.IntN(5) {
	case 0:
		return strings.ToUpper(task)
	case 1:
		return "**" + task + "**."
	case 2:
		return "  " + strings.ReplaceAll(task, " ", "  ")
	case 3:
		return "- [ ] " + task
	}
	return task
}

func step(r *rand.Rand, p *project) (what string, e protocol.Edit) {
	task := spelled(r, fmt.Sprintf("task %d", r.IntN(30)))
	made := func(q Request) (string, protocol.Edit) { return fmt.Sprintf("%+v", q), Edit(q) }
	switch n := r.IntN(20); {
	case n < 4:
		return made(Request{Verb: "next", Text: task})
	case n < 8:
		return made(Request{Verb: "pending", Text: task})
	case n < 10:
		return made(Request{Verb: "done", Note: "a.go"})
	case n < 13:
		return made(Request{Verb: "done", Text: task, Note: []string{"", "a.go", "go test ./..."}[r.IntN(3)]})
	case n == 13:
		return made(Request{Verb: "decide", Text: task, Note: "it is so"})
	case n == 14:
		return made(Request{Verb: []string{"block", "unblock"}[r.IntN(2)], Text: task, Note: "ops answers"})
	case n == 15:
		return made(Request{Verb: "ran", Text: task, Note: "passed"})
	case n == 16:
		s := written()
		g := &s.Groups[r.IntN(len(s.Groups)-1)]
		return "append to " + g.Key, appendTo(protocol.Append{Group: g, Parts: []schema.Filling{{Bullets: []string{strings.TrimPrefix(strings.TrimSpace(task), "- [ ] ")}}}})
	case n == 17:
		return "stamp", stamp
	case n == 18 && len(p.backups) > 0:
		i := r.IntN(len(p.backups))
		return fmt.Sprintf("restore %d", i), restore(protocol.Kept{File: File, Name: "a backup", Text: p.backups[i]})
	case len(p.archive()) > 0:
		name := p.archive()[r.IntN(len(p.archive()))]
		return "put back " + name, putBack(protocol.Kept{Name: name, Text: string(p.files[name].Data), Force: r.IntN(2) == 0})
	}
	return "prune", prune
}

func (p *project) archive() []string {
	var names []string
	for name := range p.files {
		if strings.HasPrefix(name, protocol.ArchiveDir) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// taskOf returns the digits of text, which identify its task.
func taskOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

func doneTasks(n *Note, p *project) map[string]bool {
	all := map[string]bool{}
	for _, e := range n.Entries[doneKey] {
		all[taskOf(e.Text)] = true
	}
	for text := range keptOf(p.files, File) {
		all[taskOf(text)] = true
	}
	return all
}

func TestDoneStaysDone(t *testing.T) {
	seeds := uint64(1)
	if testtmp.Long() {
		seeds = 5
	}
	for name, text := range beginnings() {
		for _, style := range protocoltest.Styles() {
			for seed := range seeds {
				if text == "" && style.Name != "plain" {
					continue
				}
				p := newProject(style.Of(text))
				walkSteps(t, fmt.Sprintf("%s, %s, %d", name, style.Name, seed), rand.New(rand.NewPCG(seed, 9)), p, style)
			}
		}
	}
}

func walkSteps(t *testing.T, name string, r *rand.Rand, p *project, style protocoltest.Style) {
	t.Helper()
	done := map[string]bool{}
	strange := strings.TrimSpace(style.Of(foreign))
	keeps := strings.Contains(p.text(), strange)
	var log []string
	for range 60 {
		what, e := step(r, p)
		log = append(log, what)
		before := p.text()
		change, err := p.make(e)
		if _, ok := errors.AsType[*protocol.RequestError](err); err != nil && !ok && before != "" {
			t.Fatalf("%s: %s: %v", name, what, err)
		}
		if err != nil || !change.Changed() {
			if p.text() != before {
				t.Fatalf("%s: %s changes nothing and writes", name, what)
			}
			continue
		}
		n := p.note(t)
		maps.Copy(done, doneTasks(n, p))
		if fault := problemOf(n, p, done); fault != "" {
			t.Fatalf("%s: after %s: %s\n%s\n%s", name, what, fault, strings.Join(log, "\n"), p.text())
		}
		if keeps && !strings.Contains(p.text(), strange) {
			t.Fatalf("%s: %s changes text that is not its own:\n%s", name, what, p.text())
		}
	}
	checkByHand(t, p, done)
}

func checkByHand(t *testing.T, p *project, done map[string]bool) {
	t.Helper()
	var lines []string
	for id := range done {
		lines = append(lines, "- [ ] **Task  "+id+"**!")
	}
	slices.Sort(lines)
	text := p.text() + "\n## Next steps\n\n" + strings.Join(lines, "\n") + "\n\n## To do\n\n" + strings.Join(lines, "\n") + "\n"
	n, err := Parse(File, text)
	if err != nil {
		t.Fatal(err)
	}
	n.kept = keptOf(p.files, File)
	for _, part := range n.parts(File) {
		for _, text := range part.Texts {
			if (part.Title == "Next action" || part.Title == "Pending") && done[taskOf(text)] {
				t.Fatalf("%s contains %q, which is completed", part.Title, text)
			}
		}
	}
	for _, text := range append(n.sheet().Pending, n.sheet().NextAction, n.nextStep()) {
		if done[taskOf(text)] {
			t.Fatalf("%q is open, although it is completed", text)
		}
	}
}

func TestLostNote(t *testing.T) {
	for seed := range uint64(8) {
		r, p := rand.New(rand.NewPCG(seed, 7)), newProject(strings.Replace(newNote(), none, "ship it", 1))
		done := map[string]bool{}
		for range 40 {
			_, e := step(r, p)
			if change, err := p.make(e); err != nil || !change.Changed() {
				continue
			}
			maps.Copy(done, doneTasks(p.note(t), p))
		}
		for i := range p.backups {
			if p.files[File].Data = nil; seed%2 == 0 {
				delete(p.files, File)
			}
			old, _ := Parse(File, p.backups[i])
			if _, err := p.make(restore(protocol.Kept{File: File, Name: "a backup", Text: p.backups[i]})); err != nil {
				t.Fatal(err)
			}
			n := p.note(t)
			for _, e := range append(old.todo(), old.Entries[doneKey]...) {
				if done[taskOf(e.Text)] && !doneTasks(n, p)[taskOf(e.Text)] {
					t.Fatalf("%d: %q is lost:\n%s", i, e.Text, p.text())
				}
			}
			for _, e := range append(n.Entries[nextKey], n.Entries[pendingKey]...) {
				if done[taskOf(e.Text)] {
					t.Fatalf("%d: %q is open, although it is completed:\n%s", i, e.Text, p.text())
				}
			}
		}
	}
}

func problemOf(n *Note, p *project, done map[string]bool) string {
	n.kept = keptOf(p.files, File)
	if next := n.nextAction(); done[taskOf(next)] {
		return fmt.Sprintf("the next action %q is completed", next)
	}
	for id := range done {
		if !doneTasks(n, p)[id] {
			return fmt.Sprintf("%q is lost", id)
		}
	}
	if again := n.again(); len(again) > 0 {
		return fmt.Sprintf("%q is to be done again", again[0].Text)
	}
	if all := n.Entries[nextKey]; len(all) > 1 {
		return "several next actions"
	}
	if !n.Facts.known() || strings.Count(p.text(), byDesign) != 1 {
		return "no facts, or twice"
	}
	if strings.Contains(strings.ReplaceAll(p.text(), "\r\n", ""), "\r") || strings.Contains(p.text(), "\r\n") && strings.Count(p.text(), "\n") != strings.Count(p.text(), "\r\n") {
		return "mixed line endings"
	}
	return ""
}

func TestOtherBytesStay(t *testing.T) {
	writes := map[string][]string{
		"goal": {goalKey}, "next": {nextKey, pendingKey}, "pending": {nextKey, pendingKey}, "done": {nextKey, pendingKey, doneKey},
		"decide": {decisionsKey}, "block": {blockersKey}, "unblock": {blockersKey}, "ran": {verificationKey},
	}
	for name, text := range beginnings() {
		for _, style := range protocoltest.Styles() {
			for verb, keys := range writes {
				if text == "" {
					continue
				}
				p := newProject(style.Of(text))
				was := p.note(t)
				change, err := p.make(Edit(Request{Verb: verb, Text: "something new", Note: "a.go"}))
				if err != nil {
					t.Fatalf("%s, %s, %s: %v", name, style.Name, verb, err)
				}
				if verb == "unblock" == change.Changed() {
					t.Errorf("%s, %s, %s: changed %t", name, style.Name, verb, change.Changed())
				}
				for _, g := range was.Groups {
					if key := g.Group.Key; key != factsKey && !slices.Contains(keys, key) && !strings.Contains(p.text(), was.slice(g.Body())) {
						t.Errorf("%s, %s: %s changes %q:\n%s", name, style.Name, verb, key, p.text())
					}
				}
			}
		}
	}
}

func TestWrittenIsRead(t *testing.T) {
	texts := []string{"plain", "with: a colon", "a (bracket)", "`code` here", "äöü 日本", "1. first", "x -- y", "- z", "*starred*", "a | b", "#12", "[x] y", "<b>"}
	for _, text := range texts {
		for _, detail := range texts {
			for _, verb := range []string{"decide", "block"} {
				p := newProject(newNote())
				if _, err := p.make(Edit(Request{Verb: verb, Text: text, Note: detail})); err != nil {
					protocoltest.Refusal(t, err)
					continue
				}
				key := map[string]string{"decide": decisionsKey, "block": blockersKey}[verb]
				if e := p.note(t).Entries[key]; len(e) != 1 || e[0].Text != entryText(text) || e[0].Detail != detail {
					t.Errorf("%s %q %q is read as %+v", verb, text, detail, e)
				}
			}
		}
	}
}

func FuzzNote(f *testing.F) {
	for _, text := range beginnings() {
		f.Add(text, "task 1")
	}
	f.Add("## Next action\n\n- a\n\n## Next action\n\n- b\n", "c")
	f.Add("## Done\n- a\n  ```\n", "a")
	f.Fuzz(func(t *testing.T, text, task string) {
		n, err := Parse(File, text)
		if err != nil || len(text) > 1<<16 {
			return
		}
		n.sheet()
		p := &project{files: fstest.MapFS{File: {Data: []byte(text)}}}
		for _, verb := range []string{"next", "done", "pending"} {
			if _, err := p.make(Edit(Request{Verb: verb, Text: task})); err != nil {
				continue
			}
			if _, err := mdcheckpoint.Parse(File, p.text()); err != nil {
				t.Fatalf("%s %q of %q gives %q: %v", verb, task, text, p.text(), err)
			}
		}
		if after := p.note(t); len(after.Extra) != len(n.Extra) && strings.TrimSpace(text) != "" {
			t.Errorf("%q becomes %q", text, p.text())
		}
	})
}
