package protocol

import (
	"errors"
	"io/fs"
	"strings"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

// A Due is what the protocol requires of a checkpoint now. Only Due of a [Protocol] decides that.
type Due struct {
	Path    string      // file with the problem
	Span    source.Span // zero means the whole file
	Problem string      // such as "current_phase is design, DISCOVER Exit is not written"
	Command []string    // arguments of mdck, such as "append", TargetWord, "--section", "discover"
	Person  bool        // only a person can do it; hooks do not ask an agent
	Rule    string      // lint rule that reports the Due, or ""
}

// RestartNote is a file in .mdck that requests a restart sequence.
const RestartNote = "restart"

// FactsNote is a file in .mdck with the state of the repository. A hook writes it.
const FactsNote = "facts.json"

// TargetWord stands for the checkpoint in [Due.Command] and hints. No text of a user contains it.
const TargetWord = "\ufffc"

// CommandLine returns the command line for a shell, with target for [TargetWord]. target is quoted;
// "" means the current directory.
func (d *Due) CommandLine(target string) string {
	if len(d.Command) > 0 && target == d.Command[0] {
		target = ""
	}
	line := []string{"mdck"}
	for i, word := range d.Command {
		switch {
		case word == TargetWord && target != "":
			line = append(line, target)
		case word == TargetWord, target == "" && strings.HasPrefix(word, "--") && i+1 < len(d.Command) && d.Command[i+1] == TargetWord:
		default:
			line = append(line, spelling.ShellWord(word))
		}
	}
	return strings.Join(line, " ")
}

// A Refused is the error of a transition that the protocol forbids.
type Refused struct {
	Path   string // file with the reason
	Reason string
	Due    []Due    // what is missing
	Open   []string // possible transitions, one per line, with TargetWord for the checkpoint
	Never  bool     // --force does not help
}

func (e *Refused) Error() string {
	var all []string
	if e.Reason != "" {
		all = append(all, e.Reason)
	}
	for _, d := range e.Due {
		all = append(all, d.Problem)
	}
	return strings.Join(all, "; ")
}

// Guarded returns edit with a check: it fails with a [*Refused] if the protocol forbids the
// transition. force allows it, unless Never is true.
func (p *Protocol) Guarded(edit Edit, transition string, force bool) Edit {
	return func(read *Reader) (*Change, error) {
		forced, err := p.refuse(read, transition, force)
		if err != nil {
			return nil, err
		}
		change, err := edit(read)
		if err != nil {
			return nil, err
		}
		for i := range change.Ledger {
			change.Ledger[i].Event, change.Ledger[i].Forced = transition, forced
		}
		return change, nil
	}
}

func (p *Protocol) refuse(read *Reader, transition string, force bool) (forced bool, err error) {
	if p.Allow == nil {
		return false, nil
	}
	files, err := read.Snapshot()
	if err != nil {
		return false, err
	}
	in := read.Input(p, files)
	err = p.Allow(in, p.Checker.Read(in), transition)
	if refused, ok := errors.AsType[*Refused](err); ok && force && !refused.Never {
		return true, nil
	}
	return false, err
}

// Input returns the lint input for the checkpoint of r, with the tree files.
func (r *Reader) Input(p *Protocol, files fs.FS) lint.Input {
	return lint.Input{Checker: p.Checker, Tree: files, Path: r.Path, Main: r.Main, State: r.State, Format: r.Described, Ledger: r.Ledger}
}

// DueBy returns a finding for each [Due] of the rule. target, an id or a path, replaces TargetWord.
func DueBy(rule string, all []Due, target string) (found []lint.Finding) {
	for _, d := range all {
		if d.Rule != rule {
			continue
		}
		word := ""
		if target != "" {
			word = spelling.ShellPath(target)
		}
		f := lint.NewFinding(d.Span, "%s; run: %s", d.Problem, d.CommandLine(word))
		f.Path = d.Path
		found = append(found, f)
	}
	return found
}
