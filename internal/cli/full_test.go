package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"mdck/internal/cli/app"
)

// TestFullStream checks that a stream which is full ends a command with an error, when the
// last bytes are written, too, except what answers an agent.
func TestFullStream(t *testing.T) {
	for _, c := range []struct {
		args []string
		want app.Status
	}{{[]string{"version"}, app.Failure}, {[]string{"explain"}, app.Failure}, {[]string{"hook", "claude", "PreCompact"}, app.OK}} {
		var talk bytes.Buffer
		std := app.Streams{In: strings.NewReader("{}"), Out: noRoom{}, Err: &talk}
		if got := Main(c.args, std); got != c.want || (talk.Len() > 0) != (c.want == app.Failure) {
			t.Errorf("%q: got %d, %q", c.args, got, talk.String())
		}
	}
}

// noRoom is a stream that takes nothing.
type noRoom struct{}

func (noRoom) Write([]byte) (int, error) { return 0, errors.New("full") }
