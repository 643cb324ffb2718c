// Package linear keeps one comment on one issue of Linear up to date.
//
// The client chooses the id of a comment, and its caller stores the id before the client sends
// anything. So a comment is never posted twice: if an attempt may have succeeded, the next attempt
// writes to the same id.
//
// Requests go through the curl command, so that mdck links no network code.
//
// The client sends the key to only one address. No error, log or printed value of this package
// contains the key, even if a server repeats it. In errors and results, text from a server is one
// printable line without the key.
package linear

import (
	"cmp"
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"
)

const (
	Endpoint = "https://api.linear.app/graphql"

	Timeout = 10 * time.Second
)

// A Client writes comments. Only Key is required. Concurrent calls must use different comment ids.
type Client struct {
	Key Key // a personal key or an OAuth token

	URL     string        // "" is [Endpoint]; http only for this machine
	Timeout time.Duration // 0 is [Timeout]
	NewID   func() string // nil is [uuid.New]

	run runner
}

type Comment struct {
	Issue string // identifier such as "CIA-12", or a UUID
	ID    string // UUID of a comment that may exist; "" for a new one
	Body  string // Markdown
}

// A Result is a written comment, as Linear returns it.
type Result struct {
	ID      string // id of the Comment, or the new id
	URL     string // printable address, or ""
	Created bool   // false if Upsert changed an existing comment
}

// Upsert writes the comment: it changes the comment with the id, or creates one. If Linear does not
// accept the id, the new comment gets a new id.
//
// Upsert calls reserve before it sends a new id. The caller must store this id for the next call, even
// if this call fails. An error of reserve is returned, and nothing is sent.
//
// Any other error is an [*Error]. Upsert does not retry.
func (c *Client) Upsert(ctx context.Context, comment Comment, reserve func(id string) error) (Result, error) {
	result, err := c.upsert(ctx, comment, reserve)
	if e, ok := errors.AsType[*Error](err); ok {
		e.Cause = c.Key.Hide(e.Cause) // the user may have entered the key in another field
	}
	result.URL = c.Key.address(result.URL)
	return result, err
}

func (c *Client) upsert(ctx context.Context, comment Comment, reserve func(id string) error) (Result, error) {
	if err := c.check(); err != nil {
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
			// Create with the same id: with a new one, a late request would cause a second comment.
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

// create creates the comment. If the id exists, it updates the comment: an earlier answer was lost.
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

func (c *Client) check() error {
	switch key := strings.TrimSpace(string(c.Key)); {
	case key == "":
		return &Error{Cause: "there is no API key", advice: keyAdvice}
	case strings.ContainsFunc(key, notInKey):
		return &Error{Cause: "the key contains characters that are not allowed, such as a space or a line feed", advice: keyAdvice}
	}
	return checkURL(cmp.Or(c.URL, Endpoint))
}

func notInKey(r rune) bool { return r <= ' ' || r >= 0x7f }
