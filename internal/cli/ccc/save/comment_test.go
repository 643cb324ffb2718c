package save

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/jsondoc"
)

func TestOnce(t *testing.T) {
	for name, text := range map[string]string{"state": state, "no state": ""} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t, nil)
			if text != "" {
				p.write(ccc.StateFile, text)
			}
			server := newFake(t)
			server.lost = true
			o := p.options()
			o.Key, o.URL = testKey, server.url
			o.Input, o.Target.Root = ccc.Input{{Verb: "issue", Text: "CIA-12"}}, p.dir
			r := Run(t.Context(), o)
			if outcomes(r) != "done skipped failed done" {
				t.Fatalf("steps are %s\n%s", outcomes(r), r.Text())
			}
			if r = Run(t.Context(), o); outcomes(r) != "done skipped done done" || r.Comment.Created {
				t.Fatalf("steps are %s\n%s", outcomes(r), r.Text())
			}
			server.only(t)
		})
	}
}

func TestOnceAtOnce(t *testing.T) {
	for name, text := range map[string]string{"state": state, "no state": ""} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t, map[string]string{".git/x": "", ccc.ProgressFile: "# Session Progress\n\n**Issue:** CIA-12\n"})
			if text != "" {
				p.write(ccc.StateFile, text)
			}
			server := newFake(t)
			var all sync.WaitGroup
			for range 8 {
				all.Go(func() {
					o := p.options()
					o.Key, o.URL, o.SkipGit = testKey, server.url, true
					if r := Run(t.Context(), o); r.Status() == 2 {
						t.Errorf("step 1 failed: %s", r.Text())
					}
				})
			}
			all.Wait()
			server.only(t)
		})
	}
}

func TestMemo(t *testing.T) {
	for _, c := range []struct{ issue, comment, stored, now, want string }{
		{"", "", "", "CIA-1", ""},
		{"", "", "s", "CIA-1", "s"},
		{"CIA-1", "m", "", "cia-1", "m"},
		{"CIA-1", "m", "", "CIA-2", ""},
		{"CIA-1", "m", "m", "CIA-1", "m"},
		{"CIA-1", "m", "m", "CIA-2", ""},
		{"CIA-1", "m", "s", "CIA-2", "s"}, // from another process
		{"CIA-1", "m", "s", "CIA-1", "s"},
		{"CIA-1", "m", "other", "CIA-1", "m"}, // the stored id is that of CIA-7
	} {
		m := memos{Issues: []memo{{Issue: "CIA-7", Comment: "other"}, {Issue: c.issue, Comment: c.comment}}}
		if got := m.id(c.stored, c.now); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}

func TestIssueChanged(t *testing.T) {
	p := newProject(t, map[string]string{ccc.StateFile: state})
	server := newFake(t)
	o := p.options()
	o.Key, o.URL = testKey, server.url
	o.Input = ccc.Input{{Verb: "decide", Text: "one pass", Note: "fast"}}
	Run(t.Context(), o)
	first := server.only(t)
	p.write(ccc.StateFile, strings.Replace(p.read(ccc.StateFile), "CIA-12", "CIA-13", 1))
	r := Run(t.Context(), o)
	if len(server.comments) != 2 || r.Comment == nil || server.issues[r.Comment.ID] != "CIA-13" {
		t.Fatalf("comments are %v of %v\n%s", server.comments, server.issues, r.Text())
	}
	if body := server.comments[r.Comment.ID]; !strings.Contains(body, "**Decisions:** one pass: fast\n") {
		t.Errorf("the new comment is\n%s", body)
	}
	for id, body := range server.comments {
		if id != r.Comment.ID && body != first {
			t.Errorf("the comment of the other issue became\n%s", body)
		}
	}
	if s, _ := engine.Parse("", p.read(ccc.StateFile)); s.CommentID() != r.Comment.ID {
		t.Errorf("the state has %q", s.CommentID())
	}
	p.write(ccc.StateFile, strings.Replace(p.read(ccc.StateFile), "CIA-13", "CIA-12", 1))
	r = Run(t.Context(), o)
	if len(server.comments) != 2 || r.Comment == nil || r.Comment.Created || server.issues[r.Comment.ID] != "CIA-12" {
		t.Errorf("back on the first issue: comments are %v of %v\n%s", server.comments, server.issues, r.Text())
	}
	if s, _ := engine.Parse("", p.read(ccc.StateFile)); s.CommentID() != r.Comment.ID {
		t.Errorf("the state has %q", s.CommentID())
	}
}

func TestStateLossless(t *testing.T) {
	const was = "\ufeff{\r\n\t\"linearIssue\":\"CIA-12\",\r\n\t\"big\": 12345678901234567890,  \"x\":{\"checkpointCommentId\":1}\r\n}"
	p := newProject(t, map[string]string{ccc.StateFile: was})
	server := newFake(t)
	o := p.options()
	o.Key, o.URL = testKey, server.url
	r := Run(t.Context(), o)
	if r.Comment == nil {
		t.Fatal(r.Text())
	}
	d, err := jsondoc.Parse("", was)
	if err != nil {
		t.Fatal(err)
	}
	edits, err := d.Set(jsondoc.Quote(r.Comment.ID), engine.CommentField)
	if err != nil || len(edits) != 1 {
		t.Fatal(edits, err)
	}
	want := was[:edits[0].Span.Start] + edits[0].New + was[edits[0].Span.End:]
	if got := p.read(ccc.StateFile); got != want {
		t.Errorf("state is\n%q, want\n%q", got, want)
	}
}

func TestIsResuming(t *testing.T) {
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	for _, c := range []struct {
		name              string
		updated, lastSave time.Time
		want              bool
	}{
		{"a state of yesterday", ago(30 * time.Hour), time.Time{}, true},
		{"a state of today", ago(time.Hour), time.Time{}, false},
		{"saved today already", ago(30 * time.Hour), ago(time.Hour), false},
		{"saved yesterday", ago(30 * time.Hour), ago(30 * time.Hour), true},
		{"the loop has moved since", ago(time.Hour), ago(30 * time.Hour), false},
		{"no time in the state", time.Time{}, time.Time{}, false},
	} {
		text := `{}`
		if !c.updated.IsZero() {
			text = `{"lastUpdatedAt": "` + spelling.FormatTime(c.updated) + `"}`
		}
		s, err := engine.Parse("", text)
		if err != nil {
			t.Fatal(err)
		}
		r := &run{Options: Options{Now: now}, session: &ccc.Session{State: s}, lastSave: c.lastSave}
		if got := r.isResuming(); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
	if (&run{session: &ccc.Session{}}).isResuming() {
		t.Error("resuming without a state")
	}
}

func TestOwnKey(t *testing.T) {
	const key = "plain-token-of-oauth"
	p := newProject(t, map[string]string{ccc.ProgressFile: "# Session Progress\n\n**Issue:** CIA-12\n\n## Current Task\n- try " + key + "\n"})
	server := newFake(t)
	o := p.options()
	o.Key, o.URL = key, server.url
	r := Run(t.Context(), o)
	if len(server.comments) != 0 || !strings.Contains(r.Text(), "Failed: Linear update (") || !strings.Contains(r.Text(), ":7:7: this is your Linear API key") {
		t.Errorf("%d comments\n%s", len(server.comments), r.Text())
	}
	if all := fmt.Sprintf("%+v", r); strings.Contains(all, key) || !strings.Contains(r.Prompt, "[key]") {
		t.Errorf("the report has the key: %s", all)
	}
}
