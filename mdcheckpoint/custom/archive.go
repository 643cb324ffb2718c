package custom

import (
	"fmt"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

const (
	// maxAlone limits the sections that are archived in files of their own. Thousands of small
	// files are slow.
	maxAlone = 20
	// After maxTogether bytes, a new file begins, because large files cannot be read.
	maxTogether = mdcheckpoint.MaxSize / 2
)

func (d *Document) archiveName(g *schema.GroupMatch) string {
	return protocol.ArchivePrefix(d.File.Name) + protocol.ArchiveTitle(g.Title()) + ".md"
}

func (d *Document) gathered(all []source.Named) []source.Named {
	if len(all) <= maxAlone {
		return all
	}
	var out []source.Named
	var b strings.Builder
	first, eol := 0, d.File.EOL()
	for i, a := range all {
		if b.Len() > 0 {
			b.WriteString(eol)
			if !strings.HasPrefix(a.Text, "#") {
				b.WriteString("---" + eol + eol) // keeps a leading comment with its section
			}
		}
		b.WriteString(a.Text)
		if b.Len() > maxTogether || i == len(all)-1 {
			name := fmt.Sprintf("%s%d-sections.md", protocol.ArchivePrefix(d.File.Name), i+1-first)
			out = append(out, source.Named{Name: name, Text: b.String()})
			first = i + 1
			b.Reset()
		}
	}
	return out
}

type kept struct {
	Title string
	Text  string
}

func archivedSections(text string) ([]kept, error) {
	d, err := mdcheckpoint.Parse("the archived text", text)
	if err != nil || len(d.Sections) == 0 {
		return nil, err
	}
	every := &schema.Schema{Level: d.Sections[0].Level, Groups: []schema.Group{{Key: "any", Title: "{ANY}"}}}
	e := &schema.Editor{Match: every.Match(d)}
	var all []kept
	_, texts := e.Prune(e.Match.Groups)
	for i, g := range e.Match.Groups {
		all = append(all, kept{g.Section.Title, texts[i]})
	}
	if len(all) > 0 { // comments at the start of the text belong to the first section
		all[0].Text = text[:e.Match.Groups[0].Section.Own.Start] + all[0].Text
	}
	return all, nil
}

func archived(t protocol.Target, name, text string) *protocol.Archived {
	if !protocol.IsArchiveOf(name, t.Main) {
		return nil
	}
	out := &protocol.Archived{Names: []string{strings.TrimSuffix(strings.TrimPrefix(name, protocol.ArchivePrefix(t.Main)), ".md")}}
	all, _ := archivedSections(text) // a text that cannot be read has no sections
	for _, s := range all {
		if slug := spelling.Slug(s.Title); slug != "" {
			out.Parts = append(out.Parts, source.Named{Name: slug, Text: s.Text})
		}
	}
	switch len(all) {
	case 0:
	case 1:
		out.Section = all[0].Title
	default:
		out.Section = fmt.Sprintf("%d sections, %s to %s", len(all), all[0].Title, all[len(all)-1].Title)
	}
	return out
}
