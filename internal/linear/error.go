package linear

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Kind says what kept a comment from being written.
type Kind string

// The kinds of failure.
const (
	Network     Kind = "network"      // Linear was not reached, or its answer did not arrive whole or in time
	Server      Kind = "server"       // Linear failed, or something else answered in its place
	Auth        Kind = "auth"         // there is no key, or Linear does not know it
	Forbidden   Kind = "forbidden"    // the key may not do this
	NotFound    Kind = "not found"    // the issue
	RateLimited Kind = "rate limited" // too many requests for now
	Invalid     Kind = "invalid"      // Linear, or this package, refuses what was to be written
)

// An Error says why a comment was not written, and what holds now. Its text is
// one line without the key.
type Error struct {
	Kind   Kind
	Status int       // of HTTP; 0 if there was no answer
	Cause  string    // such as "Linear failed (HTTP 503)"
	Until  time.Time // if RateLimited: when Linear takes requests again; zero if it did not say
	Unsure bool      // the comment may have been written all the same

	mark mark
	err  error // of the context, if that ended the work
}

// A mark says what Upsert itself does about a failure.
type mark int

const (
	plain mark = iota
	taken      // a comment with that id exists, perhaps a deleted one
	gone       // no comment with that id exists
	again      // the same request may do better
)

func (e *Error) Error() string { return e.Cause + "; " + e.Consequence() }

// Unwrap gives the error of the context if that ended the work, and nothing else:
// errors of net/http may hold what a server sent.
func (e *Error) Unwrap() error { return e.err }

// Consequence says in words what holds after the failure.
func (e *Error) Consequence() string {
	switch {
	case e.Unsure:
		return "the comment may or may not be written; the next save goes on with its id"
	case e.Kind == RateLimited && !e.Until.IsZero():
		return "the comment is not written; a save after that time will do it"
	case e.Kind == Auth:
		return "the comment is not written; make a key in the settings of Linear"
	case e.Kind == Forbidden:
		return "the comment is not written; a key with write access to the issue is needed"
	}
	return "the comment is not written"
}

func hasMark(err error, m mark) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.mark == m
}

// causes gives, by the code or type of an error of Linear, what it comes to and
// how that is said. Source: LinearErrorType of Linear's SDK, and codes that its
// server was seen to send.
var causes = []struct {
	names  []string // in lower case
	status int      // of HTTP, where there is no better; 0 for none
	kind   Kind
	text   string
}{
	{[]string{"ratelimited"}, 429, RateLimited, "Linear's rate limit is reached"},
	{[]string{"authentication_error", "authentication error", "unauthenticated"}, 401, Auth, "Linear does not accept the key"},
	{[]string{"forbidden", "feature_not_accessible", "feature not accessible", "usage_limit_exceeded", "usage limit exceeded"}, 403, Forbidden, "the key may not do this"},
	{[]string{
		"internal_error", "internal_server_error", "internal error", "network error", "lock timeout", "bootstrap error",
	}, 0, Server, "Linear failed"},
}

// refusal is the error for an error of GraphQL.
func (s *session) refusal(status int, g graphError) *Error {
	e := &Error{Kind: Invalid, Status: status, Cause: "Linear refuses the comment"}
	for _, c := range causes {
		if matches(c.names, g.Extensions.Code) || matches(c.names, g.Extensions.Type) {
			e.Kind, e.Cause = c.kind, c.text
			break
		}
	}
	if e.Kind == Invalid {
		e.recognize(g, s.comment.Issue)
	}
	if e.Kind == Invalid && e.mark == plain {
		e.byStatus()
	}
	e.say(s.Key.scrub(g.text()))
	return e
}

func matches(names []string, name string) bool {
	return slices.Contains(names, strings.ToLower(name))
}

// recognize reads the messages that have no code of their own.
func (e *Error) recognize(g graphError, issue string) {
	message := strings.ToLower(g.Message)
	switch {
	case strings.HasPrefix(message, "conflict on insert of comment"), strings.Contains(message+strings.ToLower(g.Extensions.Message), "already exists"):
		e.mark = taken
	case strings.HasPrefix(message, "entity not found: comment"):
		e.Kind, e.mark, e.Cause = NotFound, gone, "Linear has no such comment"
	case strings.HasPrefix(message, "entity not found"):
		e.Kind, e.Cause = NotFound, fmt.Sprintf("Linear has no issue %q that the key can see", issue)
	}
}

// byStatus is for answers that say no more than their status.
func (e *Error) byStatus() {
	for _, c := range causes {
		if e.Status == c.status {
			e.Kind, e.Cause = c.kind, c.text
		}
	}
	if e.Status >= 500 {
		e.Kind, e.Cause = Server, "Linear failed"
	}
}

// say adds what the server said, and the status.
func (e *Error) say(text string) {
	if text != "" {
		e.Cause += ": " + text
	}
	if e.Status != 200 {
		e.Cause += fmt.Sprintf(" (HTTP %d)", e.Status)
	}
}
