package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/internal/cli/app"
	"mdck/internal/testtmp"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

const (
	dueDir   = ".ohrfc/rfc-1/"
	dueSteps = 6 // transitions after init
)

// dueForced limits the forced transitions in TestDueWalk. More than 1 takes minutes.
var dueForced = flag.Int("forced", 1, "how many transitions TestDueWalk forces on a way")

type dueState struct {
	files   map[string]string
	ledger  []claim.Entry
	restart bool
	forced  int
	path    []string
}

func (s *dueState) reader() *protocol.Reader {
	with := func(texts map[string]string) fs.FS { return tree.Overlay(s.tree(), texts) }
	return &protocol.Reader{
		Subject: protocol.Subject{
			Target: protocol.Target{Protocol: ohrfc.Name, Main: dueDir + ohrfc.CheckpointFile, State: dueDir + ohrfc.StateFile, Path: dueDir + ohrfc.CheckpointFile},
			Files:  []string{dueDir + ohrfc.CheckpointFile, dueDir + ohrfc.StateFile, dueDir + ohrfc.EvidenceFile, dueDir + ohrfc.SummaryFile},
		},
		Now: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC), Tree: s.tree(), With: with,
		Text: func(name string) (string, bool, error) {
			text, ok := s.files[name]
			return text, ok, nil
		},
		Ledger: func() ([]claim.Entry, error) { return s.ledger, nil },
	}
}

func (s *dueState) tree() fs.FS {
	files := fstest.MapFS{}
	for name, text := range s.files {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	if s.restart {
		files[dueDir+".mdck/"+protocol.RestartNote] = &fstest.MapFile{}
	}
	return files
}

func (s *dueState) read() (*ohrfc.Workspace, []protocol.Due) {
	in := s.reader().Input(&ohrfc.Protocol, s.tree())
	c := ohrfc.Protocol.Checker.Read(in)
	return c.Model.(*ohrfc.Model).RFC, ohrfc.Protocol.Due(in, c)
}

func (s *dueState) do(edit protocol.Edit, command string) (*dueState, error) {
	change, err := edit(s.reader())
	if err != nil {
		return nil, err
	}
	next := &dueState{files: maps.Clone(s.files), ledger: slices.Clone(s.ledger), restart: s.restart, forced: s.forced, path: append(slices.Clone(s.path), command)}
	for _, f := range change.Files {
		next.files[f.Name] = f.After
	}
	for _, e := range change.Ledger {
		e.Command, _, _ = strings.Cut(command, " ")
		next.ledger = append(next.ledger, e)
	}
	return next, nil
}

func (s *dueState) advance(event ohrfc.Event, to string, force bool) (*dueState, error) {
	var move *ohrfc.Move
	edit := ohrfc.Advancing(event, to, func(m *ohrfc.Move) { move = m })
	next, err := s.do(ohrfc.Protocol.Guarded(edit, ohrfc.TransitionName(event, to), force), fmt.Sprintf("advance %s %s %v", event, to, force))
	if err == nil {
		next.restart = move.Restart == ohrfc.MandatoryRestart
		if force {
			next.forced++
		}
	}
	return next, err
}

// written returns the state after all due append commands.
func (s *dueState) written(t *testing.T, all []protocol.Due) *dueState {
	for _, d := range all {
		if d.Command[0] != "append" {
			continue
		}
		a := protocol.Append{Group: ohrfc.Group(d.Command[3]), Replace: slices.Contains(d.Command, "--replace"), Force: slices.Contains(d.Command, "--force")}
		if i := slices.Index(d.Command, "--round"); i > 0 {
			a.Value = d.Command[i+1]
		}
		for i := range a.Group.Subsections {
			sub := &a.Group.Subsections[i]
			f := schema.Filling{Subsection: sub}
			for n := range max(1, sub.Min) {
				word := fmt.Sprintf("New: bullet %d", n)
				if a.Group.Repeats() {
					word += fmt.Sprint(" after ", len(s.ledger)) // a second equal text is refused
				}
				f.Bullets = append(f.Bullets, word)
			}
			a.Parts = append(a.Parts, f)
		}
		next, err := s.do(ohrfc.Protocol.Append(a), strings.Join(d.Command, " "))
		if err != nil {
			t.Fatalf("%q: %v: %v", s.path, d.Command, err)
		}
		s = next
	}
	return s
}

func (s *dueState) summarised(result string) *dueState {
	next := *s
	next.files = maps.Clone(s.files)
	next.files[dueDir+ohrfc.SummaryFile] = fmt.Sprintf(`{"result": %q, "blocking_reasons": ["round of %d"], "p0_issues": [], "p1_issues": [], "p2_issues": [], "required_actions": []}`, result, len(s.ledger))
	return &next
}

// key returns a text that is equal for equivalent states.
func (s *dueState) key() string {
	in := s.reader().Input(&ohrfc.Protocol, s.tree())
	c := ohrfc.Protocol.Checker.Read(in)
	w, due := c.Model.(*ohrfc.Model).RFC, ohrfc.Protocol.Due(in, c)
	root, text := w.State.Doc.Root, ""
	for _, key := range []string{"current_phase", "gate_a_result", "gate_b_result", "gate_b_round", "rejection_count", "baseline_accepted", "last_checkpoint_phase"} {
		text += w.State.Doc.File.Slice(root.Get(key).Span) + " "
	}
	if w.Checkpoint != nil {
		for _, g := range w.Checkpoint.Match.Groups {
			text += g.Title() + ","
		}
	}
	for _, event := range []ohrfc.Event{ohrfc.DiscoverDone, ohrfc.DesignDone, ohrfc.GateBPass} {
		text += fmt.Sprint(" ", ohrfc.Protocol.Allow(in, c, string(event)))
	}
	return text + fmt.Sprint(due, s.restart, s.forced)
}

// dueEvents returns pairs of event and --to; "" is the usual phase.
func dueEvents() (all [][2]string) {
	for _, tr := range ohrfc.Transitions {
		for i, to := range tr.To {
			if i == 0 {
				to = ""
			}
			all = append(all, [2]string{string(tr.Event), to})
		}
	}
	return all
}

func TestDueWalk(t *testing.T) {
	files, err := ohrfc.New("rfc-1", "T", "standard", time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	first := &dueState{files: map[string]string{}}
	for _, f := range files {
		first.files[dueDir+f.Name] = f.Text
	}
	seen, checked := map[string]bool{first.key(): true}, map[string]bool{}
	level := []*dueState{first}
	steps := dueSteps
	if !testtmp.Long() {
		steps -= 3
	}
	for range steps {
		var next []*dueState
		for _, s := range level {
			s.check(t, checked)
			for _, n := range s.successors(t) {
				if key := n.key(); !seen[key] {
					seen[key] = true
					next = append(next, n)
				}
			}
		}
		level = next
	}
	for _, s := range level {
		s.check(t, checked)
	}
	t.Logf("%d states, %d of them shown", len(seen), len(checked))
	if len(checked) < 50 {
		t.Errorf("only %d states were shown", len(checked))
	}
}

func (s *dueState) successors(t *testing.T) (all []*dueState) {
	for _, e := range dueEvents() {
		event, to := ohrfc.Event(e[0]), e[1]
		next, err := s.advance(event, to, false)
		refused, isRefused := errors.AsType[*protocol.Refused](err)
		if err != nil && !isRefused {
			t.Fatalf("%q: %s: %v", s.path, event, err)
		}
		if isRefused && (refused.Never || event == ohrfc.GateAPass && to != "") {
			continue // needs the strictness light
		}
		if isRefused {
			if s.forced < *dueForced {
				if next, err = s.advance(event, to, true); err != nil {
					t.Fatalf("%q: %s by force: %v", s.path, event, err)
				}
				all = append(all, next)
			}
			ready := s.written(t, refused.Due)
			if refused.Path == dueDir+ohrfc.SummaryFile {
				ready = ready.summarised(map[bool]string{true: "PASS", false: "FAIL"}[event == ohrfc.GateBPass])
			}
			next, err = ready.advance(event, to, false)
			if again, _ := errors.AsType[*protocol.Refused](err); again != nil && again.Reason == "" {
				t.Fatalf("%q: %s is refused for %v after %v", s.path, event, again, refused.Due)
			}
			if err != nil {
				continue
			}
		}
		_, due := next.read()
		all = append(all, next, next.written(t, due))
	}
	return all
}

func (s *dueState) check(t *testing.T, checked map[string]bool) {
	w, due := s.read()
	var shown []string
	for _, d := range due {
		shown = append(shown, d.Problem+": "+d.CommandLine("rfc-1"))
		if s.forced == 0 && !d.Person && !strings.Contains(d.Problem, "Gate-B Round") {
			t.Errorf("%q: after allowed transitions this is due: %q", s.path, d.Problem)
		}
	}
	for _, left := range second(s.written(t, due).read()) {
		if !left.Person {
			t.Errorf("%q: after %q this is still due: %q", s.path, shown, left.Problem)
		}
	}
	moves, _ := w.Moves()
	what := fmt.Sprint(w.State.Phase(), shown, s.forced == 0, w.State.Version() > 0)
	for _, m := range moves {
		what += fmt.Sprint(m.Refused)
	}
	if !checked[what] && !t.Failed() {
		checked[what] = true
		s.checkOutputs(t, shown, len(checked)%10 == 0)
	}
}

func second[A, B any](_ A, b B) B { return b }

func (s *dueState) checkOutputs(t *testing.T, want []string, refusals bool) {
	dir := t.TempDir()
	t.Chdir(dir)
	s.store(t, dir)
	for _, words := range []string{"ohrfc advance --json", "status --json", "lint --format json"} {
		if got := dueShown(t, words); !slices.Equal(got, want) {
			t.Errorf("%q: %s shows %q, want %q", s.path, words, got, want)
		}
	}
	agents := slices.DeleteFunc(slices.Clone(want), func(line string) bool { return strings.Contains(line, "was not restarted") })
	reason := stopReason(t)
	if (reason == "") != (len(agents) == 0) && !s.finished() {
		t.Errorf("%q: the Stop hook blocks with %q, want a reason for %q", s.path, reason, agents)
	}
	for _, line := range agents {
		problem, _, _ := strings.Cut(line, ": mdck ")
		if !strings.Contains(reason, problem) && !s.finished() {
			t.Errorf("%q: the Stop hook blocks with %q, want %q", s.path, reason, problem)
		}
	}
	if got := s.errorsOf(t); s.forced == 0 && got != "" {
		t.Errorf("%q: after allowed transitions lint finds %s", s.path, got)
	}
	if refusals {
		s.tryRefusals(t, dir)
	}
	if got := dueShown(t, "bootstrap --json"); !slices.Equal(got, agents) && !slices.Equal(got, want) {
		t.Errorf("%q: bootstrap shows %q, want %q", s.path, got, agents)
	}
}

// Hooks print nothing about a finished RFC.
func (s *dueState) finished() bool {
	return ohrfc.Protocol.Glance(s.tree(), s.reader().Target).Finished
}

func (s *dueState) store(t *testing.T, dir string) {
	files := maps.Clone(s.files)
	for _, e := range s.ledger {
		line, err := json.Marshal(map[string]any{"path": path.Base(e.Path), "version": e.Version, "content": e.Content, "event": e.Event, "forced": e.Forced, "about": e.About, "command": e.Command, "time": "2026-11-21T08:00:00Z"})
		if err != nil {
			t.Fatal(err)
		}
		files[dueDir+".mdck/ledger.jsonl"] += string(line) + "\n"
	}
	if s.restart {
		files[dueDir+".mdck/"+protocol.RestartNote] = "x\n"
	}
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		changeFile(t, filepath.Join(dir, filepath.FromSlash(name)), "", text)
	}
}

func dueShown(t *testing.T, words string) (shown []string) {
	type item struct{ Problem, Command string }
	var out, talk bytes.Buffer
	Main(strings.Fields(words), app.Streams{In: strings.NewReader(""), Out: &out, Err: &talk})
	var got struct {
		Due         []item
		Checkpoints []struct{ Due []item }
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("%s: %v: %s%s", words, err, out.Bytes(), talk.Bytes())
	}
	for _, c := range got.Checkpoints {
		got.Due = append(got.Due, c.Due...)
	}
	for _, d := range got.Due {
		shown = append(shown, d.Problem+": "+d.Command)
	}
	return shown
}

func (s *dueState) errorsOf(t *testing.T) string {
	var out bytes.Buffer
	Main([]string{"lint"}, app.Streams{Out: &out, Err: &out})
	var all []string
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, ": error: ") && !(strings.Contains(line, "Gate-B Round") && strings.Contains(line, ohrfc.DueRule)) {
			all = append(all, line)
		}
	}
	return strings.Join(all, "")
}

func (s *dueState) tryRefusals(t *testing.T, dir string) {
	before := filesBelow(t, dir)
	for _, e := range dueEvents() {
		_, err := s.advance(ohrfc.Event(e[0]), e[1], false)
		if err == nil {
			continue
		}
		var out bytes.Buffer
		args := []string{"ohrfc", "advance", e[0]}
		if e[1] != "" {
			args = append(args, "--to", e[1])
		}
		if status := Main(args, app.Streams{Out: &out, Err: &out}); status != app.Findings || !maps.Equal(filesBelow(t, dir), before) {
			t.Errorf("%q: %v ends with %d: %s", s.path, args, status, out.String())
		}
	}
}

func filesBelow(t *testing.T, dir string) map[string]string {
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if own := d != nil && (d.Name() == "lock" || d.Name() == ".gitignore"); err != nil || d.IsDir() || own {
			return err // omit lock files
		}
		raw, err := os.ReadFile(name)
		all[name] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
