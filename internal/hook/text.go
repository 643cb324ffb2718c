package hook

import (
	"cmp"
	"fmt"
	"path"
	"strconv"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ohrfc"
)

// maxTail is how many bytes of the text may stand behind the pack.
const maxTail = 2500

// startText gives what a session is told that begins, in at most limit bytes: the
// pack of the active checkpoint, and a line for each other. A session that goes on
// has all that in its conversation, and gets a line, as does one that may go on.
func startText(in Input, f *Facts) func(limit int) string {
	all := standings(f.Rooms)
	if in.Late || in.Source == "resume" || in.Source == "fork" {
		line := oneLine(append(resumeLine(all), f.Notes...))
		return func(int) string { return line }
	}
	if len(all) == 0 || all[0].refused != "" {
		text := tail("Checkpoints that no session can start from:\n", all, f.Notes)
		return func(int) string { return text }
	}
	behind := tail("\nOther checkpoints that are not finished:\n", all[1:], f.Notes)
	first := all[0].sequence()
	return func(limit int) string { return all[0].named(first.Pack(limit-len(behind), all[0].Shown)) + behind }
}

// unnamed are the commands that a pack names without the checkpoint that they are
// about. Source: package bootstrap.
var unnamed = [...]struct{ before, command, after string }{
	{"checkpoint is due: ", "append", " --section"},
	{"\n(more: ", "bootstrap", ")\n"},
}

// named is a pack with the checkpoint in the commands that want it where there is
// more than one.
func (s *standing) named(pack string) string {
	if s.Only {
		return pack
	}
	for _, u := range unnamed {
		if line, ok := s.command(u.command); ok {
			pack = strings.Replace(pack, u.before+"mdck "+u.command+u.after, u.before+line+u.after, 1)
		}
	}
	return pack
}

// sequence is the restart sequence.
func (s *standing) sequence() *bootstrap.Sequence {
	in := bootstrap.Input{Tree: s.Tree, Path: s.Path, State: s.State, Lean: true}
	if s.Protocol == workspace.CCC {
		return ccc.Restart(in)
	}
	if s.Skill != nil {
		in.Skill, in.SkillName = s.Skill()
	}
	return ohrfc.Restart(in)
}

// oneLine puts sentences into one line.
func oneLine(sentences []string) string { return strings.Join(sentences, " ") }

// resumeLine are the sentences of a line that stays the same as long as the state
// does: an agent that goes on may add it to the conversation each time, or leave
// out a copy.
func resumeLine(all []standing) []string {
	if len(all) == 0 || all[0].refused != "" {
		return nil
	}
	s := &all[0]
	line := fmt.Sprintf("Active checkpoint of %s: %s, %s", cmp.Or(s.Protocol, workspace.Ohrfc), s.called(), s.facts())
	if command, ok := s.packCommand(); ok {
		line += "; " + command + " prints where it stands"
	}
	sentences := []string{line + "."}
	if n := len(all) - 1; n > 0 {
		sentences = append(sentences, fmt.Sprintf("Not finished besides: %d.", n))
	}
	return sentences
}

// tail is a heading with a line for each standing and each note; "" without any.
func tail(heading string, all []standing, notes []string) string {
	var b strings.Builder
	if len(all) > 0 {
		b.WriteString(heading)
	}
	room := maxTail
	for _, note := range notes {
		room -= len(note) + 1
	}
	for i := range all {
		line := "- " + all[i].line() + "\n"
		more := fmt.Sprintf("- and %d more\n", len(all)-i)
		if b.Len()+len(line)+len(more) > room {
			b.WriteString(more)
			break
		}
		b.WriteString(line)
	}
	for _, note := range notes {
		b.WriteString(note + "\n")
	}
	return b.String()
}

// line is the standing with the command that prints all of it.
func (s *standing) line() string {
	line, more := s.called()+": "+s.facts(), ""
	if s.refused != "" {
		line, more = s.called()+": "+s.refused, " says more"
	}
	if command, ok := s.packCommand(); ok {
		line += "; " + command + more
	}
	return line
}

func (s *standing) facts() string {
	if s.Protocol == workspace.CCC {
		return s.loop()
	}
	return fmt.Sprintf("phase %s, version %d", said(s.phase), s.version)
}

// packCommand prints what the pack holds.
func (s *standing) packCommand() (string, bool) { return s.command("bootstrap", "--pack") }

// command is the command line of a command of mdck about the checkpoint; ok is false
// where none can be written so that it would work.
func (s *standing) command(name string, flags ...string) (line string, ok bool) {
	words := []string{"mdck", name}
	file, found := s.reached()
	switch word, named := s.word(file); {
	case !found:
		return "", false
	case named:
		words = append(words, word)
	case !s.Only || file != "":
		return "", false
	}
	return strings.Join(append(words, flags...), " "), true
}

// word names the checkpoint to a command: by its id, or where that does not do by
// its path, or where mdck finds nothing under that by that file of it.
func (s *standing) word(file string) (word string, ok bool) {
	if file == "" && !s.Unnamed && isPlain(s.id) && len(s.id) <= maxWord {
		return s.id, true
	}
	if s.Protocol == workspace.CCC {
		return shellWord(s.Shown(sessionFile(s.Room)))
	}
	return shellWord(s.Shown(path.Join(path.Dir(s.Path), file)))
}

// summaryText names what a summary should keep, in at most [MaxSummary] bytes.
func summaryText(f *Facts) string {
	s := kept(f)
	switch {
	case s == nil:
		return ""
	case s.Protocol == workspace.CCC:
		return s.sessionSummary(f.Notes)
	}
	w := ohrfc.Read(s.Tree, s.Path)
	facts := []string{"RFC " + pathSaid(s.id), "phase " + said(s.phase), "checkpoint_version " + strconv.Itoa(s.version)}
	if w.State != nil && w.State.Round() > 0 {
		facts = append(facts, "gate_b_round "+strconv.Itoa(w.State.Round()))
	}
	if hash, err := w.RFCHash(); err == nil {
		facts = append(facts, "SHA-256 of rfc.md "+hash)
	}
	where := fmt.Sprintf("There is no %s.", path.Base(s.Path))
	if w.Has(path.Base(s.Path)) {
		where = "The checkpoint is " + place(s) + "."
	}
	more := []string{where}
	if command, ok := s.packCommand(); ok {
		more = append(more, command+" prints it.")
	}
	return summary("Facts for the summary to keep: "+strings.Join(facts, ", ")+".", append(more, f.Notes...))
}

// summary is text with those of more behind it that fit into [MaxSummary].
func summary(text string, more []string) string {
	for _, sentence := range more {
		if longer := visible(text + " " + sentence); len(longer) < MaxSummary {
			text = longer
		}
	}
	return visible(text) + "\n"
}

// place is the path of the checkpoint, as it is where that is a plain word.
func place(s *standing) string {
	name := s.Shown(s.Path)
	if isPlain(name) {
		return name
	}
	return quoted(name, MaxSummary)
}
