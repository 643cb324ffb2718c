package loop

import (
	"cmp"
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A Request describes a change of a track. Comments begin with the verbs that use a field.
type Request struct {
	Verb  string // "start", "progress", "pass", "fail", "skip", "block", "unblock", "decide", "sync" or "migrate"
	Step  string // "" means the current step
	Force bool   // make the change even if the protocol forbids it, and record that

	Agent   string   // start: "" means the agent in the checkpoint, or else in the protocol
	Total   int      // start: number of tasks or, for FIX, of issues; 0 means that mdck counts
	Outputs []string // pass, fail: files that the step created or changed, relative to the project
	Notes   string   // pass, fail, skip; decide: the reason

	Phase, Phases int    // progress: the current phase and the number of phases
	Task          string // progress: the current task
	Done          *int   // progress: number of completed tasks
	TaskDone      string // progress: number of a finished task, such as "2.3"
	Commit        string // progress: commit of the task TaskDone
	Message       string // progress: message of Commit
	Fixed         *int   // progress: number of fixed issues
	Issue         string // progress: the current issue

	Blocker string // block: what is missing; unblock: id or part of the description; "" means the only one
	ID      string // block: "" means "blocker-N" with the next number

	Decision string // decide: "extend", "stop" or "accept"
	Cycles   int    // decide: number of additional cycles for "extend"
}

type verb struct {
	name    string
	guarded bool // the protocol can forbid the change
	step    string
	did     string // past tense of the verb; "" if edit adds its own message
	edit    func(e *edit) error
}

func verbs() []verb {
	return []verb{
		{name: "start", guarded: true, did: "started", edit: (*edit).start},
		{name: "progress", did: "recorded progress in", edit: (*edit).progress},
		{name: "pass", guarded: true, did: "passed", edit: (*edit).pass},
		{name: "fail", guarded: true, did: "failed", edit: (*edit).fail},
		{name: "skip", guarded: true, did: "skipped", edit: (*edit).skip},
		{name: "block", guarded: true, did: "blocked", edit: (*edit).block},
		{name: "unblock", edit: (*edit).unblock},
		{name: "decide", guarded: true, step: EvaluateExecution, edit: (*edit).decide},
		{name: "sync", step: Execute, edit: (*edit).sync},
	}
}

func verbOf(name string) verb {
	all := verbs()
	if i := slices.IndexFunc(all, func(v verb) bool { return v.name == name }); i >= 0 {
		return all[i]
	}
	return verb{}
}

// Check returns a [*protocol.RequestError] for an invalid request. It reads no track.
func (r *Request) Check() error {
	blank := func(text string) bool { return strings.TrimSpace(text) == "" }
	switch {
	case negative(&r.Total), negative(r.Done), negative(r.Fixed):
		return protocol.BadRequest("", "the number of tasks or issues must be 0 or more")
	case r.Phase < 0 || r.Phases < 0 || r.Phase > r.Phases:
		return protocol.BadRequest("", "the phase is %d, but the number of phases is %d", r.Phase, r.Phases)
	case r.Commit != "" && !claim.IsCommit(r.Commit):
		return protocol.BadRequest("", "%q is not a commit; expected 7 to 64 hex digits", r.Commit)
	case r.TaskDone == "" && (r.Commit != "" || r.Message != ""):
		return protocol.BadRequest("", "--commit and --message require --task-done")
	case r.TaskDone != "" && r.Done != nil:
		return protocol.BadRequest("", "--task-done cannot be used with --done")
	case r.Verb == "fail" && blank(reasonOf(r.Notes)):
		return protocol.BadRequest(`for example: mdck loop fail --notes "spec.md is missing"`, "--notes must give the reason for the failure")
	case r.Verb == "block" && blank(r.Blocker):
		return protocol.BadRequest(`for example: mdck loop block "no test account"`, "the blocker is empty; describe what blocks the step")
	case r.Verb == "decide" && blank(r.Notes):
		return protocol.BadRequest(`for example: mdck loop decide extend 2 --because "the rest is small"`, "--because must give the reason for the decision")
	case r.Verb == "decide" && (r.Decision == "extend") != (r.Cycles > 0):
		return protocol.BadRequest(`for example: mdck loop decide extend 2 --because "the rest is small"`, `expected "extend N", "stop" or "accept"; N is 1 or more`)
	}
	return nil
}

func negative(n *int) bool { return n != nil && *n < 0 }

// Change returns the change that r asks for.
func (t *Track) Change(r Request, now time.Time) (*protocol.Change, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	if r.Verb == "migrate" {
		return t.migrate(now)
	}
	verb := verbOf(r.Verb)
	e, err := t.edit(cmp.Or(verb.step, r.Step), now)
	if err != nil {
		return nil, err
	}
	e.Request = &r
	if err := cmp.Or(verb.edit(e), e.Err); err != nil {
		return nil, err
	}
	if r.Force {
		e.recordForced()
	}
	if verb.did != "" {
		e.did = append(e.did, verb.did+" "+e.step)
	}
	return e.finish()
}

// Edit returns the edit that makes the change r. name is the path of the metadata.
func Edit(name string, r Request) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		if err := source.CheckSize(read.Tree, name); err != nil {
			return nil, err
		}
		files, plan := []string{name}, path.Join(path.Dir(name), PlanFile)
		if _, _, err := read.Text(plan); err == nil {
			files = append(files, plan)
		}
		tree, err := read.Snapshot(files...)
		if err != nil {
			return nil, err
		}
		t, verb := Read(tree, name), verbOf(r.Verb)
		edit := func(read *protocol.Reader) (*protocol.Change, error) {
			c, err := t.Change(r, read.Now)
			if request, ok := errors.AsType[*protocol.RequestError](err); ok {
				request.Path = t.Path
			}
			return c, err
		}
		if verb.guarded && t.Metadata != nil {
			if step, err := t.Metadata.readStep(cmp.Or(verb.step, r.Step)); err == nil {
				edit = Protocol.Guarded(edit, r.Verb+" "+step, r.Force)
			}
		}
		return edit(read)
	}
}
