package ccc

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

// placeholders are what a template of a commit message may hold.
var placeholders = [...]struct {
	name  string
	value func(f *Facts) string
}{
	{"issue", func(f *Facts) string { return f.Issue }},
	{"title", func(f *Facts) string { return f.Title }},
	{"task", func(f *Facts) string { return f.Task }},
	{"status", func(f *Facts) string { return f.Status }},
	{"n", func(f *Facts) string { return numberOr(f.N) }},
	{"total", func(f *Facts) string { return numberOr(f.Total) }},
	{"mode", func(f *Facts) string { return f.Mode }},
	{"next", func(f *Facts) string { return f.Next }},
}

// CommitMessage fills in template for the commit of step 2, without a line feed
// at the end. Placeholders are {issue}, {title}, {task}, {status}, {n}, {total},
// {mode} and {next}; what is not known is filled in as nothing, and the values are
// one line each. Another name in braces is a [*protocol.RequestError], and so is a message
// without text. An empty template is "checkpoint: ISSUE task N/TOTAL" as far as
// these are known.
func CommitMessage(template string, f Facts) (string, error) {
	if template == "" {
		return defaultMessage(&f), nil
	}
	var b strings.Builder
	rest := clean(template)
	for {
		before, after, found := strings.Cut(rest, "{")
		b.WriteString(before)
		name, behind, closed := strings.Cut(after, "}")
		if !found || !closed {
			b.WriteString(rest[len(before):])
			break
		}
		value, err := f.placeholder(name)
		if err != nil {
			return "", err
		}
		b.WriteString(value)
		rest = behind
	}
	message := strings.TrimSpace(tidy(b.String()))
	if message == "" {
		return "", protocol.BadRequest("", "the commit message of template %q is empty", template)
	}
	return message, nil
}

func (f *Facts) placeholder(name string) (string, error) {
	var known []string
	for _, p := range placeholders {
		if p.name == name {
			return OneLine(clean(p.value(f))), nil
		}
		known = append(known, "{"+p.name+"}")
	}
	return "", protocol.BadRequest("placeholders: "+strings.Join(known, ", "), "no placeholder %q in a commit message", "{"+name+"}")
}

func defaultMessage(f *Facts) string {
	message := "checkpoint:"
	if f.Issue != "" {
		message += " " + OneLine(clean(f.Issue))
	}
	if f.Total > 0 {
		return fmt.Sprintf("%s task %d/%d", message, f.N, f.Total)
	}
	if f.Issue == "" {
		return message + " session progress"
	}
	return message
}

func numberOr(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}
