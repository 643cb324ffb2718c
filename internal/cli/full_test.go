package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"mdck/internal/cli/app"
)

func TestFullStream(t *testing.T) {
	for _, c := range []struct {
		args []string
		want app.Status
	}{{[]string{"version"}, app.Failure}, {[]string{"explain"}, app.Failure}, {[]string{"hook", "claude", "PreCompact"}, app.OK}} {
		var talk bytes.Buffer
		std := app.Streams{In: strings.NewReader("{}"), Out: fullStream{}, Err: &talk}
		if got := Main(c.args, std); got != c.want || (talk.Len() > 0) != (c.want == app.Failure) {
			t.Errorf("%q: got %d, %q", c.args, got, talk.String())
		}
	}
}

type fullStream struct{}

func (fullStream) Write([]byte) (int, error) { return 0, errors.New("full") }
