package protocol

import (
	"errors"
	"io/fs"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

// A Due is something that the protocol demands of a checkpoint now, with the command that
// provides it. Due of a [Protocol] is the only place where that is decided: what a hook, a
// status, a restart sequence or a check prints is made of these values, and Allow refuses a
// transition with them.
type Due struct {
	Path    string      // slash path of the file that shows the problem
	Span    source.Span // in that file; the zero Span is the whole of it
	Problem string      // "current_phase is design, DISCOVER Exit is not written"
	Command []string    // arguments of mdck: "append", TargetWord, "--section", "discover"
	Person  bool        // only a person can provide it: no hook asks an agent for it
	Rule    string      // id of the rule of lint that reports it; "" if none does
}

// RestartNote is the name of the note in .mdck that a restart of the context is due. Printing a
// restart sequence takes it away.
const RestartNote = "restart"

// FactsNote is the name of the note in .mdck with the state of the repository that a hook recorded.
const FactsNote = "facts.json"

// TargetWord stands for the checkpoint in [Due.Command]. Whoever prints the command puts the
// words in its place that name the checkpoint to a command.
const TargetWord = "{}"

// CommandLine returns the command line with target in place of [TargetWord]. If target is "", the word and a flag before it are omitted. The name
// of the protocol is omitted if the command belongs to it and names the checkpoint of the current directory. quote quotes a word for a shell; nil
// quotes none.
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

// A Refused says that the protocol does not allow a transition as things are.
type Refused struct {
	Transition string   // its name, as Allow was given it
	Path       string   // slash path of the file that says so
	Reason     string   // "" if Due says it all
	Due        []Due    // what is missing
	Open       []string // the transitions that are possible, a line each
	Never      bool     // no force can make it
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

// Guarded returns edit as a transition of the protocol: refused with a [*Refused] if the
// protocol does not allow it, unless force is set. The ledger records which transition was
// made, and whether it was forced.
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

// refuse returns why the transition is not allowed, or that it is made by force.
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

// Input returns the input of lint for the checkpoint that an edit reads in files.
func (r *Reader) Input(p *Protocol, files fs.FS) lint.Input {
	return lint.Input{Checker: p.Checker, Tree: files, Path: r.Path, Main: r.Main, State: r.State, Format: r.Described, Ledger: r.Ledger}
}

// DueBy returns those of all that the rule of lint with that id reports, as findings about the
// checkpoint that commands name as target.
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
