package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// TestFullStream checks that a stream which is full ends a command with an error, when the
// last bytes are written, too, but for what answers an agent.
func TestFullStream(t *testing.T) {
	for _, c := range []struct {
		args []string
		want Status
	}{{[]string{"version"}, Failure}, {[]string{"explain"}, Failure}, {[]string{"hook", "claude", "PreCompact"}, OK}} {
		var talk bytes.Buffer
		std := Streams{In: strings.NewReader("{}"), Out: noRoom{}, Err: &talk}
		if got := Main(c.args, std); got != c.want || (talk.Len() > 0) != (c.want == Failure) {
			t.Errorf("%q: got %d, %q", c.args, got, talk.String())
		}
	}
}

// noRoom is a stream that takes nothing.
type noRoom struct{}

func (noRoom) Write([]byte) (int, error) { return 0, errors.New("full") }
