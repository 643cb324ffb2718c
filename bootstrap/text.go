package bootstrap

import (
	"fmt"
	"io/fs"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
)

// A DisplayPath returns the path to print for a path in the tree; nil changes nothing.
type DisplayPath func(path string) string

func (s DisplayPath) orPath() DisplayPath {
	if s == nil {
		return func(path string) string { return path }
	}
	return s
}

// Text returns the sequence as text for people and agents.
func (s *Sequence) Text(shown DisplayPath) string {
	shown = shown.orPath()
	var b strings.Builder
	fmt.Fprintf(&b, "Restart sequence of %s\n", s.heading())
	if s.Refused != "" {
		fmt.Fprintf(&b, "Not resumable: %s\n", printable(s.Refused))
	}
	for _, note := range s.Notes {
		fmt.Fprintf(&b, "Note: %s\n", printable(note))
	}
	for _, d := range s.Due {
		b.WriteString(d.line() + "\n")
	}
	if total := s.Total(); total.Files > 0 {
		fmt.Fprintf(&b, "To read: %s, %s%s\n", spelling.Count(total.Files, "file"), s.amounts(total.Lines, total.Bytes, total.Tokens), s.counter())
	}
	for _, step := range s.Steps {
		fmt.Fprintf(&b, "\nStep %d: %s\n", step.Number, step.Title)
		for _, f := range step.Files {
			fmt.Fprintf(&b, "  %s\n", s.line(f, step.Kind == References, shown))
		}
		if len(step.Facts) > 0 {
			fmt.Fprintf(&b, "  %s\n", facts(step.Facts))
		}
		for _, p := range step.Points {
			fmt.Fprintf(&b, "  - %s\n", printable(p))
		}
		if step.Number == 1 {
			s.writeVerdicts(&b)
		}
		for _, part := range step.Quotes {
			writeQuote(&b, part, shown)
		}
	}
	return b.String()
}

func writeQuote(b *strings.Builder, part Part, shown DisplayPath) {
	fmt.Fprintf(b, "  %s, from %s:\n", part.Title, spelling.QuotePath(shown(part.From)))
	for _, text := range part.Texts[:min(len(part.Texts), maxListed)] {
		fmt.Fprintf(b, "    > %s\n", part.line(text))
	}
	writeMore(b, "    ", len(part.Texts), "")
}

func (p *Part) line(text string) string {
	if p.Lines {
		return printable(text)
	}
	return "- " + printable(text)
}

func facts(all []Fact) string {
	var b strings.Builder
	for i, f := range all {
		switch {
		case i > 0 && f.Name == all[i-1].Name+ageSuffix:
			b.WriteString(" (" + printable(f.Value) + ")")
			continue
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(f.Name + " " + f.quoted())
	}
	return b.String()
}

func (s *Sequence) line(f File, reference bool, shown DisplayPath) string {
	name := f.Path
	if !reference {
		name = f.place(shown)
	}
	name = spelling.QuotePath(name)
	if f.Note != "" {
		name += " (" + f.Note + ")"
	}
	switch {
	case !f.Known, f.Directory:
		return name
	case !f.Exists && f.Optional:
		return name + ": does not exist"
	case !f.Exists:
		return name + ": MISSING"
	case f.Unreadable:
		return name + ": CANNOT BE READ"
	case f.Large:
		return name + ": " + spelling.Count(f.Bytes, "byte") + ", too large to count"
	}
	return name + ": " + s.amounts(f.Lines, f.Bytes, f.Tokens)
}

func (f *File) place(shown DisplayPath) string {
	if !fs.ValidPath(f.Path) && !f.Exists {
		return f.Path
	}
	return shown(f.Path)
}

func (s *Sequence) counter() string {
	if s.Counter == "" {
		return ""
	}
	return " (" + spelling.QuotePath(s.Counter) + ")"
}

func (s *Sequence) amounts(lines, bytes, tokens int) string {
	text := spelling.Count(lines, "line") + ", " + spelling.Count(bytes, "byte")
	if s.Counter != "" {
		text += ", " + spelling.Count(tokens, "token")
	}
	return text
}

func (s *Sequence) writeVerdicts(b *strings.Builder) {
	if len(s.Verdicts) == 0 {
		return
	}
	fmt.Fprintf(b, "  Claims of the checkpoint: %s\n", s.tally())
	for _, v := range s.Verdicts[:min(len(s.Verdicts), maxListed)] {
		fmt.Fprintf(b, "  - %s\n", printable(v.String()))
	}
	writeMore(b, "  - ", len(s.Verdicts), ": mdck verify")
}

// maxListed limits the claims, and the texts of a part, in the text form.
const maxListed = 200

func writeMore(b *strings.Builder, before string, n int, where string) {
	if n > maxListed {
		fmt.Fprintf(b, "%sand %d more%s\n", before, n-maxListed, where)
	}
}

func (s *Sequence) tally() string {
	n := map[claim.Status]int{}
	for _, v := range s.Verdicts {
		n[v.Status]++
	}
	pending := ""
	if n[claim.Pending] > 0 {
		pending = fmt.Sprintf(", %d pending", n[claim.Pending])
	}
	return fmt.Sprintf("%d verified, %d stale%s, %d unverifiable", n[claim.Verified], n[claim.Stale], pending, n[claim.Unverifiable])
}
