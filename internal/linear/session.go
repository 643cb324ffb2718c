package linear

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"time"

	"mdck/internal/uuid"
)

const (
	create = `mutation Create($input: CommentCreateInput!) { put: commentCreate(input: $input) { success comment { id url } } }`
	update = `mutation Update($id: String!, $input: CommentUpdateInput!) { put: commentUpdate(id: $id, input: $input) { success comment { id url } } }`
)

const (
	maxAnswer  = 1 << 20 // bytes
	maxMessage = 4 << 10
)

// A session is one call of Upsert.
type session struct {
	Client
	comment Comment
}

func (c Client) session(comment Comment) *session {
	c.URL, c.Timeout = cmp.Or(c.URL, Endpoint), cmp.Or(c.Timeout, Timeout)
	if c.NewID == nil {
		c.NewID = uuid.New
	}
	if c.run == nil {
		c.run = curl
	}
	return &session{Client: c, comment: comment}
}

func checkURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http":
		return &Error{Cause: fmt.Sprintf("expected an https address of Linear, found %.80q", address)}
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return &Error{Cause: fmt.Sprintf("the key is not sent to %q without encryption", u.Host)}
	}
	return nil
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

func (s *session) do(ctx context.Context, operation string, variables map[string]any) (Result, error) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false) // escapes would lengthen the text
	if err := encoder.Encode(map[string]any{"query": operation, "variables": variables}); err != nil {
		return Result{}, err
	}
	result, failure := s.post(ctx, bytes.TrimSpace(body.Bytes()))
	if failure != nil {
		return Result{}, failure
	}
	return result, nil
}

func (s *session) post(ctx context.Context, body []byte) (Result, *Error) {
	deadline, _ := ctx.Deadline()
	config, err := s.config(body, time.Until(deadline))
	if err != nil {
		return Result{}, &Error{Cause: err.Error()}
	}
	out, message := limited{max: maxAnswer + len(trailer)}, limited{max: maxMessage}
	status, err := s.run(ctx, config, &out, &message)
	if err == nil && (out.full || status == tooLarge) {
		return Result{}, unreadable(200)
	}
	code, answer := parseAnswer(out.text)
	if err != nil || status != 0 || code == 0 {
		return Result{}, s.broken(ctx, status, err, string(message.text))
	}
	return s.read(code, answer)
}

// broken returns the error for a run of curl without an answer. A non-nil err means that curl did
// not start.
func (s *session) broken(ctx context.Context, status int, err error, message string) *Error {
	host := s.Key.scrub(hostOf(s.URL))
	e := &Error{Unsure: err == nil && !slices.Contains(unsent, status), err: ctx.Err()}
	if err == nil && status == timedOut {
		e.err = context.DeadlineExceeded
	}
	message = s.Key.scrub(cmp.Or(message, fmt.Sprintf("curl: (%d)", status)))
	switch {
	case errors.Is(e.err, context.DeadlineExceeded):
		e.Cause = fmt.Sprintf("no answer from %s within %v", host, s.Timeout)
	case e.err != nil:
		e.Cause = "interrupted while waiting for " + host
	case err != nil:
		e.Cause = "curl cannot be started: " + s.Key.scrub(err.Error())
	case e.Unsure:
		e.Cause = "the connection to " + host + " broke: " + message
	default:
		e.Cause = host + " cannot be reached: " + message
	}
	return e
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
