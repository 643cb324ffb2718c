package hook

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/change"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
)

const maxTail = 2500

// startText formats the start of a session: a pack, or a line for each checkpoint.
func startText(in Input, f *facts) func(limit int) string {
	all := f.checkpoints
	if in.Late || in.Source == "resume" || in.Source == "fork" {
		line := oneLine(append(resumeLine(all), f.notes...))
		return func(int) string { return line }
	}
	active := activeOf(all)
	if len(active) == 0 {
		text := listed("Checkpoints that are not resumable:\n", all, (*checkpoint).line, maxTail, f.notes)
		return func(int) string { return text }
	}
	if len(active) > 1 {
		text := listed("Active checkpoints, with their names for bootstrap:\n", active, (*checkpoint).candidate, maxCandidates, f.notes)
		return func(int) string { return text }
	}
	behind := listed("\nCheckpoints that are not resumable:\n", all[1:], (*checkpoint).line, maxTail, f.notes)
	if !f.readOnly {
		change.NoteRestarted(all[0].Target)
	}
	first := all[0].sequence()
	most := cmp.Or(all[0].Target.Row().PackBytes, MaxBytes)
	return func(limit int) string {
		return all[0].named(first.Pack(min(limit, most)-len(behind), all[0].shown)) + behind
	}
}

// unnamed lists the commands in a pack that name no checkpoint. Source: package bootstrap.
var unnamed = [...]struct{ before, command, after string }{
	{"checkpoint is due: ", "append", " --section"},
	{"\n(more: ", "bootstrap", ")\n"},
}

// named adds the name of the checkpoint to these commands.
func (c *checkpoint) named(pack string) string {
	if c.only {
		return pack
	}
	for _, u := range unnamed {
		if line, ok := c.command(u.command); ok {
			pack = strings.Replace(pack, u.before+"mdck "+u.command+u.after, u.before+line+u.after, 1)
		}
	}
	return pack
}

// activeOf returns the resumable checkpoints, which come first.
func activeOf(all []checkpoint) []checkpoint {
	n := slices.IndexFunc(all, func(c checkpoint) bool { return c.Progress.Refused != "" })
	if n < 0 {
		return all
	}
	return all[:n]
}

const maxCandidates = 400

func (c *checkpoint) candidate() string {
	id, at := c.label(), "no time"
	if word, ok := c.argument(); ok && len(word) <= protocol.MaxValue {
		id = word
	}
	if !c.Progress.Updated.IsZero() {
		at = c.Progress.Updated.UTC().Format(spelling.TimeLayout)
	}
	return fmt.Sprintf("%s (%s), %s: %s", id, c.Target.Protocol, at, cmp.Or(c.next(), "no next action"))
}

func (c *checkpoint) next() string {
	if due, _ := c.due(); len(due) > 0 {
		return due[0].Command
	}
	row := c.Target.Row()
	if row.FolderStatus != nil {
		git := c.Target.Git()
		defer git.Close()
		return nextValue(row.FolderStatus(bootstrap.Input{Tree: c.tree, Path: c.Target.Folder, ID: c.id, Repository: c.Target.Repository(git)}, "").Next)
	}
	if row.Status == nil {
		return ""
	}
	for _, s := range row.Status(c.read(), protocol.StatusInput{Main: c.Target.Main, Path: c.Target.Path, Now: c.Progress.Updated}) {
		if s.File == "" || s.File == c.Target.Path {
			return nextValue(s.Next)
		}
	}
	return ""
}

// nextValue quotes a next action, because it may come from a file.
func nextValue(next string) string {
	if next == "" {
		return ""
	}
	return spelling.Value(next, protocol.MaxValue)
}

func (c *checkpoint) sequence() *bootstrap.Sequence {
	in := c.Target.RestartInput(c.shown("."))
	in.Lean, in.Outside.Facts = true, c.recordedFacts()
	in.Skill, in.SkillName = c.skill()
	if c.Target.Folder != "" {
		git := c.Target.Git()
		defer git.Close()
		in.Repository = c.Target.Repository(git)
	}
	s := c.Target.Row().Restart(in)
	s.Due, _ = c.due()
	if _, ok := c.facts(); ok && in.Outside.Facts == nil {
		s.Notes = append(s.Notes, "branch, HEAD and uncommitted files are not checked here; mdck verify checks them")
	}
	return s
}

func oneLine(sentences []string) string { return strings.Join(sentences, " ") }

// resumeLine returns the same text for equal states, because some agents skip a text that they
// know.
func resumeLine(all []checkpoint) []string {
	if len(all) == 0 || all[0].Progress.Refused != "" {
		return nil
	}
	c := &all[0]
	line := fmt.Sprintf("Active checkpoint of %s: %s, %s", c.Target.Protocol, c.label(), c.Progress.Facts)
	if command, ok := c.packCommand(); ok {
		line += "; " + command + " prints its state"
	}
	sentences := []string{line + "."}
	if n := len(all) - 1; n > 0 {
		sentences = append(sentences, fmt.Sprintf("Other unfinished checkpoints: %d.", n))
	}
	return sentences
}

func listed(heading string, all []checkpoint, line func(*checkpoint) string, limit int, notes []string) string {
	text := ""
	if len(all) > 0 {
		text = heading
	}
	for i := range all {
		next := "- " + line(&all[i]) + "\n"
		more := fmt.Sprintf("- and %d more: mdck status\n", len(all)-i)
		if room := limit - len(text) - len(next); room < 0 || room < len(more) && i < len(all)-1 {
			text += more
			break
		}
		text += next
	}
	return text + strings.Join(append(slices.Clone(notes), ""), "\n")
}

func (c *checkpoint) line() string {
	line, more := c.label()+": "+c.Progress.Facts, ""
	if c.Progress.Refused != "" {
		line, more = c.label()+": "+c.Progress.Refused, " prints more"
	}
	if command, ok := c.packCommand(); ok {
		line += "; " + command + more
	}
	return line
}

func summaryText(f *facts) string {
	i := slices.IndexFunc(f.checkpoints, func(c checkpoint) bool {
		return c.Target.Row().Summary != nil && (c.Progress.Refused == "" || c.Progress.Readable)
	})
	if i < 0 {
		return ""
	}
	c := &f.checkpoints[i]
	keep, more := c.Target.Row().Summary(c.read(), c.Progress)
	if len(keep) == 0 {
		return ""
	}
	where := "There is no " + path.Base(c.Target.Path) + "."
	if info, err := fs.Stat(c.tree, c.Target.Path); err == nil && !info.IsDir() {
		where = "The checkpoint is " + spelling.Path(c.shown(c.Target.Path), MaxSummary) + "."
	}
	if c.Target.Folder != "" {
		where = "The checkpoint is in " + spelling.Path(c.shown(c.Target.Folder), MaxSummary) + "."
	}
	more = append(more, where)
	if command, ok := c.packCommand(); ok {
		more = append(more, command+" prints the restart sequence.")
	}
	text := visible("Keep these facts in the summary: " + strings.Join(keep, ", ") + ".")
	for _, sentence := range append(more, f.notes...) {
		if longer := visible(text + " " + sentence); len(longer) < MaxSummary {
			text = longer
		}
	}
	return text + "\n"
}
