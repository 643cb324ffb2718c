package protocol

import (
	"errors"
	"io/fs"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

// A Due is something that the protocol requires of a checkpoint now, with the command that does it.
// Only the function Due of a [Protocol] decides what is due. Hooks, mdck status, restart sequences
// and checks print it. The errors of Allow contain it too.
type Due struct {
	Path    string      // path with slashes of the file with the problem
	Span    source.Span // position in the file; the zero Span means the whole file
	Problem string      // what is missing, such as "current_phase is design, DISCOVER Exit is not written"
	Command []string    // arguments of mdck, such as "append", TargetWord, "--section", "discover"
	Person  bool        // only a person can do it, so hooks do not ask an agent
	Rule    string      // id of the lint rule that reports the Due, or ""
}

// RestartNote is the name of the note in .mdck that requests a restart of the context. Printing a
// restart sequence removes the note.
const RestartNote = "restart"

// FactsNote is the name of the note in .mdck with the state of the repository. A hook writes it.
const FactsNote = "facts.json"

// TargetWord stands for the checkpoint in [Due.Command]. Code that prints the command replaces it
// with words that identify the checkpoint.
const TargetWord = "{}"

// CommandLine returns the command line with target in place of [TargetWord]. If target is "", the
// command line has neither TargetWord nor the flag before it, and is for the checkpoint of the
// current directory. The same applies if target repeats the first word of the command, the name of
// the protocol. The function quote quotes a word for a shell. If quote is nil, words are not
// quoted.
func (d *Due) CommandLine(target string, quote func(string) string) string {
	if len(d.Command) > 0 && target == d.Command[0] {
		target = ""
	}
	line := []string{"mdck"}
	for i, word := range d.Command {
		switch {
		case word == TargetWord && target != "":
			line = append(line, target)
		case word == TargetWord, target == "" && strings.HasPrefix(word, "--") && i+1 < len(d.Command) && d.Command[i+1] == TargetWord:
		case quote != nil:
			line = append(line, quote(word))
		default:
			line = append(line, word)
		}
	}
	return strings.Join(line, " ")
}

// A Refused is the error for a transition that the protocol forbids in the current state.
type Refused struct {
	Transition string // name of the transition, as passed to Allow
	Path       string // path with slashes of the file with the reason
	Reason     string
	Due        []Due    // what is missing
	Open       []string // possible transitions, one per line
	Never      bool     // --force does not help
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

// Guarded returns an edit that checks whether the protocol allows the transition, and then runs
// edit. If the protocol forbids the transition, the new edit fails with a [*Refused]. force allows
// the transition unless Never of the [*Refused] is true. The ledger records the transition and
// whether force was needed.
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

// Input returns the lint input for the checkpoint of r, with files as its tree.
func (r *Reader) Input(p *Protocol, files fs.FS) lint.Input {
	return lint.Input{Checker: p.Checker, Tree: files, Path: r.Path, Main: r.Main, State: r.State, Format: r.Described, Ledger: r.Ledger}
}

// DueBy returns a finding for each [Due] in all that has the given rule. In its command, target
// replaces TargetWord.
func DueBy(rule string, all []Due, target string) []lint.Finding {
	var found []lint.Finding
	for _, d := range all {
		if d.Rule == rule {
			f := lint.NewFinding(d.Span, "%s; expected: %s", d.Problem, d.CommandLine(target, nil))
			f.Path = d.Path
			found = append(found, f)
		}
	}
	return found
}
