// Package linear keeps one comment on one issue of Linear up to date.
//
// A comment is written under an id that this side chooses and its caller stores
// before anything is sent. So a comment is never posted twice: whoever does not
// know whether an earlier attempt got through writes to the same id again.
//
// Requests go through the curl command, so that mdck links no network code.
//
// The key is sent to one address and is in no error, no log and no print of
// a value of this package, not even where a server repeats it: in errors and
// results alike, what a server says is one printable line without the key.
package linear

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

const (
	// Endpoint is the address of Linear's GraphQL interface.
	Endpoint = "https://api.linear.app/graphql"

	// Timeout is how long an Upsert may take.
	Timeout = 10 * time.Second

	// MaxBody is how many bytes a body has at most. Linear names no limit.
	MaxBody = 16 << 10
)

// A Client writes comments. Only Key must be set; the other fields are for tests
// and for servers that stand in for Linear. A Client may be used by several
// goroutines, each with an id of its own.
type Client struct {
	Key Key // a personal key or an OAuth token

	URL     string        // "" is [Endpoint]; http is taken for this machine only
	Timeout time.Duration // 0 is [Timeout]
	NewID   func() string // nil is [NewID]

	run runner // nil runs the curl command
}

// A Comment is the comment to write.
type Comment struct {
	Issue string // identifier such as "CIA-12", or UUID
	ID    string // UUID of a comment that exists or may exist; "" if there is none
	Body  string // Markdown of at most MaxBody bytes
}

// A Result is the written comment, as Linear returns it.
type Result struct {
	ID      string // that of the Comment, or a new one that was reserved
	URL     string // as Linear gives it, printable; "" if it gives none that is an address
	Issue   string // identifier of the issue of the comment, printable
	Created bool   // false if a comment that was there was changed
}

// Upsert writes the comment: it changes the one that has its id, or makes it.
// Where Linear has no such comment and does not take that id again, as after
// somebody deleted the comment, it is made again under a new id.
//
// Upsert calls reserve with a new id before it sends it; if reserve fails, nothing is
// sent and Upsert fails with what reserve said. The caller stores the id for the
// next call, whatever becomes of this one.
//
// What does not come from reserve is an [*Error]. Nothing is tried a second time: the
// caller's next save writes to the same id.
func (c *Client) Upsert(ctx context.Context, comment Comment, reserve func(id string) error) (Result, error) {
	result, err := c.upsert(ctx, comment, reserve)
	if e, ok := errors.AsType[*Error](err); ok {
		e.Cause = c.Key.hide(e.Cause) // the key may stand where an issue or an address should
	}
	result.URL, result.Issue = c.Key.address(result.URL), c.Key.scrub(result.Issue)
	return result, err
}

func (c *Client) upsert(ctx context.Context, comment Comment, reserve func(id string) error) (Result, error) {
	if err := c.check(comment); err != nil {
		return Result{}, err
	}
	if _, err := exec.LookPath("curl"); err != nil && c.run == nil {
		return Result{}, &Error{Cause: ErrNoCurl.Error(), err: ErrNoCurl}
	}
	s := c.session(comment)
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	return s.upsert(ctx, reserve)
}

func (s *session) upsert(ctx context.Context, reserve func(id string) error) (Result, error) {
	if s.comment.ID != "" {
		result, err := s.update(ctx)
		if hasMark(err, gone) {
			// the id may have been stored and never sent, and if it was sent after
			// all, and only this moment arrives, a second comment would be wrong
			result, err = s.create(ctx)
		}
		if !hasMark(err, gone) {
			return result, err
		}
	}
	id := s.NewID()
	if err := reserve(id); err != nil {
		return Result{}, err
	}
	s.comment.ID = id
	return s.create(ctx)
}

// create creates the comment, or updates it if the id exists: then an earlier attempt succeeded, but its
// answer was lost.
func (s *session) create(ctx context.Context) (Result, error) {
	result, err := s.do(ctx, create, map[string]any{"input": map[string]any{
		"id": s.comment.ID, "issueId": s.comment.Issue, "body": s.comment.Body,
	}})
	if hasMark(err, taken) {
		return s.update(ctx)
	}
	result.Created = err == nil
	return result, err
}

func (s *session) update(ctx context.Context) (Result, error) {
	return s.do(ctx, update, map[string]any{
		"id": s.comment.ID, "input": map[string]any{"body": s.comment.Body},
	})
}

// check finds what need not be sent to be known wrong.
func (c *Client) check(comment Comment) error {
	switch {
	case strings.TrimSpace(string(c.Key)) == "":
		return &Error{Cause: "there is no API key", advice: keyAdvice}
	case strings.ContainsFunc(strings.TrimSpace(string(c.Key)), notInKey):
		return &Error{Cause: "the key contains characters that are not allowed, such as a space or a line feed", advice: keyAdvice}
	case comment.Issue == "" || len(comment.Issue) > 64 || strings.ContainsFunc(comment.Issue, notInName):
		return &Error{Cause: fmt.Sprintf("expected the identifier of an issue, such as \"CIA-12\", found %.80q", comment.Issue)}
	case comment.ID != "" && !isUUID(comment.ID):
		return &Error{Cause: fmt.Sprintf("expected a UUID as the id of the comment, found %.80q", comment.ID)}
	case strings.TrimSpace(comment.Body) == "":
		return &Error{Cause: "the comment is empty"}
	case len(comment.Body) > MaxBody:
		return &Error{Cause: fmt.Sprintf("the comment has %d bytes; expected at most %d", len(comment.Body), MaxBody)}
	}
	return checkURL(cmp.Or(c.URL, Endpoint))
}

func notInKey(r rune) bool { return r <= ' ' || r >= 0x7f }

func notInName(r rune) bool {
	return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}
