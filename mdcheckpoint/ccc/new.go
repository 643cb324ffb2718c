package ccc

import (
	"cmp"
	"strings"
	"time"

	"mdck/mdcheckpoint/protocol"
)

// New makes the text of a progress file of a template, which has {issue}
// (or {issue:}, with a colon before the title), {session} and {mode} where these belong; templates of both shapes are in
// package templates. An unknown issue or mode becomes [None]. The time of the
// session is written in UTC. An unknown mode is a [*protocol.RequestError].
func New(template string, f Facts, session time.Time) (string, error) {
	mode := None
	if f.Mode != "" {
		name, err := knownMode(f.Mode)
		if err != nil {
			return "", err
		}
		mode = "exec:" + name
	}
	issue := strings.ToUpper(OneLine(clean(f.Issue)))
	if issue != "" && issueAt(issue) != issue {
		return "", protocol.BadRequest("", "issue %q: want an id such as CIA-123", f.Issue)
	}
	colon := issue
	if title := OneLine(clean(f.Title)); title != "" && issue != "" {
		issue, colon = issue+dash+title, issue+": "+title
	}
	return strings.NewReplacer(
		"{issue}", cmp.Or(issue, None), "{issue:}", cmp.Or(colon, None), "{session}", session.UTC().Format(TimeLayout), "{mode}", mode,
	).Replace(template), nil
}
