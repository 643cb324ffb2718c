//go:build !integration

package linear

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"mdck/internal/linear/curltest"
)

const moment = 50 * time.Millisecond

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"curl": curltest.Main})
}

// curlOfTests runs the stand-in in this process, because processes are slow.
func curlOfTests(ctx context.Context, config string, out, message io.Writer) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return curltest.Run(ctx, curlArgs, strings.NewReader(config), out, message), nil
}

func TestProcess(t *testing.T) {
	f := newFake(t)
	done := f.upsertWith(Client{Key: testKey, URL: f.url, run: curl}, t.Context(), Comment{Issue: "CIA-12", Body: text})
	if done.err != nil || f.comments[id(1)] != text {
		t.Errorf("got %+v, and Linear has %q", done, f.comments)
	}
	f = newFake(t, fault{answer: exits("35")})
	e := f.upsertWith(Client{Key: testKey, URL: f.url, run: curl}, t.Context(), Comment{Issue: "CIA-12", Body: text}).failure(t)
	if want := hostOf(f.url) + " cannot be reached: curl: (35) as the server asked"; e.Cause != want || e.Unsure {
		t.Errorf("got %q, want %q", e, want)
	}
}

func TestKilled(t *testing.T) {
	f := newFake(t, fault{after: true, answer: exits("hang")})
	done := f.upsertWith(Client{Key: testKey, URL: f.url, Timeout: time.Second, run: curl}, t.Context(), Comment{Issue: "CIA-12", Body: text})
	e := done.failure(t)
	if want := "no answer from " + hostOf(f.url) + " within 1s"; e.Cause != want || !e.Unsure || !errors.Is(done.err, context.DeadlineExceeded) {
		t.Errorf("got %q, want %q", e, want)
	}
}
