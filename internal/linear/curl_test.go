package linear

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/linear/curltest"
)

func exits(status string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.Header().Set(curltest.ExitHeader, status) }
}

func TestStatuses(t *testing.T) {
	for status := -1; status < 128; status++ {
		c := Client{Key: testKey, run: func(_ context.Context, _ string, out, message io.Writer) (int, error) {
			fmt.Fprint(out, "\n000 ")
			fmt.Fprintf(message, "curl: (%d) x\n", status)
			return status, nil
		}}
		_, err := c.Upsert(t.Context(), Comment{Issue: "CIA-12", Body: text}, func(string) error { return nil })
		e := run{err: err}.failure(t)
		if sure := slices.Contains([]int{5, 6, 7, 35, 60}, status); e.Unsure == sure || sure != strings.HasPrefix(e.Cause, "api.linear.app cannot be reached: curl: (") {
			t.Errorf("status %d: %v, unsure %v", status, e, e.Unsure)
		}
		if errors.Is(err, context.DeadlineExceeded) != (status == 28) {
			t.Errorf("status %d: %v", status, err)
		}
	}
}

func TestNoCurl(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	c := Client{Key: testKey}
	_, err := c.Upsert(t.Context(), Comment{Issue: "CIA-12", Body: text}, func(string) error {
		t.Error("an id was reserved")
		return nil
	})
	if e := (run{err: err}).failure(t); !errors.Is(err, ErrNoCurl) || e.Unsure || e.Cause != ErrNoCurl.Error() {
		t.Errorf("got %v", err)
	}
}

const config = `silent
show-error
globoff
url = "https://api.linear.app/graphql"
proto = "=https"
max-time = "2.500"
max-filesize = "1048576"
user-agent = "mdck"
header = "Authorization: KEY"
header = "Content-Type: application/json"
header = "Expect:"
write-out = "\\n%{http_code}"
data-raw = "{\"a\":\"\\n\"}"
`

func TestConfig(t *testing.T) {
	s := Client{Key: testKey}.session(Comment{})
	got, err := s.config([]byte(`{"a":"\n"}`), 2500*time.Millisecond)
	if want := strings.Replace(config, "KEY", testKey, 1); err != nil || got != want {
		t.Errorf("got %v,\n%s\nwant\n%s", err, got, want)
	}
	s.URL = "http://127.0.0.1:7/{a}"
	got, err = s.config(nil, -1)
	o, parseErr := curltest.Parse(got)
	if err != nil || parseErr != nil || o.Get("noproxy") != "*" || o.Get("proto") != "=http" || o.Get("url") != s.URL || o.Get("max-time") != "0.001" {
		t.Errorf("got %v, %v\n%s", err, parseErr, got)
	}
}

// TestLongest checks that every accepted body fits into a line.
func TestLongest(t *testing.T) {
	for part, sent := range map[string]bool{"x": true, `"`: true, `\`: true, "<": true, "\n": true, "é": true, "\x01": false} {
		f := newFake(t)
		body := "x" + strings.Repeat(part, (16<<10-1)/len(part))
		done := f.upsert(Comment{Issue: "CIA-12", Body: body})
		if sent && (done.err != nil || f.comments[id(1)] != body) {
			t.Errorf("%q: %v", part, done.err)
		}
		if want := "data-raw of curl: the value has "; !sent && !strings.HasPrefix(done.failure(t).Cause, want) {
			t.Errorf("%q: got %v, want %s", part, done.err, want)
		}
	}
}

func FuzzQuote(f *testing.F) {
	for _, s := range []string{"", `"`, `\`, `\n`, `a"b\\c`, "é\u0085", "a\nurl = \"x\"", "\x00", "\x7f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		value = strings.ToValidUTF8(value, "")
		got, err := quote(value)
		control := strings.ContainsFunc(value, func(r rune) bool { return r < ' ' })
		if (err != nil) != (control || len(got) > maxLine || len(value) > maxLine/2 && err != nil) {
			t.Errorf("%q: %v", value, err)
		}
		if err != nil {
			return
		}
		all := strings.Replace(config, `"mdck"`, got, 1)
		if o, err := curltest.Parse(all); err != nil || o.Get("user-agent") != value || strings.Contains(got, "\n") {
			t.Errorf("%q becomes %q: %v", value, got, err)
		}
	})
}
