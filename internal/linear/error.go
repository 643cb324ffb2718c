package linear

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// An Error says why a comment was not written, and what to do next. Its text is one line without
// the key.
type Error struct {
	Cause  string // such as "Linear reports an error (HTTP 503)"
	Unsure bool   // the comment may have been written

	advice string
	mark   mark
	err    error // ErrNoCurl, or why the context ended
}

// A mark tells Upsert how to handle a failure.
type mark int

const (
	plain mark = iota
	taken      // a comment with the id exists or was deleted
	gone
)

func (e *Error) Error() string { return e.Cause + "; " + e.Consequence() }

// Unwrap returns [ErrNoCurl] or the context's error only, because curl's output may contain text
// from a server.
func (e *Error) Unwrap() error { return e.err }

// Consequence says whether the comment was written, and what to do next.
func (e *Error) Consequence() string {
	switch {
	case e.Unsure:
		return "the comment may have been written; the next save does not create a second comment"
	case e.advice != "":
		return "the comment was not written; " + e.advice
	}
	return "the comment was not written"
}

func hasMark(err error, m mark) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.mark == m
}

const keyAdvice = "create a key in the settings of Linear"

// causes maps errors of Linear to texts. Sources: LinearErrorType of Linear's SDK, and codes
// observed from the server.
var causes = []struct {
	names        []string // in lower case, with _ for spaces
	status       int      // 0 for none
	unsure       bool
	text, advice string
}{
	{[]string{"ratelimited"}, 429, false, "Linear's rate limit is reached", "save again later"},
	{[]string{"authentication_error", "unauthenticated"}, 401, false, "Linear does not accept the key", keyAdvice},
	{
		[]string{"forbidden", "feature_not_accessible", "usage_limit_exceeded"},
		403, false, "the key does not have the required permission", "a key with write access to the issue is needed",
	},
	{[]string{"internal_error", "internal_server_error", "network_error", "lock_timeout", "bootstrap_error"}, 0, true, "Linear reports an error", ""},
}

func (s *session) refusal(status int, g graphError) *Error {
	e := &Error{}
	for _, c := range causes {
		if matches(c.names, g.Extensions.Code) || matches(c.names, g.Extensions.Type) {
			e.Cause, e.advice, e.Unsure = c.text, c.advice, c.unsure
			break
		}
	}
	if e.Cause == "" {
		e.recognize(g, s.comment.Issue)
	}
	if e.Cause == "" {
		e.byStatus(status, "Linear refuses the comment")
	}
	e.add(s.Key.scrub(g.text()), status)
	return e
}

func matches(names []string, name string) bool {
	return slices.Contains(names, strings.ReplaceAll(strings.ToLower(name), " ", "_"))
}

func (e *Error) recognize(g graphError, issue string) {
	message := strings.ToLower(g.Message)
	switch {
	case strings.HasPrefix(message, "conflict on insert of comment"), strings.Contains(message+strings.ToLower(g.Extensions.Message), "already exists"):
		e.mark, e.Cause = taken, "Linear refuses the comment"
	case strings.HasPrefix(message, "entity not found: comment"):
		e.mark, e.Cause = gone, "Linear has no such comment"
	case strings.HasPrefix(message, "entity not found"):
		e.Cause = fmt.Sprintf("Linear has no issue %q that the key can see", issue)
	}
}

func (e *Error) byStatus(status int, otherwise string) {
	e.Cause = otherwise
	for _, c := range causes {
		if status == c.status {
			e.Cause, e.advice = c.text, c.advice
		}
	}
	if status >= 500 {
		e.Cause, e.Unsure = "Linear reports an error", true
	}
}

func (e *Error) add(text string, status int) {
	if text != "" {
		e.Cause += ": " + text
	}
	if status != 200 {
		e.Cause += fmt.Sprintf(" (HTTP %d)", status)
	}
}
