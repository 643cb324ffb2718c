package hook

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/ohrfc"
)

// maxTail is how many bytes of the text may stand behind the pack.
const maxTail = 2500

// startText is what a session is told that begins, in at most limit bytes: the
// pack of the active checkpoint, and a line for each other. A session that goes on
// has all that in its conversation, and gets a line.
func startText(source string, f *Facts, limit int) string {
	all := standings(f.Rooms)
	if len(all) == 0 {
		return ""
	}
	if source == "resume" || source == "fork" {
		return resumeLine(all)
	}
	first, others := &all[0], all[1:]
	if first.refused != "" {
		return tail("Checkpoints that no session can start from:\n", all, f.Notes)
	}
	behind := tail("\nOther checkpoints that are not finished:\n", others, f.Notes)
	return first.pack(limit-len(behind)) + behind
}

// pack is the restart sequence in at most limit bytes.
func (s *standing) pack(limit int) string {
	in := bootstrap.Input{Tree: s.Tree, Path: s.Path}
	if s.Skill != nil {
		in.Skill, in.SkillName = s.Skill()
	}
	return bootstrap.Ohrfc(in).Pack(limit, s.Shown)
}

// resumeLine is the same as long as the state is: an agent that goes on may add it
// to the conversation each time, or leave out a copy.
func resumeLine(all []standing) string {
	s := &all[0]
	if s.refused != "" {
		return ""
	}
	line := fmt.Sprintf("Active checkpoint of ohrfc: %s, %s; %s prints where it stands.", said(s.id), s.facts(), s.command())
	if n := len(all) - 1; n > 0 {
		line += fmt.Sprintf(" Not finished besides: %d.", n)
	}
	return line
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
		more := fmt.Sprintf("- and %d more: mdck bootstrap lists them\n", len(all)-i)
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
	if s.refused != "" {
		return fmt.Sprintf("%s: %s; %s says more", said(s.id), s.refused, s.command())
	}
	return fmt.Sprintf("%s: %s; %s", said(s.id), s.facts(), s.command())
}

func (s *standing) facts() string {
	return fmt.Sprintf("phase %s, version %d", said(s.phase), s.version)
}

// command prints what the pack holds. An agent may give it to a shell, so it has
// nothing of the file system in it that a shell could take for more than a name.
func (s *standing) command() string {
	name := s.id
	if s.shared {
		name = path.Dir(s.Shown(s.Path))
	}
	if !isPlain(name) || len(name) > 200 {
		return "mdck bootstrap --pack"
	}
	return "mdck bootstrap " + name + " --pack"
}

// summaryText names what a summary should keep, in at most [MaxSummary] bytes.
func summaryText(f *Facts) string {
	s := active(f)
	if s == nil {
		return ""
	}
	w := ohrfc.Read(s.Tree, s.Path)
	facts := []string{"RFC " + said(s.id), "phase " + said(s.phase), "checkpoint_version " + strconv.Itoa(s.version)}
	if w.State != nil && w.State.Round() > 0 {
		facts = append(facts, "gate_b_round "+strconv.Itoa(w.State.Round()))
	}
	if hash, err := w.RFCHash(); err == nil {
		facts = append(facts, "SHA-256 of rfc.md "+hash)
	}
	text := "Facts for the summary to keep: " + strings.Join(facts, ", ") + "."
	for _, more := range [...]string{" The checkpoint is " + place(s) + ".", " " + s.command() + " prints it."} {
		if len(text)+len(more) < MaxSummary {
			text += more
		}
	}
	return text + "\n"
}

// place is the path of the checkpoint, as it is where that is a plain word.
func place(s *standing) string {
	name := s.Shown(s.Path)
	if isPlain(name) {
		return name
	}
	return quoted(name, MaxSummary)
}
