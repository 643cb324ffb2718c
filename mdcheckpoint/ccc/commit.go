package ccc

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

// CommitMessage fills in template for the commit of step 2, without a line feed
// at the end. Placeholders are {issue}, {title}, {task}, {status}, {n}, {total},
// {mode} and {next}; what is not known is filled in as nothing, and the values are
// one line each. A message without text is a [*protocol.RequestError]. An empty template
// is "checkpoint: ISSUE task N/TOTAL" as far as these are known.
func CommitMessage(template string, f Facts) (string, error) {
	if template == "" {
		return defaultMessage(&f), nil
	}
	pairs := []string{
		"{issue}", f.Issue, "{title}", f.Title, "{task}", f.Task, "{status}", f.Status,
		"{n}", numberOr(f.N), "{total}", numberOr(f.Total), "{mode}", f.Mode, "{next}", f.Next,
	}
	for i := range pairs {
		pairs[i] = OneLine(clean(pairs[i]))
	}
	message := strings.TrimSpace(tidy(strings.NewReplacer(pairs...).Replace(clean(template))))
	if message == "" {
		return "", protocol.BadRequest("", "the commit message of template %q is empty", template)
	}
	return message, nil
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
