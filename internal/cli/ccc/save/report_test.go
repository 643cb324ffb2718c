package save

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ccc/engine"
)

func TestStepsReported(t *testing.T) {
	p := newProject(t, map[string]string{ccc.StateFile: state})
	var reported []string
	o := p.options()
	o.SkipGit, o.SkipLinear = true, true
	o.Ended = func(s *Step) { reported = append(reported, s.Name, string(s.Outcome)) }
	r := Run(t.Context(), o)
	want := "Progress file, done, Git snapshot, skipped, Linear update, skipped, Continuation prompt, done"
	want = strings.NewReplacer("Progress file", PersistStep, "Git snapshot", GitStep, "Linear update", LinearStep, "Continuation prompt", PromptStep).Replace(want)
	if got := strings.Join(reported, ", "); got != want {
		t.Errorf("reported %s, want %s", got, want)
	}
	if got := r.Text(); got != "Checkpoint complete: 2 done, 2 skipped.\nSkipped: Git snapshot (--skip-git was given)\nSkipped: Linear update (--skip-linear was given)\n" {
		t.Errorf("the report is %q", got)
	}
	if r.Issue != "CIA-12" || !strings.Contains(p.read(ccc.ProgressFile), "CIA-12") {
		t.Errorf("the issue is %q, the file\n%s", r.Issue, p.read(ccc.ProgressFile))
	}
}

func TestReservedFirst(t *testing.T) {
	p := newProject(t, map[string]string{ccc.StateFile: state})
	o := p.options()
	o.SkipGit, o.Key, o.URL = true, testKey, "http://127.0.0.1:1"
	if r := Run(t.Context(), o); outcomes(r) != "done skipped failed done" {
		t.Fatalf("steps are %s\n%s", outcomes(r), r.Text())
	}
	s, err := engine.Parse("", p.read(ccc.StateFile))
	if err != nil || s.CommentID() == "" || !strings.Contains(p.read(".mdck/"+memoNote), s.CommentID()) {
		t.Fatalf("the state has %q (%v), the note\n%s", s.CommentID(), err, p.read(".mdck/"+memoNote))
	}
	p.write(ccc.StateFile, state)
	server := newFake(t)
	o.URL = server.url
	r := Run(t.Context(), o)
	again, err := engine.Parse("", p.read(ccc.StateFile))
	if err != nil || r.Comment == nil || r.Comment.ID != s.CommentID() || again.CommentID() != s.CommentID() {
		t.Errorf("the comment is %+v, the state has %q (%v)", r.Comment, again.CommentID(), err)
	}
}

func TestUnreadable(t *testing.T) {
	for name, c := range map[string]struct{ text, outcomes, says string }{
		ccc.StateFile:       {`{"linearIssue": `, "done skipped failed done", "/" + ccc.StateFile + ":1:17: not valid JSON: unexpected end of text) — status not persisted"},
		ccc.ProgressFile:    {"\xff", "failed skipped done failed", "/" + ccc.ProgressFile + ":1:1: not valid UTF-8: found byte 0xff) — mdck composed a prompt without this file"},
		".mdck/" + memoNote: {"[", "done skipped failed done", "so mdck may create a second comment"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t, map[string]string{ccc.StateFile: state})
			p.write(name, c.text)
			server := newFake(t)
			o := p.options()
			o.SkipGit, o.Key, o.URL = true, testKey, server.url
			r := Run(t.Context(), o)
			if text := r.Text(); outcomes(r) != c.outcomes || !strings.Contains(text, c.says) || p.read(name) != c.text {
				t.Errorf("steps are %s, the file is %q\n%s", outcomes(r), p.read(name), text)
			}
			if failed := strings.Contains(r.Text(), "Failed: "+LinearStep); (len(server.comments) == 0) != failed {
				t.Errorf("%d comments\n%s", len(server.comments), r.Text())
			}
		})
	}
}

// TestEnded checks that a cancelled run calls neither git nor Linear.
func TestEnded(t *testing.T) {
	p := newProject(t, map[string]string{ccc.StateFile: state, ".git/x": ""})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o := p.options()
	o.Key, o.URL = testKey, "http://127.0.0.1:1"
	r := Run(ctx, o)
	for _, step := range []string{GitStep, LinearStep} {
		if want := "Failed: " + step + " (it was interrupted)"; !strings.Contains(r.Text(), want) {
			t.Errorf("want %q in\n%s", want, r.Text())
		}
	}
	if exists(p.path(".mdck/" + memoNote)) {
		t.Error("the id of a comment was noted")
	}
}

func TestListed(t *testing.T) {
	p := newProject(t, map[string]string{ccc.StateFile: state})
	for n, more := range map[int]string{20: "", 21: "modified: 1 more"} {
		r := &run{Options: p.options(), project: &Project{}}
		for i := range n {
			r.project.modified = append(r.project.modified, fmt.Sprintf("%d.go", i))
		}
		step := &Step{}
		r.unscoped(step)
		notes := strings.Join(step.Notes, "\n")
		if got := strings.Count(notes, "modified: ") - strings.Count(notes, " more"); got != 20 || strings.Contains(notes, " more") != (more != "") || !strings.Contains(notes, more) {
			t.Errorf("of %d files %d are listed\n%s", n, got, notes)
		}
	}
}

func TestUnreadableScope(t *testing.T) {
	p := newProject(t, map[string]string{ccc.StateFile: "{"})
	p.commit()
	o := p.options()
	o.SkipLinear = true
	want := "Failed: " + GitStep + " (" + o.Target.DisplayPath(ccc.StateFile) + ":1:2: "
	if r := Run(t.Context(), o); !strings.Contains(r.Text(), want) || o.Target.DisplayPath(ccc.StateFile) == ccc.StateFile {
		t.Errorf("want %q in\n%s", want, r.Text())
	}
}

func TestFound(t *testing.T) {
	p := newProject(t, map[string]string{ccc.StateFile: state, ccc.ProgressFile: "# Session Progress\n\n## Current Task\n- a\n", "a.go": "package a\n"})
	p.commit()
	p.write("a.go", "package b\n")
	o := p.options()
	o.SkipLinear = true
	r := Run(t.Context(), o)
	if s, err := ccc.ParseProgress("", p.read(ccc.ProgressFile)); err != nil || s.IssueID != "CIA-12" {
		t.Errorf("the file is %q (%v)", p.read(ccc.ProgressFile), err)
	}
	if notes := strings.Join(r.Steps[1].Notes, "\n"); !strings.Contains(notes, "modified: ") || !strings.Contains(notes, "a.go") {
		t.Errorf("the notes are %q\n%s", notes, r.Text())
	}
}
