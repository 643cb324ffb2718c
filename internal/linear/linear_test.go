package linear

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
)

type run struct {
	result   Result
	err      error
	reserved []string
}

// upsert runs one Upsert. Its ids are "…0001", "…0002" and so on.
func (f *fake) upsert(comment Comment) run {
	f.t.Helper()
	return f.upsertWith(Client{Key: testKey, URL: f.url}, f.t.Context(), comment)
}

func (f *fake) upsertWith(c Client, ctx context.Context, comment Comment) (done run) {
	f.t.Helper()
	c.NewID = func() string { return id(len(done.reserved) + 1) }
	if c.run == nil {
		c.run = curlOfTests
	}
	done.result, done.err = c.Upsert(ctx, comment, func(id string) error {
		f.settle()
		if _, there := f.comments[id]; there {
			f.t.Errorf("%s was sent before it was reserved", id)
		}
		done.reserved = append(done.reserved, id)
		return nil
	})
	f.secret(done.err)
	return done
}

func id(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

func (f *fake) secret(err error) {
	f.t.Helper()
	for ; err != nil; err = errors.Unwrap(err) {
		for _, text := range []string{err.Error(), fmt.Sprintf("%+v %#v", err, err)} {
			if strings.Contains(text, testKey[8:20]) || strings.Contains(text, testKey[30:]) {
				f.t.Errorf("%q contains the key", text)
			}
			if strings.ContainsAny(text, "\n\r\x1b") {
				f.t.Errorf("not one printable line: %q", text)
			}
		}
	}
}

func (r run) failure(t *testing.T) *Error {
	t.Helper()
	e, ok := errors.AsType[*Error](r.err)
	if !ok {
		t.Fatalf("got %v, want an Error", r.err)
	}
	return e
}

func (f *fake) expect(asked ...string) {
	f.t.Helper()
	f.settle()
	if !slices.Equal(f.asked, asked) {
		f.t.Errorf("Linear was asked %q, want %q", f.asked, asked)
	}
}

const text = "## Checkpoint Status\n\n**Task:** 1 of 2 — \"quoted\" <b> & \\ é\n"

func TestFirstCommentThenUpdates(t *testing.T) {
	f := newFake(t)
	first := f.upsert(Comment{Issue: "CIA-12", Body: text})
	want := Result{ID: id(1), URL: "https://linear.app/c/" + id(1), Created: true}
	if first.err != nil || first.result != want || !slices.Equal(first.reserved, []string{id(1)}) {
		t.Fatalf("got %+v, want %+v", first, want)
	}
	if f.comments[id(1)] != text {
		t.Errorf("Linear has %q", f.comments[id(1)])
	}
	for range 3 {
		next := f.upsert(Comment{Issue: "CIA-12", ID: id(1), Body: "changed"})
		want.Created = false
		if next.err != nil || next.result != want || len(next.reserved) > 0 {
			t.Fatalf("got %+v, want %+v", next, want)
		}
	}
	f.expect("commentCreate", "commentUpdate", "commentUpdate", "commentUpdate")
}

func TestDeletedCommentIsMadeAnew(t *testing.T) {
	f := newFake(t)
	f.upsert(Comment{Issue: "CIA-12", Body: "old"})
	f.remove(id(1))
	f.asked = nil
	stored := Client{Key: testKey, URL: f.url, NewID: func() string { return id(7) }, run: curlOfTests}
	var reserved []string
	result, err := stored.Upsert(t.Context(), Comment{Issue: "CIA-12", ID: id(1), Body: "new"}, func(id string) error {
		reserved = append(reserved, id)
		return nil
	})
	if err != nil || result.ID != id(7) || !result.Created || !slices.Equal(reserved, []string{id(7)}) {
		t.Fatalf("got %+v, %v, reserved %q", result, err, reserved)
	}
	f.expect("commentUpdate", "commentCreate", "commentUpdate", "commentCreate")
	if len(f.comments) != 1 || f.comments[id(7)] != "new" {
		t.Errorf("Linear has %q", f.comments)
	}
}

func TestStoredIDThatWasNeverSent(t *testing.T) {
	f := newFake(t)
	done := f.upsert(Comment{Issue: "CIA-12", ID: id(5), Body: text})
	if done.err != nil || done.result.ID != id(5) || !done.result.Created || len(done.reserved) > 0 {
		t.Fatalf("got %+v", done)
	}
	f.expect("commentUpdate", "commentCreate")
}

// lost breaks the connection during an answer, hangUp before.
func lost(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "100")
	fmt.Fprint(w, `{"data":{"put":{"succ`)
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

func TestNeverTwice(t *testing.T) {
	answers := map[string]http.HandlerFunc{
		"cut off": lost, "no answer": hangUp, "500": status(500, "text/html", "<h1>oops</h1>"),
		"not JSON": status(200, "application/json", `{"data":`), "redirect": status(302, "text/html", ""),
		"read error": exits("56"), "not sent": exits("7"),
		"limited": status(400, "application/json", `{"errors":[{"message":"x","extensions":{"code":"RATELIMITED"}}]}`),
	}
	for name, answer := range answers {
		for pattern := range 16 {
			t.Run(fmt.Sprintf("%s %04b", name, pattern), func(t *testing.T) {
				f := newFake(t)
				for i := range 4 { // bit i: process request i before the fault
					one := fault{after: pattern>>i&1 == 1, answer: answer}
					f.faults = append(f.faults, one)
				}
				stored := ""
				for attempt := range 6 {
					c := Client{Key: testKey, URL: f.url, run: curlOfTests}
					_, err := c.Upsert(t.Context(), Comment{Issue: "CIA-12", ID: stored, Body: fmt.Sprint(attempt)}, func(id string) error {
						stored = id
						return nil
					})
					f.settle()
					if err == nil && f.comments[stored] != fmt.Sprint(attempt) {
						t.Fatalf("attempt %d reported success, but Linear has %q", attempt, f.comments)
					}
				}
				if len(f.comments) != 1 || len(f.order) != 1 || f.comments[stored] != "5" {
					t.Errorf("Linear has %q, made in the order %q; %q is stored", f.comments, f.order, stored)
				}
			})
		}
	}
}

func TestLostAnswerOfACreate(t *testing.T) {
	f := newFake(t, fault{after: true, answer: lost})
	if e := f.upsert(Comment{Issue: "CIA-12", Body: text}).failure(t); !e.Unsure {
		t.Errorf("got %+v", e)
	}
	done := f.upsert(Comment{Issue: "CIA-12", ID: id(1), Body: text})
	if done.err != nil || done.result.ID != id(1) || done.result.Created {
		t.Fatalf("got %+v", done)
	}
	f.expect("commentCreate", "commentUpdate")
	if len(f.order) != 1 {
		t.Errorf("posted as %q", f.order)
	}
}

func TestReserveFails(t *testing.T) {
	f := newFake(t)
	no := errors.New("disk full")
	c := Client{Key: testKey, URL: f.url}
	if _, err := c.Upsert(t.Context(), Comment{Issue: "CIA-12", Body: text}, func(string) error { return no }); !errors.Is(err, no) {
		t.Errorf("got %v, want %v", err, no)
	}
	f.expect()
}

func TestEndlessAnswer(t *testing.T) {
	f := newFake(t, fault{answer: func(w http.ResponseWriter, _ *http.Request) {
		for part := []byte(strings.Repeat(" ", 1<<16)); ; {
			if _, err := w.Write(part); err != nil {
				return
			}
		}
	}})
	done := f.upsertWith(Client{Key: testKey, URL: f.url, run: curl}, t.Context(), Comment{Issue: "CIA-12", Body: text})
	if e := done.failure(t); e.Cause != "Linear sent an answer that does not confirm the comment" {
		t.Errorf("got %q", e)
	}
}

func TestSlow(t *testing.T) {
	slow := func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	trickle := func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "{")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
	for name, answer := range map[string]http.HandlerFunc{"nothing": slow, "never the end": trickle} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t, fault{answer: answer})
			done := f.upsertWith(Client{Key: testKey, URL: f.url, Timeout: moment}, t.Context(), Comment{Issue: "CIA-12", Body: text})
			e := done.failure(t)
			if want := "no answer from " + hostOf(f.url) + " within " + moment.String(); e.Cause != want || !e.Unsure || !errors.Is(done.err, context.DeadlineExceeded) {
				t.Errorf("got %q, want %q", e, want)
			}
		})
	}
	if (Client{}).session(Comment{}).Timeout.String() != "10s" {
		t.Error("the time is not ten seconds")
	}
}

func TestInterrupted(t *testing.T) {
	f := newFake(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	done := f.upsertWith(Client{Key: testKey, URL: f.url}, ctx, Comment{Issue: "CIA-12", Body: text})
	if e := done.failure(t); !errors.Is(done.err, context.Canceled) || e.Unsure {
		t.Errorf("got %q", e)
	}
	f.expect()
}

func TestNobodyThere(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	f := newFake(t)
	f.url = "http://" + listener.Addr().String()
	done := f.upsert(Comment{Issue: "CIA-12", Body: text})
	e := done.failure(t)
	if !strings.HasPrefix(e.Cause, listener.Addr().String()+" cannot be reached: ") || e.Unsure {
		t.Errorf("got %q", e)
	}
}

func TestRefusedBefore(t *testing.T) {
	good := Comment{Issue: "CIA-12", Body: text}
	for name, c := range map[string]struct {
		client  Client
		comment Comment
		cause   string
	}{
		"no key":            {Client{}, good, "there is no API key"},
		"blank key":         {Client{Key: " \n"}, good, "there is no API key"},
		"key with a line":   {Client{Key: Key(testKey[:20] + "\n" + testKey[20:])}, good, "the key contains characters that are not allowed, such as a space or a line feed"},
		"not encrypted":     {Client{Key: testKey, URL: "http://linear.example/graphql"}, good, `the key is not sent to "linear.example" without encryption`},
		"no address":        {Client{Key: testKey, URL: "api.linear.app"}, good, `expected an https address of Linear, found "api.linear.app"`},
		"address of a file": {Client{Key: testKey, URL: "file:///etc/passwd"}, good, `expected an https address of Linear, found "file:///etc/passwd"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := c.client.Upsert(t.Context(), c.comment, func(string) error {
				t.Error("an id was reserved")
				return nil
			})
			e := run{err: err}.failure(t)
			if e.Cause != c.cause {
				t.Errorf("got %q, want %q", e.Cause, c.cause)
			}
			newFake(t).secret(err)
		})
	}
}
