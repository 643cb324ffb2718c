package linear

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
)

// The operations. Both answers stand under the same name.
const (
	create = `mutation Create($input: CommentCreateInput!) { put: commentCreate(input: $input) { success comment { id url issue { identifier } } } }`
	update = `mutation Update($id: String!, $input: CommentUpdateInput!) { put: commentUpdate(id: $id, input: $input) { success comment { id url issue { identifier } } } }`
)

const (
	maxAnswer = 1 << 20 // bytes
	maxHeader = 64 << 10
)

// A session is one Upsert, with all fields of the Client set.
type session struct {
	Client
	http    *http.Client
	comment Comment
}

func (c Client) session(comment Comment) *session {
	c.URL, c.Timeout = cmp.Or(c.URL, Endpoint), cmp.Or(c.Timeout, Timeout)
	if c.NewID == nil {
		c.NewID = NewID
	}
	return &session{Client: c, http: newHTTP(), comment: comment}
}

// newHTTP is a client that goes where it is sent and no further: a redirect would
// take the key to an address that nobody chose.
func newHTTP() *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			ForceAttemptHTTP2:      true,
			MaxResponseHeaderBytes: maxHeader,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// checkURL refuses addresses to which the key would travel in the clear.
func checkURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http":
		return &Error{Cause: fmt.Sprintf("want an https address of Linear, found %.80q", address)}
	case u.Scheme == "http" && u.Hostname() != "localhost" && !net.ParseIP(u.Hostname()).IsLoopback():
		return &Error{Cause: fmt.Sprintf("the key is not sent to %q without encryption", u.Host)}
	}
	return nil
}

// do sends a request.
func (s *session) do(ctx context.Context, operation string, variables map[string]any) (Result, error) {
	body, err := json.Marshal(map[string]any{"query": operation, "variables": variables})
	if err != nil {
		return Result{}, err
	}
	result, failure := s.post(ctx, body)
	if failure != nil {
		return Result{}, failure
	}
	return result, nil
}

// post sends one request and reads its answer.
func (s *session) post(ctx context.Context, body []byte) (Result, *Error) {
	var sent atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, bytes.NewReader(body))
	if err != nil {
		return Result{}, s.broken(ctx, err, false)
	}
	request.Header.Set("Authorization", s.Key.header())
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "mdck")
	response, err := s.http.Do(request)
	if err != nil {
		return Result{}, s.broken(ctx, err, sent.Load())
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return Result{}, s.broken(ctx, err, true)
	}
	return s.read(response, text)
}

// broken returns the error for a request without an answer. Once it was sent, nobody
// knows what became of it.
func (s *session) broken(ctx context.Context, err error, sent bool) *Error {
	host := s.Key.scrub(hostOf(s.URL))
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err // without the address, which has its place below
	}
	e := &Error{Unsure: sent, err: ctx.Err()}
	switch {
	case errors.Is(e.err, context.DeadlineExceeded):
		e.Cause = fmt.Sprintf("no answer from %s within %v", host, s.Timeout)
	case e.err != nil:
		e.Cause = fmt.Sprintf("interrupted while %s was asked", host)
	case sent:
		e.Cause = fmt.Sprintf("the connection to %s broke: %s", host, s.Key.scrub(err.Error()))
	default:
		e.Cause = fmt.Sprintf("%s cannot be reached: %s", host, s.Key.scrub(err.Error()))
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
